import DiaryModel
import GRDB

/// Reads one custom field of beers, by their ids, in whatever way each of them spells its name.
struct CustomFieldReading {
  /// More of a text than any list shows.
  private static let longestText = 200

  private let statement: Statement
  private let name: String

  init(_ db: Database, _ name: String) throws {
    self.name = name
    statement = try db.makeStatement(sql: "SELECT extras FROM beer WHERE id = ? AND extras <> '{}'")
  }

  /// What the beer is sorted by, long texts shortened; `nil` where it does not have the field.
  func value(of beer: Int64) throws -> JSONValue? {
    guard let json = try String.fetchOne(statement, arguments: [beer]) else { return nil }
    // Of several spellings the first counts, as in the order.
    let value = Extras(keeping: json).filter { $0.value != .null && FilterKeyword.areSame(name, $0.key) }
      .min { $0.key < $1.key }?.value
    return value.map(Self.shortened)
  }

  private static func shortened(_ value: JSONValue) -> JSONValue {
    switch value {
    case .text, .array, .object:
      let text = value.display
      return text.utf8.count > longestText ? .text(String(text.prefix(longestText))) : value
    case .null, .boolean, .integer, .number, .decimal: return value
    }
  }
}
