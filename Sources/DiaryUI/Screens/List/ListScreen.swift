import CoreDataMigration
import DiaryModel
import DiaryStore
import DiaryText
import Settings
import Terminal

extension ScreenKind {
  package static let list = ScreenKind(ListScreen.self, title: "List")
  /// The list of an empty diary, which has keys for ways to begin; its other keys are those of the list.
  package static let welcome = ScreenKind(mode: "Empty diary", of: ListScreen.self, keys: .own)
}

/// The list of the diary's beers.
struct ListScreen: Screen {
  /// How a beer is shown.
  enum View: Hashable, Sendable { case compact, cards }

  var beers: BeerList
  var view: View
  /// Whether the beer under the cursor is next to the list, if there is room.
  var showsPreview: Bool
  private(set) var preview = ListPreview()
  /// The columns with a value in a beer seen so far.
  var filledColumns: Set<ListColumns.Kind> = []
  /// The notice about warnings of the migration, until another screen is opened.
  private var migrationNotice: Notice?

  init() { self.init(Preferences()) }

  init(_ preferences: Preferences) {
    beers = BeerList(ListWindow(order: preferences.order, isReversed: preferences.isReversed))
    view = preferences.showsCards ? .cards : .compact
    showsPreview = preferences.showsPreview
  }

  var subject: String { "list" }
  var choosesBeers: Bool { true }
  var showsTelemetryNotice: Bool { true }
  var isAnimated: Bool { preview.isWaiting }

  mutating func willBeCovered() { migrationNotice = nil }

  mutating func reload() -> [Intent] {
    preview.invalidate()
    return []
  }

  func statusNotice(in context: ScreenContext) -> Notice? { migrationNotice }

  /// Whether the list on the screen is not the requested one.
  func isAwaitingAnswer(in context: ScreenContext) -> Bool {
    guard context.prompt == nil, beers.window.failure == nil else { return false }
    return beers.pendingPosition.map { beers.window.isOtherList($0.query) } ?? beers.window.showsOtherList
  }

  // MARK: - Update

  mutating func handle(_ message: Message, in context: ScreenContext) -> [Intent] {
    preview.handle(message)
    switch message {
    case .tick: beers.tick()
    case .storeChanged: beers.needsReload = true
    case .opened(.success(let report?)): announceWarnings(of: report, in: context)
    case .summary(let request, let result):
      beers.window.apply(request, result)
      if case .success(let summary) = result { noteColumns(summary.populatedFields) }
    case .listItems(let request, let result):
      let intents = beers.applyItems(request, result)
      noteColumns(of: beers.window.items)
      return intents
    case .position(let request, let result): return beers.applyPosition(request, result)
    case .match(let request, let result): return beers.applyMatch(request, result)
    case .marks(let request, let result): return beers.applyMarks(request, result)
    case .marksCompared(let request, let result): beers.marks.applyComparison(request, try? result.get())
    case .changed(let request, .success(let outcome)): beers.forgetMarks(outcome, of: request)
    default: break
    }
    return []
  }

  private mutating func announceWarnings(of report: MigrationReport, in context: ScreenContext) {
    guard !report.warnings.isEmpty else { return }
    let key = context.key(of: .showWarnings, on: .list).map { ": press \($0)" } ?? ""
    let count = NumberText.count(report.warnings.count, "warning")
    migrationNotice = Notice(text: "\(report.sentence) \(count)\(key).")
  }

  mutating func adapt(in context: ScreenContext) -> [Intent] {
    beers.pageSize = beersPerScreen(context.layout)
    beers.adapt()
    return adaptPreview(in: context).map { .effect($0) }
  }

  /// Follows the cursor, and requests what the preview shows.
  private mutating func adaptPreview(in context: ScreenContext) -> [Effect] {
    guard previewWidth(context.layout) != nil else {
      preview = ListPreview()
      return []
    }
    guard context.screen == .list else {
      preview.pause()
      return []
    }
    preview.follow(itemUnderCursor?.id)
    var effects: [Effect] = []
    if let beer = preview.beerToRead {
      let request = BeerRequest(id: beer, generation: beers.window.nextGeneration())
      preview.noteRequest(request)
      effects.append(.loadBeer(request))
    }
    if let request = preview.timesRequest() { effects.append(.loadTimes(request)) }
    return effects
  }

  /// The beer under the cursor on the screen; `nil` while it is being read.
  var itemUnderCursor: BeerListItem? { beers.window[beers.displayedScroll.cursor] }

  mutating func move(_ move: Move, in context: ScreenContext) { beers.move(move) }

  func openHint(in context: ScreenContext) -> String {
    beers.marks.rangeStart != nil ? "mark range" : "open"
  }

  /// Opens the beer, or the label of a line that stands for several beers.
  mutating func open(in context: ScreenContext) -> [Intent] {
    let isLabel = beers.window[beers.scroll.cursor]?.isRepeated == true
    return [.selectBeer(at: beers.scroll.cursor), .open(isLabel ? .label : .beer)]
  }

  func leaveHint(in context: ScreenContext) -> String {
    beers.lastDrillDown.map { context.subject(of: $0.origin) } ?? (beers.isInTrash ? "diary" : "quit")
  }

  mutating func leave(in context: ScreenContext) -> [Intent] { beers.leave() }

  /// Moves to the clicked beer, which a double click opens, or sorts by the clicked title.
  mutating func handle(_ event: MouseEvent, in context: ScreenContext) -> [Intent] {
    guard case .press = event.kind, event.point.column < listWidth(context.layout) else { return [] }
    if event.point.row == titleRow(context.layout) {
      guard let order = titles(columns(context), context).order(atColumn: event.point.column) else {
        return []
      }
      return beers.sort(by: order)
    }
    guard context.layout.body.contains(event.point.row) else { return [] }
    let row = event.point.row - context.layout.body.lowerBound
    let card = cardGrid(context.layout).index(at: Point(column: event.point.column, row: row))
    guard let index = view == .compact ? row : card else { return [] }
    let position = beers.displayedScroll.top + index
    guard beers.displayedPositions.contains(position), !beers.window.showsOtherList else { return [] }
    beers.scroll.cursor = position
    return [.notice(nil), .awaitDoubleClick(event.point)]
  }

  // MARK: - Drawing

  /// The most needed actions in the trash, with marks, and after a search, then those that are rarely guessed.
  func firstHints(in context: ScreenContext) -> [Action] {
    let trash: [Action] = beers.isInTrash ? [.restoreBeer, .emptyTrash] : []
    let marked: [Action] =
      beers.marks.isEmpty ? [.showAll] : [.setField, .trashBeer, .showAll, .mark, .markRange]
    return trash + marked + [.open, .search, .addBeer, .drinkAgain, .switchLabels, .showMenu]
  }

  /// The first photos of the beers on the screen, then of those below and above.
  func wantedPictures(in context: ScreenContext) -> [Int64]? {
    let visible = beers.visiblePositions
    let below = visible.upperBound..<visible.upperBound + visible.count
    let above = max(0, visible.lowerBound - visible.count)..<visible.lowerBound
    return [visible, below, above].flatMap { positions in
      positions.clamped(to: beers.window.range).compactMap { beers.window[$0]?.thumbnailID }
    }
  }

  /// Returns the columns of the list with its margins.
  func listWidth(_ layout: Layout) -> Int {
    // A line and a blank are between the list and the preview, which has a margin as well.
    layout.size.width - (previewWidth(layout).map { $0 + 3 } ?? 0)
  }

  /// Returns the columns of the preview; `nil` if it is not on the screen.
  func previewWidth(_ layout: Layout) -> Int? {
    showsPreview && isShown ? BeerPreview.width(on: layout) : nil
  }

  /// Returns the row with the titles of the columns; `nil` if there are none.
  func titleRow(_ layout: Layout) -> Int? {
    view == .compact && isShown ? layout.headerRule : nil
  }

  /// Whether there are beers on the screen rather than a message.
  var isShown: Bool {
    beers.window.displayedCount != 0 && (beers.window.failure == nil || !beers.window.items.isEmpty)
  }

  /// Returns the places of the cards in the list.
  func cardGrid(_ layout: Layout) -> CardGrid {
    CardGrid(width: listWidth(layout) - 2, height: layout.body.count)
  }

  /// Returns how many beers fit.
  private func beersPerScreen(_ layout: Layout) -> Int {
    view == .compact ? max(1, layout.body.count) : cardGrid(layout).count
  }
}
