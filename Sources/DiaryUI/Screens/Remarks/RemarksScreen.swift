import Terminal

struct RemarksState: Hashable, Sendable {
  /// What a migration had to say.
  var sentences: [String] = []
  /// Says that there are remarks, until they have been opened or the list has been left once.
  var announcement: Notice?
  var offset = ScrollOffset()
}

extension AppState {
  /// Keeps what a migration had to say, and tells on the list that there is something.
  mutating func noteRemarks(_ sentences: [String], announcedBy announcement: Notice) {
    screens.remarks.sentences = sentences
    screens.remarks.announcement = announcement
  }
}

extension Action {
  static let showRemarks = Action(
    "remarks", .program, "Remarks from the migration", hint: "remarks", keys: [.character("W")], on: [.list],
    when: {
      Availability(!$0.screens.remarks.sentences.isEmpty, else: "There are no remarks from a migration.")
    }
  ) {
    $0.open(.remarks)
    return []
  }
}

/// What was unusual when the diary was brought up to date.
enum RemarksScreen: ScreenBehavior {
  static func settle(_ state: inout AppState) {
    state.screens.remarks.offset.settle(count: lines(state).count, visible: state.layout.body.count)
  }

  static func move(_ move: Move, in state: inout AppState) {
    state.screens.remarks.offset.move(move, visible: state.layout.body.count)
  }

  static func draw(_ state: AppState, into canvas: inout Canvas) {
    let theme = state.environment.appearance.theme
    let page = TextPage(lines: lines(state), offset: state.screens.remarks.offset)
    let frame = ScreenFrame(
      title: [
        .init("Remarks", theme.title), .init("   from bringing the diary up to date", theme.secondary),
      ],
      position: page.position(in: state.layout))
    frame.draw(state, into: &canvas)
    page.draw(in: state.layout, into: &canvas)
  }

  static func lines(_ state: AppState) -> [StyledLine] {
    let bullet = "\(state.environment.appearance.glyphs.mark) "
    return state.screens.remarks.sentences.flatMap { sentence in
      sentence.wrapped(to: max(1, state.layout.contentWidth - 2)).enumerated().map { index, text in
        StyledLine((index == 0 ? bullet : "  ") + text)
      }
    }
  }
}
