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
  func move(photo id: Int64, from: Int, to: Int, of count: Int) throws {
    let shifted = from < to ? from + 1...to : to...from - 1
    let shift = from < to ? -1 : 1
    try db.execute(sql: "UPDATE photo SET user_order = ? WHERE id = ?", arguments: [Self.aside - 1, id])
    try add(Self.aside, to: shifted)
    try add(shift - Self.aside, to: shifted.lowerBound + Self.aside...shifted.upperBound + Self.aside)
    try db.execute(sql: "UPDATE photo SET user_order = ? WHERE id = ?", arguments: [to, id])
  }

  private func add(_ amount: Int, to range: ClosedRange<Int>) throws {
    try db.execute(
      sql: "UPDATE photo SET user_order = user_order + ? WHERE beer_id = ? AND user_order BETWEEN ? AND ?",
      arguments: [amount, beer, range.lowerBound, range.upperBound])
  }
}
