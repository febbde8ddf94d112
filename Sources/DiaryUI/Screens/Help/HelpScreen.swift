import DiaryModel
import Terminal

struct HelpState: Hashable, Sendable {
  /// The screen that help was asked for on.
  var about = ScreenKind.list
  var offset = ScrollOffset()
  /// Only what tells of these words is shown.
  var search = ""
}

extension Action {
  static let searchHelp = Action(
    "search-help", .finding, "Show only the keys that a word tells of", hint: "search",
    keys: [.character("/")], on: [.help]
  ) {
    $0.prompt = Prompt(HelpSearchPrompt(), text: $0.screens.help.search)
    return []
  }
}

/// The keys of one screen, made from the table of actions.
enum HelpScreen: ScreenBehavior {
  static func begin(from screen: ScreenKind, in state: inout AppState) {
    state.screens.help = HelpState(about: screen)
  }

  static func settle(_ state: inout AppState) {
    state.screens.help.offset.settle(count: lines(state).count, visible: state.layout.body.count)
  }

  static func move(_ move: Move, in state: inout AppState) {
    state.screens.help.offset.move(move, visible: state.layout.body.count)
  }

  /// Takes a search away first.
  static func goBack(in state: inout AppState) -> [Effect] {
    if state.screens.help.search.isEmpty { state.goBack() } else { state.screens.help.search = "" }
    return []
  }

  static func draw(_ state: AppState, into canvas: inout Canvas) {
    let theme = state.environment.appearance.theme
    let page = TextPage(lines: lines(state), offset: state.screens.help.offset)
    let frame = ScreenFrame(
      title: [
        .init("Help", theme.title), .init("   \(subject(state.screens.help.about))", theme.secondary),
        .init(state.screens.help.search.isEmpty ? "" : "   /" + state.screens.help.search, theme.accent),
      ],
      position: page.position(in: state.layout))
    frame.draw(state, into: &canvas)
    page.draw(in: state.layout, into: &canvas)
  }

  static func subject(_ screen: ScreenKind) -> String {
    switch screen {
    case .list: "the list of beers"
    case .beer: "one beer"
    case .photos, .carrying: "the photos of a beer"
    case .statistics: "the statistics"
    case .importing: "importing a file"
    case .form: "a beer that is being written down"
    default: "all screens"
    }
  }

  /// More keys than fit go on below.
  private static let widestKeys = 24

  static func lines(_ state: AppState) -> [StyledLine] {
    let all = state.environment.actions.actions(on: state.screens.help.about)
    let actions = all.filter { tells($0, of: state.screens.help.search, state) }
    let filters = filterLines(state)
    if actions.isEmpty, filters.isEmpty {
      return [StyledLine("No key here does that.", state.environment.appearance.theme.secondary)]
    }
    // The columns stay where they are while a search is typed.
    let widest = all.map { keys($0, state).columns }.max() ?? 0
    let column = min(widest, widestKeys, max(1, state.layout.contentWidth / 2 - 2))
    let groups = Action.Group.allCases.map { group in
      actions.filter { $0.group == group }.flatMap { lines($0, keyColumn: column, state) }
    }
    let titled = zip(Action.Group.allCases, groups).filter { !$1.isEmpty }.map { group, lines in
      [StyledLine(group.rawValue, state.environment.appearance.theme.title)] + lines
    }
    return Array((titled + [filters].filter { !$0.isEmpty }).joined(separator: [StyledLine.blank]))
  }

  /// The language of filters, where one can be typed; empty where it is not about what is searched for.
  private static func filterLines(_ state: AppState) -> [StyledLine] {
    let title = "Filters"
    let text = (FilterHelp.table + title).lowercased()
    guard state.screens.help.about == .list,
      state.screens.help.search.lowercased().split(separator: " ").allSatisfy(text.contains)
    else { return [] }
    let theme = state.environment.appearance.theme
    let column = FilterHelp.examples.map(\.filter.columns).max() ?? 0
    return [StyledLine(title, theme.title)]
      + FilterHelp.examples.flatMap { filter, meaning in
        let lines = meaning.wrapped(to: max(1, state.layout.contentWidth - column - 4))
        return lines.enumerated().map { index, line -> StyledLine in
          [.init("  " + (index == 0 ? filter : "").fitted(to: column), theme.key), .init("  " + line)]
        }
      }
  }

  private static func lines(_ action: Action, keyColumn: Int, _ state: AppState) -> [StyledLine] {
    let theme = state.environment.appearance.theme
    let keyLines = keys(action, state).wrapped(to: keyColumn)
    let helpLines = action.help.wrapped(to: max(1, state.layout.contentWidth - keyColumn - 4))
    return (0..<max(keyLines.count, helpLines.count)).map { index in
      let key = index < keyLines.count ? keyLines[index] : ""
      let help = index < helpLines.count ? helpLines[index] : ""
      return [.init("  " + key.fitted(to: keyColumn), theme.key), .init("  " + help)]
    }
  }

  /// Whether its sentence, its name or its keys have all words.
  private static func tells(_ action: Action, of search: String, _ state: AppState) -> Bool {
    let keys = action.keys(on: state.screens.help.about).map { $0.label.lowercased() }
    let text = "\(action.help) \(action.name) \(action.group.rawValue)".lowercased()
    return search.lowercased().split(separator: " ").allSatisfy { word in
      text.contains(word) || keys.contains { $0 == word }
    }
  }

  private static func keys(_ action: Action, _ state: AppState) -> String {
    action.keys(on: state.screens.help.about).map(\.label).joined(separator: ", ")
  }
}
