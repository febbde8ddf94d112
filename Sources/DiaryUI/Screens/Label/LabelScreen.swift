import DiaryModel
import DiaryStore
import SQLiteKit
import Terminal

extension ScreenKind {
  /// A label with every time that the user had the beer.
  package static let label = ScreenKind(LabelScreen.self, title: "Label", [.undoes, .hasGrid, .outlivesBeer])
  {
    Action.onLabel
  }
}

/// A label: how often and how well the user had the beer, every time, and the photos of all times.
///
/// The beer under the cursor is the current beer, so that the actions of a beer apply to it.
struct LabelScreen: Screen {
  /// The part of the page that has the cursor.
  enum Part: Hashable, Sendable { case times, photos }

  /// `nil` until it has been read.
  private(set) var detail: LabelDetail?
  private(set) var failure: StoreError?
  private(set) var part = Part.times
  /// The cursor in the times, which in the photos is on the beer of the photo.
  private(set) var times = ScrollPosition()
  /// The index of the photo under the cursor; in the times, one of the beer if it has any.
  private(set) var photo = 0
  /// The first visible row of the page, or of the photos if they are next to the times.
  private(set) var offset = ScrollOffset()
  /// The line above the times that is read, in words: its index in the header, or -1 for the title; `nil` for the times.
  private(set) var headerLine: Int?
  private var needsLabel = true
  /// Whether the label is that of the beer under the cursor, because its own one may be gone or another one.
  private var followsBeer = false
  private var pending = Pending<LabelRequest>()
  /// The beer that was added last; the cursor moves to it as soon as the label has been read again.
  private var focus: Int64?

  var subject: String { "label" }
  var isAnimated: Bool { pending.isAwaited && detail == nil }
  var isReading: Bool { pending.isAwaited }

  /// The beer under the cursor, or the one of the photo under it.
  var selectedBeer: BeerListItem? {
    detail.flatMap { $0.beers.indices.contains(times.cursor) ? $0.beers[times.cursor] : nil }
  }

  /// The photo under the cursor; `nil` if the cursor is in the times.
  var selectedPhoto: Photo? {
    guard part == .photos, let photos = detail?.photos, photos.indices.contains(photo) else { return nil }
    return photos[photo]
  }

  func isAwaitingAnswer(in context: ScreenContext) -> Bool { detail == nil && failure == nil }

  /// Why the page is not up to date.
  func statusNotice(in context: ScreenContext) -> Notice? {
    guard detail != nil else { return nil }
    return failure.map { Notice(text: Self.sentence($0), kind: .problem) }
  }

  static func sentence(_ failure: StoreError) -> String {
    "The beer cannot be read: " + ErrorText.reason(failure) + "."
  }

  // MARK: - Reading

  mutating func willOpen(from screen: ScreenKind) { self = LabelScreen(pending: pending.cancelled) }

  mutating func reload() -> [Intent] {
    needsLabel = true
    return []
  }

  /// Reads the label again after a change, and makes the beer under the cursor the current one.
  ///
  /// While another screen shows a beer of the label, the cursor follows to that beer.
  mutating func adapt(in context: ScreenContext) -> [Intent] {
    guard context.path.contains(.label) else { return [] }
    guard context.path.last == .label else {
      if let beer = context.currentBeer?.id, beer != selectedBeer?.id { select(beer: beer) }
      return []
    }
    let intents = request(in: context)
    guard let beer = selectedBeer, beer.id != context.currentBeer?.id else { return intents }
    return intents + [.selectTime(beer.id)]
  }

  private mutating func request(in context: ScreenContext) -> [Intent] {
    guard needsLabel else { return [] }
    let target: LabelRequest.Target
    if let detail, !followsBeer {
      target = .uuid(detail.label.uuid)
    } else if let beer = context.currentBeer?.id {
      target = .ofBeer(beer)
    } else {
      return []
    }
    needsLabel = false
    followsBeer = false
    return [.effect(.loadLabel(pending.begin { LabelRequest(target: target, generation: $0) }))]
  }

  mutating func handle(_ message: Message, in context: ScreenContext) -> [Intent] {
    switch message {
    case .label(let request, let result):
      return pending.end(with: request) ? apply(result, in: context) : []
    case .changed(let request, .success(let outcome)):
      needsLabel = true
      if case .addAgain = request { focus = outcome.beer }
      if case .labels(let change)? = outcome.changes.last, change.kind == .merged { followsBeer = true }
    case .storeChanged: needsLabel = true
    default: break
    }
    return []
  }

  private mutating func apply(
    _ result: Result<LabelDetail?, StoreError>, in context: ScreenContext
  ) -> [Intent] {
    switch result {
    case .success(let detail?):
      failure = nil
      let isOpened = self.detail == nil
      setDetail(detail, current: context.currentBeer?.id)
      // As on other pages, the title is read first.
      if isOpened, context.appearance.usesWords { headerLine = -1 }
      return []
    case .success(nil):
      guard context.path.last == .label else {
        // It is closed when it is on top again.
        needsLabel = true
        return []
      }
      return [.backTo(.list), .say("This beer is no longer in the diary.", kind: .problem)]
    case .failure(let error):
      failure = error
      return []
    }
  }

  /// Stores what was read; the cursor stays on its beer and its photo, and is first on the current beer.
  private mutating func setDetail(_ detail: LabelDetail, current: Int64?) {
    let beer = focus ?? selectedBeer?.id ?? current
    let selected = selectedPhoto?.id
    focus = nil
    self.detail = detail
    let time = detail.beers.firstIndex { $0.id == beer }
    selectTime(time ?? min(times.cursor, detail.beers.count - 1))
    if detail.photos.isEmpty { part = .times }
    guard part == .photos else { return }
    let index = detail.photos.firstIndex { $0.id == selected }
    selectPhoto(index ?? min(photo, detail.photos.count - 1))
  }

  // MARK: - Selecting

  /// Moves to a beer of the label, in both parts.
  private mutating func select(beer: Int64) {
    guard let index = detail?.beers.firstIndex(where: { $0.id == beer }) else { return }
    selectTime(index)
  }

  /// Moves to a time, and to the first of its photos.
  private mutating func selectTime(_ index: Int) {
    times.cursor = index
    headerLine = nil
    guard let beer = selectedBeer?.id,
      let first = detail?.photos.firstIndex(where: { $0.beerID == beer })
    else { return }
    photo = first
  }

  /// Moves to a photo, and to the time of its beer.
  private mutating func selectPhoto(_ index: Int) {
    guard let detail, detail.photos.indices.contains(index) else { return }
    photo = index
    let beer = detail.photos[index].beerID
    if let time = detail.beers.firstIndex(where: { $0.id == beer }) { times.cursor = time }
  }

  mutating func switchPart() {
    switch part {
    case .times:
      part = .photos
      headerLine = nil
      selectPhoto(photo)
    case .photos: part = .times
    }
  }

  // MARK: - Opening

  /// The width in columns from which the hints for opening a photo and for returning to the times both fit.
  private static let minWidthOfBothHints = 48

  func firstHints(in context: ScreenContext) -> [Action] {
    part == .photos && context.size.width < Self.minWidthOfBothHints ? [.switchPart] : []
  }

  func openHint(in context: ScreenContext) -> String { part == .times ? "open" : "open photo" }

  func canOpen(in context: ScreenContext) -> Availability { Availability(selectedBeer != nil) }
  func photoCount(in context: ScreenContext) -> Int? { selectedBeer?.photoCount }
  func timesCount(in context: ScreenContext) -> Int? { detail?.beers.count }

  /// Opens the page of the beer under the cursor, or the photo under it among those of its beer.
  ///
  /// If the label was opened from the page of a beer, that page shows the beer.
  mutating func open(in context: ScreenContext) -> [Intent] {
    guard let beer = selectedBeer else { return [] }
    return (context.currentBeer?.id == beer.id ? [] : [.selectTime(beer.id)])
      + [selectedPhoto.map { Intent.openPhoto($0.id, on: .photos) } ?? .goTo(.beer)]
  }

  // MARK: - Moving

  mutating func move(_ move: Move, in context: ScreenContext) {
    guard let detail else { return }
    let page = LabelPage(detail, in: context)
    switch part {
    case .times:
      if context.appearance.usesWords, moveInHeader(move, page) { return }
      moveInTimes(move, page)
    case .photos: moveInPhotos(move, page)
    }
  }

  /// Moves in the title and the header, and to them from the first time; returns `false` for a move in the times.
  private mutating func moveInHeader(_ move: Move, _ page: LabelPage) -> Bool {
    let last = page.header.count - 1
    switch (move, headerLine) {
    case (.first, _):
      selectTime(0)
      headerLine = -1
    case (.up, nil) where times.cursor == 0: headerLine = last
    case (.pageUp, nil) where times.cursor == 0, (.halfPageUp, nil) where times.cursor == 0: headerLine = -1
    case (.up, let line?): headerLine = max(-1, line - 1)
    case (.pageUp, _?), (.halfPageUp, _?): headerLine = -1
    // The header is visible only above the first time.
    case (.down, let line?): headerLine = line < last && times.cursor == 0 ? line + 1 : nil
    default:
      headerLine = nil
      return false
    }
    return true
  }

  /// Moves in the times, and from the last one to photos below.
  private mutating func moveInTimes(_ move: Move, _ page: LabelPage) {
    let count = page.detail.beers.count
    let isDown = [.down, .pageDown, .halfPageDown].contains(move)
    if isDown, times.cursor >= count - 1, !page.isWide, !page.lines.isEmpty {
      part = .photos
      return selectPhoto(0)
    }
    times.move(move, count: count, visible: page.scrolledRows.count)
    selectTime(times.cursor)
  }

  /// Moves in the photos, and from the first row to times above.
  private mutating func moveInPhotos(_ move: Move, _ page: LabelPage) {
    let isUp = [.up, .pageUp, .halfPageUp].contains(move)
    if isUp, page.line(of: photo) == 0, !page.isWide {
      part = .times
      return selectTime(page.detail.beers.count - 1)
    }
    selectPhoto(page.photo(from: photo, move))
  }

  mutating func clampScrolling(in context: ScreenContext) {
    guard let detail else { return }
    let page = LabelPage(detail, in: context)
    headerLine = context.appearance.usesWords ? headerLine.map { min($0, page.header.count - 1) } : nil
    let visible = page.scrolledRows.count
    times.clamp(count: detail.beers.count, visible: visible)
    offset.clamp(count: page.rowCount, visible: visible)
    for row in page.rowsToReveal(part, time: times.cursor, photo: photo) {
      offset.reveal(row, visible: visible)
    }
  }

  /// Moves to the clicked time or photo; a double click opens it.
  mutating func handle(_ event: MouseEvent, in context: ScreenContext) -> [Intent] {
    guard case .press(let clicks) = event.kind, let detail,
      let item = LabelPage(detail, in: context).item(at: event.point, times: times.top, offset: offset.top)
    else { return [] }
    switch item {
    case .time(let index):
      part = .times
      selectTime(index)
    case .photo(let index):
      part = .photos
      selectPhoto(index)
    }
    return [.notice(nil)] + (clicks == 2 ? [.perform(.openTime)] : [])
  }
}
