import DiaryStore
import Terminal

/// The order of the list, chosen with a single key, with the highlight and Enter, or with the mouse.
struct SortPrompt: PromptBehavior {
  /// The key of the choice that the highlight was moved to; `nil` until it is moved.
  var highlightedKey: Character?

  var label: String { "Sort by" }
  var style: PromptStyle { .menu }

  func keyHints(for prompt: Prompt) -> [PromptHint] {
    [PromptHint("Enter", "sort"), PromptHint("Esc", "leave it"), PromptHint("The same again", "reverses it")]
  }

  func menu(in state: AppState) -> PromptMenu? {
    let page = page(state)
    return PromptMenu(lines: page.lines, cursor: page.cursor)
  }

  private func page(_ state: AppState) -> SortMenu.Page {
    SortMenu(state.promptMemory.vocabulary).page(highlighting: highlightedKey, state)
  }

  /// Chooses an order or moves the highlight; any other key closes the menu.
  func press(_ key: Key, in state: inout AppState) -> [Effect]? {
    let menu = SortMenu(state.promptMemory.vocabulary)
    let highlighted = menu.highlighted(highlightedKey, state.list.rows.query)
    switch (key.code, key.modifiers) {
    case (.right, []), (.down, []), (.tab, []): highlight(menu.neighbour(of: highlighted, by: 1), in: &state)
    case (.left, []), (.up, []), (.backTab, []):
      highlight(menu.neighbour(of: highlighted, by: -1), in: &state)
    case (.enter, []): return choose(highlighted, in: &state)
    case (.character(let character), []): return choose(menu.choice(for: character), in: &state)
    default: state.prompt = nil
    }
    return []
  }

  /// Moves the highlight.
  func click(at point: Point, in state: inout AppState) -> [Effect] {
    let page = page(state)
    let place = Point(
      column: point.column - 1, row: point.row - state.firstPromptRow(lineCount: page.lines.count))
    guard place.row < page.lines.count, let choice = page.choice(at: place) else { return [] }
    highlight(choice, in: &state)
    state.pressed = point
    return []
  }

  private func highlight(_ choice: SortMenu.Choice?, in state: inout AppState) {
    state.prompt?.behavior = SortPrompt(highlightedKey: choice?.key)
  }

  private func choose(_ choice: SortMenu.Choice?, in state: inout AppState) -> [Effect] {
    state.prompt = nil
    guard let choice else { return [] }
    if let order = choice.order { return state.sort(by: order) }
    state.prompt = Prompt(SortFieldPrompt())
    return []
  }
}

extension AppState {
  /// Opens the menu of orders.
  mutating func beginSorting() -> [Effect] {
    prompt = Prompt(SortPrompt())
    return askForVocabulary()
  }

  /// Sorts the list, or reverses the order if the list has it already.
  mutating func sort(by order: BeerQuery.Order) -> [Effect] {
    var query = list.rows.query
    query.isReversed = query.order == order && !query.isReversed
    query.order = order
    return show(query)
  }
}
