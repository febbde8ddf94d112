import DiaryModel
import DiaryStore

/// How a column is imported, as a preview shows it.
package enum ColumnKind: String, Hashable, Sendable, CaseIterable {
  /// A field that every beer has.
  case field
  /// A custom field.
  case customField = "custom_field"
  /// A custom field that only holds ids or links, which are not for reading.
  case reference
  /// The column is not imported.
  case ignored

  /// Creates the kind of a column from its role.
  ///
  /// - Parameter isReference: Whether the column has only ids or links.
  package init(_ role: ColumnMapping.Role, isReference: Bool) {
    self =
      switch role {
      case .field: .field
      case .extra, .custom: isReference ? .reference : .customField
      case .ignored: .ignored
      }
  }

  /// Returns whether a column has only ids or links.
  ///
  /// - Parameter values: Some of its values; if there are none, the name alone decides.
  package static func isReference(name: String, values: [String]) -> Bool {
    if values.isEmpty { return idWords.union(linkWords).contains(lastWord(of: name)) }
    return values.allSatisfy(PhotoLink.isLink)
      || values.allSatisfy(isID) && idWords.contains(lastWord(of: name))
  }

  private static let idWords: Set = ["id", "ids", "bid", "uuid", "guid"]
  private static let linkWords: Set = ["url", "urls", "uri", "link", "href"]
  private static let maxIDLength = 40

  /// `id` of `checkin_id`, `beerID` and `beer.id`.
  private static func lastWord(of name: String) -> String {
    let words = name.replacing(/([a-z0-9])([A-Z])/) { "\($0.output.1) \($0.output.2)" }
      .split { !$0.isLetter && !$0.isNumber }
    return words.last?.lowercased() ?? ""
  }

  /// A number, a UUID or a hash.
  private static func isID(_ value: String) -> Bool {
    1...maxIDLength ~= value.count && value.contains(where: \.isNumber)
      && value.allSatisfy { $0.isHexDigit || $0 == "-" }
  }
}

extension ImportPlan {
  /// How each column is imported, in the file's order.
  package var columnKinds: [ColumnKind] {
    let mapping = analysis.mapping
    return mapping.roles.enumerated().map { column, role in
      let name = mapping.header.names[column]
      let values = examples.compactMap { $0.extras[mapping.customName(column)]?.display }
      return ColumnKind(role, isReference: ColumnKind.isReference(name: name, values: values))
    }
  }
}
