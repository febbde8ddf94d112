import DiaryModel
import Foundation
import GRDB

/// An index on a custom field, which the user asked for.
///
/// It is an index on an expression and no part of the schema: a store with or without it is the same to everything but
/// the time that a filter takes.
struct CustomFieldIndex {
  static let prefix = "beer_field_"

  /// The field, as it is spelled in every beer.
  let name: String

  /// The name in hexadecimal digits: names of indexes do not tell upper from lower case.
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

  /// All that the store has.
  static func all(_ db: Database) throws -> [CustomFieldIndex] {
    let names = try String.fetchAll(
      db, sql: "SELECT name FROM sqlite_master WHERE type = 'index' AND name GLOB '\(prefix)*' ORDER BY name")
    return names.compactMap(CustomFieldIndex.init(indexName:))
  }

  /// The index on the field that a name means, in whatever spelling.
  static func find(_ name: String, _ db: Database) throws -> CustomFieldIndex? {
    try all(db).first { FilterKeyword.areSame(name, $0.name) }
  }

  var expression: CustomFieldExpression { CustomFieldExpression(name: name) }

  func make(_ db: Database) throws {
    try db.execute(
      sql: "CREATE INDEX \(indexName) ON beer (deleted_at, \(expression.sql) COLLATE NOCASE)")
  }

  func drop(_ db: Database) throws { try db.execute(sql: "DROP INDEX \(indexName)") }
}
