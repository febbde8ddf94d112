import GRDB

/// Reads one custom field of beers, by their ids, in whatever way each of them spells its name.
struct CustomFieldReading {
  private let statement: Statement
  private let name: String

  init(_ db: Database, _ name: String) throws {
    self.name = name
    statement = try db.makeStatement(sql: "SELECT extras FROM beer WHERE id = ? AND extras <> '{}'")
  }

  /// `nil` where the beer does not have the field.
  func value(of beer: Int64) throws -> JSONValue? {
    guard let json = try String.fetchOne(statement, arguments: [beer]) else { return nil }
    let fields = Extras(keeping: json)
    return fields[name] ?? fields.first { FilterNames.areSame(name, $0.key) }?.value
  }
}
