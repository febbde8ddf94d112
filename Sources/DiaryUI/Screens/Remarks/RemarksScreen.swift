import Terminal

struct RemarksState: Hashable, Sendable {
  /// What a migration had to say.
  var sentences: [String] = []
  /// Says that there are remarks, until they have been opened or the list has been left once.
  var announcement: Notice?
  var offset = ScrollOffset()
}

/// What was unusual when the diary was brought up to date.
enum RemarksScreen: ScreenBehavior {
  static func perform(_ action: ActionID, in state: inout AppState) -> [Effect] {
    if state.remarks.offset.perform(action, visible: state.layout.body.count) { return [] }
    if action == .back { state.goBack() }
    return []
  }

  static func draw(_ state: AppState, into canvas: inout Canvas) {
    let theme = state.appearance.theme
    let page = TextPage(lines: lines(state), offset: state.remarks.offset)
    let frame = ScreenFrame(
      title: [
        .init("Remarks", theme.title), .init("   from bringing the diary up to date", theme.secondary),
      ],
      position: page.position(in: state.layout))
    frame.draw(state, into: &canvas)
    page.draw(in: state.layout, into: &canvas)
  }

  static func lines(_ state: AppState) -> [StyledLine] {
    let bullet = "\(state.appearance.glyphs.mark) "
    return state.remarks.sentences.flatMap { sentence in
      sentence.wrapped(to: max(1, state.layout.contentWidth - 2)).enumerated().map { index, text in
        StyledLine((index == 0 ? bullet : "  ") + text)
      }
    }
  }
}
