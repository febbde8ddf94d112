import DiaryStore
import Terminal

struct PhotosState: Hashable, Sendable {
  var scroll = ScrollPosition()
}

/// The photos of one beer, to be put in order.
enum PhotosScreen: ScreenBehavior {
  static func perform(_ action: ActionID, in state: inout AppState) -> [Effect] {
    let count = photos(state).count
    let cursor = state.photos.scroll.cursor
    if state.photos.scroll.perform(action, count: count, visible: photosPerScreen(state)) { return [] }
    switch action {
    case .carryDown: return carry(to: cursor + 1, in: &state)
    case .carryUp: return carry(to: cursor - 1, in: &state)
    case .makeThumbnail: return carry(to: 0, in: &state)
    case .nextBeer: state.stepBeer(by: 1)
    case .previousBeer: state.stepBeer(by: -1)
    case .back: state.goBack()
    default: break
    }
    return []
  }

  private static func carry(to target: Int, in state: inout AppState) -> [Effect] {
    let effects = state.move(photoAt: state.photos.scroll.cursor, to: target)
    guard effects.isEmpty else { return effects }
    state.notice = Notice(text: target <= 0 ? "This photo is the first." : "This photo is the last.")
    return []
  }

  static func settle(_ state: inout AppState) {
    state.photos.scroll.settle(count: photos(state).count, visible: photosPerScreen(state))
  }

  private static func photos(_ state: AppState) -> [Photo] { state.shown?.detail?.photos ?? [] }

  /// Every photo gets as many rows as the one that needs most, so that nothing jumps while the cursor moves.
  private static func rowsPerPhoto(_ state: AppState) -> Int {
    let lines = lines(state)
    let most = lines.map(\.count).max() ?? 1
    return lines.count * (most + 1) <= state.layout.body.count + 1 ? most + 1 : most
  }

  private static func photosPerScreen(_ state: AppState) -> Int {
    max(1, state.layout.body.count / rowsPerPhoto(state))
  }

  private static func lines(_ state: AppState) -> [[StyledLine]] {
    PhotoLines(
      photos: photos(state), appearance: state.appearance, width: state.layout.contentWidth,
      cutsCaptions: true
    ).all
  }
}

extension PhotosScreen {
  static func draw(_ state: AppState, into canvas: inout Canvas) {
    let theme = state.appearance.theme
    let photos = photos(state)
    let separator = "  \(state.appearance.glyphs.separator) "
    let count = photos.isEmpty ? "photos" : NumberText.count(photos.count, "photo")
    let title = state.shownName + StyledLine(separator + count, theme.secondary)
    ScreenFrame(title: title, aside: state.shownPosition, status: status(state, photos)).draw(
      state, into: &canvas)
    guard !photos.isEmpty else { return drawMessage(state, into: &canvas) }
    drawPhotos(state, into: &canvas)
  }

  private static func status(_ state: AppState, _ photos: [Photo]) -> String {
    switch photos.count {
    case 0: ""
    case 1: "The only photo is the beer's thumbnail."
    default: "The first photo is the beer's thumbnail."
    }
  }

  private static func drawMessage(_ state: AppState, into canvas: inout Canvas) {
    let isRead = state.shown?.detail != nil
    let lines =
      isRead ? [StyledLine("This beer has no photos.", state.appearance.theme.secondary)] : state.shownProblem
    BodyMessage(lines: lines).draw(state, into: &canvas)
  }

  private static func drawPhotos(_ state: AppState, into canvas: inout Canvas) {
    let layout = state.layout
    let height = rowsPerPhoto(state)
    let scroll = state.photos.scroll
    let shown = lines(state).enumerated().dropFirst(scroll.top).prefix(photosPerScreen(state))
    for (slot, (index, lines)) in shown.enumerated() {
      let row = layout.body.lowerBound + slot * height
      let isSelected = index == scroll.cursor
      let rows = min(lines.count, layout.body.upperBound - row)
      if isSelected { RowCursor.draw(row: row, height: rows, state.appearance, into: &canvas) }
      for (offset, line) in lines.enumerated() where row + offset < layout.body.upperBound {
        let styled = isSelected ? line.selected(state.appearance.theme) : line
        canvas.put(styled, at: Point(column: 1, row: row + offset), maxWidth: layout.contentWidth)
      }
    }
  }
}

extension StyledLine {
  /// The line as part of the row under the cursor.
  fileprivate func selected(_ theme: Theme) -> StyledLine {
    StyledLine(spans.map { Span($0.text, theme.selected($0.style)) })
  }
}
