import Foundation
import GRDB

/// One row of `ZBEER`, read into what version 3 stores.
struct LegacyBeer {
  var primaryKey: Int64
  /// Values by the column names of version 3's `beer`.
  var values: [String: DatabaseValue] = [:]
  var extras: [String: JSONValue] = [:]
  /// Fields whose value version 3 does not accept; kept as custom fields.
  var outOfRange: [String] = []

  /// Core Data counts seconds from 2001-01-01 00:00:00 UTC.
  static func date(_ value: DatabaseValue) -> DiaryDate? {
    Double.fromDatabaseValue(value).flatMap { DiaryDate(instant: Date(timeIntervalSinceReferenceDate: $0)) }
  }
}

/// Reads `ZBEER` row by row with the columns that this store has.
struct LegacyBeerReader {
  let schema: LegacySchema
  private let fields: [(name: String, index: Int)]
  let sql: String

  /// Values above this size stay where they are: the table is kept and the custom field names it.
  static let largestExtraBlob = 4096

  private static let ranges: [String: ClosedRange<Double>] = [
    "abv": 0...100, "ibu": 0...Double.greatestFiniteMagnitude, "rating": 0...5,
    "latitude": -90...90, "longitude": -180...180,
  ]

  init(_ schema: LegacySchema) {
    self.schema = schema
    let names = LegacySchema.aliases.map(\.field).filter { schema.fieldColumns[$0] != nil }
    fields = names.enumerated().map { ($1, $0 + 1) }
    let columns =
      ["Z_PK"] + names.compactMap { schema.fieldColumns[$0] }.map(\.quotedDatabaseIdentifier)
      + schema.extraColumns.map(\.column.quotedDatabaseIdentifier)
    sql = "SELECT \(columns.joined(separator: ", ")) FROM ZBEER ORDER BY Z_PK"
  }

  func read(_ row: Row) -> LegacyBeer {
    var beer = LegacyBeer(primaryKey: row[0])
    for (name, index) in fields {
      set(name, row[index], in: &beer)
    }
    for (offset, column) in schema.extraColumns.enumerated() {
      beer.extras[column.name] = extra(row[fields.count + 1 + offset], column, of: beer.primaryKey)
    }
    return beer
  }

  private func set(_ name: String, _ value: DatabaseValue, in beer: inout LegacyBeer) {
    guard !value.isNull else { return }
    if let stored = stored(name, value) {
      beer.values[name] = stored
    } else {
      beer.outOfRange.append(name)
      beer.extras[name] = plain(value)
    }
  }

  private func stored(_ name: String, _ value: DatabaseValue) -> DatabaseValue? {
    switch name {
    case "drunk_at", "created_at":
      return LegacyBeer.date(value)?.text.databaseValue
    case "abv", "ibu", "rating", "latitude", "longitude":
      guard let number = Double.fromDatabaseValue(value), Self.ranges[name]?.contains(number) == true else {
        return nil
      }
      return number.databaseValue
    default:
      if case .blob = value.storage { return nil }
      return (String.fromDatabaseValue(value) ?? plain(value).display).databaseValue
    }
  }

  private func extra(_ value: DatabaseValue, _ column: LegacySchema.ExtraColumn, of key: Int64) -> JSONValue?
  {
    if value.isNull { return nil }
    if column.isTimestamp, let date = LegacyBeer.date(value) { return .text(date.text) }
    if case .blob(let data) = value.storage, data.count > Self.largestExtraBlob {
      return .text("kept in the store: table ZBEER, column \(column.column), row \(key), \(data.count) bytes")
    }
    return plain(value)
  }

  private func plain(_ value: DatabaseValue) -> JSONValue {
    switch value.storage {
    case .null: .null
    case .int64(let number): .integer(number)
    case .double(let number): number.isFinite ? .number(number) : .text("\(number)")
    case .string(let text): .text(text)
    case .blob(let data): .text(data.base64EncodedString())
    }
  }
}
