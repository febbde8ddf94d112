import DiaryText
import Terminal

extension FormScreen {
  private static let labelWidth = 10

  static func draw(_ state: AppState, into canvas: inout Canvas) {
    let theme = state.environment.appearance.theme
    ScreenFrame(
      title: title(state), aside: state.screens.editing.form?.isChanged == true ? "not stored yet" : "",
      status: state.screens.editing.form?.isSaving == true
        ? StyledLine("Storing it", state.environment.appearance.theme.secondary) : .blank,
      position: state.screens.editing.form.map { outOfSight($0, state) } ?? ""
    ).draw(state, into: &canvas)
    guard let form = state.screens.editing.form else {
      let lines =
        state.shownProblem.isEmpty ? [StyledLine("Reading the beer", theme.secondary)] : state.shownProblem
      return BodyMessage(lines: lines).draw(state, into: &canvas)
    }
    for (row, index) in zip(state.layout.body, first(form, state.layout)..<form.fields.count) {
      draw(form, index, row: row, state, into: &canvas)
    }
  }

  private static func title(_ state: AppState) -> StyledLine {
    let theme = state.environment.appearance.theme
    guard state.screens.editing.form?.beer != nil || state.screens.editing.form == nil else {
      return StyledLine("A new beer", theme.title)
    }
    return StyledLine("Edit  ", theme.secondary) + state.shownName
  }

  private static let firstColumn = labelWidth + 3
  /// The columns that what is typed keeps.
  private static let leastInput = 16

  /// What is wrong in a field that has no room for that: the one under the cursor, or else another.
  static func remark(_ state: AppState) -> Notice? {
    guard state.screen == .form, let form = state.screens.editing.form else { return nil }
    let remarks = ([form.field] + form.fields).lazy.compactMap { field in
      field.problem.flatMap { problem in
        hasRoom(for: problem, field, width: state.size.width) ? nil : "\(field.label): \(problem)"
      }
    }
    return remarks.first.map { Notice(text: $0, kind: .problem) }
  }

  private static func hasRoom(for problem: String, _ field: FormField, width: Int) -> Bool {
    let needed = min(field.input.text.columns + 1, leastInput)
    return firstColumn + needed + 2 + problem.columns < width
  }

  /// The cursor is kept in sight with a field after it.
  static func first(_ form: FormState, _ layout: Layout) -> Int {
    max(0, min(form.cursor + 2, form.fields.count) - layout.body.count)
  }

  /// How many fields there are above and below what is shown: `↑ 2 ↓ 4 more`.
  private static func outOfSight(_ form: FormState, _ state: AppState) -> String {
    let above = first(form, state.layout)
    let below = form.fields.count - above - state.layout.body.count
    let glyphs = state.environment.appearance.glyphs
    let parts = [(glyphs.up, above), (glyphs.down, below)].filter { $1 > 0 }.map { "\($0) \($1)" }
    return parts.isEmpty ? "" : parts.joined(separator: " ") + " more"
  }

  private static func draw(
    _ form: FormState, _ index: Int, row: Int, _ state: AppState, into canvas: inout Canvas
  ) {
    let theme = state.environment.appearance.theme
    let field = form.fields[index]
    let isCurrent = index == form.cursor
    if isCurrent {
      canvas.put(
        String(state.environment.appearance.glyphs.cursorBar), at: Point(column: 0, row: row),
        style: theme.accent)
    }
    canvas.put(
      field.label, at: Point(column: 1, row: row), style: isCurrent ? theme.key : theme.secondary,
      maxWidth: labelWidth)
    let start = firstColumn
    let aside = aside(field, state)
    let room = max(2, canvas.size.width - 1 - start - (aside.columns > 0 ? aside.columns + 2 : 0))
    if aside.columns > 0 { canvas.put(aside, endingAt: canvas.size.width - 1, row: row) }
    draw(
      field, form, isCurrent: isCurrent, at: Point(column: start, row: row), width: room, state, into: &canvas
    )
  }

  private static func draw(
    _ field: FormField, _ form: FormState, isCurrent: Bool, at point: Point, width: Int, _ state: AppState,
    into canvas: inout Canvas
  ) {
    let theme = state.environment.appearance.theme
    if field.input.isEmpty, isCurrent || field.kind == .newCustom {
      // In brackets, so that it is no value either where nothing can be dimmed.
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
    guard let suggestion = form.suggestion, let cursor = canvas.cursor else { return }
    canvas.put(
      suggestion, at: cursor, style: theme.placeholder, maxWidth: max(0, point.column + width - cursor.column)
    )
    canvas.cursor = cursor
  }

  /// What is wrong, or only that something is, which of several words was put in, or the rating in stars.
  private static func aside(_ field: FormField, _ state: AppState) -> StyledLine {
    let theme = state.environment.appearance.theme
    if let problem = field.problem {
      return StyledLine(hasRoom(for: problem, field, width: state.size.width) ? problem : "!", theme.problem)
    }
    if let today = state.screens.editing.form?.help?.today,
      field.date(today: today)?.begins(after: today) == true
    {
      return StyledLine("in the future", theme.accent)
    }
    if let form = state.screens.editing.form, form.field.kind == field.kind, !form.completionPosition.isEmpty
    {
      return StyledLine(form.completionPosition, theme.secondary)
    }
    guard field.kind == .rating, let rating = Double(field.input.text.replacing(",", with: ".")) else {
      return .blank
    }
    return StyledLine(BeerText.stars(rating, glyphs: state.environment.appearance.glyphs), theme.stars)
  }
}
