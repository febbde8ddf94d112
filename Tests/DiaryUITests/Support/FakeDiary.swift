import DiaryStore
import DiaryUI

/// Answers effects from beers in memory, as the store would.
struct FakeDiary {
  var beers: [BeerDetail]
  var migration: MigrationReport?
  /// Every call fails with it.
  var failure: DiaryError?
  var undescribedSlices = 0
  private(set) var requestedRanges: [Range<Int>] = []
  private(set) var moves: [PhotoMove] = []

  init(_ beers: [BeerDetail] = []) { self.beers = beers }

  mutating func answer(_ effect: Effect) -> Message? {
    switch effect {
    case .openDiary: .opened(attempt(migration))
    case .loadSummary(let request): .summary(request, attempt(summary(request.query)))
    case .loadPlace(let request):
      .place(request, attempt(found(request.query).firstIndex { $0.beer.id == request.beer }))
    case .loadVocabulary: .vocabulary(attempt(FakeQuery.vocabulary(beers)))
    case .loadRows(let request): rows(request)
    case .loadBeer(let request): .beer(request, attempt(beers.first { $0.beer.id == request.id }))
    case .movePhoto(let move): self.move(move)
    case .workInBackground: workInBackground()
    case .change(let request): .changed(request, .failure(.cancelled))
    case .cancelOpening, .record, .redrawAll, .suspend, .quit: nil
    }
  }

  private func attempt<Value>(_ value: Value) -> Result<Value, DiaryError> {
    failure.map { .failure($0) } ?? .success(value)
  }

  private func found(_ query: BeerQuery) -> [BeerDetail] { FakeQuery.found(query, in: beers) }

  private func summary(_ query: BeerQuery) -> DiarySummary {
    let beers = found(query)
    return DiarySummary(beerCount: beers.count, beersWithPhotos: beers.count { !$0.photos.isEmpty })
  }

  private mutating func rows(_ request: RowRequest) -> Message {
    requestedRanges.append(request.range)
    let beers = found(request.query)
    return .rows(request, attempt(beers[request.range.clamped(to: beers.indices)].map(BeerRow.init)))
  }

  private mutating func move(_ move: PhotoMove) -> Message {
    if let failure { return .photoMoved(move, .failure(failure)) }
    moves.append(move)
    guard let beer = beers.firstIndex(where: { $0.beer.id == move.beerID }),
      let index = beers[beer].photos.firstIndex(where: { $0.id == move.photoID })
    else { return .photoMoved(move, .failure(.noSuchPhoto(move.photoID))) }
    let photo = beers[beer].photos.remove(at: index)
    beers[beer].photos.insert(photo, at: min(max(0, move.index), beers[beer].photos.count))
    let placement = DiaryChange.PhotoPlacement(photo: photo.id, beer: move.beerID, order: move.index)
    let change = DiaryChange.movedPhoto(placement, from: index, stamp: "2024-01-01T00:00:00Z")
    return .photoMoved(move, .success(MovedPhoto(photos: beers[beer].photos, change: change)))
  }

  private mutating func workInBackground() -> Message {
    guard undescribedSlices > 0 else { return .workedInBackground(attempt(nil)) }
    undescribedSlices -= 1
    return .workedInBackground(
      attempt(BackgroundProgress(work: .describingPhotos, remaining: undescribedSlices * 24)))
  }
}

extension BeerRow {
  init(_ detail: BeerDetail) {
    let fields = detail.beer.fields
    self.init(
      id: detail.beer.id, name: fields.name, brewery: fields.brewery, style: fields.style, abv: fields.abv,
      ibu: fields.ibu, rating: fields.rating, place: fields.place, drunkAt: fields.drunkAt,
      photoCount: detail.photos.count, thumbnail: detail.photos.first?.facts)
  }
}
