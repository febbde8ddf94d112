/// A change in the log, which every program can undo, also one that did not make it.
package struct LoggedChange: Hashable, Sendable, Identifiable {
  /// Its number in the log, which no other change ever gets.
  package let id: Int64
  /// When it was made: ISO 8601 in UTC.
  package let changedAt: String
  /// What it did, such as `edited`; unknown kinds are of later versions of the program.
  package let kind: String
  /// The number of beers that it is about.
  package let beerCount: Int
  /// Whether it is undone.
  package var isUndone: Bool
  /// Whether it can be undone or redone, unless a beer has changed since.
  package var isOpen: Bool
  /// What was done together, as it was done, also if it is undone now; empty if the log does not have it.
  package let changes: [DiaryChange]
  /// The name of the only beer that it is about; `nil` for several, or if it has none.
  package let name: String?
}

/// Why a change in the log cannot be undone.
package enum UndoObstacle: Hashable, Sendable {
  /// It is undone already.
  case isUndone
  /// It was too large for the log.
  case isTooLarge
  /// A later version of the program has made it.
  case isOfLaterVersion
}
