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
    /// How the values of the file are written.
    case valueReading
    /// The name of a mapping that was kept.
    case useMapping
    /// The name that a mapping is to be kept under.
    case saveMapping
    // Questions, which one key answers, or `y` and Enter where nothing brings back what goes.
    case confirmEmptyingTrash
    case confirmImport
    case discardForm
    case recoverForm
    case discardDraft
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
  /// The choice of the sort menu that the highlight has been moved to, by its key.
  var sortKey: Character?
  /// Whether something has been typed since it was opened.
  var isTyped = false
  /// Where it is among earlier entries.
  var recall: PromptHistory.Recall?
  /// What Tab has put in so far.
  var completion: WordCompletion?
  /// How often Tab was pressed before the words were there that it needs; negative where it was for those before.
  var awaitedSteps = 0

  /// Whether y or n is the answer.
  var isQuestion: Bool {
    [.confirmEmptyingTrash, .confirmImport, .discardForm, .recoverForm, .discardDraft, .leaveImport]
      .contains(purpose)
  }

  /// Whether nothing brings back what a yes takes away.
  var isFinal: Bool { [.confirmEmptyingTrash, .discardForm].contains(purpose) }

  /// Whether `y` is there and Enter is waited for.
  var awaitsEnter: Bool { isFinal && input.text == "y" }

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

  /// Forgets what was said of the text and how it was completed, as it becomes another.
  mutating func beginAnew() {
    (problem, completion, awaitedSteps) = (nil, nil, 0)
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
    case .filter, .setField, .sortField, .columnField, .valueReading, .useMapping, .saveMapping: true
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
}

extension AppState {
  /// Takes a key while a prompt is open.
  mutating func pressInPrompt(_ key: Key) -> [Effect] {
    guard var prompt else { return [] }
    if prompt.isQuestion { return answer(prompt, by: key) }
    switch key {
    case Key(.up) where recallsEntries(prompt): return recall(by: 1)
    case Key(.down) where recallsEntries(prompt): return recall(by: -1)
    default: if let effects = pressInListPrompt(key, prompt.purpose) { return effects }
    }
    switch key {
    case Key(.escape):
      self.prompt = nil
      return []
    case Key(.enter) where prompt.isFolder: return enterFolder()
    case Key(.enter):
      self.prompt = nil
      return finish(prompt)
    case Key(.tab): return completePath()
    case Key(.backTab): return completePath(by: -1)
    default:
      prompt.beginAnew()
      guard prompt.input.press(key) else { return [] }
      (prompt.isTyped, prompt.recall) = (true, nil)
      self.prompt = prompt
      return followPrompt(prompt)
    }
  }

  /// Puts a pasted line into the open prompt.
  mutating func insertInPrompt(_ line: String) -> [Effect] {
    guard var prompt else { return [] }
    prompt.beginAnew()
    prompt.input.insert(line)
    (prompt.isTyped, prompt.recall) = (true, nil)
    self.prompt = prompt
    return followPrompt(prompt)
  }

  /// Takes the key that answers a question; the question waits for one that does.
  private mutating func answer(_ question: Prompt, by key: Key) -> [Effect] {
    switch key {
    case .character("y"), .character("Y"):
      if question.isFinal {
        prompt?.input.set("y")
        return []
      }
      prompt = nil
      return confirm(question.purpose)
    case Key(.enter) where question.awaitsEnter:
      prompt = nil
      return confirm(question.purpose)
    case .character("n"), .character("N"):
      prompt = nil
      decline(question.purpose, toBeAskedAgain: false)
    case Key(.escape):
      prompt = nil
      decline(question.purpose, toBeAskedAgain: true)
    default: prompt?.input.set("")
    }
    return []
  }

  private mutating func confirm(_ question: Prompt.Purpose) -> [Effect] {
    switch question {
    case .confirmEmptyingTrash: return [.change(.emptyTrash)]
    case .confirmImport: return startImport()
    case .discardForm:
      leaveForm()
      return []
    case .recoverForm: return useDraft()
    case .discardDraft: return discardDraft()
    case .leaveImport: return stopImportAndLeave()
    default: return []
    }
  }

  /// Only what a form held is worth more than silence.
  private mutating func decline(_ question: Prompt.Purpose, toBeAskedAgain isPostponed: Bool) {
    switch question {
    case .recoverForm where !isPostponed: askToDiscardDraft()
    case .recoverForm, .discardDraft: postponeOffer()
    default: break
    }
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
    case (_, Key(.tab)) where purpose.isCompleted: return complete(by: 1)
    case (_, Key(.backTab)) where purpose.isCompleted: return complete(by: -1)
    default: return nil
    }
  }

  /// Shows at once what comes of what was typed.
  mutating func followPrompt(_ prompt: Prompt) -> [Effect] {
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
    case .photoPath(let beer): return addPhoto(at: text, to: beer)
    case .importPath: return previewImport(of: text)
    case .columnField(let column):
      self.prompt = prompt
      return setColumn(column, to: text)
    case .valueReading:
      self.prompt = prompt
      return setReading(text)
    case .useMapping:
      self.prompt = prompt
      return useMapping(named: text)
    case .saveMapping:
      self.prompt = prompt
      return saveMapping(as: text)
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
      searches.note(text)
      if !rows.query.searchWords.isEmpty { list.lastSearch = rows.query.search }
      return []
    case .helpSearch, .sort, .confirmEmptyingTrash, .confirmImport, .discardForm, .recoverForm, .discardDraft,
      .leaveImport:
      return []
    }
  }

  private mutating func addPhoto(at path: String, to beer: Int64) -> [Effect] {
    guard !path.allSatisfy(\.isWhitespace), !path.hasSuffix("/") else { return [] }
    lastFolder = FolderRequest(typed: path).folder
    return [.change(.addPhotos(beer: beer, paths: [path]))]
  }
}
