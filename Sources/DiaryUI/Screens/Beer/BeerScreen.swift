import DiaryModel
import DiaryStore
import Terminal

extension ScreenKind {
  /// One beer with all its fields and photos.
  package static let beer = ScreenKind(BeerScreen.self, title: "Beer", .undoes) { Action.onBeer }
}

/// One beer with all its fields and photos.
struct BeerScreen: Screen {
  private var offset = ScrollOffset()
  /// The times that the user had the beer.
  private(set) var times = LabelTimes()

  var subject: String { "beer" }

  func isAwaitingAnswer(in context: ScreenContext) -> Bool { context.isReadingCurrentBeer }

  mutating func handle(_ message: Message, in context: ScreenContext) -> [Intent] {
    times.handle(message)
    return []
  }

  /// Requests the times again after the screen above, whose request for others may replace an unanswered one.
  mutating func willBeCovered() { if times.isAwaited { times.invalidate() } }

  mutating func reload() -> [Intent] {
    times.invalidate()
    return []
  }

  mutating func adapt(in context: ScreenContext) -> [Intent] {
    guard context.path.last == .beer, let label = context.currentBeer?.detail?.label else { return [] }
    return times.request(label).map { [.effect(.loadTimes($0))] } ?? []
  }

  mutating func beerChanged(to beer: CurrentBeer) { offset = ScrollOffset() }

  mutating func clampScrolling(in context: ScreenContext) {
    offset.clamp(count: lines(context).count, visible: context.layout.body.count)
  }

  mutating func move(_ move: Move, in context: ScreenContext) {
    offset.move(
      move, visible: context.layout.body.count, readsLines: context.appearance.usesWords)
  }

  func firstHints(in context: ScreenContext) -> [Action] {
    (context.isCurrentBeerInTrash ? [.restoreBeer] : []) + [.nextBeer, .earlierTime, .laterTime, .allTimes]
      + (context.photoCount == 0 ? [.addPhoto] : [])
  }

  /// The photos of the beer that the page shows, and the first ones of its neighbors.
  func wantedPictures(in context: ScreenContext) -> [Int64]? {
    guard let currentBeer = context.currentBeer else { return [] }
    let window = context.list.window
    let size = Size(width: context.layout.contentWidth, height: context.layout.body.count)
    let photos = currentBeer.detail?.photos.prefix(BeerPage.pictureCount(size)).map(\.id) ?? []
    let thumbnails = [currentBeer.position, currentBeer.position + 1, currentBeer.position - 1]
      .map { window[$0]?.thumbnailID }
    return photos + thumbnails.dropFirst(photos.isEmpty ? 0 : 1).compactMap { $0 }
  }

  func draw(in context: ScreenContext, into canvas: inout Canvas) {
    let page = TextPage(lines: lines(context), offset: offset)
    let frame = ScreenFrame(
      title: context.trashLabel + context.currentBeerName, trailing: context.currentBeerPosition,
      position: page.position(in: context.layout))
    frame.draw(context, into: &canvas)
    page.draw(in: context.layout, into: &canvas)
  }

  private func lines(_ context: ScreenContext) -> [StyledLine] {
    guard let detail = context.currentBeer?.detail else { return context.currentBeerProblem }
    return BeerPage(
      detail: detail, appearance: context.appearance, width: context.layout.contentWidth,
      height: context.layout.body.count, pictures: context.pictures, renderings: context.renderings,
      sheet: context.configuration.tastingSheet, times: times.items(with: detail.beer.id),
      splitOffer: context.splitOffer,
      conflicts: context.currentBeerConflicts, highlight: context.highlight
    ).lines
  }
}
