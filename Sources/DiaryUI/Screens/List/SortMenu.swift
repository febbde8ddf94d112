import DiaryStore
import Foundation
import Terminal

/// One line to choose the list's order with a single key: the built-in orders, and the diary's own fields.
struct SortMenu: Hashable {
  struct Choice: Hashable {
    let key: Character
    let order: BeerQuery.Order
  }

  /// What asks for a field by its name.
  static let otherKey: Character = "f"
  private static let builtIn = [
    Choice(key: "d", order: .date), Choice(key: "n", order: .name), Choice(key: "b", order: .brewery),
    Choice(key: "r", order: .rating), Choice(key: "a", order: .abv), Choice(key: "s", order: .style),
  ]
  private static let digits = "123456789"

  let choices: [Choice]
  /// Whether there are more fields than digits.
  let hasOthers: Bool

  /// - Parameter vocabulary: `nil` while the diary's fields are being read.
  init(_ vocabulary: FilterVocabulary?) {
    let fields = CustomFieldName.distinct(vocabulary?.customFields ?? [])
    choices = Self.builtIn + zip(Self.digits, fields).map { Choice(key: $0, order: .custom($1)) }
    hasOthers = fields.count > Self.digits.count
  }

  func order(for key: Character) -> BeerQuery.Order? { choices.first { $0.key == key }?.order }

  /// `d date  n name ...`, the present order underlined; on several rows where one has no room.
  func lines(_ state: AppState) -> [StyledLine] {
    let theme = state.appearance.theme
    let present = state.rows.query.order
    func item(_ key: Character, _ name: String, _ style: Style) -> StyledLine {
      [.init(String(key), theme.key), .init(" "), .init(name, style)]
    }
    let items = choices.map { choice in
      let style = choice.order == present ? Style(attributes: [.bold, .underline]) : theme.secondary
      return item(choice.key, ListHeader.name(choice.order), style)
    }
    let others = hasOthers ? [item(Self.otherKey, "another field", theme.secondary)] : []
    let lines = ([StyledLine("Sort by", theme.accent)] + items + others).flowed(
      to: state.layout.contentWidth, gap: 2)
    return Array(lines.prefix(max(1, state.size.height / 2)))
  }
}

extension AppState {
  mutating func beginSorting() -> [Effect] {
    prompt = Prompt(.sort, label: "Sort by")
    return askForVocabulary()
  }

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
    guard case .character(let character) = key.code, key.modifiers.isEmpty else { return [] }
    let menu = SortMenu(vocabulary)
    if menu.hasOthers, character == SortMenu.otherKey {
      prompt = Prompt(.sortField, label: "Sort by field")
      return []
    }
    return menu.order(for: character).map { sort(by: $0) } ?? []
  }

  /// Sorts by the field with this name; the prompt stays open where there is none.
  mutating func sort(byField name: String) -> [Effect] {
    let known = vocabulary?.customFields ?? []
    let typed = name.trimmingCharacters(in: .whitespaces)
    let spelled = CustomFieldName.spelled(typed, like: known)
    guard known.contains(spelled) else {
      let nearest = Spelling.nearest(to: typed, among: known).map { "; did you mean “\($0)”?" } ?? "."
      prompt?.problem = "No beer has a field “\(typed)”\(nearest)"
      return []
    }
    prompt = nil
    return sort(by: .custom(spelled))
  }
}
