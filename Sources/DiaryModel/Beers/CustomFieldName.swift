/// Names of custom fields: which are taken, and how the diary spells them already.
package enum CustomFieldName {
  /// The fields that every beer has, by the names that people give them.
  private static var builtIn: [String] {
    BeerFilter.fieldNames + [FilterKeyword.date] + BeerColumn.values.map(\.name) + ["position"]
  }

  /// The field of every beer that a name means, in whatever case; `nil` for a name that is free.
  package static func builtInField(named name: String) -> String? {
    builtIn.first { FilterKeyword.areSame(name, $0) }
  }

  /// The name as it is spelled already, where only case, accents or what is no letter differ.
  package static func spelled(_ name: String, like known: some Sequence<String>) -> String {
    let same = known.filter { FilterKeyword.areSame(name, $0) }
    return same.contains(name) ? name : same.min() ?? name
  }

  /// Each field once, however many spellings it has, in their order.
  package static func distinct(_ names: [String]) -> [String] {
    var seen: Set<String> = []
    return names.filter { seen.insert(FilterKeyword.folded($0)).inserted }
  }
}
