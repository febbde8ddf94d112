import DiaryModel
import GRDB
import SQLiteKit

extension CustomFieldIndex {
  /// With more different values than this, reading beer by beer is faster.
  private static let maxValues = 10_000

  /// Returns the beers in the diary whose value `holds` accepts.
  ///
  /// - Parameter start: Only values after this one in the order of the index, which has numbers before texts.
  /// - Returns: `nil` if there are too many different values, or if one is a decimal number: the index does not say how
  ///   it is written, such as `1.50` instead of `1.5`.
  func ids(
    _ db: Database, after start: DatabaseValue? = nil, isCancelled: () -> Bool,
    where holds: (JSONValue) throws -> Bool
  ) throws -> IDSet? {
    var ids = IDSet()
    let same = try db.makeStatement(sql: "SELECT id \(diary) AND \(value) = ?")
    let isComplete = try forEachValue(db, after: start) { stored in
      try checkCancellation(isCancelled)
      let value = JSONValue(stored)
      if case .number = value { return false }
      guard try holds(value) else { return true }
      let found = try Int64.fetchCursor(same, arguments: [stored])
      while let id = try found.next() { ids.insert(id) }
      return true
    }
    return isComplete ? ids : nil
  }

  /// Returns the beers whose value is a number for which a comparison holds, or a text that `holds` accepts.
  ///
  /// - Returns: `nil` if there are too many different texts.
  func ids(
    _ db: Database, number: Double, _ comparison: BeerFilter.Comparison, isCancelled: () -> Bool,
    orText holds: (JSONValue) throws -> Bool
  ) throws -> IDSet? {
    guard var ids = try ids(db, after: Self.beforeTexts, isCancelled: isCancelled, where: holds) else {
      return nil
    }
    // A number never equals a text, and with both conditions SQLite would read all numbers.
    let end = comparison == .equal ? "" : "AND \(value) < ''"
    let sql = "SELECT id \(diary) AND \(value) \(comparison.rawValue) ? \(end)"
    ids.formUnion(try IDSet(RowIDCursor(db, sql: sql, arguments: [number]), isCancelled: isCancelled))
    return ids
  }

  /// The position in the index after all numbers; no condition accepts the empty text itself.
  private static let beforeTexts = "".databaseValue

  /// Returns the beers that have a value.
  func idsOfAll(_ db: Database, isCancelled: () -> Bool) throws -> IDSet {
    try IDSet(RowIDCursor(db, sql: "SELECT id \(diary) AND \(value) IS NOT NULL"), isCancelled: isCancelled)
  }

  /// Calls `body` with each different value once; upper and lower case are the same.
  ///
  /// Each step seeks the next value in the index, so its duration does not depend on the number of beers with a value.
  ///
  /// - Returns: `false` if there are too many values, or if `body` returned `false`, which ends the iteration.
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

  /// SQL for the beers that are not in the trash, which makes SQLite use this index.
  private var diary: String { "FROM beer INDEXED BY \(indexName) WHERE deleted_at IS NULL" }

  private var value: String { "\(expression.sql) COLLATE NOCASE" }
}

extension JSONValue {
  /// Returns the value of the SQL expression of a custom field.
  init(_ stored: DatabaseValue) {
    switch stored.storage {
    case .int64(let value): self = .integer(value)
    case .double(let value): self = .number(value)
    case .string(let value): self = .text(value)
    case .null, .blob: self = .null
    }
  }
}
