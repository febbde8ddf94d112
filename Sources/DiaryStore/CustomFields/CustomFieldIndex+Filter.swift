import DiaryModel
import GRDB
import SQLiteKit

extension CustomFieldIndex {
  /// More different values than this are read faster beer by beer.
  private static let maxValues = 10_000

  /// The beers in the diary whose value holds; `nil` if too many different values would have to be asked for, or if one
  /// is a decimal number, of which the index does not know how it is written: `1.50` is the same in it as `1.5`.
  ///
  /// - Parameter start: Only values behind this one in the order of the index, where numbers come before all texts.
  func ids(
    _ db: Database, after start: DatabaseValue? = nil, isCancelled: () -> Bool,
    where holds: (JSONValue) throws -> Bool
  ) throws -> IDSet? {
    var ids = IDSet()
    let same = try db.makeStatement(sql: "SELECT id \(diary) AND \(value) = ?")
    let isComplete = try forEachValue(db, after: start) { stored in
      if isCancelled() { throw CancellationError() }
      let value = JSONValue(stored)
      if case .number = value { return false }
      guard try holds(value) else { return true }
      let found = try Int64.fetchCursor(same, arguments: [stored])
      while let id = try found.next() { ids.insert(id) }
      return true
    }
    return isComplete ? ids : nil
  }

  /// The beers whose value is a number that compares so, or a text that holds; `nil` as above.
  func ids(
    _ db: Database, number: Double, _ comparison: BeerFilter.Comparison, isCancelled: () -> Bool,
    orText holds: (JSONValue) throws -> Bool
  ) throws -> IDSet? {
    guard var ids = try ids(db, after: Self.beforeTexts, isCancelled: isCancelled, where: holds) else {
      return nil
    }
    // A number equals no text anyway, and with both conditions SQLite would look at all numbers.
    let end = comparison == .equal ? "" : "AND \(value) < ''"
    let sql = "SELECT id \(diary) AND \(value) \(comparison.rawValue) ? \(end)"
    ids.formUnion(try IDSet(RowIDCursor(db, sql: sql, arguments: [number]), isCancelled: isCancelled))
    return ids
  }

  /// Behind all numbers; an empty text holds nothing.
  private static let beforeTexts = "".databaseValue

  /// The beers that have a value.
  func idsOfAll(_ db: Database, isCancelled: () -> Bool) throws -> IDSet {
    try IDSet(RowIDCursor(db, sql: "SELECT id \(diary) AND \(value) IS NOT NULL"), isCancelled: isCancelled)
  }

  /// Hands over each different value once, upper and lower case being the same.
  ///
  /// Returns `false` if there are too many, or as soon as `body` does.
  ///
  /// Each step seeks the next value in the index, whatever the number of beers between.
  private func forEachValue(
    _ db: Database, after start: DatabaseValue?, _ body: (DatabaseValue) throws -> Bool
  )
    throws -> Bool
  {
    let order = "ORDER BY \(value) LIMIT 1"
    let next = try db.makeStatement(sql: "SELECT \(expression.sql) \(diary) AND \(value) > ? \(order)")
    let first = "SELECT \(expression.sql) \(diary) AND \(value) IS NOT NULL \(order)"
    var current =
      if let start {
        try DatabaseValue.fetchOne(next, arguments: [start])
      } else {
        try DatabaseValue.fetchOne(db, sql: first)
      }
    var count = 0
    while let value = current {
      count += 1
      if count > Self.maxValues { return false }
      guard try body(value) else { return false }
      current = try DatabaseValue.fetchOne(next, arguments: [value])
    }
    return true
  }

  /// All that is not in the trash, by way of this index alone.
  private var diary: String { "FROM beer INDEXED BY \(indexName) WHERE deleted_at IS NULL" }

  private var value: String { "\(expression.sql) COLLATE NOCASE" }
}

extension JSONValue {
  /// A value as the expression of a custom field has it.
  init(_ stored: DatabaseValue) {
    switch stored.storage {
    case .int64(let value): self = .integer(value)
    case .double(let value): self = .number(value)
    case .string(let value): self = .text(value)
    case .null, .blob: self = .null
    }
  }
}
