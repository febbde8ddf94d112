import DiaryModel
import DiaryText
import Terminal

extension FormScreen {
  /// The columns that the text keeps next to a remark.
  private static let minInputWidth = 16
  /// The columns that a truncated suggestion has at least.
  private static let minAdviceColumns = 4
  /// The columns reserved for a number, so that the stars after it stay in place while it is typed.
  private static let numberWidth = 4

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
    let rows = Self.rows(form, context)
    for index in rows.visibleFields {
      draw(form, index, rows: rows.rows(ofField: index), context, into: &canvas)
    }
    drawPreview(form, context, into: &canvas)
  }

  private func title(_ context: ScreenContext) -> StyledLine {
    let theme = context.theme
    if form?.wasDeleted == true {
      return StyledLine("Add again  ", theme.secondary) + context.currentBeerName
    }
    guard form.map({ $0.beer != nil }) ?? (repeated == nil) else {
      if let form, let repeated = form.beerToRepeat, repeated.label != nil,
        let name = BeerText.readable(repeated.facts.name)
      {
        return StyledLine(name, theme.name) + StyledLine(form.repetition, theme.title)
      }
      return StyledLine("New beer", theme.title)
    }
    return StyledLine("Edit  ", theme.secondary) + context.currentBeerName
  }

  /// Returns what is wrong with the field under the cursor; or else the remark about it or another field, if it has no room
  /// next to the field.
  func statusNotice(in context: ScreenContext) -> Notice? {
    guard let form else { return nil }
    // A screen reader reads it next to the field.
    if !context.appearance.usesWords, let sentence = form.field.problemSentence {
      return Notice(text: sentence, kind: .problem)
    }
    let problems = ([form.field] + form.fields).lazy.compactMap { field in
      field.remark(glyphs: context.glyphs).flatMap { remark in
        hasRoom(for: remark, field, context.formLayout) ? nil : "\(field.label): \(remark)"
      }
    }
    return problems.first.map { Notice(text: $0, kind: .problem) }
  }

  private func hasRoom(for remark: String, _ field: FormField, _ layout: FormLayout) -> Bool {
    let needed = min(field.input.text.columns + 1, Self.minInputWidth)
    return layout.indent + needed + 2 + remark.columns < layout.width
  }

  /// The columns of a line of the notes, and the rows by which a page of them moves.
  static func textSize(_ context: ScreenContext) -> Size {
    // One column is reserved for the cursor after the last character.
    Size(
      width: max(1, context.formLayout.width - 2 - context.formLayout.indent),
      height: FormRows.maxTextHeight(context.layout.body.count))
  }

  private static func rows(_ form: FormState, _ context: ScreenContext) -> FormRows {
    FormRows(form, bodyHeight: context.layout.body.count, textWidth: textSize(context).width)
  }

  /// Moves to the clicked field; in the notes, to the clicked character.
  func click(_ point: Point, on form: inout FormState, in context: ScreenContext) {
    let rows = Self.rows(form, context)
    let row = point.row - context.layout.body.lowerBound
    guard context.formLayout.columns.contains(point.column), let index = rows.field(atRow: row) else {
      return
    }
    guard index == form.cursor, form.takesLines else {
      let kind = form.fields[index].kind
      // Leaving the field for another custom field may have added one above it.
      if form.move(by: index - form.cursor) { form.moveCursor(to: kind) }
      return
    }
    let box = form.field.input.box(width: Self.textSize(context).width)
    let fieldRows = rows.rows(ofField: index)
    let lines = box.window(at: form.field.input.cursor, height: fieldRows.count).lines
    let line = lines[min(row - fieldRows.lowerBound, lines.count - 1)]
    form.moveInText(to: box.index(atColumn: point.column - context.formLayout.textStart, of: line))
  }

  /// The number of fields above and below the visible ones: `↑ 2 ↓ 4 more`; empty if all are visible.
  private func outOfSight(_ form: FormState, _ context: ScreenContext) -> String {
    let rows = Self.rows(form, context)
    let above = rows.hiddenAbove
    let below = rows.hiddenBelow
    let glyphs = context.glyphs
    let parts = [(glyphs.up, above), (glyphs.down, below)].filter { $1 > 0 }.map { "\($0) \($1)" }
    return parts.isEmpty ? "" : parts.joined(separator: " ") + " more"
  }

  private func draw(
    _ form: FormState, _ index: Int, rows: Range<Int>, _ context: ScreenContext, into canvas: inout Canvas
  ) {
    let theme = context.theme
    let field = form.fields[index]
    let isCurrent = index == form.cursor
    let layout = context.formLayout
    let row = context.layout.body.lowerBound + rows.lowerBound
    if isCurrent {
      for row in row..<row + rows.count {
        canvas.put(
          String(context.glyphs.cursorBar), at: Point(column: layout.left, row: row), style: theme.accent)
      }
    }
    let start = Point(column: layout.textStart, row: row)
    if field.takesLines, !field.input.isEmpty {
      return drawLines(
        field, form, isCurrent: isCurrent, at: start, rows: rows.count, context, into: &canvas)
    }
    drawLabel(of: field, isCurrent: isCurrent, row: row, context, into: &canvas)
    let trailing = trailing(field, isCurrent: isCurrent, context)
    var room = layout.end - start.column
    // What is typed comes first.
    let needed = min(field.input.text.columns + 1, Self.minInputWidth / 2)
    if trailing.columns > 0, room - trailing.columns - 2 >= needed {
      canvas.put(trailing, endingAt: layout.end, row: row)
      room -= trailing.columns + 2
    }
    let stars = stars(field, context)
    let suggested = isCurrent ? suggestion(form, context)?.columns ?? 0 : 0
    let width = max(Self.numberWidth, field.input.text.columns + suggested)
    if stars.columns > 0, width + 2 + stars.columns <= room {
      canvas.put(
        stars, at: Point(column: start.column + width + 2, row: row), maxWidth: stars.columns)
      room = width + 1
    }
    draw(field, form, isCurrent: isCurrent, at: start, width: room, context, into: &canvas)
  }

  private func drawLabel(
    of field: FormField, isCurrent: Bool, row: Int, _ context: ScreenContext, into canvas: inout Canvas
  ) {
    let (layout, theme) = (context.formLayout, context.theme)
    canvas.put(
      field.label.truncated(to: layout.labelWidth, ellipsis: String(context.glyphs.ellipsis)),
      at: Point(column: layout.left + 1, row: row), style: isCurrent ? theme.key : theme.secondary)
  }

  /// Draws a field with several lines; arrows in the margin show that there are more than are visible.
  ///
  /// In words, the label is on the line with the cursor, which is the one that is read.
  private func drawLines(
    _ field: FormField, _ form: FormState, isCurrent: Bool, at point: Point, rows: Int,
    _ context: ScreenContext, into canvas: inout Canvas
  ) {
    let theme = context.theme
    let box = field.input.box(width: Self.textSize(context).width)
    let window = box.window(at: isCurrent ? field.input.cursor : 0, height: rows)
    let labelRow = point.row + (isCurrent && context.appearance.usesWords ? window.cursorRow : 0)
    drawLabel(of: field, isCurrent: isCurrent, row: labelRow, context, into: &canvas)
    for (row, line) in window.lines.enumerated() {
      let start = Point(column: point.column, row: point.row + row)
      canvas.put(box.text(line), at: start, style: isCurrent ? theme.name : theme.plain, maxWidth: box.width)
      guard isCurrent, row == window.cursorRow else { continue }
      // Blanks may reach beyond the line.
      let column = min(box.columns(line.lowerBound..<field.input.cursor), box.width)
      let cursor = Point(column: start.column + column, row: start.row)
      canvas.cursor = cursor
      if let suggestion = suggestion(form, context) {
        canvas.put(suggestion, at: cursor, style: theme.placeholder, maxWidth: box.width - column)
      }
    }
    let margin = context.formLayout.end
    let marks = [
      (window.hasMoreAbove, context.glyphs.up, point.row),
      (window.hasMoreBelow, context.glyphs.down, point.row + rows - 1),
    ]
    for (isShown, glyph, row) in marks where isShown {
      canvas.put(String(glyph), at: Point(column: margin, row: row), style: theme.secondary)
    }
  }

  private func draw(
    _ field: FormField, _ form: FormState, isCurrent: Bool, at point: Point, width: Int,
    _ context: ScreenContext,
    into canvas: inout Canvas
  ) {
    let theme = context.theme
    if field.input.isEmpty, isCurrent || field.kind == .newCustom {
      // The parentheses distinguish it from a value on terminals that cannot dim text.
      let example = (isCurrent ? offer(form, context) : nil) ?? field.placeholder
      canvas.put(example.isEmpty ? "" : "(\(example))", at: point, style: theme.placeholder, maxWidth: width)
      if isCurrent { canvas.cursor = point }
      return
    }
    guard isCurrent else {
      canvas.put(field.input.text, at: point, style: theme.plain, maxWidth: width)
      return
    }
    field.input.draw(at: point, width: width, style: theme.name, into: &canvas)
    guard let suggestion = suggestion(form, context), let cursor = canvas.cursor else { return }
    canvas.put(
      suggestion, at: cursor, style: theme.placeholder, maxWidth: max(0, point.column + width - cursor.column)
    )
    canvas.cursor = cursor
  }

  /// Returns the suggestion for an empty field after the key that accepts it, so that it is not taken for a value; `nil` if
  /// there is none.
  private func offer(_ form: FormState, _ context: ScreenContext) -> String? {
    form.currentSuggestion.map { suggestion in
      let text = [suggestion.text, suggestion.reason].compactMap(\.self).joined(separator: " ")
      return context.key(of: .completeField).map { "\($0): \(text)" } ?? text
    }
  }

  /// Returns the suggestion after the typed text; `nil` if there is none, or if it is at the end of the line, because a
  /// screen reader would read it as if it were typed.
  ///
  /// Without colors, brackets distinguish it from what was typed.
  private func suggestion(_ form: FormState, _ context: ScreenContext) -> String? {
    if context.appearance.usesWords { return nil }
    let suggestion = form.suggestion(glyphs: context.glyphs)
    return context.theme.usesColor ? suggestion : suggestion.map { "[\($0)]" }
  }

  /// Returns the key that accepts the suggestion, if it is not in the hints; in words, with the suggestion.
  ///
  /// `nil` if there is no suggestion.
  private func acceptAdvice(_ form: FormState, _ context: ScreenContext) -> StyledLine? {
    guard let value = form.currentSuggestion?.title, let key = context.key(of: .completeField) else {
      return nil
    }
    let theme = context.theme
    func advice(_ text: String) -> StyledLine { [.init(key, theme.key), .init(text, theme.secondary)] }
    let room = context.formLayout.end - context.formLayout.textStart - form.field.input.text.columns - 3
    if context.appearance.usesWords {
      let columns = room - key.columns - 2
      guard columns >= min(value.columns, Self.minAdviceColumns) else { return advice("") }
      return advice(": " + value.truncated(to: columns, ellipsis: String(context.glyphs.ellipsis)))
    }
    // A suggestion for an empty field already shows the key.
    guard !form.field.input.isEmpty, !hintsShowCompletion(context) else { return nil }
    let whole = advice(": accept")
    return (suggestion(form, context)?.columns ?? 0) + whole.columns <= room ? whole : advice("")
  }

  private func hintsShowCompletion(_ context: ScreenContext) -> Bool {
    context.layout.hintRow != nil && HintLine(context).shows(.completeField, width: context.size.width)
  }

  /// The remark, or `!` if it has no room; else the position among the candidates, or the key that accepts a suggestion.
  private func trailing(_ field: FormField, isCurrent: Bool, _ context: ScreenContext) -> StyledLine {
    let theme = context.theme
    let layout = context.formLayout
    if let remark = field.remark(glyphs: context.glyphs) {
      return StyledLine(hasRoom(for: remark, field, layout) ? remark : "!", theme.problem)
    }
    if let form, let today = form.suggestions?.today, let now = context.now,
      let date = field.date(today: today, format: form.dateFormat),
      date.localTime(in: form.timeZone).begins(after: now)
    {
      return StyledLine("in the future", theme.accent)
    }
    if let form, form.field.kind == field.kind, !form.completionPosition.isEmpty {
      return StyledLine(form.completionPosition, theme.secondary)
    }
    if isCurrent, let form, let advice = acceptAdvice(form, context) { return advice }
    if field.isChangedElsewhere, hasRoom(for: FormField.changedElsewhere, field, layout) {
      return StyledLine(FormField.changedElsewhere, theme.accent)
    }
    return .blank
  }

  /// The rating or the score of a part of the tasting sheet in stars, which follow the text; blank for other fields, and
  /// in words.
  private func stars(_ field: FormField, _ context: ScreenContext) -> StyledLine {
    if context.appearance.usesWords { return .blank }
    var rating: Double?
    if field.kind == .rating { rating = Double(field.input.text.replacing(",", with: ".")) }
    if field.weight != nil { rating = TastingSheet.score(of: field.input.text) }
    guard let rating, field.problem == nil, NumberRange.rating.entered.contains(rating) else { return .blank }
    return StyledLine(BeerText.stars(rating, glyphs: context.glyphs), context.theme.rating(rating))
  }
}
