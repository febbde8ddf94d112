import DiaryStore
import DiaryUI
import Pictures

extension Diary {
  /// Makes a change that the interface asked for.
  func perform(_ request: ChangeRequest) throws(DiaryError) -> ChangeOutcome {
    switch request {
    case .save(nil, let fields, _):
      let beer = try add(BeerDraft(fields: fields))
      return ChangeOutcome([.added(beer)], beer: beer.id)
    case .save(let id?, let fields, let expected):
      return outcome(try edit(id, to: fields, expecting: expected), beer: id)
    case .trash(let ids): return outcome(try moveToTrash(ids))
    case .restore(let ids): return outcome(try restore(ids))
    case .emptyTrash: return ChangeOutcome(deletedCount: try emptyTrash())
    case .addPhotos(let beer, let paths): return addPhotos(paths, to: beer)
    case .removePhoto(let id): return outcome(try removePhoto(id))
    case .caption(let photo, let text): return outcome(try setCaption(text, ofPhoto: photo))
    case .undo(let change), .redo(let change): return ChangeOutcome([try revert(change)])
    }
  }

  private func outcome(_ change: DiaryChange?, beer: Int64? = nil) -> ChangeOutcome {
    ChangeOutcome(change.map { [$0] } ?? [], beer: beer)
  }

  /// Those that were added stay when a later one cannot be.
  private func addPhotos(_ paths: [String], to beer: Int64) -> ChangeOutcome {
    var outcome = ChangeOutcome()
    for path in paths {
      do {
        outcome.changes.append(
          try addPhoto(to: beer, image: try FileBytes(path: TypedPath.expanded(path))).change)
      } catch {
        outcome.problem = CommandFailure(describing: error).sentence
        break
      }
    }
    return outcome
  }
}
