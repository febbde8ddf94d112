import DiaryModel
import DiaryStore
import DiaryText
import DiaryUI
import DiaryUpkeep
import Foundation
import Interchange
import SQLiteKit

/// Answers effects from beers in memory, as the store would.
struct FakeDiary {
  var beers: [BeerDetail]
  var migration: MigrationReport?
  /// Every call fails with it.
  var failure: OpeningError?
  var undescribedSlices = 0
  /// The pictures of photos; those without an entry get none.
  var pictures: [Int64: PhotoPicture] = [:]
  /// What is in folders.
  var folders: [String: [String]] = [:]
  var importPreview = Result<ImportPreview, Problem>.failure(
    Problem(sentence: "There is no file."))
  var importOutcome = Result<ImportOutcome, Problem>.failure(
    Problem(sentence: "The disk is full."))
  /// The beers that an import adds, unless there is a `failure`; `nil` to answer imports with `importOutcome`.
  var importedBeers: [BeerFields]?
  /// How the imports of `importedBeers` ended.
  var importResults: [Result<ImportOutcome, Problem>] = []
  /// The ids of the beers that each import has added.
  var imports: [Int64: [Int64]] = [:]
  /// What adding another diary would do, or why that cannot be read.
  var adoptionPreview: Result<MergeReport, Problem> = {
    var report = MergeReport(fromVersion: 2)
    report.addedBeers = 12
    report.addedPhotos = 16
    return .success(report)
  }()
  /// The files that exports must not replace without asking.
  var existingFiles: Set<String> = []
  /// Why exports fail; `nil` if they do not.
  var exportProblem: Problem?
  /// A mapping that another window has saved.
  var foreignMapping: SavedMapping?
  /// Why mappings cannot be kept.
  var mappingProblem: String?
  private(set) var requestedRanges: [Range<Int>] = []
  /// The moves of photos that were requested.
  var moves: [PhotoMove] = []

  /// Whether changes other than moves of photos are made, unless there is a `failure`; otherwise they are canceled.
  var storesChanges = false
  /// The changes that were requested since `storesChanges` was set, with their results.
  var changes: [(request: ChangeRequest, result: Result<ChangeOutcome, ChangeFailure>)] = []
  /// Photos that were removed from their beers and can be put back.
  var removedPhotos: [Photo] = []
  /// Where these were when they were removed, by their ids.
  var removedOrders: [Int64: Int] = [:]
  /// The highest id that was given to an added photo.
  var lastPhotoID: Int64 = 1_000_000
  var labels = FakeLabels()
  /// Whether some beers have no label yet.
  var lacksLabels = false
  /// The labels before and after each change of them.
  var labelStates: [LabelChange: (before: FakeLabels, after: FakeLabels)] = [:]
  /// What statistics are compared with.
  var totalsBeforeThisYear: DiaryStatistics.Totals?
  /// The state of the synchronization; `nil` if the diary is not synchronized.
  var syncStatus: SyncStatus?
  var conflicts: [SyncConflict] = []
  /// The newest change in the log that is not undone; `nil` if there is none.
  var loggedChange: LoggedChange?
  /// How synchronizations end; `nil` if they go on until a test ends them.
  var syncOutcome: SyncOutcome?
  /// Why images cannot be fetched; `nil` if they arrive.
  var fetchProblem: Problem?
  /// Advances with each change.
  var clock = 0

  init(_ beers: [BeerDetail] = []) { self.beers = beers }

  mutating func answer(_ effect: Effect) -> Message? {
    switch effect {
    case .openDiary: .opened(attempt(migration))
    case .loadSummary(let request): .summary(request, attempt(summary(request.query)))
    case .loadPosition(let request):
      .position(request, attempt(position(request)))
    case .loadMatch(let request): .match(request, attempt(match(request)))
    case .loadMarks(let request): .marks(request, attempt(marked(request)))
    case .compareMarks(let request): .marksCompared(request, attempt(marked(request)))
    case .loadValues(let field):
      .fieldValues(field, attempt(FakeQuery.values(of: field, in: beers)))
    case .loadChoices(let request): .choices(request, attempt(choices(request)))
    case .loadChangeToUndo: .changeToUndo(loggedChange.map { .success($0) } ?? .failure(.nothingToUndo))
    case .loadToday: .today(DiaryDate("2024-06-15"))
    case .loadVocabulary: .vocabulary(attempt(FakeQuery.vocabulary(beers)))
    case .loadListItems(let request): listItems(request)
    case .loadBeer(let request): .beer(request, attempt(beer(request.id)))
    case .loadMenuAnswers(let request): .menuAnswers(request, attempt(menuAnswers(to: request.lines)))
    case .loadLabelSuggestions(let generation):
      .labelSuggestions(generation: generation, attempt(labelSuggestions))
    case .loadTimes(let request): .times(request, attempt(times(of: request.label)))
    case .loadLabel(let request): .label(request, attempt(labelDetail(request.target)))
    case .loadRepeatedBeer(let reference): .repeatedBeer(reference, attempt(repeatedBeer(reference)))
    case .doBackgroundWork: doBackgroundWork()
    case .loadSyncStatus(let generation): .syncStatus(generation: generation, attempt(syncStatus))
    case .loadConflicts(let generation): .conflicts(generation: generation, attempt(conflicts))
    case .locateBeer(let uuid):
      .beerLocated(uuid, attempt(beers.first { $0.beer.uuid == uuid }?.beer.id))
    case .synchronize(let request): synchronize(request)
    case .fetchImages(let beer): fetchImages(ofBeer: beer)
    case .change(let request): change(request)
    case .loadFormSuggestions:
      .formSuggestions(
        FormSuggestions(today: DiaryDate("2024-06-15"), breweries: beers.compactMap(\.beer.fields.brewery)))
    case .loadStatistics(let request): .statistics(request, attempt(statistics(request)))
    case .loadTimeline(let request):
      .timeline(request, attempt(FakeQuery.timeline(found(request.query))))
    case .loadPositions(let query): .positions(query, attempt(FakeQuery.positions(found(query))))
    case .loadYear(let request): .year(request, attempt(review(of: request.year, request.query)))
    case .loadPictures(let request): .pictures(pictures(of: request))
    case .listFolder(let request): .folder(request, folders[request.folder])
    case .browseFolder(let path):
      .folderBrowsed(path, folders[path].map { BrowsedFolder(path: path, names: $0) })
    case .previewImport(let request): .importPreviewed(request, preview(request))
    case .runImport(let request): .imported(request, runImport())
    case .saveMapping(let mapping, let known): save(mapping, replacing: known)
    case .previewAdoption(let path): .adoptionPreviewed(path, adoptionPreview)
    case .runExport(let request): .exported(request, export(request))
    case .invalidateListCache, .keepDraft, .keepDraftSoon, .releaseDraft, .dropDraft, .forgetAdoption,
      .printAtExit,
      .stopImport, .stopAdoptionPreview, .stopExport, .stopChange,
      .keepListLayout,
      .cancelOpening, .viewPhoto,
      .editNotes, .editSettings, .record, .renderPictures,
      .noteTelemetryNoticeShown,
      .redrawAll, .suspend, .quit, .runCommand:
      nil
    }
  }

  private func save(_ mapping: SavedMapping, replacing known: SavedMapping?) -> Message {
    if let foreignMapping, foreignMapping.name == mapping.name, foreignMapping != known {
      return .mappingNameTaken(mapping, by: foreignMapping)
    }
    return .mappingSaved(mapping, problem: mappingProblem.map { Problem(sentence: $0) })
  }

  private func synchronize(_ request: SyncRequest) -> Message? {
    guard request != .stop, let syncOutcome else { return nil }
    return .synced(
      SyncOutcome(
        isAsked: request == .asked, summary: syncOutcome.summary, problem: syncOutcome.problem),
      .success(syncStatus))
  }

  /// Gives all photos of a beer their images, unless there is a `fetchProblem`.
  private mutating func fetchImages(ofBeer uuid: UUID) -> Message {
    if fetchProblem == nil, let index = beers.firstIndex(where: { $0.beer.uuid == uuid }) {
      for photo in beers[index].photos.indices { beers[index].photos[photo].metadata.isMissing = false }
    }
    return .imagesFetched(ofBeer: uuid, problem: fetchProblem)
  }

  /// Offers a file with beers, which are added when it is imported.
  mutating func offerFile(_ beers: [BeerFields]) {
    var counts = DisplayedImportCounts()
    counts.rows = beers.count
    counts.added = beers.count
    importPreview = .success(
      ImportPreview(
        format: "a table of beers, CSV, comma between fields",
        columns: [
          .init(name: "name", role: .field(.name), sample: "Orval"),
          .init(name: "hop", role: .extra, sample: "Hallertau"),
        ], beers: beers, counts: counts))
    importedBeers = beers
  }

  /// Returns the preview with the requested roles of the columns.
  private func preview(_ request: ImportRequest) -> Result<ImportPreview, Problem> {
    importPreview.map { preview in
      let said = request.assignments + (request.mapping?.assignments ?? [])
      var read = preview
      read.columns = preview.columns.map { column in
        let role = said.first { $0.column == column.name }?.role ?? column.role
        return .init(name: column.name, role: role, sample: column.sample, isReference: column.isReference)
      }
      return read
    }
  }

  private func attempt<Value, Failure: DiaryError>(_ value: Value) -> Result<Value, Failure> {
    failure.map { .failure(Failure(mapping: $0, path: "")) } ?? .success(value)
  }

  /// Returns fixed statistics; only the number of beers depends on the query.
  private func statistics(_ request: StatisticsRequest) -> DiaryStatistics {
    let query = request.query
    var statistics = DiaryStatistics()
    statistics.beerCount = query.hasAllBeers ? beers.count : found(query).count
    statistics.labelCount = statistics.beerCount
    statistics.counting = request.counting
    statistics.averageRating = request.counting == .labels ? 3.7 : 3.9
    statistics.breweryCount = 5
    statistics.styleCount = 6
    statistics.placeCount = 2
    statistics.years = [
      .init("2019", 3), .init("2023", 12, averageRating: 3.25), .init("2024", 40, averageRating: 3.9),
    ]
    statistics.months = (1...12).map { month in
      .init(
        "2024-" + NumberText.padded(month), month * 3 % 7 + 1,
        averageRating: month % 3 == 0 ? nil : 3 + Double(month % 5) / 4)
    }
    statistics.firstTimes = [.init("2024-03", 2), .init("2024-11", 1)]
    statistics.days = (0..<371).filter { $0 * $0 % 7 < 3 && $0 % 5 > 1 }.compactMap { day in
      DiaryDate(day: day).map { .init($0.text, day % 4 + day % 3) }
    }.filter { $0.count > 0 }
    statistics.ratings = (0...10).map { .init(Double($0) / 2, $0 * $0) }
    statistics.abvs = (0...12).map { .init(Double($0), 40 - $0 * 3) }
    statistics.styles = [
      .init("Imperial Stout", 118, labels: 95, averageRating: 4.25),
      .init("Saison", 77, labels: 70, averageRating: 3.5), .init("黑啤酒", 1),
    ]
    let families = StyleFamily.all.filter { ["imperial-stout", "lambic", "saison"].contains($0.id) }
    statistics.families = families.filter { $0.id != "lambic" }.map { family in
      let share = statistics.styles.first { StyleFamily.of(style: $0.value) == family }
      return .init(family, styles: share.map { [$0.value] } ?? [], share: share ?? .init(family.id, 0))
    }
    statistics.missingFamilies = families.filter { $0.id == "lambic" }
    statistics.countryCount = 3
    statistics.horizon = "2024-06-15"
    statistics.beforeThisYear = totalsBeforeThisYear
    statistics.abvRatingIntervals = [
      .init(4, rating: 3, 2, dots: 0x8000), .init(8, rating: 4.5, 7, dots: 0x1001),
      .init(15, rating: 5, 1, dots: 1),
    ]
    statistics.bestBreweries = [.init("De Molen", 4, averageRating: 4.5), .init("黒麦酒", 3, averageRating: 4)]
    statistics.breweries = [.init("Abdij Notre-Dame de Saint-Rémy", 9), .init("De Molen", 4)]
    return statistics
  }

  /// Returns the review of a year of the beers: their months and the best, and otherwise fixed figures.
  private func review(of year: Int?, _ query: BeerQuery) -> YearInReview? {
    let dated = found(query).filter { $0.beer.fields.drunkAt != nil }
    let years = Set(dated.compactMap(\.beer.fields.drunkAt?.year)).sorted()
    guard let year = year ?? years.last else { return nil }
    let found = dated.filter { $0.beer.fields.drunkAt?.year == year }
      .sorted { ($0.beer.fields.drunkAt?.text ?? "") < ($1.beer.fields.drunkAt?.text ?? "") }
    var review = YearInReview(year: year)
    review.years = years
    if found.isEmpty { return review }
    review.figures.beers = found.count
    review.figures.labels = found.count
    let ratings = found.compactMap(\.beer.fields.rating)
    review.figures.averageRating = ratings.isEmpty ? nil : ratings.reduce(0, +) / Double(ratings.count)
    review.figures.breweries = 3
    review.figures.styles = 4
    review.figures.places = 2
    review.figures.countries = 2
    for beer in found {
      guard let month = beer.beer.fields.drunkAt?.month else { continue }
      let srm = beer.beer.fields.style.flatMap { StyleFamily.of(style: $0)?.middleSRM } ?? 0
      review.months[month - 1].colors.append(UInt8(srm))
    }
    if years.first != year {
      var before = YearInReview.Figures()
      before.beers = 1
      before.labels = 1
      review.before = before
    }
    review.best = found.map { BeerListItem($0) }.sorted { ($0.rating ?? 0) > ($1.rating ?? 0) }
    review.newLabels = found.count
    review.newStyles = found.compactMap(\.beer.fields.style).map { .init($0, day: "\(year)-05-12", beers: 1) }
    review.newCountries = [.init("日本", day: "\(year)-05-28", beers: 1)]
    if let last = DiaryDate("\(year)-05-12"), let next = DiaryDate("\(year)-05-28") {
      review.longestBreak = .init(after: last, before: next, days: 15)
    }
    let noted = found.max { ($0.beer.fields.notes?.count ?? 0) < ($1.beer.fields.notes?.count ?? 0) }
    review.longestNote = noted.flatMap { beer in
      beer.beer.fields.notes.map { .init(about: BeerListItem(beer), text: $0, characterCount: $0.count) }
    }
    return review
  }

  private func export(_ request: ExportRequest) -> Result<ExportOutcome, Problem> {
    if let exportProblem { return .failure(exportProblem) }
    if existingFiles.contains(request.path), !request.replaces { return .success(.fileExists) }
    switch request.content {
    case .beers(let query, _):
      return .success(
        .finished(DiaryExport.Counts(written: found(query).count).sentences(file: request.path)))
    case .year(let page): return .success(.finished(page.writtenSentence(file: request.path)))
    }
  }

  private func found(_ query: BeerQuery) -> [BeerDetail] {
    FakeQuery.found(query, in: beers, labels: labels)
  }

  /// Returns a beer with its label.
  private func beer(_ id: Int64) -> BeerDetail? {
    beers.first { $0.beer.id == id }.map { detail in
      let label = labels.label(of: detail, in: beers)
      var detail = detail
      detail.label = BeerLabel(uuid: label.uuid, times: label.history.times)
      return detail
    }
  }

  /// Returns a label and its facts.
  private func repeatedBeer(_ reference: RepeatedBeerReference) -> RepeatedBeer? {
    switch reference {
    case .beer(let id):
      beers.first { $0.beer.id == id }.map { RepeatedBeer(labels.label(of: $0, in: beers)) }
    case .label(let uuid):
      beers.map { labels.label(of: $0, in: beers) }.first { $0.uuid == uuid }.map { RepeatedBeer($0) }
    case .named(let name, let brewery):
      labels.label(ofNewBeer: name, brewery: brewery, in: beers).map { RepeatedBeer($0) }
    }
  }

  /// Returns the beers of a label, the newest first.
  private func times(of label: UUID) -> [BeerListItem] {
    guard let first = beers.first(where: { SampleBeers.uuid($0.beer.id) == label }) else { return [] }
    let times = labels.beers(sharing: first, in: beers).map { BeerListItem($0) }
    return times.sorted { ($0.drunkAt?.text ?? "") > ($1.drunkAt?.text ?? "") }
  }

  /// Returns the position of a beer, or of the one that stands for its label.
  private func position(_ request: PositionRequest) -> Int? {
    let found = found(request.query)
    if let index = found.firstIndex(where: { $0.beer.id == request.beer }) { return index }
    guard request.query.isDistinct, let beer = beers.first(where: { $0.beer.id == request.beer }) else {
      return nil
    }
    return found.firstIndex { labels.key(of: $0) == labels.key(of: beer) }
  }

  private func marked(_ request: MarkRequest) -> IDSet {
    let beers = found(request.query)
    return IDSet(beers[request.range.clamped(to: beers.indices)].map(\.beer.id))
  }

  private func match(_ request: MatchRequest) -> Int? {
    let beers = found(request.query)
    let positions = beers.indices.map { offset in
      (request.position + (offset + 1) * (request.isBackward ? beers.count - 1 : 1)) % beers.count
    }
    let matching = Set(FakeQuery.found(BeerQuery(search: request.search), in: beers).map(\.beer.id))
    return positions.first { matching.contains(beers[$0].beer.id) }
  }

  private func summary(_ query: BeerQuery) -> DiarySummary {
    let found = found(query)
    var all = query
    all.isDistinct = false
    return DiarySummary(
      beerCount: found.count, countWithRepeats: query.isDistinct ? self.found(all).count : nil,
      beersWithPhotos: found.count { !$0.photos.isEmpty },
      labelCount: query.isDistinct || lacksLabels ? nil : labels.distinct(found).count,
      lacksLabels: query.isDistinct && lacksLabels,
      isAllInTrash: found.isEmpty && query.hasAllBeers && !beers.isEmpty,
      trash: query.hasWholeTrash ? trash : EmptiedTrash(),
      conflictsInTrash: query.hasWholeTrash ? conflicts.count(where: isInTrash) : 0)
  }

  private func isInTrash(_ conflict: SyncConflict) -> Bool {
    beers.contains { $0.beer.uuid == conflict.beer && $0.beer.deletedAt != nil }
  }

  /// What emptying the trash would delete.
  var trash: EmptiedTrash {
    EmptiedTrash(
      beers: IDSet(beers.filter { $0.beer.deletedAt != nil }.map(\.beer.id)),
      photos: Set(removedPhotos.map(\.id)))
  }

  private func pictures(of request: PictureRequest) -> [Int64: PhotoPicture] {
    request.photos.reduce(into: [:]) { $0[$1] = pictures[$1] }
  }

  private mutating func listItems(_ request: ListItemRequest) -> Message {
    requestedRanges.append(request.range)
    let beers = found(request.query)
    let words = request.search.isEmpty ? request.query.searchWords : request.search.searchWords
    let hasTimes = request.query.order == .times && !request.query.isDistinct
    let groups = request.query.isDistinct || hasTimes ? labels.groups(of: self.beers) : [:]
    let items = beers[request.range.clamped(to: beers.indices)].map { detail in
      let fields = detail.beer.fields
      var item = BeerListItem(detail)
      if request.query.isDistinct {
        item.history = labels.history(of: groups[labels.key(of: detail)] ?? [])
      }
      if hasTimes { item.times = labels.history(of: groups[labels.key(of: detail)] ?? []).times }
      switch request.query.order {
      case .property(let name): item.sortedValue = BeerColumn.named(name)?.json(of: fields)
      case .custom(let name): item.sortedValue = fields.extras[name]
      default: break
      }
      for field in request.fields {
        switch field {
        case .property("price"): item.values[field] = fields.price.map { .text($0) }
        case .property("serving"): item.values[field] = fields.serving.map { .text($0) }
        case .property: break
        case .custom(let name): item.values[field] = fields.extras[name]
        }
      }
      item.found = SearchSnippet.hidden(
        words, in: item, texts: [("notes", fields.notes)], extras: fields.extras)
      return item
    }
    return .listItems(request, attempt(items))
  }

  private mutating func doBackgroundWork() -> Message {
    guard undescribedSlices > 0 else { return .workedInBackground(attempt(nil)) }
    undescribedSlices -= 1
    return .workedInBackground(
      attempt(BackgroundProgress(work: .readingPhotoMetadata, remaining: undescribedSlices * 24)))
  }
}

extension BeerListItem {
  init(_ detail: BeerDetail) {
    let fields = detail.beer.fields
    self.init(
      id: detail.beer.id, name: fields.name, brewery: fields.brewery, style: fields.style, abv: fields.abv,
      ibu: fields.ibu, rating: fields.rating, place: fields.place, drunkAt: fields.drunkAt,
      photoCount: detail.photos.count, thumbnail: detail.photos.first?.metadata,
      thumbnailID: detail.photos.first?.id)
  }
}

extension DiaryDate {
  /// A day of the fake diary, from 2022-12-21 on.
  fileprivate init?(day: Int) {
    let days = day + 350
    let year = 2022 + days / 360
    let month = days % 360 / 30 + 1
    let rest = days % 30 + 1
    self.init("\(year)-\(NumberText.padded(month))-\(NumberText.padded(min(rest, 28)))")
  }
}
