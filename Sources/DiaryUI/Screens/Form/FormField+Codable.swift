import DiaryModel
import DiaryStore

/// Kinds are encoded as `{"abv":{}}` and `{"custom":{"_0":"hop"}}`, the format of the first version of drafts.
extension FormField.Kind: Codable {
  private struct Key: CodingKey {
    let stringValue: String
    var intValue: Int? { nil }

    init(stringValue: String) { self.stringValue = stringValue }
    init?(intValue: Int) { nil }
  }

  private enum Name {
    static let date = "date"
    static let position = "position"
    static let custom = "custom"
    static let newCustom = "newCustom"
    static let value = Key(stringValue: "_0")
  }

  init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: Key.self)
    guard let key = container.allKeys.first, container.allKeys.count == 1 else {
      throw DecodingError.dataCorrupted(
        .init(codingPath: decoder.codingPath, debugDescription: "A field must have exactly one kind."))
    }
    switch key.stringValue {
    case Name.date: self = .date
    case Name.position: self = .position
    case Name.newCustom: self = .newCustom
    case Name.custom:
      let values = try container.nestedContainer(keyedBy: Key.self, forKey: key)
      self = .custom(try values.decode(String.self, forKey: Name.value))
    // A newer version may know more columns; their texts become custom fields.
    case let name: self = BeerColumn.named(name) == nil ? .custom(name) : .column(name)
    }
  }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: Key.self)
    let name =
      switch self {
      case .date: Name.date
      case .column(let name): name
      case .position: Name.position
      case .custom: Name.custom
      case .newCustom: Name.newCustom
      }
    var values = container.nestedContainer(keyedBy: Key.self, forKey: Key(stringValue: name))
    if case .custom(let name) = self { try values.encode(name, forKey: Name.value) }
  }
}
