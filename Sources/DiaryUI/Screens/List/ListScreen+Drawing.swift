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
      if drawWords(at: position, row: row, width: width - 2, context, into: &canvas) { continue }
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
      // In place of the first line.
      if drawWords(at: position, row: row, left: origin.column, width: grid.width, context, into: &canvas) {
        continue
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

  func photos(_ item: BeerListItem) -> String? {
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
}

// MARK: - Header

/// The header of the list: which beers it has, and in which order.
enum ListHeader {
  private static func title(_ query: BeerQuery) -> String { query.filter.isInTrash ? "Trash" : "Beer Diary" }

  /// Returns the title, the diary's file, the counts, and the search and filter.
  ///
  /// Different beers and all of them are both counted, first what the list has a line for. Different beers are not counted
  /// until all beers have labels. If there is little room, the number of beers with photos is left out, then the second of
  /// these numbers, then the title.
  static func line(_ beers: BeerList, _ context: ScreenContext) -> StyledLine {
    let separator = " \(context.glyphs.separator) "
    let count =
      beers.window.summary?.lacksLabels == true
      ? "not all beers have labels yet"
      : beers.count.map { NumberText.count($0, beers.isDistinct ? "different beer" : "beer") } ?? ""
    let other = beers.otherCount.map { ", " + self.other($0, beers) } ?? ""
    let photos = photos(beers).map { separator + $0 } ?? ""
    let readOnly = context.isReadOnly ? separator + "read-only" : ""
    let title = title(beers.window.query)
    // If there is little room, the file's name is the title.
    let titles =
      context.configuration.storeName.map { [title + separator + $0, beers.isInTrash ? title : $0] }
      ?? [title]
    let narrowing = beers.window.query.narrowing(context)
    func choices(_ details: [String]) -> [StyledLine] {
      titles.flatMap { title in
        details.map {
          line(beers, context, title: title, counts: count + $0 + readOnly, narrowing: narrowing)
        }
      }
    }
    let details = [other + photos, other]
    let all = choices(other.isEmpty ? details : details + [""])
    let room = context.layout.contentWidth
    // The order is more important than a long title or a third number, and less important than everything else.
    let hasLess = titles.count > 1 || !other.isEmpty
    let rooms =
      context.sync.status == nil
      ? [hasLess ? room - order(beers).columns - 2 : room]
      : [roomNextToOrderAndState(beers, context), roomNextToState(context)]
    return rooms.lazy.compactMap { room in choices(details).first { $0.columns <= room } }.first
      ?? all.first { $0.columns <= room } ?? all[all.count - 1]
  }

  /// Returns `12 different`, or of a list of different beers `42 in all`.
  private static func other(_ count: Int, _ beers: BeerList) -> String {
    if beers.isDistinct { return NumberText.count(count) + " in all" }
    // A single one differs from nothing.
    return count == 1 ? "all the same" : NumberText.count(count) + " different"
  }

  /// Returns `12 with photos`, or in the trash how many photos were removed from beers; `nil` for none.
  private static func photos(_ beers: BeerList) -> String? {
    guard let summary = beers.window.summary else { return nil }
    if summary.removedPhotoCount > 0, beers.isInTrash {
      return NumberText.count(summary.removedPhotoCount, "removed photo")
    }
    let count = summary.beersWithPhotos
    if count == 0 || beers.isDistinct { return nil }
    return "\(NumberText.count(count)) with \(count == 1 ? "a photo" : "photos")"
  }

  /// Returns the order; empty if there is no room for it next to the state of the synchronization.
  ///
  /// All states have the same room, so that nothing moves when the state changes.
  static func order(nextTo title: StyledLine, _ beers: BeerList, _ context: ScreenContext) -> String {
    let hasRoom = context.sync.status == nil || title.columns <= roomNextToOrderAndState(beers, context)
    return hasRoom ? order(beers) : ""
  }

  private static func roomNextToOrderAndState(_ beers: BeerList, _ context: ScreenContext) -> Int {
    roomNextToState(context) - order(beers).columns - 3
  }

  private static func roomNextToState(_ context: ScreenContext) -> Int {
    context.layout.contentWidth - SyncStateText.maxColumns - 2
  }

  private static func line(
    _ beers: BeerList, _ context: ScreenContext, title: String, counts: String, narrowing: String
  ) -> StyledLine {
    let theme = context.theme
    return [
      .init(title, theme.title), .init("   "),
      .init(marked(beers.marks).map { "\($0) \(context.glyphs.separator) " } ?? "", theme.accent),
      .init(counts, theme.secondary), .init(narrowing, theme.accent),
    ]
  }

  /// Returns how many beers are marked, and how many of these the list does not show; `nil` for none.
  private static func marked(_ marks: Marks) -> String? {
    marks.isEmpty ? nil : "\(NumberText.count(marks.count)) marked" + marks.hiddenCountText
  }

  static func order(_ beers: BeerList) -> String {
    let name = "by \(name(beers.window.query.order))"
    return name + ", " + (hasNoValues(beers) ? "which none of them has" : direction(beers))
  }

  /// Whether no beer of the list has the field by which it is sorted, such as a custom one that the settings misspell.
  private static func hasNoValues(_ beers: BeerList) -> Bool {
    if beers.window.query.order.field == nil || beers.window.showsOtherList { return false }
    return beers.sortedValue == nil && beers.firstLacksSortedValue
  }

  static func direction(_ beers: BeerList) -> String {
    let (first, reversed) = ends(of: beers.window.query.order, sortedValue: beers.sortedValue)
    return beers.window.query.isReversed ? reversed : first
  }

  /// Returns whether the highest, newest or last of the alphabet are at the top of the displayed list.
  static func isDescending(_ beers: BeerList) -> Bool {
    let query = beers.window.displayedQuery
    return (query.order.startsAtHighest ?? !isSortedAsWords(beers)) != query.isReversed
  }

  /// Whether the values of the custom field by which the list is sorted are neither numbers nor dates.
  private static func isSortedAsWords(_ beers: BeerList) -> Bool {
    if case .text(let text) = beers.sortedValue { DiaryDate(text) == nil } else { false }
  }

  static func name(_ order: BeerQuery.Order) -> String {
    if case .custom(let name) = order { return CustomFieldName.shown(name) }
    return BeerColumn.named(order.name)?.labelInSentence ?? order.name.replacing("_", with: " ")
  }

  /// Returns the names of an order and its reverse.
  ///
  /// - Parameter sortedValue: A value of the field by which the list is sorted; `nil` if none is known.
  static func ends(of order: BeerQuery.Order, sortedValue: JSONValue?) -> (first: String, reversed: String) {
    switch order {
    case .date: ("newest first", "oldest first")
    case .name, .brewery, .style: textEnds
    case .rating: ("best first", "lowest first")
    case .abv: ("strongest first", "lightest first")
    case .times: ("most often first", "least often first")
    case .property("photos"): ("most first", "fewest first")
    case .property("best_rating"): ("best first", "lowest first")
    case .property: order.startsAtHighest == true ? numberEnds : textEnds
    case .custom:
      // The store sorts numbers and dates from the highest, other texts from A.
      switch sortedValue {
      case .text(let text) where DiaryDate(text) == nil: textEnds
      case .text: ("newest first", "oldest first")
      default: numberEnds
      }
    }
  }

  private static let textEnds = (first: "A to Z", reversed: "Z to A")
  private static let numberEnds = (first: "highest first", reversed: "lowest first")

  static func nothingFound(_ beers: BeerList, _ context: ScreenContext) -> [StyledLine] {
    let theme = context.theme
    let query = beers.window.displayedQuery
    let emptiness = StyledLine(EmptyListText.sentence(about: query), theme.name)
    if query.hasWholeTrash {
      let photoCount = beers.window.summary?.removedPhotoCount ?? 0
      guard photoCount > 0 else {
        return [emptiness, .blank, StyledLine(context.sentence(press: (.quit, "go back to the diary")))]
      }
      let photos = StyledLine("The trash has \(NumberText.count(photoCount, "removed photo")).", theme.name)
      let advice = context.sentence(
        press: (.restorePhotos, "restore photos"), (.emptyTrash, "delete them permanently"),
        (.quit, "go back to the diary"))
      return [photos, .blank] + StyledLine(advice).wrapped(to: context.layout.contentWidth)
    }
    let filter =
      query.searchWords.isEmpty || query.filter.isEmpty
      ? [] : [StyledLine("Filter: \(context.text(of: query.filter))", theme.secondary)]
    let advice =
      context.prompt.map { "Press Esc to cancel the \($0.isSearch ? "search" : "filter")." }
      ?? context.sentence(press: (.showAll, "show all"))
    let year = EmptyListText.yearAdvice(on: query).map { [StyledLine($0)] } ?? []
    return [emptiness] + filter + [.blank] + year + [StyledLine(advice)]
  }
}
