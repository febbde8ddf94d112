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
    case confirmEmptyingTrash(count: Int)
    /// To be answered with y.
    case discardForm
  }

  let purpose: Purpose
  let label: String
  var input: TextInput
  /// What helps to go on.
  var hint: String?
  /// What is wrong with what is typed.
  var problem: String?

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
      guard prompt.input.press(key) else { return [] }
      self.prompt = prompt
      return []
    }
  }

  private mutating func finish(_ prompt: Prompt) -> [Effect] {
    let text = prompt.input.text
    switch prompt.purpose {
    case .caption(let photo):
      return [.change(.caption(photo: photo, text.allSatisfy(\.isWhitespace) ? nil : text))]
    case .discardForm:
      if ["y", "yes"].contains(text.lowercased()) { leaveForm() }
      return []
    case .photoPath(let beer): return addPhoto(at: text, to: beer)
    case .confirmEmptyingTrash:
      return ["y", "yes"].contains(text.lowercased()) ? [.change(.emptyTrash)] : []
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
    let label = prompt.label + " "
    let used = canvas.put(
      label, at: Point(column: 1, row: row), style: appearance.theme.accent, maxWidth: layout.contentWidth / 2
    )
    prompt.input.draw(
      at: Point(column: 1 + used, row: row), width: layout.contentWidth - used, style: .plain, into: &canvas)
    guard let hintRow = layout.hintRow else { return }
    let cursor = canvas.cursor
    canvas.fill(Point(column: 0, row: hintRow), Size(width: size.width, height: 1))
    let hint: StyledLine =
      prompt.problem.map { StyledLine($0, appearance.theme.problem) }
      ?? [
        .init("Enter", appearance.theme.key), .init(" done   ", appearance.theme.secondary),
        .init("Esc", appearance.theme.key), .init(" leave it   ", appearance.theme.secondary),
        .init(prompt.hint ?? "", appearance.theme.secondary),
      ]
    canvas.put(hint, at: Point(column: 1, row: hintRow), maxWidth: layout.contentWidth)
    canvas.cursor = cursor
  }
}
