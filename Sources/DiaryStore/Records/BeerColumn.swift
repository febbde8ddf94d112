import GRDB

/// A column of `beer` with the property of `BeerFields` that it holds.
///
/// Reading, editing, merging and undoing go by this list. The README names all places that a new field needs.
struct BeerColumn: Sendable {
  static let all = [
    BeerColumn("name", \.name), BeerColumn("brewery", \.brewery), BeerColumn("style", \.style),
    BeerColumn("abv", \.abv), BeerColumn("ibu", \.ibu), BeerColumn("rating", \.rating),
    BeerColumn("notes", \.notes), BeerColumn("place", \.place), BeerColumn("latitude", \.latitude),
    BeerColumn("longitude", \.longitude), BeerColumn("serving", \.serving), BeerColumn("price", \.price),
    BeerColumn(
      "drunk_at", value: { $0.drunkAt?.text.databaseValue ?? .null },
      read: { $0.drunkAt = DiaryDate(stored: String.fromDatabaseValue($1)) }),
    BeerColumn(
      "extras", value: { $0.extras.json.databaseValue },
      read: { $0.extras = try Extras(json: String.fromDatabaseValue($1) ?? "") }),
  ]

  /// All but the custom fields, which are one column.
  static let values = all.filter { $0.name != "extras" }
  /// For SQL: `name, brewery, ...`.
  static let names = all.map(\.name).joined(separator: ", ")
  /// For SQL: `name = ?, brewery = ?, ...`.
  static let assignments = all.map { "\($0.name) = ?" }.joined(separator: ", ")

  let name: String
  /// What is stored of a beer's fields.
  let value: @Sendable (BeerFields) -> DatabaseValue
  /// Takes what is stored into a beer's fields.
  let read: @Sendable (inout BeerFields, DatabaseValue) throws -> Void

  private init(
    _ name: String, value: @escaping @Sendable (BeerFields) -> DatabaseValue,
    read: @escaping @Sendable (inout BeerFields, DatabaseValue) throws -> Void
  ) {
    self.name = name
    self.value = value
    self.read = read
  }

  private init<Value: DatabaseValueConvertible & Sendable>(
    _ name: String, _ property: any WritableKeyPath<BeerFields, Value?> & Sendable
  ) {
    self.init(
      name, value: { $0[keyPath: property]?.databaseValue ?? .null },
      read: { $0[keyPath: property] = try Self.decode($1, name) })
  }
}

extension BeerColumn {
  /// - Throws: `SQLITE_CORRUPT` if a value is of another type, which only damage can cause: it must not be read as none.
  private static func decode<Value: DatabaseValueConvertible>(_ stored: DatabaseValue, _ name: String) throws
    -> Value?
  {
    if stored.isNull { return nil }
    if let value = Value.fromDatabaseValue(stored) { return value }
    throw DatabaseError(resultCode: .SQLITE_CORRUPT, message: "a beer's \(name) has another type")
  }
}

extension BeerFields {
  /// The fields in a row that has all columns.
  init(row: Row) throws {
    self.init()
    for column in BeerColumn.all { try column.read(&self, row[column.name]) }
  }

  /// What is stored, in the order of the columns.
  var databaseValues: [DatabaseValue] { BeerColumn.all.map { $0.value(self) } }
}
