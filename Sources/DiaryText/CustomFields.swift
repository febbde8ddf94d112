import DiaryModel
import DiaryStore

/// Formats a beer's custom fields.
enum CustomFields {
  /// Returns the fields sorted by name, without those that repeat other fields.
  static func facts(_ fields: BeerFields) -> [(name: String, value: String)] {
    let known = builtIn(fields)
    return fields.extras.sorted { $0.key < $1.key }.compactMap { name, value in
      if name.lowercased() == "favorite" { return favorite(value).map { (name: name, value: $0) } }
      return known[name.lowercased()]?.contains(value.display) == true
        ? nil : (name: name, value: value.display)
    }
  }

  /// The iOS app stores 0 or 1, and 0 for every beer that is not marked.
  private static func favorite(_ value: JSONValue) -> String? {
    switch value {
    case .boolean(false): nil
    case .boolean(true): "yes"
    case _ where value.number == 0: nil
    case _ where value.number == 1: "yes"
    default: value.display
    }
  }

  /// The values that are shown anyway, by the names that custom fields may have for them.
  private static func builtIn(_ fields: BeerFields) -> [String: [String]] {
    BeerColumn.values.reduce(into: [:]) { known, column in
      switch column.content {
      case .text(let property): known[column.name] = fields[keyPath: property].map { [$0] }
      case .number(let property, _): known[column.name] = fields[keyPath: property].map(spellings)
      case .date, .customFields: break
      }
    }
  }

  private static func spellings(_ number: Double) -> [String] {
    [JSONValue.number(number).display, NumberText.exact(number), NumberText.exact(number, atLeast: 1)]
  }
}
