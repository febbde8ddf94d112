import DiaryModel
import Foundation
import GRDB

/// An index of a custom field, which the user created.
///
/// It is an index on an expression and not a part of the schema of a version. It changes nothing but the time that
/// filtering and sorting take.
struct CustomFieldIndex {
  /// The prefix of all names of such indexes.
  static let prefix = "beer_field_"

  /// The name of the field, in the spelling of every beer.
  let name: String

  /// The name of the index, with the field's name in hexadecimal digits, because SQLite's names ignore case.
  var indexName: String {
    Self.prefix + name.utf8.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
  }

  init(_ name: String) { self.name = name }

  private init?(indexName: String) {
    let digits = Array(indexName.dropFirst(Self.prefix.count).utf8)
    guard digits.count.isMultiple(of: 2) else { return nil }
    let bytes = stride(from: 0, to: digits.count, by: 2).map {
      UInt8(String(decoding: digits[$0..<$0 + 2], as: UTF8.self), radix: 16)
    }
    guard !bytes.isEmpty, !bytes.contains(nil) else { return nil }
    name = String(decoding: bytes.compactMap { $0 }, as: UTF8.self)
  }

  /// Returns all indexes of custom fields.
  static func all(_ db: Database) throws -> [CustomFieldIndex] {
    let names = try String.fetchAll(
      db, sql: "SELECT name FROM sqlite_master WHERE type = 'index' AND name GLOB '\(prefix)*' ORDER BY name")
    return names.compactMap(CustomFieldIndex.init(indexName:))
  }

  /// Returns the index of a custom field, whose name can be in any spelling; `nil` if it has none.
  static func find(_ name: String, _ db: Database) throws -> CustomFieldIndex? {
    try all(db).first { FilterKeyword.areSame(name, $0.name) }
  }

  /// Returns the spelling in which beers get back a custom field that reverts to a name: that of its index, if any.
  ///
  /// An index whose spelling no beer has any more gets that of the name, because an index covers only one.
  static func spelling(revertingTo name: String, _ db: Database) throws -> String {
    guard let index = try find(name, db), index.name != name else { return name }
    if try CustomFieldNames(db).spellings(of: name).contains(index.name) { return index.name }
    try index.drop(db)
    let renamed = CustomFieldIndex(name)
    if renamed.expression.isIndexable { try renamed.make(db) }
    return name
  }

  var expression: CustomFieldExpression { CustomFieldExpression(name: name) }

  func make(_ db: Database) throws {
    try db.execute(
      sql: "CREATE INDEX \(indexName) ON beer (deleted_at, \(expression.sql) COLLATE NOCASE)")
  }

  func drop(_ db: Database) throws { try db.execute(sql: "DROP INDEX \(indexName)") }
}
