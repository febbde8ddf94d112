import DiaryStore

/// What the header says about which beers the list has, in which order.
enum ListHeader {
  static func title(_ query: BeerQuery) -> String { query.filter.isInTrash ? "Trash" : "Beer Diary" }

  /// How many beers are marked; `nil` where none is.
  static func marked(_ state: AppState) -> String? {
    state.marks.isEmpty ? nil : "\(NumberText.count(state.marks.count)) marked"
  }

  /// What is searched for and filtered; empty where all beers are shown.
  static func narrowing(_ query: BeerQuery, separator: String) -> String {
    var parts: [String] = []
    if !query.searchWords.isEmpty { parts.append("/" + query.searchWords.joined(separator: " ")) }
    if !query.filter.isEmpty { parts.append(query.filter.description) }
    return parts.map { separator + $0 }.joined()
  }

  static func order(_ query: BeerQuery) -> String {
    let (first, reversed) = ends(query.order)
    return "by \(name(query.order)), " + (query.isReversed ? reversed : first)
  }

  static func name(_ order: BeerQuery.Order) -> String { order == .abv ? "ABV" : order.name }

  private static func ends(_ order: BeerQuery.Order) -> (String, String) {
    switch order {
    case .date: ("newest first", "oldest first")
    case .name, .brewery, .style: ("A to Z", "Z to A")
    case .rating: ("best first", "lowest first")
    case .abv: ("strongest first", "lightest first")
    case .custom: ("highest first", "lowest first")
    }
  }

  static func nothingFound(_ state: AppState) -> [StyledLine] {
    let theme = state.appearance.theme
    let query = state.rows.shownQuery
    let what = query.searchWords.joined(separator: " ")
    let found = what.isEmpty ? "No beer passes the filter." : "No beer has “\(what)”."
    let filter =
      what.isEmpty || query.filter.isEmpty
      ? [] : [StyledLine("The filter is \(query.filter).", theme.secondary)]
    let advice: StyledLine =
      state.prompt == nil ? "Esc shows the others again." : "Esc goes back to what was before."
    return [StyledLine(found, theme.name)] + filter + [.blank, advice]
  }
}
