/// A change in the log, which any program can undo, not only the one that made it.
package struct LoggedChange: Hashable, Sendable, Identifiable {
  /// The id in the log, which users know as the number of the change; it is never used again.
  package let id: Int64
  /// When the change was made: ISO 8601 in UTC.
  package let changedAt: String
  /// The raw value of a ``DiaryChange/Kind``, such as `edited`, or ``restoredBackup``; others are of later versions of the
  /// program.
  package let kind: String
  /// The number of beers that the change affects; 0 for an import.
  package let beerCount: Int
  /// Whether the change is undone.
  package var isUndone: Bool
  /// Whether the log has what is needed to undo the change, or else to redo it.
  package var isReversible: Bool
  /// The changes that were made together, as they were made even if they are undone now; empty if the log does not
  /// have them.
  package let changes: [DiaryChange]
  /// The name of the beer; `nil` if the change affects several beers, or if the log and the diary have no name for it.
  package let name: String?
  /// Whether undoing the change, just now, changed nothing: it was a choice between values of devices that was sent
  /// or undone already and did not change what the diary shows.
  package var changedNothing = false

  /// The kind of a change that replaced the whole diary with a backup.
  package static let restoredBackup = "backup_restored"
}

/// The reason why a change in the log cannot be undone or redone.
package enum UndoObstacle: Hashable, Sendable {
  /// The change is undone already.
  case alreadyUndone
  /// The change is too large for the log.
  case tooLarge
  /// The log is damaged where the change is.
  case damaged
  /// Only a later version of the program can read the change.
  case laterVersion
  /// The whole diary was restored from a backup; `previousDiary` is the file of the diary before; `nil` if the log does
  /// not say.
  case restoredBackup(previousDiary: String?)
  /// Something that the change affects has changed since: `what` names it, such as `“Orval”`, and `later` is the id of
  /// the newest change in the log that did so; `nil` if the log has none.
  case changedSince(what: String, later: Int64?)
  /// The change is an import that cannot be redone, because what it added is no longer in the trash as undoing left it.
  case changedImport
  /// A beer that the change affects was changed since on another device, whose changes are not in the log.
  case changedElsewhere(what: String)
}
