import GRDB

/// The order of one beer's photos: dense from 0 and unique, also between the statements of a move.
struct PhotoOrder {
  /// Far above any real place: where rows wait while the others make room.
  private static let aside = 1 << 40

  private let db: Database
  private let beer: Int64

  init(_ db: Database, beer: Int64) {
    self.db = db
    self.beer = beer
  }

  /// Moves one photo; those in between shift by one.
  func move(photo id: Int64, from: Int, to: Int) throws {
    guard from != to else { return }
    try place(id, at: Self.aside - 1)
    if from < to { try shift(from + 1...to, by: -1) } else { try shift(to...from - 1, by: 1) }
    try place(id, at: to)
  }

  /// Moves everything behind a place that has become free one forward.
  func closeGap(at order: Int) throws {
    if let last = try last, last > order { try shift(order + 1...last, by: -1) }
  }

  /// Moves everything from a place on one back.
  func openGap(at order: Int) throws {
    if let last = try last, last >= order { try shift(order...last, by: 1) }
  }

  private var last: Int? {
    get throws {
      try Int.fetchOne(db, sql: "SELECT max(user_order) FROM photo WHERE beer_id = ?", arguments: [beer])
    }
  }

  private func place(_ id: Int64, at order: Int) throws {
    try db.execute(sql: "UPDATE photo SET user_order = ? WHERE id = ?", arguments: [order, id])
  }

  /// Uniqueness is checked row by row, so the rows wait aside first.
  private func shift(_ range: ClosedRange<Int>, by amount: Int) throws {
    try add(Self.aside, to: range)
    try add(amount - Self.aside, to: range.lowerBound + Self.aside...range.upperBound + Self.aside)
  }

  private func add(_ amount: Int, to range: ClosedRange<Int>) throws {
    try db.execute(
      sql: "UPDATE photo SET user_order = user_order + ? WHERE beer_id = ? AND user_order BETWEEN ? AND ?",
      arguments: [amount, beer, range.lowerBound, range.upperBound])
  }
}
