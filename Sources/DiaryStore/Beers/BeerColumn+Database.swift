import DiaryModel
import GRDB
import SQLiteKit

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
