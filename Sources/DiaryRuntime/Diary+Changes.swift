import DiaryModel
import DiaryProcess
import DiaryStore
import DiaryText
import DiaryUI
import Pictures

extension Diary {
  /// Makes a change that the interface asked for.
  ///
  /// - Parameter progress: Called now and then, for a change of many beers, with the number of those that are done.
  func perform(_ request: ChangeRequest, progress: (Int) -> Void) throws(ChangeError) -> ChangeOutcome {
    var outcome = try make(request, progress)
    // No sentence tells of a move.
    if case .movePhoto = request { return outcome }
    // Who has a name for the beer need not look it up; without one the sentence is as true.
    outcome.subject = outcome.changes.last?.onlyBeer.flatMap { try? beer($0) }?.beer.fields.name
    if case .withdrawn(let beer)? = outcome.changes.last { outcome.subject = beer.fields.name }
    return outcome
  }

  private func make(_ request: ChangeRequest, _ progress: (Int) -> Void) throws(ChangeError) -> ChangeOutcome
  {
    switch request {
    case .save(nil, let fields, _):
      let beer = try add(BeerDraft(fields: fields))
      return ChangeOutcome([.added(beer)], beer: beer.id)
    case .save(let id?, let fields, let expected):
      return outcome(try edit(id, to: fields, expecting: expected), beer: id)
    case .trash(let beers): return outcome(try moveToTrash(beers.ascending, progress: progress))
    case .restore(let beers): return outcome(try restore(beers.ascending, progress: progress))
    case .set(let field, let beers, let value):
      return outcome(try set(field, of: beers.ascending, to: value, progress: progress))
    case .emptyTrash: return ChangeOutcome(emptied: try emptyTrash())
    case .addPhotos(let beer, let paths): return addPhotos(paths, to: beer)
    case .movePhoto(let move): return try movePhoto(move)
    case .removePhoto(let id): return outcome(try removePhoto(id))
    case .caption(let photo, let text): return outcome(try setCaption(text, ofPhoto: photo))
    case .undo(let change), .redo(let change): return ChangeOutcome([try revert(change, progress: progress)])
    }
  }

  private func outcome(_ change: DiaryChange?, beer: Int64? = nil) -> ChangeOutcome {
    ChangeOutcome(change.map { [$0] } ?? [], beer: beer)
  }

  private func movePhoto(_ move: PhotoMove) throws(ChangeError) -> ChangeOutcome {
    var outcome = outcome(try movePhoto(move.photoID, to: move.index))
    outcome.photos = try ChangeError.mapErrors(at: path) { try beer(move.beerID)?.photos ?? [] }
    return outcome
  }

  /// Those that were added stay when a later one cannot be.
  private func addPhotos(_ paths: [String], to beer: Int64) -> ChangeOutcome {
    var outcome = ChangeOutcome()
    for path in paths {
      do {
        let image = try FileBytes(
          photo: TypedPath.expanded(path), otherwise: "`beerdiary photo add --any-file` adds it anyway")
        outcome.changes.append(try addPhoto(to: beer, image: image).change)
      } catch {
        outcome.problem = Problem(CommandFailure(describing: error))
        break
      }
    }
    return outcome
  }
}
