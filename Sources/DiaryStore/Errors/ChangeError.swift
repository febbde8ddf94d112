import DiaryModel
package import Pictures
package import SQLiteKit

/// Why a change could not be made or undone; the diary is as it was before.
package enum ChangeError: OperationError {
  /// The file system or SQLite reported an error; `.readOnly` if the diary was opened only for reading.
  case store(StoreError)
  /// The beer does not exist; the value is its id, or what the user typed for it.
  case noSuchBeer(String)
  /// The photo does not exist, or was removed from its beer.
  case noSuchPhoto(Int64)
  /// The label does not exist; the value is its id, or what the user typed for it.
  case noSuchLabel(String)
  /// The import does not exist or cannot be undone; `nil` if there is no import to undo.
  case noSuchImport(Int64?)
  /// The log is empty, or all of its changes are undone.
  case nothingToUndo
  /// No change was undone since the newest one in the log was made.
  case nothingToRedo
  /// The log has no change with this id.
  case noSuchChange(Int64)
  /// The change with this id in the log cannot be undone or redone.
  case cannotUndo(Int64, UndoObstacle)
  /// The beer or import has changed since, so it cannot be edited or undone; `what` names it, such as `“Orval”`.
  case changedSince(what: String)
  /// The beer already has this photo, at position `order`, from 0.
  case samePhoto(order: Int)
  /// The file of a new photo cannot be read.
  case unreadableImage(FileBytesError)
  /// The labels cannot be split or kept apart.
  case labelRefused(LabelObstacle)
  /// A value is not accepted; `reason` is the end of a sentence.
  case invalid(field: String, reason: String)
}

/// Why labels cannot be split or kept apart.
package enum LabelObstacle: Hashable, Sendable {
  /// No beer would keep the label.
  case noOtherBeer
  /// The beers to split off have different labels.
  case differentLabels
  /// The labels to keep apart are the same.
  case sameLabel
}

extension ChangeError {
  package static func converted(_ error: any Error, path: String) -> ChangeError? {
    switch error {
    case let error as FileBytesError: .unreadableImage(error)
    case let invalid as InvalidValue: .invalid(field: invalid.field, reason: invalid.reason)
    default: nil
    }
  }

  /// The error of `.store`; `nil` for all other cases.
  package var storeError: StoreError? { if case .store(let error) = self { error } else { nil } }

  /// What happened and what to do, for the user.
  package var sentence: String {
    switch self {
    case .store(let error): error.sentence
    case .noSuchBeer(let name): "There is no beer \(name) in the diary. See the ids with `beerdiary list`."
    case .noSuchPhoto(let id):
      "There is no photo \(id) in the diary. See the photos of a beer with `beerdiary show`."
    case .noSuchLabel(let name): "There is no label \(name). See the labels with `beerdiary labels`."
    case .noSuchImport(nil): "There is no import to undo."
    case .noSuchImport(let id?):
      "There is no import \(id) that can be undone. List the imports with `beerdiary import list`."
    case .nothingToUndo: "There is nothing to undo."
    case .nothingToRedo: "There is nothing to redo."
    case .noSuchChange(let id):
      "There is no change \(id) in the log. See the changes with `beerdiary log`."
    case .cannotUndo(let id, .alreadyUndone): "Change \(id) is undone already."
    case .cannotUndo(let id, .tooLarge):
      "Change \(id) is too large for the log, so it cannot be undone or redone. To undo another one, give its id."
    case .cannotUndo(let id, .damaged):
      "Change \(id) is damaged in the log, so it cannot be undone or redone. To undo another one, give its id."
    case .cannotUndo(let id, .laterVersion):
      "Change \(id) was made by a later version of the program. Use that version to undo or redo it."
    case .cannotUndo(let id, .changedSince(let what, let later?)):
      "\(what) has changed since change \(id). Nothing was changed. Undo change \(later) first."
    case .cannotUndo(let id, .changedSince(let what, nil)):
      "\(what) has changed since change \(id). Nothing was changed. Undo the later change first, if `beerdiary log` lists it."
    case .changedSince(let what):
      "\(what) has changed in the meantime. Nothing was saved or undone. Check it, then try again."
    case .samePhoto(let order):
      "The beer already has this photo as photo \(order + 1)."
    case .unreadableImage(let error): error.description
    case .labelRefused(.noOtherBeer): "No other beer has this label. Nothing was changed."
    case .labelRefused(.differentLabels): "The beers do not have the same label. Split them one by one."
    case .labelRefused(.sameLabel): "Both are the same label. Nothing was changed."
    case .invalid(let field, let reason): "The \(field) cannot be saved: \(reason)."
    }
  }
}
