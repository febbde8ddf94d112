import GRDB

/// A value that is none of those that its column can have.
struct WrongValue {
  let row: Int64
  let column: String
  /// What is stored, as text.
  let text: String
}

/// Dates that are no dates.
struct WrongDates {
  static let optional = ["drunk_at", "deleted_at"]
  static let required = ["created_at", "updated_at"]

  private let db: Database

  init(_ db: Database) { self.db = db }

  func beers() throws -> [WrongValue] { try values(of: Self.optional + Self.required, in: "beer") }

  func photos() throws -> [WrongValue] { try values(of: ["taken_at"], in: "kept_photo") }

  private func values(of columns: [String], in table: String) throws -> [WrongValue] {
    try columns.flatMap { column -> [WrongValue] in
      let rows = try Row.fetchCursor(
        db, sql: "SELECT id, \(column) FROM \(table) WHERE \(column) IS NOT NULL ORDER BY id")
      var wrong: [WrongValue] = []
      while let row = try rows.next() {
        let text: String = try row.decode(atIndex: 1)
        if DiaryDate(text) == nil {
          wrong.append(try WrongValue(row: row.decode(atIndex: 0), column: column, text: text))
        }
      }
      return wrong
    }
  }
}

/// Numbers outside the range that the schema gives them.
struct WrongRanges {
  private static let conditions = [
    ("abv", "abv NOT BETWEEN 0 AND 100"), ("ibu", "ibu < 0"), ("rating", "rating NOT BETWEEN 0 AND 5"),
    ("latitude", "latitude NOT BETWEEN -90 AND 90"), ("longitude", "longitude NOT BETWEEN -180 AND 180"),
  ]

  private let db: Database

  init(_ db: Database) { self.db = db }

  func values() throws -> [WrongValue] {
    try Self.conditions.flatMap { column, condition in
      try Row.fetchAll(
        db, sql: "SELECT id, CAST(\(column) AS TEXT) FROM beer WHERE \(condition) ORDER BY id"
      ).map { try WrongValue(row: $0.decode(atIndex: 0), column: column, text: $0.decode(atIndex: 1)) }
    }
  }

  func beers() throws -> [Int64] { try values().map(\.row) }
}
