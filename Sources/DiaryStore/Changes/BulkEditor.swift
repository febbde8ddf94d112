import DiaryModel
import GRDB
import SQLiteKit

/// Edits the fields of many beers in the same way.
struct BulkEditor: DiaryComponent {
  typealias WriteError = ChangeError

  private static let chosen = "id IN (SELECT value FROM json_each(?))"

  let database: DiaryDatabase

  func edit(
    _ beers: [Int64], progress: (Int) -> Void, isCancelled: () -> Bool,
    _ change: (inout BeerFields) throws -> Void
  ) throws(ChangeError) -> Int {
    let timestamp = timestamp
    return try write { db in
      let records = BeerRecord(db)
      let normalizer = try FieldNameNormalizer(db)
      var (changed, done) = (0, 0)
      for batch in beers.batches {
        var edits: [(beer: Int64, before: BeerFields, after: BeerFields)] = []
        try Self.forEachFields(db, of: batch) { beer, before in
          var after = before
          try change(&after)
          after.extras = normalizer.spelled(after.extras)
          if after != before { edits.append((beer, before, after)) }
        }
        try ImportedValues(db).preserve(where: Self.chosen, [edits.map(\.beer).jsonArray])
        for (beer, before, after) in edits {
          if isCancelled() { throw CancellationError() }
          try after.validate(changedFrom: before)
          try records.write(after, over: before, of: beer, timestamp: timestamp)
        }
        (changed, done) = (changed + edits.count, done + batch.count)
        progress(done)
      }
      return changed
    }
  }

  func forEachFields(of beers: [Int64], _ body: (Int64, BeerFields) throws -> Void) throws(StoreError) {
    try read { db in
      for batch in beers.batches { try Self.forEachFields(db, of: batch, body) }
    }
  }

  private static func forEachFields(
    _ db: Database, of beers: ArraySlice<Int64>, _ body: (Int64, BeerFields) throws -> Void
  ) throws {
    let statement = try db.cachedStatement(
      sql: "SELECT id, \(BeerColumn.names) FROM beer WHERE \(chosen) ORDER BY id")
    let rows = try Row.fetchCursor(statement, arguments: [beers.jsonArray])
    while let row = try rows.next() { try body(row.value(atIndex: 0), BeerFields(row: row)) }
  }
}

extension BeerFields {
  /// Throws `InvalidValue` for the first number that differs from the one before and is outside the range of its column.
  fileprivate func validate(changedFrom before: BeerFields) throws(InvalidValue) {
    for column in BeerColumn.all {
      guard case .number(let property, _) = column.content, let value = self[keyPath: property],
        value != before[keyPath: property]
      else { continue }
      try column.validate(value)
    }
  }
}
