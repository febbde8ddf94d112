package import DiaryModel
import DiaryStore
import Interchange
import Pictures
package import Terminal

/// Formats the fields of a beer as short texts, which are empty for unknown values.
package enum BeerText {
  /// What a beer without a readable name is called.
  package static let missingName = "(no name)"

  /// Returns the text; `nil` if it has no visible characters.
  package static func readable(_ text: String?) -> String? {
    guard let text, text.contains(where: { !$0.isWhitespace && String($0).columns > 0 })
    else { return nil }
    return text
  }

  /// Returns the ABV in percent with one decimal: `5.2%`; empty if it is unknown.
  package static func abv(_ value: Double?) -> String {
    value.map { NumberText.fixed($0, decimals: 1) + "%" } ?? ""
  }

  /// Returns a rating in stars and quarters of a star, rounded down.
  ///
  /// Rounding down means that five stars are always the best rating.
  package static func stars(_ rating: Double?, glyphs: Glyphs) -> String {
    guard let rating, rating.isFinite else { return "" }
    let quarters = Int((NumberRange.rating.entered.clamp(rating) * 4).rounded(.down))
    guard quarters > 0 else { return String(glyphs.emptyStar) }
    let part = quarters % 4
    return String(repeating: glyphs.star, count: quarters / 4)
      + (part == 0 ? "" : String(glyphs.partialStars[part - 1]))
  }

  /// Returns a rating with one or two decimals: `4.0` or `4.25`; empty if there is none.
  package static func rating(_ rating: Double?) -> String {
    rating.map { NumberText.exact($0, atLeast: 1) } ?? ""
  }

  /// Returns the known fields with their names; after them those of the tasting sheet in its order and as it names them,
  /// then the other custom fields, of which ids and links are the last.
  ///
  /// - Parameter customName: Returns the name of another custom field as it is shown.
  package static func facts(
    _ fields: BeerFields, dates: DateText, sheet: TastingSheet? = nil,
    customName: (String) -> String = { CustomFieldName.shown($0) }
  ) -> [(name: String, value: String)] {
    let known = BeerColumn.onScreen.filter { !titleColumns.contains($0.name) }.map {
      (name: $0.label, value: text($0, of: fields, dates))
    }
    var others = CustomFields.facts(fields)
    let tasting = (sheet?.parts ?? []).flatMap { part in
      let facts = others.filter { part.isNamed($0.name) }
      others.removeAll { part.isNamed($0.name) }
      return facts.map { (name: TastingSheet.Part.label($0.name), value: Optional($0.value)) }
    }
    let custom = (others.filter { !isReference($0) } + others.filter(isReference))
      .map { (name: customName($0.name), value: Optional($0.value)) }
    let all = known + tasting + custom + [(positionName, position(fields))]
    return all.compactMap { name, value in readable(value).map { (name: name, value: $0) } }
  }

  /// Returns whether a fact is an id or a link, which is not for reading.
  package static func isReference(_ fact: (name: String, value: String)) -> Bool {
    ColumnKind.isReference(name: fact.name, values: [fact.value])
  }

  /// The columns that are not shown as facts.
  private static let titleColumns: Set = ["name", "brewery", "rating", "notes"]

  private static func text(_ column: BeerColumn, of fields: BeerFields, _ dates: DateText) -> String? {
    switch column.content {
    case .text(let property): return fields[keyPath: property]
    case .number(let property, let range):
      guard let value = fields[keyPath: property] else { return nil }
      return range.isPercentage
        ? NumberText.exact(value, decimals: 3, atLeast: 1) + "%" : NumberText.exact(value)
    case .date(let property): return fields[keyPath: property].map(dates.long)
    case .customFields: return nil
    }
  }

  /// Returns whether the fact with a name is a field that every beer can have, not a custom one or the position.
  package static func isBuiltIn(_ fact: String) -> Bool { BeerColumn.onScreen.contains { $0.label == fact } }

  /// Returns whether a search includes a fact.
  package static func isSearched(_ fact: (name: String, value: String)) -> Bool {
    let column = BeerColumn.onScreen.first { $0.label == fact.name }
    return fact.name != positionName && column?.isSearched ?? !PhotoLink.isLink(fact.value)
  }

  private static let positionName = "Position"

  private static func position(_ fields: BeerFields) -> String? {
    guard let latitude = fields.latitude, let longitude = fields.longitude else { return nil }
    return NumberText.exact(latitude, decimals: 5) + ", " + NumberText.exact(longitude, decimals: 5)
  }
}
