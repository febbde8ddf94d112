import DiaryModel
import GRDB

/// Reads one custom field of beers by their ids, in any spelling of its name.
struct CustomFieldReading {
  /// The maximum length of a text, which is more than any list shows.
  private static let maxTextLength = 200

  private let statement: Statement
  private let name: String

  init(_ db: Database, _ name: String) throws {
    self.name = name
    statement = try db.makeStatement(sql: "SELECT extras FROM beer WHERE id = ? AND extras <> '{}'")
  }

  /// Returns the value by which a beer is sorted, with long texts shortened; `nil` if the beer does not have the field.
  func value(of beer: Int64) throws -> JSONValue? {
    guard let json = try String.fetchOne(statement, arguments: [beer]) else { return nil }
    // If a beer has several spellings, the first one counts, as in the order.
    let value = Extras(keeping: json).filter { $0.value != .null && FilterKeyword.areSame(name, $0.key) }
      .min { $0.key < $1.key }?.value
    return value.map(Self.shortened)
  }

  /// Returns a value with as much of a long text as a list shows.
  static func shortened(_ value: JSONValue) -> JSONValue {
    switch value {
    case .text, .array, .object:
      let text = value.display
      return text.utf8.count > maxTextLength ? .text(String(text.prefix(maxTextLength))) : value
    case .null, .boolean, .integer, .number, .decimal: return value
    }
  }
}
