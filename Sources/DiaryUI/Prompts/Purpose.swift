import DiaryStore
import Terminal

extension Prompt {
  /// The prompts that have no type of their own yet.
  enum Purpose: Hashable, Sendable {
    /// What is written under a photo.
    case caption(photo: Int64)
    /// The path of a photo to be added.
    case photoPath(beer: Int64)
    /// The path of a file to be imported.
    case importPath
    /// What a column of the file becomes.
    case columnField(Int)
    /// How the values of the file are written.
    case valueReading
    /// The columns that rows of the file are recognised by.
    case rowIdentity
    /// The folder of the file's photos.
    case photoFolder
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

  /// For a path, which begins in a folder unless it begins anew.
  init(_ purpose: Purpose, label: String, folder: String) {
    self.init(purpose, label: label, input: TextInput(folder, as: .folder))
  }

  var isPath: Bool {
    switch purpose {
    case .photoPath, .importPath, .photoFolder: true
    default: false
    }
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
      case .photoPath where prompt.isAwaitingAnswer: [("Esc", "do not wait for the photo")]
      case .photoPath, .importPath, .photoFolder:
        [
          ("Enter", prompt.isFolder ? "look into the folder" : "done"), ("Esc", "leave it"),
          ("Tab", "complete" + prompt.completionPosition),
        ]
      case .caption: [("Enter", "done"), ("Esc", "leave it")]
      default: [("Enter", "done"), ("Esc", "leave it"), ("Tab", "complete" + prompt.completionPosition)]
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
    case (_, Key(.tab)): return state.completePath()
    case (_, Key(.backTab)): return state.completePath(by: -1)
    case (_, Key(.enter)) where state.prompt?.isFolder == true: return state.enterFolder()
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
    case .valueReading: state.fileImport?.isRereading == false
    case .rowIdentity, .useMapping, .saveMapping:
      state.fileImport?.isRereading == false && state.fileImport?.preview != nil
    default: true
    }
  }

  func lossNotice(_ text: String) -> String? {
    if case .caption = self { "The caption “\(text)” was not saved." } else { nil }
  }

  func submit(_ text: String, in state: inout AppState) throws(PromptProblem) -> [Effect] {
    switch self {
    case .caption(let photo):
      return [.change(.caption(photo: photo, text.allSatisfy(\.isWhitespace) ? nil : text))]
    case .photoPath(let beer): return state.addPhoto(at: text, to: beer)
    case .importPath: return state.previewImport(of: text)
    case .columnField(let column): return try state.setColumn(column, to: text)
    case .valueReading: return try state.setReading(text)
    case .rowIdentity: return try state.setIdentity(text)
    case .photoFolder: return state.setPhotoFolder(text)
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

extension AppState {
  fileprivate mutating func addPhoto(at path: String, to beer: Int64) -> [Effect] {
    guard !path.allSatisfy(\.isWhitespace), !path.hasSuffix("/") else { return [] }
    lastFolder = FolderRequest(typed: path).folder
    prompt = Prompt(.photoPath(beer: beer), label: Self.photoLabel, text: path)
    prompt?.isAwaitingAnswer = true
    return [.change(.addPhotos(beer: beer, paths: [path]))]
  }
}
