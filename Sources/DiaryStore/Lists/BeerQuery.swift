package import DiaryModel

/// Which beers, in which order.
package struct BeerQuery: Hashable, Sendable {
  /// What the list is sorted by; what has no value comes last, and of equals the one added last comes first.
  package enum Order: Hashable, Sendable {
    case date, name, brewery, style, rating, abv
    /// A custom field, named in any case: numbers before texts, the highest first; dates with the newest first.
    case custom(String)

    /// Those that every diary has.
    package static let builtIn: [Order] = [.date, .name, .brewery, .style, .rating, .abv]

    package var name: String {
      switch self {
      case .date: "date"
      case .name: "name"
      case .brewery: "brewery"
      case .style: "style"
      case .rating: "rating"
      case .abv: "abv"
      case .custom(let name): name
      }
    }

    /// An order that every diary has, else the custom field of that name.
    package init(name: String) {
      self = Self.builtIn.first { $0.name == name.lowercased() } ?? .custom(name)
    }
  }

  package var order: Order
  /// Oldest, lowest or Z first.
  package var isReversed: Bool
  package var filter: BeerFilter
  /// Words that beers must have besides, each of them as the beginning of a word at least.
  package var search: String
  /// Names one reading of the list, so that positions mean the same beers from call to call.
  ///
  /// The diary keeps the newest; another number has it read anew. `nil` reads it anew each time.
  package var generation: Int?

  package init(
    order: Order = .date, isReversed: Bool = false, filter: BeerFilter = BeerFilter(), search: String = "",
    generation: Int? = nil
  ) {
    self.order = order
    self.isReversed = isReversed
    self.filter = filter
    self.search = search
    self.generation = generation
  }

  /// Whether every beer of the diary is in it.
  package var hasAllBeers: Bool { filter.isEmpty && searchWords.isEmpty }

  /// The words of the search.
  package var searchWords: [Substring] { search.searchWords }
}

extension String {
  /// The words of it, were it searched for.
  package var searchWords: [Substring] { split(whereSeparator: \.isWhitespace) }
}
