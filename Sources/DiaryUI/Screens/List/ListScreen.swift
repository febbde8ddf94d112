import DiaryModel
import DiaryStore
import DiaryText
import Terminal

/// The diary's beers, one under the other.
enum ListScreen: ScreenBehavior {
  static func move(_ move: Move, in state: inout AppState) { state.moveInList(move) }

  static func open(in state: inout AppState) -> [Effect] {
    state.showBeer(at: state.list.scroll.cursor)
    state.open(.beer)
    return []
  }

  /// In the order of their need: for what is marked, in the trash, and after a search.
  static func firstHints(_ state: AppState) -> [Action] {
    (state.isInTrash ? [.restoreBeer, .emptyTrash] : [])
      + (state.list.marks.isEmpty ? [] : [.setField, .trashBeer])
      + [.showAll] + (state.list.marks.isEmpty ? [] : [.mark, .markRange])
  }

  /// A click goes to a beer, a double click opens it.
  static func receive(_ event: MouseEvent, in state: inout AppState) -> [Effect] {
    guard case .press = event.kind, state.layout.body.contains(event.point.row) else { return [] }
    let row = (event.point.row - state.layout.body.lowerBound) / state.list.rowsPerBeer
    let position = state.shownScroll.top + row
    guard positions(state).contains(position), !state.list.rows.showsOtherList else { return [] }
    state.notice = nil
    state.list.scroll.cursor = position
    state.pressed = event.point
    return []
  }

  static func draw(_ state: AppState, into canvas: inout Canvas) {
    // The first rows come with the next answer; until then the screen before stays.
    if state.list.rows.isUnread { return OpeningScreen.draw(state, into: &canvas) }
    frame(state).draw(state, into: &canvas)
    guard state.list.rows.shownCount != 0, state.list.rows.failure == nil || !state.list.rows.rows.isEmpty
    else {
      return drawMessage(state, into: &canvas)
    }
    switch state.list.view {
    case .compact: drawLines(state, into: &canvas)
    case .cards: drawCards(state, into: &canvas)
    }
  }

  private static func drawLines(_ state: AppState, into canvas: inout Canvas) {
    let columns = ListColumns(state)
    for (row, position) in zip(state.layout.body, positions(state)) {
      let line = ListLine(state, columns: columns, isSelected: position == state.shownScroll.cursor)
      let beer = state.list.rows[position]
      line.draw(beer, row: row, into: &canvas)
      RowMark.draw(
        isMarked: state.isMarked(beer, at: position), row: row, state.environment.appearance, into: &canvas)
    }
  }

  private static func drawCards(_ state: AppState, into canvas: inout Canvas) {
    let rows = stride(from: state.layout.body.lowerBound, to: .max, by: state.list.rowsPerBeer)
    for (row, position) in zip(rows, positions(state)) {
      let card = ListCard(state, isSelected: position == state.shownScroll.cursor)
      let beer = state.list.rows[position]
      card.draw(beer, row: row, into: &canvas)
      RowMark.draw(
        isMarked: state.isMarked(beer, at: position), row: row, state.environment.appearance, into: &canvas)
    }
  }

  private static func positions(_ state: AppState) -> Range<Int> {
    state.rowsToShow.clamped(to: 0..<(state.list.rows.shownCount ?? 0))
  }
}

extension ListScreen {
  private static func frame(_ state: AppState) -> ScreenFrame {
    let separator = " \(state.environment.appearance.glyphs.separator) "
    let row = state.list.rows[state.shownScroll.cursor]
    return ScreenFrame(
      title: ListHeader.line(state),
      aside: ListHeader.order(state),
      status: range(state) ?? row.map { status($0, separator: separator, state) } ?? .blank,
      position: position(state))
  }

  /// What an open range waits for.
  private static func range(_ state: AppState) -> StyledLine? {
    guard state.list.marks.rangeStart != nil, let range = state.list.marks.range(to: state.list.scroll.cursor)
    else {
      return nil
    }
    return StyledLine(
      "A range of \(NumberText.count(range.count, "beer")): V marks it, Esc leaves it.",
      state.environment.appearance.theme.secondary)
  }

  /// What the line under the cursor has no room for.
  private static func status(_ row: BeerListItem, separator: String, _ state: AppState) -> StyledLine {
    let style = state.environment.appearance.theme.secondary
    // A card has a line for it.
    if state.list.view == .compact,
      let excerpt = ListLine(state, columns: ListColumns(state), isSelected: false).excerpt(row)
    {
      return excerpt.line(width: state.layout.contentWidth, isNamed: true, style: style)
    }
    let texts = [photos(row), BeerText.readable(row.place)].compactMap { $0 }
    return StyledLine(texts.joined(separator: separator), style)
  }

  private static func photos(_ row: BeerListItem) -> String? {
    guard let thumbnail = row.thumbnail else { return nil }
    return row.photoCount > 1 ? "\(thumbnail.long), and \(row.photoCount - 1) more" : thumbnail.long
  }

  private static func position(_ state: AppState) -> String {
    guard let count = state.listCount, count > 0 else { return "" }
    return "\(NumberText.count(state.list.scroll.cursor + 1)) of \(NumberText.count(count))"
  }

  private static func drawMessage(_ state: AppState, into canvas: inout Canvas) {
    let problem = [
      StyledLine("The list cannot be read.", state.environment.appearance.theme.problem), .blank,
      "F5 tries again.",
    ]
    BodyMessage(lines: state.list.rows.failure == nil ? emptiness(state) : problem).draw(state, into: &canvas)
  }

  private static func emptiness(_ state: AppState) -> [StyledLine] {
    state.list.rows.shownQuery.hasAllBeers ? welcome(state) : ListHeader.nothingFound(state)
  }

  /// As much of it as there is room for.
  private static func welcome(_ state: AppState) -> [StyledLine] {
    let theme = state.environment.appearance.theme
    let heading: [StyledLine] = [StyledLine("Your diary is empty.", theme.name), .blank]
    let trash: [StyledLine] =
      state.list.rows.summary?.isAllInTrash == true ? ["T shows the trash, which has beers."] : []
    let keys: [StyledLine] = ["a writes down a beer, I imports a file such as Untappd's export."]
    let elsewhere: [StyledLine] = ["More is brought here from the command line:", .blank]
    let bare = commands.map { command, _ in StyledLine("  " + command, theme.accent) }
    let explained = zip(bare, commands).flatMap { line, command in
      [line, StyledLine("    " + command.purpose, theme.secondary)]
    }
    let short: [StyledLine] = ["a writes down a beer, I imports a file."]
    let whole = heading + trash + keys + elsewhere
    return BodyMessage.longest(
      of: [
        whole + explained, whole + bare, heading + trash + keys + bare, heading + trash + keys, trash + short,
      ], state)
  }

  /// How a diary gets its first beers.
  private static let commands: [(command: String, purpose: String)] = [
    ("beerdiary --store OldDiary.sqlite", "the diary of Beer Diary for iOS"),
    ("beerdiary demo", "made-up beers, to look around"),
  ]
}
