package import DiaryModel
import Foundation
package import GRDB
import SQLiteKit

/// Reads and writes the rows of `beer`.
package struct BeerRecord {
  private let db: Database

  /// Creates a reader and writer of rows within a transaction.
  package init(_ db: Database) { self.db = db }

  /// Returns the beer with an id.
  ///
  /// - Throws: `EditError.noSuchBeer`, which other operations convert to their own error.
  func beer(_ id: Int64) throws -> Beer {
    let statement = try db.cachedStatement(sql: "SELECT \(Beer.columns) FROM beer WHERE id = ?")
    guard let beer = try Beer.fetchOne(statement, arguments: [id]) else {
      throw EditError.noSuchBeer(String(id))
    }
    return beer
  }

  /// Returns whether there is a beer with an id; one in the trash counts.
  func exists(_ id: Int64) throws -> Bool {
    try Row.fetchOne(db, sql: "SELECT 1 FROM beer WHERE id = ?", arguments: [id]) != nil
  }

  /// Returns the id of the beer with a UUID; `nil` if there is none.
  func id(of uuid: UUID) throws -> Int64? {
    try Int64.fetchOne(db, sql: "SELECT id FROM beer WHERE uuid = ?", arguments: [uuid])
  }

  /// Replaces the fields of a beer, and records its imported values before.
  func update(_ id: Int64, to fields: BeerFields, timestamp: String) throws {
    try preserveImportedValues(of: id)
    try write(fields, over: beer(id).fields, of: id, timestamp: timestamp)
  }

  /// Records the imported values of a beer that is about to be edited, here or by another device.
  ///
  /// - Throws: `DatabaseError`.
  package func preserveImportedValues(of beer: Int64) throws {
    try preserveImportedValues(where: "id = ?", [beer])
  }

  /// Records the imported values of beers that are about to be edited, for ``ImportedValues``.
  ///
  /// Imports of versions before 6 have no `import_run`, so it is unknown whether their beers were edited since, and
  /// nothing is recorded.
  ///
  /// - Parameter condition: SQL that selects rows of `beer`.
  func preserveImportedValues(where condition: String, _ arguments: StatementArguments) throws {
    let sql = """
      INSERT INTO imported_beer (beer_id, batch, \(BeerColumn.names))
      SELECT id, import_batch, \(BeerColumn.names) FROM beer
      WHERE (\(condition)) AND import_batch IN (SELECT batch FROM import_run)
        AND NOT EXISTS (SELECT 1 FROM imported_beer WHERE beer_id = beer.id)
      """
    try db.cachedStatement(sql: sql).execute(arguments: arguments)
  }

  /// Writes the fields that differ, so that an unreadable value, such as a date in a 13th month, stays if it is not
  /// set.
  ///
  /// - Parameter current: The fields as they are stored.
  func write(_ fields: BeerFields, over current: BeerFields, of id: Int64, timestamp: String) throws {
    let changed = BeerColumn.all.filter { $0.databaseValue(of: current) != $0.databaseValue(of: fields) }
    let assignments = changed.map { "\($0.name) = ?, " }.joined()
    let values = changed.map { $0.databaseValue(of: fields) } + [timestamp.databaseValue, id.databaseValue]
    try db.cachedStatement(sql: "UPDATE beer SET \(assignments)updated_at = ? WHERE id = ?")
      .execute(arguments: StatementArguments(values))
  }

  /// Inserts a deleted beer again, with its id, its UUID and its times.
  func insert(_ beer: Beer) throws {
    try db.execute(
      sql: """
        INSERT INTO beer (id, uuid, created_at, updated_at, deleted_at, source, source_id)
        VALUES (?, ?, ?, ?, ?, ?, ?)
        """,
      arguments: [
        beer.id, beer.uuid, beer.createdAt.text, beer.updatedAt.text, beer.deletedAt?.text,
        beer.origin?.source, beer.origin?.id,
      ])
    try ChangeTracker(db).recordInsertion(of: .beer, beer.uuid)
    // Photos that were removed from the beer belong to it again.
    let photos = "SELECT uuid FROM removed_photo WHERE beer_id = ?"
    for photo in try UUID.fetchAll(db, sql: photos, arguments: [beer.id]) {
      try ChangeTracker(db).recordInsertion(of: .photo, photo)
    }
    try update(beer.id, to: beer.fields, timestamp: beer.updatedAt.text)
  }

  /// Returns the time of a beer's last change.
  ///
  /// - Throws: `EditError.noSuchBeer`, which other operations convert to their own error.
  func updatedAt(_ id: Int64) throws -> String {
    let sql = "SELECT updated_at FROM beer WHERE id = ?"
    guard let updatedAt = try String.fetchOne(db, sql: sql, arguments: [id]) else {
      throw EditError.noSuchBeer(String(id))
    }
    return updatedAt
  }

  /// Sets the time of a beer's last change, and returns the previous time.
  ///
  /// - Throws: `EditError.noSuchBeer`, which other operations convert to their own error.
  @discardableResult
  package func touch(_ id: Int64, timestamp: String) throws -> String {
    let before = try updatedAt(id)
    try db.execute(sql: "UPDATE beer SET updated_at = ? WHERE id = ?", arguments: [timestamp, id])
    return before
  }

  /// Returns how messages name a beer: `“Orval”`, or `Beer 5` if it has no name.
  func title(_ id: Int64) throws -> String {
    let name = try String.fetchOne(db, sql: "SELECT name FROM beer WHERE id = ?", arguments: [id])
    return name.map { "“\($0)”" } ?? "Beer \(id)"
  }
}

// MARK: - Values of rows

extension Beer: FetchableRecord {
  /// SQL for the columns of `beer` that `init(row:)` needs.
  package static var columns: String {
    "id, uuid, \(BeerColumn.names), created_at, updated_at, deleted_at, source, source_id"
  }

  /// Decodes a row with the columns in `columns`.
  ///
  /// - Throws: `SQLITE_CORRUPT` if a required date is not a date, or if a custom field cannot be read.
  package init(row: Row) throws {
    try self.init(
      id: row.value(forColumn: "id"), uuid: row.value(forColumn: "uuid"), fields: BeerFields(row: row),
      createdAt: DiaryDate(required: row.value(forColumn: "created_at")),
      updatedAt: DiaryDate(required: row.value(forColumn: "updated_at")),
      deletedAt: DiaryDate(stored: row.value(forColumn: "deleted_at")), origin: Origin(row: row))
  }
}

extension Origin {
  /// Decodes the origin in a row of `beer`; returns `nil` if the beer has none.
  ///
  /// - Throws: `DatabaseError`, such as `SQLITE_CORRUPT` if a value is of another type.
  package init?(row: Row) throws {
    guard let source = try row.value(String?.self, forColumn: "source"),
      let id = try row.value(String?.self, forColumn: "source_id")
    else { return nil }
    self.init(source: source, id: id)
  }
}

extension BeerColumn {
  /// SQL for all columns: `name, brewery, …`.
  static var names: String { all.map(\.name).joined(separator: ", ") }

  /// Returns the value that the column stores for a beer.
  func databaseValue(of fields: BeerFields) -> DatabaseValue {
    switch content {
    case .text(let property): fields[keyPath: property]?.databaseValue ?? .null
    case .number(let property, _): fields[keyPath: property]?.databaseValue ?? .null
    case .date(let property): fields[keyPath: property]?.text.databaseValue ?? .null
    case .customFields(let property): fields[keyPath: property].json.databaseValue
    }
  }

  /// Sets a beer's value to what the column stores.
  ///
  /// - Throws: `SQLITE_CORRUPT` if the value is of another type, which only damage can cause; reading it as `nil` would
  ///   hide that.
  func set(_ value: DatabaseValue, in fields: inout BeerFields) throws {
    switch content {
    case .text(let property): fields[keyPath: property] = try decode(value)
    case .number(let property, _): fields[keyPath: property] = try decode(value)
    case .date(let property): fields[keyPath: property] = DiaryDate(stored: try decode(value))
    case .customFields(let property): fields[keyPath: property] = try Extras(json: decode(value) ?? "")
    }
  }

  private func decode<Value: DatabaseValueConvertible>(_ value: DatabaseValue) throws -> Value? {
    if value.isNull { return nil }
    if let decoded = Value.fromDatabaseValue(value) { return decoded }
    throw DatabaseError(resultCode: .SQLITE_CORRUPT, message: "a beer's \(name) has another type")
  }
}

extension BeerFields {
  /// Decodes a row that has all columns of the table.
  init(row: Row) throws {
    self.init()
    for column in BeerColumn.all { try column.set(row[column.name], in: &self) }
  }

  /// The stored values, in the order of `BeerColumn.all`.
  var databaseValues: [DatabaseValue] { BeerColumn.all.map { $0.databaseValue(of: self) } }
}

extension DiaryDate {
  /// Returns the date of a column; `nil` if it has no value or is not a date.
  init?(stored text: String?) {
    guard let text else { return nil }
    self.init(text)
  }

  fileprivate init(required text: String) throws {
    guard let date = DiaryDate(text) else {
      throw DatabaseError(resultCode: .SQLITE_CORRUPT, message: "\"\(text)\" is not a date")
    }
    self = date
  }
}
