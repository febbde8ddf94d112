import DiaryStore
import Terminal

/// The diary's beers, one under the other.
enum ListScreen: ScreenBehavior {
  static func perform(_ action: ActionID, in state: inout AppState) -> [Effect] {
    if state.moveInList(action) { return [] }
    switch action {
    case .open: open(.beer, in: &state)
    case .openPhotos: open(.photos, in: &state)
    case .toggleView: state.list.view = state.list.view == .compact ? .cards : .compact
    case .search: state.beginSearch()
    case .filter: return state.beginFilter()
    case .sort: state.beginSorting()
    case .showTrash: return state.showTrash()
    case .restoreBeer: return state.restoreBeer()
    case .emptyTrash: state.askToEmptyTrash()
    case .showAll: return state.showAll()
    case .nextMatch: state.stepToMatch(by: 1)
    case .previousMatch: state.stepToMatch(by: -1)
    case .showRemarks: state.open(.remarks)
    case .showStatistics: return state.showStatistics()
    case .quit: return state.leave()
    default: break
    }
    return []
  }

  private static func open(_ kind: ScreenKind, in state: inout AppState) {
    state.showBeer(at: state.list.scroll.cursor)
    state.open(kind)
  }

  /// A click goes to a beer, a double click opens it.
  static func receive(_ event: MouseEvent, in state: inout AppState) -> [Effect] {
    guard case .press(let clicks) = event.kind, state.layout.body.contains(event.point.row) else { return [] }
    let row = (event.point.row - state.layout.body.lowerBound) / state.list.rowsPerBeer
    let position = state.shownScroll.top + row
    guard positions(state).contains(position), !state.rows.showsOtherList else { return [] }
    state.notice = nil
    state.list.scroll.cursor = position
    return clicks == 2 ? state.perform(.open) : []
  }

  static func draw(_ state: AppState, into canvas: inout Canvas) {
    // The first rows come with the next answer; until then the screen before stays.
    guard !state.rows.isUnread else { return OpeningScreen.draw(state, into: &canvas) }
    frame(state).draw(state, into: &canvas)
    guard state.rows.shownCount != 0, state.rows.failure == nil || !state.rows.rows.isEmpty else {
      return drawMessage(state, into: &canvas)
    }
    switch state.list.view {
    case .compact: drawLines(state, into: &canvas)
    case .cards: drawCards(state, into: &canvas)
    }
    MatchHighlight(state.rows.shownQuery)?.draw(in: state.layout.body, into: &canvas)
  }

  private static func drawLines(_ state: AppState, into canvas: inout Canvas) {
    let columns = ListColumns(
      width: state.layout.contentWidth, hasPhotos: state.rows.hasPhotos)
    for (row, position) in zip(state.layout.body, positions(state)) {
      let line = ListLine(state, columns: columns, isSelected: position == state.shownScroll.cursor)
      line.draw(state.rows[position], row: row, into: &canvas)
    }
  }

  private static func drawCards(_ state: AppState, into canvas: inout Canvas) {
    let rows = stride(from: state.layout.body.lowerBound, to: .max, by: state.list.rowsPerBeer)
    for (row, position) in zip(rows, positions(state)) {
      let card = ListCard(state, isSelected: position == state.shownScroll.cursor)
      card.draw(state.rows[position], row: row, into: &canvas)
    }
  }

  private static func positions(_ state: AppState) -> Range<Int> {
    state.rowsToShow.clamped(to: 0..<(state.rows.shownCount ?? 0))
  }
}

extension ListScreen {
  private static func frame(_ state: AppState) -> ScreenFrame {
    let theme = state.appearance.theme
    let separator = " \(state.appearance.glyphs.separator) "
    var facts: [String] = []
    if let count = state.listCount { facts.append(NumberText.count(count, "beer")) }
    if let photos = state.rows.summary?.beersWithPhotos, photos > 0 {
      facts.append("\(NumberText.count(photos)) with photos")
    }
    if state.isReadOnly { facts.append("read-only") }
    let row = state.rows[state.shownScroll.cursor]
    return ScreenFrame(
      title: [
        .init(ListHeader.title(state.rows.query), theme.title),
        .init("   " + facts.joined(separator: separator), theme.secondary),
        .init(ListHeader.narrowing(state.rows.query, separator: separator), theme.accent),
      ],
      aside: ListHeader.order(state.rows.query),
      status: row.map { status($0, separator: separator) } ?? "",
      position: position(state))
  }

  /// What the line under the cursor has no room for.
  private static func status(_ row: BeerRow, separator: String) -> String {
    [photos(row), BeerText.readable(row.place)].compactMap { $0 }.joined(separator: separator)
  }

  private static func photos(_ row: BeerRow) -> String? {
    guard let thumbnail = row.thumbnail else { return nil }
    return row.photoCount > 1 ? "\(thumbnail.long), and \(row.photoCount - 1) more" : thumbnail.long
  }

  private static func position(_ state: AppState) -> String {
    guard let count = state.listCount, count > 0 else { return "" }
    return "\(NumberText.count(state.list.scroll.cursor + 1)) of \(NumberText.count(count))"
  }

  private static func drawMessage(_ state: AppState, into canvas: inout Canvas) {
    let problem = [
      StyledLine("The list cannot be read.", state.appearance.theme.problem), .blank, "F5 tries again.",
    ]
    BodyMessage(lines: state.rows.failure == nil ? emptiness(state) : problem).draw(state, into: &canvas)
  }

  private static func emptiness(_ state: AppState) -> [StyledLine] {
    state.rows.shownQuery.hasAllBeers ? welcome(state) : ListHeader.nothingFound(state)
  }

  private static func welcome(_ state: AppState) -> [StyledLine] {
    let theme = state.appearance.theme
    let heading = [
      StyledLine("Your diary is empty.", theme.name), .blank,
      "To begin, leave with q and run one of these:", .blank,
    ]
    // Where there is little room the commands matter more than what they are for.
    let explains = state.layout.body.count >= 14
    return heading
      + commands.flatMap { command, purpose in
        [StyledLine("  " + command, theme.accent)]
          + (explains ? [StyledLine("    " + purpose, theme.secondary)] : [])
      }
  }

  /// How a diary gets its first beers.
  private static let commands = [
    ("beerdiary import FILE.csv", "beers from a CSV file, such as Untappd's export"),
    ("beerdiary --store OldDiary.sqlite", "the diary of Beer Diary for iOS"),
    ("beerdiary demo", "made-up beers, to look around"),
  ]
}
