import DiaryModel
import DiaryStore
import DiaryText
import Terminal

extension ListScreen {
  func draw(in context: ScreenContext, into canvas: inout Canvas) {
    frame(context).draw(context, into: &canvas)
    guard isShown else { return drawMessage(context, into: &canvas) }
    ScrollBar(
      top: beers.displayedScroll.top, visible: beers.pageSize, count: beers.window.displayedCount ?? 0
    ).draw(
      column: listWidth(context) - 1, rows: context.layout.body, context.appearance, into: &canvas)
    switch view {
    case .compact: drawLines(context, into: &canvas)
    case .cards: drawCards(context, into: &canvas)
    }
    drawPanes(context, into: &canvas)
  }

  private func drawPanes(_ context: ScreenContext, into canvas: inout Canvas) {
    let panes = panes(context)
    guard let pane = panes.preview else { return }
    drawBorder(at: pane.border, context, into: &canvas)
    let beer = itemUnderCursor.map { shown($0, in: pane, context) }
    draw(beer?.lines(hasNotes: panes.notes == nil) ?? [], in: pane, into: &canvas)
    guard let notesPane = panes.notes else { return }
    if panes.areStacked {
      canvas.fill(
        Point(column: notesPane.textStart, row: notesPane.rows.lowerBound - 1),
        Size(width: notesPane.width, height: 1), with: context.glyphs.frame.horizontal,
        style: context.theme.secondary)
    } else {
      drawBorder(at: notesPane.border, context, into: &canvas)
    }
    let notes = itemUnderCursor.map { shown($0, in: notesPane, context) }
    draw(notes?.notesLines(context.pictures) ?? [], in: notesPane, into: &canvas)
  }

  private func shown(_ item: BeerListItem, in pane: ListPanes.Pane, _ context: ScreenContext) -> BeerPreview {
    let detail = preview.beer == item.id ? preview.detail : nil
    return BeerPreview(
      item: item, fields: detail?.beer.fields, photos: detail?.photos ?? [],
      times: preview.times.items(with: item.id), order: beers.window.displayedQuery.order,
      picture: context.pictures[item.thumbnailID], renderings: context.renderings,
      appearance: context.appearance, sheet: context.configuration.tastingSheet, width: pane.width,
      height: pane.rows.count, highlight: context.highlight)
  }

  private func draw(_ lines: [StyledLine], in pane: ListPanes.Pane, into canvas: inout Canvas) {
    for (row, line) in zip(pane.rows, lines) {
      canvas.put(line, at: Point(column: pane.textStart, row: row), maxWidth: pane.width)
    }
  }

  /// Draws the line at the left of a pane.
  private func drawBorder(at column: Int, _ context: ScreenContext, into canvas: inout Canvas) {
    let body = context.layout.body
    canvas.fill(
      Point(column: column, row: body.lowerBound), Size(width: 1, height: body.count),
      with: context.glyphs.frame.vertical, style: context.theme.secondary)
    drawJoints(at: column, context, into: &canvas)
  }

  /// Joins the line at the left of a pane to the rules above and below it.
  private func drawJoints(at column: Int, _ context: ScreenContext, into canvas: inout Canvas) {
    let layout = context.layout
    let glyphs = context.glyphs
    // The titles of the columns are in place of the rule above the list.
    let isCorner = column == listWidth(context) && titleRow(layout) == layout.headerRule
    let joints = [
      (layout.headerRule, isCorner ? glyphs.frame.topLeft : glyphs.teeDown),
      (layout.statusRule, glyphs.teeUp),
    ]
    for case (let row?, let joint) in joints {
      canvas.put(
        String(joint), at: Point(column: column, row: row), style: context.theme.secondary, maxWidth: 1)
    }
  }

  private func drawLines(_ context: ScreenContext, into canvas: inout Canvas) {
    let columns = columns(context)
    let width = listWidth(context)
    if let row = titleRow(context.layout) {
      titles(columns, context).draw(row: row, width: width, into: &canvas)
    }
    for (row, position) in zip(context.layout.body, beers.displayedPositions) {
      let line = ListLine(
        context, columns: columns, width: width, isSelected: position == beers.displayedScroll.cursor)
      let beer = beers.window[position]
      line.draw(beer, row: row, into: &canvas)
      RowMark.draw(
        isMarked: beers.isMarked(beer, at: position), row: row, width: width, context.appearance,
        into: &canvas)
    }
  }

  /// Returns the titles of the columns.
  func titles(_ columns: ListColumns, _ context: ScreenContext) -> ListTitles {
    ListTitles(beers, columns: columns, context.appearance)
  }

  private func drawCards(_ context: ScreenContext, into canvas: inout Canvas) {
    let grid = cardGrid(context)
    for (index, position) in beers.displayedPositions.enumerated() {
      let origin = grid.origin(of: index)
      let row = context.layout.body.lowerBound + origin.row
      let beer = beers.window[position]
      let isSelected = position == beers.displayedScroll.cursor
      if grid.isLarge {
        LargeListCard(context, left: origin.column, width: grid.width, isSelected: isSelected)
          .draw(beer, row: row, into: &canvas)
      } else {
        ListCard(
          context, filled: filledColumns, left: origin.column, width: grid.width, isSelected: isSelected
        ).draw(beer, row: row, into: &canvas)
      }
      RowMark.draw(
        isMarked: beers.isMarked(beer, at: position), row: row, column: origin.column, width: grid.width + 2,
        context.appearance, into: &canvas)
    }
  }
}

extension ListScreen {
  private func frame(_ context: ScreenContext) -> ScreenFrame {
    let separator = " \(context.glyphs.separator) "
    let title = ListHeader.line(beers, context)
    let order = ListHeader.order(nextTo: title, beers, context)
    return ScreenFrame(
      title: title, trailing: order,
      state: SyncStateText.line(
        context.sync, context.appearance, room: ScreenFrame.roomForState(title, trailing: order, context))
        ?? .blank,
      status: range(context) ?? itemUnderCursor.map { status($0, separator: separator, context) } ?? .blank,
      position: position(context))
  }

  /// The number of beers in an open range and, if there is room, its keys, which the hints have as well; `nil` if no
  /// range is open.
  private func range(_ context: ScreenContext) -> StyledLine? {
    guard beers.marks.rangeStart != nil, let range = beers.marks.range(to: beers.scroll.cursor)
    else {
      return nil
    }
    let keys = [
      context.key(of: .open).map { "\($0) marks \(range.count == 1 ? "it" : "them")" },
      context.key(of: .showAll).map { "\($0) cancels" },
    ].compactMap { $0 }
    let count = "Range of \(NumberText.count(range.count, "beer"))"
    let whole = count + (keys.isEmpty ? "" : ": " + keys.joined(separator: ", ")) + "."
    let room = context.layout.contentWidth - position(context).columns - 2
    return StyledLine(whole.columns <= room ? whole : count, context.theme.secondary)
  }

  /// The details that the line under the cursor has no room for.
  private func status(_ item: BeerListItem, separator: String, _ context: ScreenContext) -> StyledLine {
    let style = context.theme.secondary
    // A card shows the excerpt itself, and what the list is sorted by.
    var hidden: [String] = []
    if view == .compact {
      let room = ScreenFrame.roomForStatus(nextTo: position(context), context)
      let line = line(context)
      if let excerpt = line.excerpt(item) { return excerpt.line(width: room, style: style) }
      let sorted = line.columns.sorted
      let others: [ListColumns.Kind] = item.isRepeated ? [] : [.brewery, .style, .abv]
      let kinds = [sorted] + others.filter { $0 != sorted }
      let shown = Set(line.columns.columns.map(\.kind))
      hidden = kinds.filter { !shown.contains($0) }.compactMap { line.text(of: $0, item) }
    }
    let texts =
      item.isRepeated
      ? item.history?.details(context.appearance.dates) ?? []
      : [BeerText.readable(item.place), photos(item)].compactMap { $0 }
    // The venue may also be what the list is sorted by.
    let others = texts.filter { !hidden.contains($0) }
    return StyledLine((hidden + others).joined(separator: separator), style)
  }

  /// Returns what the search has found in the beer under the cursor if no column shows it; `nil` if all is shown, and
  /// for cards, which show it themselves.
  func excerptUnderCursor(_ context: ScreenContext) -> MatchExcerpt? {
    guard view == .compact, let item = itemUnderCursor else { return nil }
    return line(context).excerpt(item)
  }

  /// Returns the line of a beer that is not under the cursor.
  private func line(_ context: ScreenContext) -> ListLine {
    ListLine(context, columns: columns(context), width: listWidth(context), isSelected: false)
  }

  private func photos(_ item: BeerListItem) -> String? {
    item.thumbnail.map { _ in NumberText.count(max(1, item.photoCount), "photo") }
  }

  private func position(_ context: ScreenContext) -> String {
    guard let count = beers.count, count > 0 else { return "" }
    return "\(NumberText.count(beers.scroll.cursor + 1)) of \(NumberText.count(count))"
  }

  private func drawMessage(_ context: ScreenContext, into canvas: inout Canvas) {
    // Until it is known whether there are beers in the trash, keys have other actions than those that would be shown.
    let isUndecided = beers.window.displayedQuery.hasAllBeers && beers.window.summary == nil
    if isUndecided, beers.window.failure == nil { return }
    let problem = [
      StyledLine("The list cannot be read.", context.theme.problem), .blank,
      StyledLine(context.sentence(press: (.reload, "try again"))),
    ]
    let message =
      beers.window.failure != nil
      ? BodyMessage(lines: problem)
      : beers.window.displayedQuery.hasAllBeers
        ? welcomeMessage(context) : BodyMessage(lines: ListHeader.nothingFound(beers, context))
    message.draw(context, into: &canvas)
  }

  private func welcomeMessage(_ context: ScreenContext) -> BodyMessage {
    let lines = welcome(context)
    let cursor = choiceUnderCursor(context).flatMap { choice in lines.first { choice.isShown(by: $0) } }
    return BodyMessage(lines: lines, isCentered: true, cursor: cursor)
  }

  /// Returns the choice that the cursor is on; `nil` if there is none.
  func choiceUnderCursor(_ context: ScreenContext) -> WelcomeChoice? {
    guard context.isWelcoming, let choiceCursor else { return nil }
    let choices = welcomeChoices(context)
    return choices.indices.contains(choiceCursor) ? choices[choiceCursor] : nil
  }

  /// Returns the action of the choice at a point of the screen; `nil` if there is none.
  func welcomeChoice(at point: Point, _ context: ScreenContext) -> Action? {
    guard !isShown, context.isWelcoming, let line = welcomeMessage(context).line(at: point, context) else {
      return nil
    }
    return welcomeChoices(context).first { $0.isShown(by: line) }?.action
  }

  /// The longest message that fits.
  private func welcome(_ context: ScreenContext) -> [StyledLine] {
    let theme = context.theme
    let emptiness = EmptyListText.sentence(about: beers.window.displayedQuery)
    let heading: [StyledLine] = [StyledLine(emptiness, theme.name), .blank]
    let colors = StyledLine(
      [3, 5, 8, 12, 17, 24, 35].flatMap { [context.appearance.cell(srm: $0), .init(" ")] })
    let trash: [StyledLine] =
      beers.window.summary?.isAllInTrash == true
      ? [StyledLine(context.sentence(press: (.showTrash, "see the beers in the trash")))] : []
    let choices = welcomeChoices(context)
    let width = choices.map { $0.key.columns }.max() ?? 0
    func lines(isShort: Bool) -> [StyledLine] {
      choices.enumerated().map { index, choice in
        let line: StyledLine = [
          .init(choice.key.fitted(to: width) + "   ", theme.key), .init(isShort ? choice.short : choice.long),
        ]
        return index == choiceCursor ? theme.selected(line) : line
      }
    }
    let long = lines(isShort: false)
    let short = lines(isShort: true)
    let spread: [StyledLine] = Array(long.map { [$0] }.joined(separator: [StyledLine.blank]))
    let apart = trash + (trash.isEmpty ? [] : [.blank])
    return BodyMessage.longest(
      of: [
        [colors, .blank] + heading + apart + spread, heading + apart + spread, heading + trash + long,
        heading + trash + short, trash + short,
      ], context)
  }

  /// Returns the choices that have a key.
  func welcomeChoices(_ context: ScreenContext) -> [WelcomeChoice] {
    let choices: [(action: Action, long: String, short: String)] = [
      (.addBeer, "Write down your first beer", "first beer"),
      (.adoptDiary, "Bring your diary from Beer Diary for iOS", "iOS diary"),
      (.importFile, "Import check-ins from Untappd, RateBeer or a spreadsheet", "import a file"),
      (.showSample, "Look around in a sample diary", "sample diary"),
    ]
    return choices.compactMap { choice in
      context.kinds(on: .list).lazy.compactMap { context.key(of: choice.action, on: $0) }.first
        .map { WelcomeChoice(action: choice.action, key: $0, long: choice.long, short: choice.short) }
    }
  }
}

/// A way to begin a diary, as a line of the list of an empty diary.
struct WelcomeChoice {
  let action: Action
  let key: String
  let long: String
  let short: String

  /// Whether a line of the screen is this one.
  fileprivate func isShown(by line: StyledLine) -> Bool { [long, short].contains(line.spans.last?.text) }
}
