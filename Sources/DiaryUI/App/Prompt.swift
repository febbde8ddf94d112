import DiaryStore
import Terminal

/// A line of input at the bottom of the screen: what it is for, what is typed, and what could complete it.
struct Prompt: Hashable, Sendable {
  enum Purpose: Hashable, Sendable {
    /// What is written under a photo.
    case caption(photo: Int64)
    /// The path of a photo to be added.
    case photoPath(beer: Int64)
    /// The path of a file to be imported.
    case importPath
    /// What a column of the file becomes.
    case columnField(Int)
    /// The name of a mapping that was kept.
    case useMapping
    /// The name that a mapping is to be kept under.
    case saveMapping
    /// To be answered with y.
    case confirmEmptyingTrash
    /// To be answered with y.
    case confirmImport
    /// To be answered with y.
    case discardForm
    /// To be answered with y or n.
    case recoverForm
    /// To be answered with y.
    case leaveImport
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

  let purpose: Purpose
  let label: String
  var input: TextInput
  /// What helps to go on.
  var hint: String?
  /// What is wrong with what is typed.
  var problem: String?
  /// What is wrong with a part of a filter.
  var mistake: FilterError?
  /// What Tab has put in so far.
  var completion: WordCompletion?

  /// Whether y or n is the answer.
  var isQuestion: Bool {
    [.confirmEmptyingTrash, .confirmImport, .discardForm, .recoverForm, .leaveImport].contains(purpose)
  }

  /// Whether a question is answered with yes.
  var isConfirmed: Bool { ["y", "yes"].contains(input.text.lowercased()) }

  var isPath: Bool {
    switch purpose {
    case .photoPath, .importPath: true
    default: false
    }
  }

  /// Whether `/` stands before it.
  var isSearch: Bool {
    switch purpose {
    case .search, .helpSearch: true
    default: false
    }
  }

  init(_ purpose: Purpose, label: String, text: String = "") {
    self.purpose = purpose
    self.label = label
    input = TextInput(text)
  }

  /// For a path, which begins in a folder unless it begins anew.
  init(_ purpose: Purpose, label: String, folder: String) {
    self.init(purpose, label: label)
    input = TextInput(folder, as: .folder)
  }
}

extension Prompt.Purpose {
  /// Whether Tab puts in one candidate after the other.
  var isCompleted: Bool {
    switch self {
    case .filter, .setField, .sortField, .columnField, .useMapping, .saveMapping: true
    default: false
    }
  }
}

extension AppState {
  /// Takes a key while a prompt is open.
  mutating func pressInPrompt(_ key: Key) -> [Effect] {
    guard var prompt else { return [] }
    if let effects = pressInListPrompt(key, prompt.purpose) { return effects }
    switch key {
    case Key(.escape):
      self.prompt = nil
      if prompt.purpose == .recoverForm { postponeOffer() }
      return []
    case Key(.enter):
      self.prompt = nil
      return finish(prompt)
    case Key(.tab): return completePath()
    default:
      prompt.problem = nil
      prompt.completion = nil
      guard prompt.input.press(key) else { return [] }
      self.prompt = prompt
      return followPrompt(prompt)
    }
  }

  /// Puts a pasted line into the open prompt.
  mutating func insertInPrompt(_ line: String) -> [Effect] {
    guard var prompt else { return [] }
    prompt.problem = nil
    prompt.completion = nil
    prompt.input.insert(line)
    self.prompt = prompt
    return followPrompt(prompt)
  }

  /// Keys that mean something else in the list's prompts; `nil` where they do not.
  private mutating func pressInListPrompt(_ key: Key, _ purpose: Prompt.Purpose) -> [Effect]? {
    switch (purpose, key) {
    case (.sort, _): return pressInSortMenu(key)
    case (.search(let before), Key(.escape)):
      prompt = nil
      return goBack(to: before)
    case (.helpSearch, Key(.escape)):
      prompt = nil
      help.search = ""
      return []
    case (.search, Key(.down)): return moveInList(.moveDown) ? [] : nil
    case (.search, Key(.up)): return moveInList(.moveUp) ? [] : nil
    case (_, Key(.tab)) where purpose.isCompleted:
      complete(by: 1)
      return []
    case (_, Key(.backTab)) where purpose.isCompleted:
      complete(by: -1)
      return []
    default: return nil
    }
  }

  /// Shows at once what comes of what was typed.
  private mutating func followPrompt(_ prompt: Prompt) -> [Effect] {
    switch prompt.purpose {
    case .search: return search(prompt.input.text)
    case .filter: checkFilter()
    case .helpSearch: help.search = prompt.input.text
    default: break
    }
    return []
  }

  private mutating func finish(_ prompt: Prompt) -> [Effect] {
    let text = prompt.input.text
    switch prompt.purpose {
    case .caption(let photo):
      return [.change(.caption(photo: photo, text.allSatisfy(\.isWhitespace) ? nil : text))]
    case .discardForm:
      if prompt.isConfirmed { leaveForm() }
      return []
    case .recoverForm: return answerOffer(text)
    case .leaveImport: return prompt.isConfirmed ? stopImportAndLeave() : []
    case .photoPath(let beer): return addPhoto(at: text, to: beer)
    case .importPath: return previewImport(of: text)
    case .columnField(let column):
      self.prompt = prompt
      return setColumn(column, to: text)
    case .useMapping:
      self.prompt = prompt
      return useMapping(named: text)
    case .saveMapping:
      self.prompt = prompt
      return saveMapping(as: text)
    case .confirmEmptyingTrash: return prompt.isConfirmed ? [.change(.emptyTrash)] : []
    case .confirmImport: return prompt.isConfirmed ? startImport() : []
    case .filter:
      // It stays open where something is wrong.
      self.prompt = prompt
      return finishFilter(text)
    case .setField(let beers):
      self.prompt = prompt
      return setField(text, of: beers)
    case .sortField:
      self.prompt = prompt
      return sort(byField: text)
    case .search:
      if !rows.query.searchWords.isEmpty { list.lastSearch = rows.query.search }
      return []
    case .helpSearch, .sort: return []
    }
  }

  private mutating func addPhoto(at path: String, to beer: Int64) -> [Effect] {
    guard !path.allSatisfy(\.isWhitespace), !path.hasSuffix("/") else { return [] }
    lastFolder = FolderRequest(typed: path).folder
    return [.change(.addPhotos(beer: beer, paths: [path]))]
  }
}
