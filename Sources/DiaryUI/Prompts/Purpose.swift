import DiaryStore
import Terminal

extension Prompt {
  /// The prompts that have no type of their own yet.
  enum Purpose: Hashable, Sendable {
    /// Shown as it is typed; leaving it goes back to the list before.
    case search(before: ListPlace)
    /// One key chooses the order.
    case sort
    /// Shown as it is typed.
    case helpSearch
  }

  init(_ purpose: Purpose, label: String, text: String = "") {
    self.init(purpose, label: label, input: TextInput(text))
  }
}

extension Prompt.Purpose: PromptBehavior {
  var label: String { "" }

  var style: PromptStyle {
    switch self {
    case .search, .helpSearch: .search
    case .sort: .menu
    }
  }

  func history(in state: AppState) -> PromptHistory? {
    if case .search = self { state.searches } else { nil }
  }

  func menu(in state: AppState) -> PromptMenu? {
    guard self == .sort else { return nil }
    let page = SortMenu(state.vocabulary).page(state)
    return PromptMenu(lines: page.lines, cursor: page.cursor)
  }

  func click(at point: Point, in state: inout AppState) -> [Effect] {
    if self == .sort {
      state.pressInSortMenu(at: point)
      return []
    }
    return state.promptHint(at: point).map { state.press($0) } ?? []
  }

  func keyHints(for prompt: Prompt) -> [PromptHint] {
    let pairs: [(String, String)] =
      switch self {
      case .sort: [("Enter", "sort"), ("Esc", "leave it"), ("The same again", "reverses it")]
      case .search, .helpSearch: [("Enter", "keep"), ("Esc", "go back")]
      }
    return pairs.map { PromptHint($0, $1) }
  }

  func press(_ key: Key, in state: inout AppState) -> [Effect]? {
    switch (self, key) {
    case (.sort, _): return state.pressInSortMenu(key)
    case (.search, Key(.down)): return state.moveInList(.moveDown) ? [] : nil
    case (.search, Key(.up)): return state.moveInList(.moveUp) ? [] : nil
    default: return nil
    }
  }

  func typed(_ text: String, in state: inout AppState) -> [Effect] {
    switch self {
    case .search: return state.search(text)
    case .helpSearch:
      state.help.search = text
      return []
    default: return []
    }
  }

  func cancel(in state: inout AppState) -> [Effect] {
    switch self {
    case .search(let before): return state.goBack(to: before)
    case .helpSearch:
      state.help.search = ""
      return []
    default: return []
    }
  }

  func submit(_ text: String, in state: inout AppState) throws(PromptProblem) -> [Effect] {
    switch self {
    case .search:
      state.searches.note(text)
      if !state.rows.query.searchWords.isEmpty { state.list.lastSearch = state.rows.query.search }
      return []
    case .helpSearch, .sort: return []
    }
  }
}
