import Terminal

struct HelpState: Hashable, Sendable {
  /// The screen that help was asked for on.
  var about = ScreenKind.list
  var offset = ScrollOffset()
}

/// The keys of one screen, made from the table of actions.
enum HelpScreen: ScreenBehavior {
  static func perform(_ action: ActionID, in state: inout AppState) -> [Effect] {
    if state.help.offset.perform(action, visible: state.layout.body.count) { return [] }
    if action == .back { state.goBack() }
    return []
  }

  static func draw(_ state: AppState, into canvas: inout Canvas) {
    let theme = state.appearance.theme
    let page = TextPage(lines: lines(state), offset: state.help.offset)
    let frame = ScreenFrame(
      title: [.init("Help", theme.title), .init("   \(subject(state.help.about))", theme.secondary)],
      position: page.position(in: state.layout))
    frame.draw(state, into: &canvas)
    page.draw(in: state.layout, into: &canvas)
  }

  private static func subject(_ screen: ScreenKind) -> String {
    switch screen {
    case .list: "the list of beers"
    case .beer: "one beer"
    case .photos: "the photos of a beer"
    case .statistics: "the statistics"
    case .form: "a beer that is being written down"
    default: "all screens"
    }
  }

  /// More keys than fit go on below.
  private static let widestKeys = 24

  static func lines(_ state: AppState) -> [StyledLine] {
    let actions = state.actions.actions(on: state.help.about)
    let widest = actions.map { keys($0, state).columns }.max() ?? 0
    let column = min(widest, widestKeys, max(1, state.layout.contentWidth / 2 - 2))
    let groups = Action.Group.allCases.map { group in
      actions.filter { $0.group == group }.flatMap { lines($0, keyColumn: column, state) }
    }
    let titled = zip(Action.Group.allCases, groups).filter { !$1.isEmpty }.map { group, lines in
      [StyledLine(group.rawValue, state.appearance.theme.title)] + lines
    }
    return Array(titled.joined(separator: [StyledLine.blank]))
  }

  private static func lines(_ action: Action, keyColumn: Int, _ state: AppState) -> [StyledLine] {
    let theme = state.appearance.theme
    let keyLines = keys(action, state).wrapped(to: keyColumn)
    let helpLines = action.help.wrapped(to: max(1, state.layout.contentWidth - keyColumn - 4))
    return (0..<max(keyLines.count, helpLines.count)).map { index in
      let key = index < keyLines.count ? keyLines[index] : ""
      let help = index < helpLines.count ? helpLines[index] : ""
      return [.init("  " + key.fitted(to: keyColumn), theme.key), .init("  " + help)]
    }
  }

  private static func keys(_ action: Action, _ state: AppState) -> String {
    action.keys(on: state.help.about).map(\.label).joined(separator: ", ")
  }
}
