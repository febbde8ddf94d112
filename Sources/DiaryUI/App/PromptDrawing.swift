import Terminal

// A prompt takes the lowest rows: what is typed, and below it what helps or is wrong, on as many rows as that needs.
extension AppState {
  func drawPrompt(into canvas: inout Canvas) {
    guard let prompt else { return }
    let room = PromptRoom(prompt, layout: layout)
    let below = belowPrompt(prompt, room)
    if prompt.purpose == .sort {
      let menu = SortMenu(vocabulary).page(self)
      BottomLines(menu.lines + below).draw(self, into: &canvas)
      canvas.cursor = Point(column: 1 + menu.cursor.column, row: firstRow(of: menu) + menu.cursor.row)
      return
    }
    BottomLines(room.label.map { StyledLine($0, appearance.theme.accent) } + below).draw(self, into: &canvas)
    let place = Point(column: room.inputColumn, row: max(0, size.height - below.count - 1))
    guard !prompt.isQuestion else { return canvas.cursor = place }
    prompt.input.draw(at: place, width: room.inputColumns, style: .plain, into: &canvas)
  }

  /// The row of the screen that the sort menu begins in.
  func firstRow(of menu: SortMenu.Page) -> Int {
    guard let prompt else { return size.height }
    let below = belowPrompt(prompt, PromptRoom(prompt, layout: layout))
    return max(0, size.height - menu.lines.count - below.count)
  }

  /// What helps to go on, unless something is wrong; at least one row where there is one for hints.
  private func belowPrompt(_ prompt: Prompt, _ room: PromptRoom) -> [StyledLine] {
    let theme = appearance.theme
    if let mistake = prompt.mistake {
      return mistake.lines(
        below: prompt.input, from: room.inputColumn, width: room.inputColumns,
        screenWidth: size.width, theme.problem)
    }
    if let problem = prompt.problem {
      return StyledLine(problem, theme.problem).wrapped(to: layout.contentWidth)
    }
    guard layout.hintRow != nil else { return [] }
    return hints(of: prompt).flowed(to: layout.contentWidth, gap: Self.hintGap) + help(prompt)
  }

  /// What can be typed, or what is about to be put in, on as many rows as there may be.
  private func help(_ prompt: Prompt) -> [StyledLine] {
    let theme = appearance.theme
    if let candidates = prompt.completion?.upcoming, !candidates.isEmpty {
      let text = candidates.joined(separator: "  ")
      return [StyledLine(text.truncated(to: layout.contentWidth, ellipsis: ellipsis), theme.secondary)]
    }
    let lines = prompt.hint.map { $0.wrapped(to: layout.contentWidth) } ?? []
    let rows = max(3, size.height / 2 - 2)
    let shown = Array(lines.prefix(rows))
    return shown.enumerated().map { index, line in
      let isCut = index == rows - 1 && lines.count > rows
      return StyledLine(
        isCut ? (line + " " + ellipsis).truncated(to: layout.contentWidth, ellipsis: ellipsis) : line,
        theme.secondary)
    }
  }

  private var ellipsis: String { String(appearance.glyphs.ellipsis) }

  private func hints(of prompt: Prompt) -> [StyledLine] {
    hintTexts(of: prompt).map { key, text in
      [.init(key, appearance.theme.key), .init(" " + text, appearance.theme.secondary)]
    }
  }

  /// The key of the hint at a point of the screen; `nil` where there is none.
  func promptHint(at point: Point) -> Key? {
    guard let prompt, prompt.purpose != .sort, prompt.mistake == nil, prompt.problem == nil,
      layout.hintRow != nil
    else { return nil }
    let lines = hints(of: prompt)
    let first = size.height - belowPrompt(prompt, PromptRoom(prompt, layout: layout)).count
    let places = lines.flowPlaces(to: layout.contentWidth, gap: Self.hintGap)
    let index = lines.indices.first { index in
      let column = 1 + places[index].column
      return point.row == first + places[index].row
        && column..<column + lines[index].columns ~= point.column
    }
    // Of several keys any does.
    let label = index.flatMap { hintTexts(of: prompt)[$0].key.split(separator: "/").first }
    return label.flatMap { Self.hintKeys[String($0)] }
  }

  private static let hintGap = 3
  private static let hintKeys: [String: Key] = [
    "y": .character("y"), "n": .character("n"), "Enter": Key(.enter), "Esc": Key(.escape), "Tab": Key(.tab),
    "Up": Key(.up),
  ]

  private func hintTexts(of prompt: Prompt) -> [(key: String, text: String)] {
    let no = "n/Enter/Esc"
    let pairs: [(String, String)] =
      switch prompt.purpose {
      case .sort: [("Enter", "sort"), ("Esc", "leave it"), ("The same again", "reverses it")]
      case .search, .helpSearch: [("Enter", "keep"), ("Esc", "go back")]
      case .filter, .setField, .sortField, .columnField, .valueReading, .rowIdentity, .importedList,
        .useMapping, .saveMapping:
        [("Enter", "done"), ("Esc", "leave it"), ("Tab", "complete" + completionPosition(prompt))]
      case .photoPath where prompt.isAwaitingAnswer: [("Esc", "do not wait for the photo")]
      case .photoPath, .importPath, .photoFolder:
        [
          ("Enter", prompt.isFolder ? "look into the folder" : "done"), ("Esc", "leave it"),
          ("Tab", "complete" + completionPosition(prompt)),
        ]
      case .caption: [("Enter", "done"), ("Esc", "leave it")]
      case .confirmEmptyingTrash: [("y", "delete them"), (no, "keep them")]
      case .confirmImport: [("y", "add them"), (no, "look again")]
      case .confirmChange(let request): [("y", Self.agreement(to: request)), (no, "leave them as they are")]
      case .discardForm: [("y", "discard it"), (no, "keep editing")]
      case .recoverForm: [("y", "resume it"), (no, "keep it for the next start")]
      case .leaveImport: [("y", "stop it and leave"), (no, "let it run")]
      }
    let recall = recallsEntries(prompt) ? [("Up", "earlier ones")] : []
    return (pairs + recall).map { (key: $0, text: $1) }
  }

  private static func agreement(to request: ChangeRequest) -> String {
    switch request {
    case .trash: "move them"
    case .restore: "restore them"
    default: "change them"
    }
  }

  private func completionPosition(_ prompt: Prompt) -> String {
    if prompt.awaitedSteps != 0 { return ", reading what your beers have" }
    let position = prompt.completion?.position ?? ""
    return position.isEmpty ? "" : " (\(position))"
  }
}

/// Where a prompt's label and what is typed stand.
private struct PromptRoom {
  private static let leastInput = 10

  /// The rows of the label; what is typed stands in the last of them.
  let label: [String]
  let inputColumn: Int
  let inputColumns: Int

  /// What is typed has a row of its own where the label would leave it too little.
  init(_ prompt: Prompt, layout: Layout) {
    let width = layout.contentWidth
    let lines = prompt.label.wrapped(to: width)
    let used = (lines.last?.columns ?? 0) + (prompt.isSearch ? 0 : 1)
    // A question is answered by one key, which is not shown.
    let fits = prompt.isQuestion || width - used >= Self.leastInput
    label = fits ? lines : lines + [""]
    let column = fits ? min(used, width - 1) : 0
    inputColumn = 1 + column
    inputColumns = width - column
  }
}
