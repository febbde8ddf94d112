package import SQLiteKit

/// Why a change or an import could not be undone or redone; the diary is as it was before.
package enum UndoError: ChangeError {
  /// The file system or SQLite reported an error; `.readOnly` if the diary was opened only for reading.
  case store(StoreError)
  /// A beer of the change does not exist; the value is its id.
  case noSuchBeer(String)
  /// The beer, label or import has changed since; `what` names it, such as `“Orval”`.
  case changedSince(what: String)
  /// The import does not exist or cannot be undone; `nil` if there is no import to undo.
  case noSuchImport(Int64?)
  /// The last import, with this id, is already undone.
  case lastImportUndone(Int64)
  /// The log is empty, or all of its changes are undone.
  case nothingToUndo
  /// No change was undone since the newest one in the log was made.
  case nothingToRedo
  /// The log has no change with this id.
  case noSuchChange(Int64)
  /// The change with this id in the log cannot be undone or redone.
  case cannotUndo(Int64, UndoObstacle)
}

extension UndoError {
  package static func converted(_ error: any Error, path: String) -> UndoError? {
    if case EditError.noSuchBeer(let name) = error { .noSuchBeer(name) } else { nil }
  }

  /// The error of the file system or SQLite, or why the diary refused the change.
  package var cause: ChangeErrorCause {
    switch self {
    case .store(let error): .store(error)
    case .noSuchBeer(let name): .refusal(.noSuchBeer(name))
    case .changedSince(let what): .refusal(.changedSince(what))
    case .noSuchImport(nil): .refusal(.init(.missing, "There is no import to undo."))
    case .noSuchImport(let id?):
      .refusal(
        .init(
          .missing,
          "There is no import \(id) that can be undone. List the imports with `beerdiary import list`."))
    case .lastImportUndone(let id):
      .refusal(
        .init(
          .impossible,
          "The last import (\(id)) is already undone. To undo an earlier one, give its id from `beerdiary import list`."
        ))
    case .nothingToUndo: .refusal(.init(.missing, "There is nothing to undo."))
    case .nothingToRedo: .refusal(.init(.missing, "There is nothing to redo."))
    case .noSuchChange(let id):
      .refusal(
        .init(
          .missing, "There is no change \(id) in the log. See the changes with `beerdiary log`."))
    case .cannotUndo(let id, let obstacle): .refusal(.init(.impossible, obstacle.sentence(change: id)))
    }
  }
}

extension UndoObstacle {
  /// What happened and what to do, for the user.
  fileprivate func sentence(change id: Int64) -> String {
    switch self {
    case .alreadyUndone: "Change \(id) is undone already."
    case .tooLarge:
      "Change \(id) is too large for the log, so it cannot be undone or redone. To undo another one, give its id."
    case .damaged:
      "Change \(id) is damaged in the log, so it cannot be undone or redone. To undo another one, give its id."
    case .laterVersion:
      "Change \(id) was made by a later version of the program. Use that version to undo or redo it."
    case .restoredBackup(let previous):
      "Change \(id) is a restored backup, so it cannot be undone. To go back, restore "
        + (previous ?? "the diary before it, which is in the folder of the diary")
        + " with `beerdiary backup restore`. To undo an earlier change, give its id."
    case .changedSince(let what, let later?):
      "\(what) has changed since change \(id). Nothing was changed. Undo change \(later) first."
    case .changedSince(let what, nil):
      "\(what) has changed since change \(id). Nothing was changed. Undo the later change first, if `beerdiary log` lists it."
    case .changedImport:
      "What change \(id) added has changed since it was undone. Nothing was changed. To get it back, import the file again."
    case .changedElsewhere(let what):
      "\(what) has changed since change \(id) on another device. Nothing was changed. To go back, edit it."
    }
  }
}
