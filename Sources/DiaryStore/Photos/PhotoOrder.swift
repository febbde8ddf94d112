import GRDB

/// The order of one beer's photos: dense from 0 and unique at every commit.
struct PhotoOrder {
  /// Far above any real place: where the moved photo waits while the others make room.
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
    try place(id, at: Self.aside)
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

  /// Moves the photos of a range by one, each into the place that the one before it has left.
  ///
  /// SQLite checks uniqueness row by row and promises no order within a statement, so the photos go one by one: half the
  /// work of setting them all aside first. Observers hear of a move from the photo that made room, and from its beer.
  private func shift(_ range: ClosedRange<Int>, by step: Int) throws {
    let update = try RowStatement(
      db, sql: "UPDATE photo SET user_order = ? WHERE beer_id = ? AND user_order = ?")
    func moveOne(_ order: Int) throws {
      try update.execute { values in
        values.append(Int64(order + step))
        values.append(beer)
        values.append(Int64(order))
      }
    }
    if step < 0 { try range.forEach(moveOne) } else { try range.reversed().forEach(moveOne) }
  }
}
