import DiaryModel
import DiaryText
import Terminal

extension FormScreen {
  private static let labelWidth = 10

  func draw(in context: ScreenContext, into canvas: inout Canvas) {
    let theme = context.theme
    ScreenFrame(
      title: title(context), trailing: form?.isChanged == true ? "Unsaved" : "",
      status: form?.isSaving == true
        ? StyledLine("Saving…", context.theme.secondary) : .blank,
      position: form.map { outOfSight($0, context) } ?? ""
    ).draw(context, into: &canvas)
    guard let form else {
      let lines =
        context.currentBeerProblem.isEmpty
        ? [StyledLine("Reading the beer", theme.secondary)] : context.currentBeerProblem
      return BodyMessage(lines: lines).draw(context, into: &canvas)
    }
    for (row, index) in zip(context.layout.body, Self.first(form, context.layout)..<form.fields.count) {
      draw(form, index, row: row, context, into: &canvas)
    }
  }

  private func title(_ context: ScreenContext) -> StyledLine {
    let theme = context.theme
    guard form.map({ $0.beer != nil }) ?? (repeated == nil) else {
      if let form, let label = form.keptLabel, let name = BeerText.readable(form.original.name) {
        return StyledLine(name, theme.name)
          + StyledLine(LabelText.time(nil, of: label.times + 1), theme.title)
      }
      return StyledLine("New beer", theme.title)
    }
    return StyledLine("Edit  ", theme.secondary) + context.currentBeerName
  }

  private static let firstColumn = labelWidth + 3
  /// The columns that the text keeps next to a problem.
  private static let minInputWidth = 16

  /// The problem of a field that has no room to show it: the field under the cursor, or else another.
  func statusNotice(in context: ScreenContext) -> Notice? {
    guard let form else { return nil }
    let problems = ([form.field] + form.fields).lazy.compactMap { field in
      field.problem.flatMap { problem in
        hasRoom(for: problem, field, width: context.size.width) ? nil : "\(field.label): \(problem)"
      }
    }
    return problems.first.map { Notice(text: $0, kind: .problem) }
  }

  private func hasRoom(for problem: String, _ field: FormField, width: Int) -> Bool {
    let needed = min(field.input.text.columns + 1, Self.minInputWidth)
    return Self.firstColumn + needed + 2 + problem.columns < width
  }

  /// Returns the index of the first visible field; the cursor and one field after it stay visible.
  static func first(_ form: FormState, _ layout: Layout) -> Int {
    max(0, min(form.cursor + 2, form.fields.count) - layout.body.count)
  }

  /// The number of fields above and below the visible ones: `↑ 2 ↓ 4 more`; empty if all are visible.
  private func outOfSight(_ form: FormState, _ context: ScreenContext) -> String {
    let above = Self.first(form, context.layout)
    let below = form.fields.count - above - context.layout.body.count
    let glyphs = context.glyphs
    let parts = [(glyphs.up, above), (glyphs.down, below)].filter { $1 > 0 }.map { "\($0) \($1)" }
    return parts.isEmpty ? "" : parts.joined(separator: " ") + " more"
  }

  private func draw(
    _ form: FormState, _ index: Int, row: Int, _ context: ScreenContext, into canvas: inout Canvas
  ) {
    let theme = context.theme
    let field = form.fields[index]
    let isCurrent = index == form.cursor
    if isCurrent {
      canvas.put(
        String(context.glyphs.cursorBar), at: Point(column: 0, row: row),
        style: theme.accent)
    }
    canvas.put(
      field.label, at: Point(column: 1, row: row), style: isCurrent ? theme.key : theme.secondary,
      maxWidth: Self.labelWidth)
    let start = Self.firstColumn
    let trailing = trailing(field, context)
    let room = max(2, canvas.size.width - 1 - start - (trailing.columns > 0 ? trailing.columns + 2 : 0))
    if trailing.columns > 0 { canvas.put(trailing, endingAt: canvas.size.width - 1, row: row) }
    draw(
      field, form, isCurrent: isCurrent, at: Point(column: start, row: row), width: room, context,
      into: &canvas
    )
  }

  private func draw(
    _ field: FormField, _ form: FormState, isCurrent: Bool, at point: Point, width: Int,
    _ context: ScreenContext,
    into canvas: inout Canvas
  ) {
    let theme = context.theme
    if field.input.isEmpty, isCurrent || field.kind == .newCustom {
      // The parentheses tell it from a value on terminals that cannot dim text.
      let example = field.example.isEmpty ? "" : "(\(field.example))"
      canvas.put(example, at: point, style: theme.placeholder, maxWidth: width)
      if isCurrent { canvas.cursor = point }
      return
    }
    guard isCurrent else {
      canvas.put(field.input.text, at: point, style: theme.plain, maxWidth: width)
      return
    }
    field.input.draw(at: point, width: width, style: theme.name, into: &canvas)
    guard let suggestion = form.suggestion(glyphs: context.glyphs), let cursor = canvas.cursor else { return }
    canvas.put(
      suggestion, at: cursor, style: theme.placeholder, maxWidth: max(0, point.column + width - cursor.column)
    )
    canvas.cursor = cursor
  }

  /// The problem, or `!` if it has no room; else the position among the candidates, or the rating in stars.
  private func trailing(_ field: FormField, _ context: ScreenContext) -> StyledLine {
    let theme = context.theme
    if let problem = field.problem {
      return StyledLine(
        hasRoom(for: problem, field, width: context.size.width) ? problem : "!", theme.problem)
    }
    if let today = form?.suggestions?.today,
      field.date(today: today)?.begins(after: today) == true
    {
      return StyledLine("in the future", theme.accent)
    }
    if let form, form.field.kind == field.kind, !form.completionPosition.isEmpty {
      return StyledLine(form.completionPosition, theme.secondary)
    }
    guard field.kind == .rating, let rating = Double(field.input.text.replacing(",", with: ".")) else {
      return .blank
    }
    return StyledLine(BeerText.stars(rating, glyphs: context.glyphs), theme.stars)
  }
}
