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
    // Questions: `y` agrees; `n`, Enter and Escape choose what changes nothing.
    case confirmEmptyingTrash
    case confirmImport
    /// A change of very many beers.
    case confirmChange(ChangeRequest)
    case discardForm
    case recoverForm
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
  /// What was typed has been passed on, and the answer decides whether something else has to be typed.
  var isAwaitingAnswer = false
  /// How often Tab was pressed before the words were there that it needs; negative where it was for those before.
  var awaitedSteps = 0

  /// Whether y or n is the answer.
  var isQuestion: Bool {
    switch purpose {
    case .confirmEmptyingTrash, .confirmImport, .confirmChange, .discardForm, .recoverForm, .leaveImport: true
    default: false
    }
  }

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

  /// Asks a question, whose safe answer is marked by its capital letter.
  init(asking purpose: Purpose, _ question: String) { self.init(purpose, label: question + " y/N") }

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
    if prompt.isAwaitingAnswer, key != Key(.escape) { return keep(key) }
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
      prompt = nil
      return confirm(question.purpose)
    case .character("n"), .character("N"), Key(.enter), Key(.escape):
      prompt = nil
      if question.purpose == .recoverForm { postponeOffer() }
    default: break
    }
    return []
  }

  private mutating func confirm(_ question: Prompt.Purpose) -> [Effect] {
    switch question {
    case .confirmEmptyingTrash: return [.change(.emptyTrash)]
    case .confirmImport: return startImport()
    case .confirmChange(let request): return [.change(request)]
    case .discardForm:
      leaveForm()
      return []
    case .recoverForm: return useDraft()
    case .leaveImport: return stopImportAndLeave()
    default: return []
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
    case .helpSearch, .sort, .confirmEmptyingTrash, .confirmImport, .confirmChange, .discardForm,
      .recoverForm,
      .leaveImport:
      return []
    }
  }

  private mutating func addPhoto(at path: String, to beer: Int64) -> [Effect] {
    guard !path.allSatisfy(\.isWhitespace), !path.hasSuffix("/") else { return [] }
    lastFolder = FolderRequest(typed: path).folder
    prompt = Prompt(.photoPath(beer: beer), label: Self.photoLabel, text: path)
    prompt?.isAwaitingAnswer = true
    return [.change(.addPhotos(beer: beer, paths: [path]))]
  }
}
