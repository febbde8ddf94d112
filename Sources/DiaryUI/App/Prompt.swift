import DiaryStore
import Terminal

/// A line of input at the bottom of the screen: what it is for, what is typed, and what could complete it.
struct Prompt: Hashable, Sendable {
  enum Purpose: Hashable, Sendable {
    /// What is written under a photo.
    case caption(photo: Int64)
    /// The path of a photo to be added.
    case photoPath(beer: Int64)
    /// To be answered with y.
    case confirmEmptyingTrash
    /// To be answered with y.
    case discardForm
    /// To be answered with y or n.
    case recoverForm
    /// Shown as it is typed; leaving it goes back to the list before.
    case search(before: ListPlace)
    case filter
    /// One key chooses the order.
    case sort
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
  var completion: FilterCompletion?

  var isSearch: Bool { if case .search = purpose { true } else { false } }

  init(_ purpose: Purpose, label: String, text: String = "") {
    self.purpose = purpose
    self.label = label
    input = TextInput(text)
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

  /// Keys that mean something else in the list's prompts; `nil` where they do not.
  private mutating func pressInListPrompt(_ key: Key, _ purpose: Prompt.Purpose) -> [Effect]? {
    switch (purpose, key) {
    case (.sort, _): return pressInSortMenu(key)
    case (.search(let before), Key(.escape)):
      prompt = nil
      return goBack(to: before)
    case (.search, Key(.down)): return moveInList(.moveDown) ? [] : nil
    case (.search, Key(.up)): return moveInList(.moveUp) ? [] : nil
    case (.filter, Key(.tab)):
      completeFilter(by: 1)
      return []
    case (.filter, Key(.backTab)):
      completeFilter(by: -1)
      return []
    default: return nil
    }
  }

  /// Shows at once what comes of what was typed.
  private mutating func followPrompt(_ prompt: Prompt) -> [Effect] {
    switch prompt.purpose {
    case .search: return search(prompt.input.text)
    case .filter: checkFilter()
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
      if ["y", "yes"].contains(text.lowercased()) { leaveForm() }
      return []
    case .recoverForm: return answerOffer(text)
    case .photoPath(let beer): return addPhoto(at: text, to: beer)
    case .confirmEmptyingTrash:
      return ["y", "yes"].contains(text.lowercased()) ? [.change(.emptyTrash)] : []
    case .filter:
      // It stays open where something is wrong.
      self.prompt = prompt
      return finishFilter(text)
    case .search, .sort: return []
    }
  }

  private mutating func addPhoto(at path: String, to beer: Int64) -> [Effect] {
    guard !path.allSatisfy(\.isWhitespace), !path.hasSuffix("/") else { return [] }
    lastFolder = FolderRequest(typed: path).folder
    return [.change(.addPhotos(beer: beer, paths: [path]))]
  }

  /// Draws the open prompt over the status line.
  func drawPrompt(into canvas: inout Canvas) {
    guard let prompt else { return }
    let row = layout.statusRow
    canvas.fill(Point(column: 0, row: row), Size(width: size.width, height: 1))
    if prompt.purpose == .sort { return drawSortMenu(row: row, into: &canvas) }
    let label = prompt.label + (prompt.isSearch ? "" : " ")
    let used = canvas.put(
      label, at: Point(column: 1, row: row), style: appearance.theme.accent,
      maxWidth: max(layout.contentWidth / 2, layout.contentWidth - 6))
    prompt.input.draw(
      at: Point(column: 1 + used, row: row), width: layout.contentWidth - used, style: .plain, into: &canvas)
    guard let hintRow = layout.hintRow else { return }
    let cursor = canvas.cursor
    canvas.fill(Point(column: 0, row: hintRow), Size(width: size.width, height: 1))
    if let mistake = prompt.mistake {
      mistake.draw(
        below: prompt.input, from: 1 + used, width: layout.contentWidth - used, row: hintRow,
        appearance.theme.problem, into: &canvas)
      canvas.cursor = cursor
      return
    }
    let hint: StyledLine =
      prompt.problem.map { StyledLine($0, appearance.theme.problem) } ?? promptHint(prompt)
    canvas.put(hint, at: Point(column: 1, row: hintRow), maxWidth: layout.contentWidth)
    canvas.cursor = cursor
  }

  private func promptHint(_ prompt: Prompt) -> StyledLine {
    let leaving = prompt.isSearch ? "go back" : "leave it"
    var pairs = [("Enter", prompt.isSearch ? "keep" : "done"), ("Esc", leaving)]
    if case .filter = prompt.purpose {
      let position = prompt.completion?.position ?? ""
      pairs.append(("Tab", "complete" + (position.isEmpty ? "" : " (\(position))")))
    }
    return StyledLine(
      pairs.flatMap { key, text in
        [.init(key, appearance.theme.key), .init(" \(text)   ", appearance.theme.secondary)]
      } + [.init(prompt.hint ?? "", appearance.theme.secondary)])
  }

  private func drawSortMenu(row: Int, into canvas: inout Canvas) {
    canvas.put(SortMenu.line(self), at: Point(column: 1, row: row), maxWidth: layout.contentWidth)
    canvas.cursor = Point(column: 1, row: row)
    guard let hintRow = layout.hintRow else { return }
    canvas.fill(Point(column: 0, row: hintRow), Size(width: size.width, height: 1))
    let hint = "The same once more reverses it; any other key leaves it."
    canvas.put(
      hint, at: Point(column: 1, row: hintRow), style: appearance.theme.secondary,
      maxWidth: layout.contentWidth)
  }
}
