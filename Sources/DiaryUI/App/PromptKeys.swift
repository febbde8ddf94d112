import DiaryStore
import DiaryText
import Terminal

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
    if question.quietTicks != nil, key != Key(.escape) {
      prompt?.quietTicks = 0
      return []
    }
    switch key {
    case .character("y"), .character("Y"):
      prompt = nil
      return confirm(question.purpose)
    case .character("n"), .character("N"), Key(.enter), Key(.escape):
      prompt = nil
      if question.purpose == .recoverForm { postponeOffer() }
    default: prompt?.quietTicks = 0
    }
    return []
  }

  /// Lets a question take answers again once nothing has been typed for about half a second.
  mutating func tickPrompt() {
    guard let ticks = prompt?.quietTicks else { return }
    prompt?.quietTicks = ticks < 5 ? ticks + 1 : nil
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
    case .rowIdentity:
      self.prompt = prompt
      return setIdentity(text)
    case .photoFolder: return setPhotoFolder(text)
    case .importedList:
      self.prompt = prompt
      return chooseList(text)
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
