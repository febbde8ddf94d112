import DiaryText
import Terminal

extension FilesScreen {
  /// Names are short.
  private static let maxWidth = 88

  func draw(in context: ScreenContext, into canvas: inout Canvas) {
    let theme = context.theme
    let columns = context.layout.textColumns(atMost: Self.maxWidth)
    ScreenFrame(
      title: title(context), status: StyledLine(status(context), theme.secondary),
      position: entries.isEmpty
        ? "" : "\(NumberText.count(scroll.cursor + 1)) of \(NumberText.count(entries.count))"
    ).draw(context, into: &canvas)
    let rows = rows(context)
    for (row, index) in zip(rows, scroll.top..<max(scroll.top, entries.count)) {
      draw(entries[index], row: row, isSelected: index == scroll.cursor, columns, context, into: &canvas)
    }
    let message = message(context)
    if let message, !rows.isEmpty {
      let row = min(rows.upperBound - 1, rows.lowerBound + entries.count)
      canvas.put(
        StyledLine(message, theme.secondary), at: Point(column: columns.lowerBound, row: row),
        maxWidth: columns.count)
    }
    let label = inputLabel(columns.count)
    let row = context.layout.body.lowerBound
    canvas.put(
      StyledLine(label, theme.secondary), at: Point(column: columns.lowerBound, row: row),
      maxWidth: label.columns)
    let choice = entries.indices.contains(scroll.cursor) ? entries[scroll.cursor] : nil
    // A screen reader reads only this line.
    let repeated = context.appearance.usesWords || rows.isEmpty ? message : nil
    context.drawInput(
      input, repeating: choice.map { PromptChoice(title: text(of: $0), explanation: repeated ?? "") },
      or: repeated, at: Point(column: columns.lowerBound + label.columns, row: row),
      until: columns.upperBound, style: theme.name, into: &canvas)
  }

  /// What is chosen, or a short word if that leaves little room to type.
  private func inputLabel(_ width: Int) -> String {
    let label = (prompt?.label ?? "Find") + " "
    return label.columns <= width / 2 ? label : "Find "
  }

  /// What is chosen, and the end of the folder's path.
  private func title(_ context: ScreenContext) -> StyledLine {
    let title = prompt?.label ?? ""
    let room = context.layout.contentWidth - title.columns - 3
    let ellipsis = String(context.glyphs.ellipsis)
    var path = folder
    while !path.isEmpty, path.columns + (path == folder ? 0 : ellipsis.columns) > room { path.removeFirst() }
    let shown = path == folder ? path : ellipsis + path
    return [.init(title, context.theme.title), .init("   " + shown, context.theme.secondary)]
  }

  /// The line under the cursor, as the real cursor is in the typed text, and which files are shown.
  private func status(_ context: ScreenContext) -> String {
    if isAnimated { return "\(Spinner.text(context)) Reading the folder" }
    let selected = entries.indices.contains(scroll.cursor) ? text(of: entries[scroll.cursor]) : nil
    let kinds = extensions.map { "." + $0 }.joined(separator: " ")
    let marks =
      marked.isEmpty
      ? (choosesSeveral && fileUnderCursor != nil ? "Space marks several" : nil)
      : NumberText.count(marked.count) + " marked"
    return [selected, marks, kinds.isEmpty ? nil : "Folders and \(kinds)"].compactMap { $0 }
      .joined(separator: " \(context.glyphs.separator) ")
  }

  private func text(of entry: Entry) -> String {
    switch entry {
    case .folder: "./  this folder" + (fileCount > 0 ? ", \(NumberText.count(fileCount, "file"))" : "")
    case .parent: "../  folder above"
    case .name(let name): name
    case .newFile(let name): "\(name)  new file"
    }
  }

  /// Why there are no names; `nil` if there are some.
  private func message(_ context: ScreenContext) -> String? {
    if isAnimated { return nil }
    if isUnreadable { return "This folder cannot be opened." }
    let hasChoices = entries.contains { $0 != .folder && $0 != .parent }
    if hasChoices { return nil }
    if !input.isEmpty { return "No matches." }
    return entries.contains(.folder) ? nil : "Nothing to choose here."
  }

  private func draw(
    _ entry: Entry, row: Int, isSelected: Bool, _ columns: Range<Int>, _ context: ScreenContext,
    into canvas: inout Canvas
  ) {
    let theme = context.theme
    if isSelected {
      RowCursor.draw(
        row: row, column: columns.lowerBound - 1, width: columns.count, context.appearance, into: &canvas)
    }
    let style =
      switch entry {
      case .folder, .newFile: theme.name
      case .parent: theme.secondary
      case .name(let name): name.hasSuffix("/") ? theme.accent : theme.plain
      }
    canvas.put(
      StyledLine(text(of: entry), isSelected ? theme.selected(style) : style),
      at: Point(column: columns.lowerBound, row: row), maxWidth: columns.count)
    if case .name(let name) = entry {
      RowMark.draw(
        isMarked: marked.contains(name), row: row, column: columns.lowerBound - 1, width: columns.count + 1,
        context.appearance, into: &canvas)
    }
  }
}
