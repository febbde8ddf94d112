import CoreDataMigration
import DiaryModel
import DiaryStore
import DiaryText
import Settings
import Terminal

extension ScreenKind {
  /// The list of the diary's beers, which is below all other screens.
  package static let list = ScreenKind(
    ListScreen.self, title: "List", [.undoes, .opensItems, .hasGrid, .readsRow]
  ) { Action.onList }
  /// The list of an empty diary, which has keys for ways to begin; its other keys are those of the list.
  package static let welcome = ScreenKind(
    mode: "Empty diary", of: ListScreen.self, subject: "empty diary", keys: .own)
}

/// The list of the diary's beers.
struct ListScreen: Screen {
  /// How a beer is shown.
  enum View: Hashable, Sendable { case compact, cards }

  var beers: BeerList
  var view: View
  /// The columns, and the panes next to the list.
  var layout: ListLayout
  /// Whether the panes are shown in words as well, where a screen reader would read them as a part of the line next to
  /// them; not a part of the layout that is kept.
  var showsPanesInWords: Bool
  private(set) var preview = ListPreview()
  /// The left border of a pane, which the mouse can drag.
  private enum Border { case preview, notes }
  private var draggedBorder: Border?
  /// The columns with a value in a beer seen so far.
  var filledColumns: Set<ListColumns.Kind> = []
  /// The columns of a list of labels that few lines fill; `nil` in other lists.
  var sparseColumns: SparseColumns?
  /// The widths that most values of the first beers need; empty until enough beers have been read.
  var valueWidths: [ListColumns.Kind: Int] = [:]
  /// The notice about warnings of the migration, until another screen is opened.
  private var migrationNotice: Notice?
  /// The other diaries whose adoption was interrupted in an earlier run, until the user is asked about them.
  private var interruptedAdoptions: [String] = []
  /// The index of the welcome choice under the cursor; `nil` before the cursor is moved.
  private(set) var choiceCursor: Int?

  init() { self.init(Preferences()) }

  /// Creates the list; what the settings say takes precedence over the layout.
  init(_ preferences: Preferences, layout: ListLayout = ListLayout()) {
    beers = BeerList(ListWindow(order: preferences.order, isReversed: preferences.isReversed))
    view = preferences.showsCards ?? layout.showsCards ? .cards : .compact
    self.layout = layout
    if let showsPreview = preferences.showsPreview { self.layout.showsPreview = showsPreview }
    showsPanesInWords = preferences.showsPreview ?? false
  }

  // The opening screen stays until the first items have been read.
  var placeholder: ScreenKind? { beers.window.isUnread ? .opening : nil }
  var subject: String { "list" }
  var choosesBeers: Bool { true }
  /// Only cards can be next to each other.
  var hasItemsSideBySide: Bool { beers.rowSize > 1 }
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
    case .opened(.success(let report?)): return announceWarnings(of: report, in: context)
    case .adoptionInterrupted(let source): interruptedAdoptions.append(source)
    case .summary(_, .success(let summary)): noteColumns(summary.populatedColumns)
    case .listItems: noteColumns(of: beers.window.items)
    case .changed(let request, .failure(let error)):
      return SetValuePicker.reopen(after: error, of: request, in: context)
    default: break
    }
    return []
  }

  mutating func beerChanged(to beer: CurrentBeer) {
    if beer.isListed { beers.scroll.cursor = beer.position }
  }

  private mutating func announceWarnings(
    of report: MigrationReport, in context: ScreenContext
  ) -> [Intent] {
    guard !report.warnings.isEmpty else { return [] }
    let key = context.key(of: .showWarnings, on: .list).map { ": press \($0)" } ?? ""
    let count = NumberText.count(report.warnings.count, "warning")
    let text = "\(report.sentence) \(count)\(key)."
    migrationNotice = Notice(text: text)
    // A screen reader reads only what is new.
    return context.appearance.usesWords ? [.addToNotice(text, alone: true)] : []
  }

  mutating func adapt(in context: ScreenContext) -> [Intent] {
    let grid = view == .compact ? nil : cardGrid(context)
    beers.pageSize = grid?.count ?? max(1, context.layout.body.count)
    beers.rowSize = grid?.columns ?? 1
    if !context.isWelcoming { choiceCursor = nil }
    beers.adapt()
    beers.window.requestFields(fieldsToRead)
    return announceList(in: context) + offerAdoption(in: context)
      + adaptPreview(in: context).map { .effect($0) }
  }

  /// Says what the list shows since the user has changed that, as soon as it has been read.
  ///
  /// A screen reader does not read the title.
  private mutating func announceList(in context: ScreenContext) -> [Intent] {
    guard beers.isToBeAnnounced, beers.pendingPosition == nil, !beers.window.showsOtherList,
      let count = beers.countText
    else { return [] }
    beers.isToBeAnnounced = false
    guard context.appearance.usesWords, context.screen == .list else { return [] }
    return [.addToNotice("\(count), \(ListHeader.order(beers)).", alone: true)]
  }

  /// Offers to finish an adoption as soon as the program waits for keys.
  private mutating func offerAdoption(in context: ScreenContext) -> [Intent] {
    guard !interruptedAdoptions.isEmpty, context.isIdle, !context.changes.isSaving else { return [] }
    let source = interruptedAdoptions.removeFirst()
    return [.prompt(Prompt(FinishAdoptionQuestion(source: source)))]
  }

  /// The fields that the added columns need.
  private var fieldsToRead: [ListItemField] {
    // A list of labels, or one that is sorted by it, has the number of times anyway.
    let hasTimes = beers.isDistinct || beers.window.query.order == .times
    return layout.columns.fields.filter { !(hasTimes && $0 == ListColumns.Kind.times.field) }
  }

  /// Follows the cursor, and requests what the preview shows.
  private mutating func adaptPreview(in context: ScreenContext) -> [Effect] {
    guard previewWidth(context) != nil else {
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

  /// Moves in a list of a million beers as quickly as in a short one.
  mutating func move(_ move: Move, times: Int, in context: ScreenContext) {
    guard context.isWelcoming else { return beers.move(move, times: times) }
    for _ in 0..<min(times, welcomeChoices(context).count) { self.move(move, in: context) }
  }

  mutating func move(_ move: Move, in context: ScreenContext) {
    guard context.isWelcoming else { return beers.move(move) }
    let count = welcomeChoices(context).count
    switch move {
    case .up: choiceCursor = (choiceCursor ?? count) - 1
    case .down: choiceCursor = (choiceCursor ?? -1) + 1
    case .first, .pageUp, .halfPageUp: choiceCursor = 0
    case .last, .pageDown, .halfPageDown: choiceCursor = count - 1
    case .left, .right: break
    }
    choiceCursor = choiceCursor.map { max(0, min($0, count - 1)) }
  }

  mutating func scrollLines(by offset: Int, in context: ScreenContext) -> Bool {
    !context.isWelcoming && beers.scrollLines(by: offset)
  }

  func openHint(in context: ScreenContext) -> String {
    context.isWelcoming ? "choose" : beers.marks.rangeStart != nil ? "mark range" : "open"
  }

  func canOpen(in context: ScreenContext) -> Availability {
    guard context.isWelcoming else { return context.withListedBeer }
    return Availability(choiceUnderCursor(context) != nil, else: "Move to a line first.")
  }

  /// Opens the beer, or the label of a line that stands for several beers; begins an empty diary.
  mutating func open(in context: ScreenContext) -> [Intent] {
    if let choice = choiceUnderCursor(context) { return [.perform(choice.action)] }
    let isLabel = beers.window[beers.scroll.cursor]?.isRepeated == true
    return [.selectBeer(at: beers.scroll.cursor), .open(isLabel ? .label : .beer)]
  }

  func leaveHint(in context: ScreenContext) -> String {
    if let origin = beers.lastDrillDown?.origin { return context.subject(of: origin) }
    if beers.isInTrash { return "diary" }
    return context.configuration.isTemporary ? "quit sample" : "quit"
  }

  mutating func leave(in context: ScreenContext) -> [Intent] { beers.leave() }

  /// Moves to the clicked beer, which a double click opens, sorts by the clicked title, or begins a diary in the clicked
  /// way.
  mutating func handle(_ event: MouseEvent, in context: ScreenContext) -> [Intent] {
    if let intents = dragBorder(event, in: context) { return intents }
    guard case .press = event.kind else { return [] }
    if let choice = welcomeChoice(at: event.point, context) { return [.notice(nil), .perform(choice)] }
    guard event.point.column < listWidth(context) else { return [] }
    if event.point.row == titleRow(context.layout) {
      guard let order = titles(columns(context), context).order(atColumn: event.point.column) else {
        return []
      }
      return beers.markRange() + beers.sort(by: order)
    }
    guard context.layout.body.contains(event.point.row) else { return [] }
    let row = event.point.row - context.layout.body.lowerBound
    let card = cardGrid(context).index(at: Point(column: event.point.column, row: row))
    guard let index = view == .compact ? row : card else { return [] }
    let position = beers.displayedScroll.top + index
    guard beers.displayedPositions.contains(position), !beers.window.showsOtherList else { return [] }
    beers.scroll.cursor = position
    return [.notice(nil), .awaitDoubleClick(event.point)]
  }

  /// Makes a pane wider or narrower while its border is dragged; returns `nil` for other events.
  private mutating func dragBorder(_ event: MouseEvent, in context: ScreenContext) -> [Intent]? {
    let panes = panes(context)
    let width = context.layout.size.width
    switch event.kind {
    case .press:
      draggedBorder = nil
      guard context.layout.body.contains(event.point.row), let preview = panes.preview else { return nil }
      let borders: [(Border, ListPanes.Pane?)] = [(.preview, preview), (.notes, panes.notes)]
      draggedBorder = borders.first { $0.1?.border == event.point.column }?.0
      return draggedBorder == nil ? nil : []
    case .drag:
      let room = width - event.point.column - ListPanes.border
      switch draggedBorder {
      case .preview:
        let notes = panes.areStacked ? nil : panes.notes
        layout.previewWidth = room - (notes.map { $0.width + ListPanes.border } ?? 0)
      case .notes: layout.notesWidth = room
      case nil: return nil
      }
      return []
    case .release:
      guard draggedBorder != nil else { return nil }
      draggedBorder = nil
      keepWidths(context)
      return [.effect(.keepListLayout(layout))]
    case .wheelUp, .wheelDown: return nil
    }
  }

  /// Makes the pane with the beer wider or narrower.
  mutating func widenPreview(by columns: Int, in context: ScreenContext) -> [Intent] {
    guard let width = previewWidth(context) else { return [] }
    layout.previewWidth = width + columns
    keepWidths(context)
    guard previewWidth(context) != width else {
      return [.say(columns < 0 ? "The pane cannot be narrower." : "The pane cannot be wider.")]
    }
    return [.effect(.keepListLayout(layout))]
  }

  /// Replaces widths that were chosen by those that the screen has room for.
  private mutating func keepWidths(_ context: ScreenContext) {
    let panes = panes(context)
    if layout.previewWidth != nil, let preview = panes.preview { layout.previewWidth = preview.width }
    if layout.notesWidth != nil, let notes = panes.notes, !panes.areStacked {
      layout.notesWidth = notes.width
    }
  }

  // MARK: - Drawing

  /// The actions that stop work, the most needed ones in the trash, with marks, and after a search, then those that are
  /// rarely guessed.
  func firstHints(in context: ScreenContext) -> [Action] {
    let trash: [Action] = beers.isInTrash ? [.restoreBeer, .emptyTrash, .restorePhotos] : []
    let marked: [Action] =
      beers.marks.isEmpty ? [.showAll] : [.setField, .trashBeer, .showAll, .mark, .markRange]
    return [.stopChange, .stopExport] + trash + marked + [
      .open, .search, .addBeer, .drinkAgain, .switchLabels, .showMenu,
    ]
  }

  /// The first photos of the beers on the screen, then of those below and above; none if only their number is drawn.
  func wantedPictures(in context: ScreenContext) -> [Int64]? {
    guard showsPictures(in: context) else { return [] }
    let visible = beers.visiblePositions
    let below = visible.upperBound..<visible.upperBound + visible.count
    let above = max(0, visible.lowerBound - visible.count)..<visible.lowerBound
    let thumbnails = [visible, below, above].flatMap { positions in
      positions.clamped(to: beers.window.range).compactMap { beers.window[$0]?.thumbnailID }
    }
    guard panes(context).notes != nil, let photos = preview.detail?.photos else { return thumbnails }
    return photos.prefix(BeerPreview.maxPhotos).map(\.id) + thumbnails
  }

  /// Whether pictures are drawn in the list or next to it.
  private func showsPictures(in context: ScreenContext) -> Bool {
    if previewWidth(context) != nil { return true }
    switch view {
    case .compact: return columns(context).showsStrips
    case .cards:
      let grid = cardGrid(context)
      return filledColumns.contains(.photo)
        && (grid.isLarge || ListCard.hasPictures(filledColumns, width: grid.width, context.appearance))
    }
  }

  /// Returns the columns of the list with its margins.
  func listWidth(_ context: ScreenContext) -> Int { panes(context).list }

  /// Returns the columns of the preview; `nil` if it is not on the screen.
  func previewWidth(_ context: ScreenContext) -> Int? { panes(context).preview?.width }

  /// Returns the columns of the list and of the panes next to it, which a message does not have.
  func panes(_ context: ScreenContext) -> ListPanes {
    var shown = layout
    if context.appearance.usesWords { shown.showsPreview = showsPanesInWords }
    if !isShown { shown.showsPreview = false }
    let needed = ListColumns.wholeWidth(
      filled: filledColumns.subtracting([.times, .best, .sorted]), layout: layout.columns)
    return ListPanes(context.layout, shown, listWidth: needed + 2)
  }

  /// Returns the row with the titles of the columns; `nil` if there are none.
  func titleRow(_ layout: Layout) -> Int? {
    view == .compact && isShown ? layout.headerRule : nil
  }

  /// Whether there are beers on the screen rather than a message.
  var isShown: Bool {
    beers.window.displayedCount != 0 && (beers.window.failure == nil || !beers.window.items.isEmpty)
  }

  /// Returns the positions of the cards in the list.
  func cardGrid(_ context: ScreenContext) -> CardGrid {
    let hasColors = context.appearance.showsSwatches && filledColumns.contains(.style)
    return CardGrid(
      width: listWidth(context) - 2, height: context.layout.body.count,
      hasPictures: !context.appearance.usesWords && (filledColumns.contains(.photo) || hasColors))
  }
}
