import DiaryStore
import Terminal

/// One line to choose the list's order with a single key.
enum SortMenu {
  static let orders: [(key: Character, order: BeerQuery.Order)] = [
    ("d", .date), ("n", .name), ("b", .brewery), ("r", .rating), ("a", .abv), ("s", .style),
  ]

  /// `d date  n name ...`, the present order underlined; on several rows where one has no room.
  static func lines(_ state: AppState) -> [StyledLine] {
    let theme = state.appearance.theme
    let present = state.rows.query.order
    let items = orders.map { key, order -> StyledLine in
      let style = order == present ? Style(attributes: [.bold, .underline]) : theme.secondary
      return [.init(String(key), theme.key), .init(" "), .init(ListHeader.name(order), style)]
    }
    return ([StyledLine("Sort by", theme.accent)] + items).flowed(to: state.layout.contentWidth, gap: 2)
  }
}

extension AppState {
  mutating func beginSorting() { prompt = Prompt(.sort, label: "Sort by") }

  /// The same order once more is the order reversed.
  mutating func sort(by order: BeerQuery.Order) -> [Effect] {
    var query = rows.query
    query.isReversed = query.order == order && !query.isReversed
    query.order = order
    return show(query)
  }

  /// Takes the key that chooses; any other leaves the order as it is.
  mutating func pressInSortMenu(_ key: Key) -> [Effect] {
    prompt = nil
    guard case .character(let character) = key.code, key.modifiers.isEmpty,
      let choice = SortMenu.orders.first(where: { $0.key == character })
    else { return [] }
    return sort(by: choice.order)
  }
}
