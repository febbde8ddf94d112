import DiaryStore
import Terminal

extension Prompt {
  /// The prompts that have no type of their own yet.
  enum Purpose: Hashable, Sendable {
    /// What a column of the file becomes.
    case columnField(Int)
    /// How the values of the file are written.
    case valueReading
    /// The columns that rows of the file are recognised by.
    case rowIdentity
    /// Which list of a JSON file is read.
    case importedList
    /// The name of a mapping that was kept.
    case useMapping
    /// The name that a mapping is to be kept under.
    case saveMapping
    /// Shown as it is typed; leaving it goes back to the list before.
    case search(before: ListPlace)
    case filter
    /// One key chooses the order.
    case sort
    /// The name of a field of the user's own to sort by.
    case sortField
    /// `style=Stout`, for all of these.
    case setField(IDSet)
    /// Shown as it is typed.
    case helpSearch
  }

  var purpose: Purpose? { behavior as? Purpose }

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
    default: .text
    }
  }

  /// Whether Tab puts in one candidate after the other.
  var isCompleted: Bool {
    switch self {
    case .filter, .setField, .sortField, .columnField, .valueReading, .rowIdentity, .importedList,
      .useMapping, .saveMapping:
      true
    default: false
    }
  }

  /// Whether what completes it is read from the diary.
  var usesVocabulary: Bool {
    switch self {
    case .filter, .setField, .sortField: true
    default: false
    }
  }

  func history(in state: AppState) -> PromptHistory? {
    switch self {
    case .search: state.searches
    case .filter: state.filters
    default: nil
    }
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
      default: [("Enter", "done"), ("Esc", "leave it"), ("Tab", prompt.completionHint.text)]
      }
    return pairs.map { PromptHint($0, $1) }
  }

  func press(_ key: Key, in state: inout AppState) -> [Effect]? {
    switch (self, key) {
    case (.sort, _): return state.pressInSortMenu(key)
    case (.search, Key(.down)): return state.moveInList(.moveDown) ? [] : nil
    case (.search, Key(.up)): return state.moveInList(.moveUp) ? [] : nil
    case (_, Key(.tab)) where isCompleted: return state.complete(by: 1)
    case (_, Key(.backTab)) where isCompleted: return state.complete(by: -1)
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

  func check(_ input: TextInput, in state: AppState) -> PromptProblem? {
    self == .filter ? state.filterProblem(input) : nil
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

  func isReady(in state: AppState) -> Bool {
    switch self {
    case .valueReading, .rowIdentity, .useMapping, .saveMapping: state.canRereadImport
    default: true
    }
  }

  func submit(_ text: String, in state: inout AppState) throws(PromptProblem) -> [Effect] {
    switch self {
    case .columnField(let column): return try state.setColumn(column, to: text)
    case .valueReading: return try state.setReading(text)
    case .rowIdentity: return try state.setIdentity(text)
    case .importedList: return try state.chooseList(text)
    case .useMapping: return try state.useMapping(named: text)
    case .saveMapping: return try state.saveMapping(as: text)
    case .filter: return try state.finishFilter(text)
    case .setField(let beers): return try state.setField(text, of: beers)
    case .sortField: return try state.sort(byField: text)
    case .search:
      state.searches.note(text)
      if !state.rows.query.searchWords.isEmpty { state.list.lastSearch = state.rows.query.search }
      return []
    case .helpSearch, .sort: return []
    }
  }
}
