/// Compares names of custom fields: with the built-in fields, and with existing spellings.
package enum CustomFieldName {
  /// The names of the built-in fields, as columns and as the filter language calls them.
  private static var builtIn: [String] {
    BeerFilter.fieldNames + [FilterKeyword.date] + BeerColumn.values.map(\.name) + ["position"]
  }

  /// The custom fields in which imports and users record a country; of several that a beer has, the first one counts.
  package static let countries = ["country", "brewery_country"]

  /// Returns the built-in field that a name means, ignoring case and accents; `nil` if the name is free.
  package static func builtInField(named name: String) -> String? {
    builtIn.first { FilterKeyword.areSame(name, $0) }
  }

  /// Returns the built-in field that a name means, as itself or as the screen calls it; `nil` if it means none.
  package static func builtInField(namedOnScreen name: String) -> String? {
    builtInField(named: FilterKeyword.fieldName(name, customFields: []))
  }

  /// Returns the name of a custom field as it is shown next to other fields: in quotation marks if a built-in field has it
  /// as well.
  ///
  /// - Parameter quoted: Puts a name in quotation marks, by default in those of a sentence.
  package static func shown(_ name: String, quoted: (String) -> String = { "“\($0)”" }) -> String {
    builtInField(namedOnScreen: name) == nil ? name : quoted(name)
  }

  /// Returns the existing spelling of a name, preferably the same one; the name itself if it is new.
  package static func spelled(_ name: String, like known: some Sequence<String>) -> String {
    self.known(name, among: known) ?? name
  }

  /// Returns the existing spelling of a name, preferably the same one; `nil` if the name is new.
  package static func known(_ name: String, among names: some Sequence<String>) -> String? {
    let same = names.filter { FilterKeyword.areSame(name, $0) }
    return same.contains(name) ? name : same.min()
  }

  /// Returns the first spelling of each field, in the same order.
  package static func distinct(_ names: [String]) -> [String] {
    var seen: Set<String> = []
    return names.filter { seen.insert(FilterKeyword.folded($0)).inserted }
  }
}
