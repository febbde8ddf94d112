import DiaryModel
import DiaryStore
import GRDB
import SQLiteKit

/// A value that its column cannot have.
struct WrongValue {
  /// The id of the beer or photo.
  let row: Int64
  let column: String
  /// The stored value as text.
  let text: String
}

/// Finds invalid dates.
struct WrongDates {
  static let optional = ["drunk_at", "deleted_at"]
  static let required = ["created_at", "updated_at"]

  private let db: Database

  init(_ db: Database) { self.db = db }

  func beers() throws -> [WrongValue] { try values(of: Self.optional + Self.required, in: "beer") }

  func photos() throws -> [WrongValue] { try values(of: ["taken_at"], in: "photo") }

  private func values(of columns: [String], in table: String) throws -> [WrongValue] {
    try columns.flatMap { column -> [WrongValue] in
      let rows = try Row.fetchCursor(
        db, sql: "SELECT id, \(column) FROM \(table) WHERE \(column) IS NOT NULL ORDER BY id")
      var wrong: [WrongValue] = []
      while let row = try rows.next() {
        let text: String = try row.value(atIndex: 1)
        if DiaryDate(text) == nil {
          wrong.append(try WrongValue(row: row.value(atIndex: 0), column: column, text: text))
        }
      }
      return wrong
    }
  }
}

/// Finds numbers that are out of range.
struct WrongRanges {
  private let db: Database

  init(_ db: Database) { self.db = db }

  func values() throws -> [WrongValue] {
    try BeerColumn.all.flatMap { column -> [WrongValue] in
      guard let condition = condition(column) else { return [] }
      return try Row.fetchAll(
        db, sql: "SELECT id, CAST(\(column.name) AS TEXT) FROM beer WHERE \(condition) ORDER BY id"
      ).map { try WrongValue(row: $0.value(atIndex: 0), column: column.name, text: $0.value(atIndex: 1)) }
    }
  }

  /// Returns SQL for whether a value is out of range; `nil` if the column has no range.
  private func condition(_ column: BeerColumn) -> String? {
    guard let range = column.range?.stored else { return nil }
    let tooHigh = range.upperBound.isFinite ? " OR \(column.name) > \(range.upperBound)" : ""
    return "\(column.name) < \(range.lowerBound)" + tooHigh
  }

  func beers() throws -> [Int64] { try values().map(\.row) }
}
