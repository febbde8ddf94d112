import DiaryModel
import GRDB
import SQLiteKit

/// Edits the fields of many beers in the same way.
struct BulkEditor: DiaryComponent {
  typealias WriteError = EditError

  private static let chosen = "id IN (SELECT value FROM json_each(?))"

  let database: DiaryDatabase

  func edit(
    _ beers: [Int64], progress: (Int) -> Void, isCancelled: () -> Bool,
    _ change: (inout BeerFields) throws -> Void
  ) throws(EditError) -> Int {
    let timestamp = timestamp
    return try write(isCancelled: isCancelled) { db in
      let records = BeerRecord(db)
      let normalizer = try FieldNameNormalizer(db)
      var changed = 0
      var done = 0
      var log = BulkEditBatch(at: timestamp)
      for batch in beers.batches {
        var edits: [DiaryChange.BeerEdit] = []
        try Self.forEachFields(db, of: batch) { beer, before, updatedAt in
          let after = try normalizer.changed(before, change)
          if after == before { return }
          edits.append(.init(beer: beer, before: before, after: after, updatedAt: updatedAt))
        }
        try records.preserveImportedValues(where: Self.chosen, [edits.map(\.beer).jsonArray])
        for edit in edits {
          try checkCancellation(isCancelled)
          try edit.after.validate(changedFrom: edit.before)
          try records.write(edit.after, over: edit.before, of: edit.beer, timestamp: timestamp)
          log.append(edit)
        }
        changed = changed + edits.count
        done = done + batch.count
        progress(done)
      }
      try ChangeLog(db).record(log.changes(), at: timestamp)
      return changed
    }
  }

  func canUndoEdit(
    of beers: [Int64], isCancelled: () -> Bool, _ change: (inout BeerFields) throws -> Void
  ) throws(StoreError) -> Bool {
    let timestamp = timestamp
    return try read(isCancelled: isCancelled) { db in
      let normalizer = try FieldNameNormalizer(db)
      var log = BulkEditBatch(at: timestamp)
      for batch in beers.batches where !log.isTooLarge {
        try Self.forEachFields(db, of: batch) { beer, before, updatedAt in
          try checkCancellation(isCancelled)
          let after = try normalizer.changed(before, change)
          if after == before { return }
          log.append(.init(beer: beer, before: before, after: after, updatedAt: updatedAt))
        }
      }
      return !log.changes().isTooLarge
    }
  }

  func forEachFields(of beers: [Int64], _ body: (Int64, BeerFields) throws -> Void) throws(StoreError) {
    try read { db in
      for batch in beers.batches {
        try Self.forEachFields(db, of: batch) { id, fields, _ in try body(id, fields) }
      }
    }
  }

  private static func forEachFields(
    _ db: Database, of beers: ArraySlice<Int64>,
    _ body: (Int64, BeerFields, _ updatedAt: String) throws -> Void
  ) throws {
    let statement = try db.cachedStatement(
      sql: "SELECT id, \(BeerColumn.names), updated_at FROM beer WHERE \(chosen) ORDER BY id")
    let rows = try Row.fetchCursor(statement, arguments: [beers.jsonArray])
    while let row = try rows.next() {
      try body(row.value(atIndex: 0), BeerFields(row: row), row.value(forColumn: "updated_at"))
    }
  }
}

extension FieldNameNormalizer {
  /// Returns the fields of a beer after a change, without NULs and with the spellings of the indexes.
  fileprivate func changed(_ fields: BeerFields, _ change: (inout BeerFields) throws -> Void) throws
    -> BeerFields
  {
    var fields = fields
    try change(&fields)
    fields = fields.withoutNULs
    fields.extras = spelled(fields.extras)
    return fields
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
