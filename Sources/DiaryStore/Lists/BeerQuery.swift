package import DiaryModel

/// Selects beers and their order.
///
///     let query = BeerQuery(order: .rating, filter: try BeerFilter("style:stout"), search: "vanilla")
package struct BeerQuery: Hashable, Sendable {
  /// The field by which beers are sorted.
  ///
  /// Beers without a value come last. Of beers with equal values, the one that was added last comes first.
  package enum Order: Hashable, Sendable {
    /// When the beer was drunk, the newest first.
    case date
    /// The name, from A to Z.
    case name
    /// The brewery, from A to Z.
    case brewery
    /// The style, from A to Z.
    case style
    /// The rating, the best first; in a list with one beer of each label, the mean rating of the label.
    case rating
    /// The alcohol by volume, the strongest first.
    case abv
    /// How often the diary has the beer's label, the most frequent first; beers with one label are together.
    case times
    /// Another built-in property by its name, such as `price` or `photos`: numbers and prices from the highest, texts from
    /// A.
    case property(String)
    /// A custom field, whose name can be in any case: numbers first, from the highest; then texts from A, or dates from
    /// the newest.
    case custom(String)

    /// The orders with an index.
    package static let indexed: [Order] = [.date, .name, .brewery, .style, .rating, .abv]

    /// The orders that every diary has.
    package static var builtIn: [Order] {
      let first = indexed + [.times]
      let names = Set(first.map(\.name))
      let columns = BeerColumn.onScreen.filter { $0.isSortable && !names.contains($0.name) }
      let others = columns.map(\.name) + [FilterKeyword.country, "photos", "best_rating"]
      return first + others.map { Order.property($0) }
    }

    /// The name on the command line and in the settings: `date`, `price`, or the name of the custom field, in quotation
    /// marks if it is that of a built-in order.
    package var name: String {
      switch self {
      case .date: "date"
      case .name: "name"
      case .brewery: "brewery"
      case .style: "style"
      case .rating: "rating"
      case .abv: "abv"
      case .times: "times"
      case .property(let name): name
      case .custom(let name): Self.builtIn(named: name) == nil ? name : "\"\(name)\""
      }
    }

    /// Whether the highest or newest value comes first; `nil` for a custom field, where that depends on the values.
    package var startsAtHighest: Bool? {
      switch self {
      case .date, .rating, .abv, .times: true
      case .name, .brewery, .style: false
      case .property(let name):
        comparesAmounts || BeerProperty.builtIn.first { $0.name == name }?.kind == .number
      case .custom: nil
      }
    }

    /// Whether beers are sorted by the number in a text, such as a price; texts without a number follow, from A.
    var comparesAmounts: Bool {
      guard case .property(let name) = self, let column = BeerColumn.named(name) else { return false }
      return column.traits.contains(.amount)
    }

    /// The field of the order, whose value list items have only if the list asks for it or is sorted by it; `nil` for
    /// orders by what every list item has.
    package var field: ListItemField? {
      switch self {
      case .property(let name): .property(name)
      case .custom(let name): .custom(name)
      case .date, .name, .brewery, .style, .rating, .abv, .times: nil
      }
    }

    /// Returns the built-in order with a name in any case, including names on the screen, such as `venue` for `place`;
    /// otherwise that of the custom field, whose name can be in quotation marks.
    package init(name: String) {
      let isQuoted = name.count > 2 && name.hasPrefix("\"") && name.hasSuffix("\"")
      self = Self.builtIn(named: name) ?? .custom(isQuoted ? String(name.dropFirst().dropLast()) : name)
    }

    /// Returns the built-in order with a name; `nil` if there is none.
    private static func builtIn(named name: String) -> Order? {
      let field = FilterKeyword.fieldName(name, customFields: []).lowercased()
      return builtIn.first { $0.name == field }
    }

    /// Returns the order with a name; `nil` for a built-in field by which beers cannot be sorted, and for no name.
    package init?(sortingBy name: String) {
      self.init(name: name)
      guard case .custom(let field) = self else { return }
      let isBuiltIn = field == name && CustomFieldName.builtInField(named: name) != nil
      if FilterKeyword.folded(field).isEmpty || isBuiltIn { return nil }
    }
  }

  /// The field by which the beers are sorted.
  package var order: Order
  /// Whether the oldest beer, the lowest number or Z comes first.
  ///
  /// A list with one beer of each label has the same beers in the opposite order.
  package var isReversed: Bool
  /// The beers to select; an empty filter selects all that are not in the trash.
  package var filter: BeerFilter
  /// Whether only the first beer of each label is selected, of the beers that the filter and the search select.
  ///
  /// `rating` in the filter is then the mean rating of the label; see ``withExplicitRatings``.
  package var isDistinct: Bool
  /// Words that beers must contain as well, separated by white space; each matches the beginning of a word.
  ///
  /// Beers must not contain a word that has a minus before it.
  package var search: String
  /// Identifies a cached state of the list, so that positions refer to the same beers from call to call.
  ///
  /// The diary caches the newest generation of a list. Another number updates or reads it again; `nil` reads it each
  /// time.
  package var generation: Int?
  /// Whether the query is for all beers of the labels of a list with one beer of each, in the order of their mean rating.
  private var isInOrderOfLabels = false

  /// Creates a query; by default for all beers of the diary, the newest first.
  package init(
    order: Order = .date, isReversed: Bool = false, filter: BeerFilter = BeerFilter(), search: String = "",
    isDistinct: Bool = false, generation: Int? = nil
  ) {
    self.order = order
    self.isReversed = isReversed
    self.filter = filter
    self.search = search
    self.isDistinct = isDistinct
    self.generation = generation
  }

  /// Whether the query selects every beer of the diary, or one of each label.
  package var hasAllBeers: Bool { filter.isEmpty && searchWords.isEmpty }

  /// Whether the query selects every beer of the trash.
  package var hasWholeTrash: Bool { filter == BeerFilter(isInTrash: true) && searchWords.isEmpty }

  /// The query for all beers of each label, in the order of the labels, which is not reversed.
  var withRepeats: BeerQuery {
    var query = withExplicitRatings
    query.isInOrderOfLabels = usesMeanRating
    query.isDistinct = false
    query.isReversed = false
    return query
  }

  /// Whether beers are sorted by the mean rating of their labels, which a list with one beer of each label shows.
  var usesMeanRating: Bool { order == .rating && (isDistinct || isInOrderOfLabels) }

  /// The same query, with conditions on the mean rating that mean the same in lists of beers and in lists of labels.
  ///
  /// In a list with one beer of each label, `rating` in the filter is the mean rating. A query that takes over the filter
  /// of a list, for example to count its beers, takes it from here, and so selects the beers of the list whether it counts
  /// beers or labels.
  package var withExplicitRatings: BeerQuery {
    var query = self
    if isDistinct { query.filter = filter.byMeanRating }
    return query
  }

  /// Whether a change of a beer can add other beers to the list, or remove them: those with the same label.
  var dependsOnOtherBeers: Bool {
    isDistinct || isInOrderOfLabels || filter.alternatives.joined().contains { $0.condition.isAboutLabel }
  }

  /// The words of the search, including the minus before those that beers must not contain.
  package var searchWords: [Substring] { search.searchWords }

  /// The query for all beers in the same order, in the diary or in its trash.
  var unfiltered: BeerQuery {
    var query = BeerQuery(
      order: order, isReversed: isReversed, filter: BeerFilter(isInTrash: filter.isInTrash),
      generation: generation)
    query.isInOrderOfLabels = isInOrderOfLabels
    return query
  }

  /// Returns whether two queries select the same beers in the same order; their generations may differ.
  package func isSameList(as other: BeerQuery) -> Bool {
    var same = other
    same.generation = generation
    return self == same
  }
}

extension BeerFilter.Condition {
  /// Whether the condition is on all beers with the label of a beer.
  fileprivate var isAboutLabel: Bool {
    switch self {
    case .label, .has(.meanRating): true
    default: false
    }
  }
}

extension String {
  /// The words of the string as a search, separated by white space.
  ///
  /// A search looks only for letters and digits, so what has neither is no word, as in `salt & pepper`.
  package var searchWords: [Substring] {
    split(whereSeparator: \.isWhitespace).filter { !WordTokenizer.words(inUTF8: $0.utf8).isEmpty }
  }

  /// The words of a name as a search, in which a minus leaves no beers out.
  package var nameWords: [Substring] { searchWords.map { word in word.drop { $0 == "-" } } }
}
