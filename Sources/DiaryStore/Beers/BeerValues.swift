import DiaryModel
import GRDB
import SQLiteKit

/// Reads properties of beers by the ids of the beers.
struct BeerValues {
  private let properties: [BeerProperty]
  private let statement: Statement

  /// Prepares reading properties, and nothing else, of each beer.
  init(_ db: Database, _ properties: [BeerProperty]) throws {
    self.properties = properties
    let columns = properties.map { property in
      if case .sql(let sql) = property.source { sql } else { "NULL" }
    }
    let extras = properties.contains { $0.kind == .custom } ? "extras" : "'{}'"
    let selected = (columns + [extras]).joined(separator: ", ")
    statement = try db.makeStatement(sql: "SELECT \(selected) FROM beer WHERE id = ?")
  }

  /// Returns the values of a beer, `nil` for those that it does not have; `nil` if the beer does not exist.
  func values(of beer: Int64) throws -> [JSONValue?]? {
    guard let row = try Row.fetchOne(statement, arguments: [beer]) else { return nil }
    let extras = Extras(keeping: try row.value(atIndex: properties.count))
    return properties.enumerated().map { index, property in
      guard case .custom(let spellings) = property.source else { return JSONValue(stored: row[index]) }
      return spellings.lazy.compactMap { extras[$0] }.first { $0 != .null }
    }
  }
}

extension JSONValue {
  /// The text or the number that SQL returned; `nil` for NULL.
  init?(stored value: DatabaseValue) {
    switch value.storage {
    case .int64(let number): self = .integer(number)
    case .double(let number): self = .number(number)
    case .string(let text): self = .text(text)
    case .null, .blob: return nil
    }
  }
}
