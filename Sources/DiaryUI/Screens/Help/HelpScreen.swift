import DiaryModel
import Terminal

extension Action {
  static let searchHelp = Action(
    "search-help", .finding, "Search the keys", hint: "search",
    keys: [.character("/")], on: [.help], changing: HelpScreen.self
  ) { help, _ in [.prompt(Prompt(HelpSearchPrompt(), text: help.search))] }
}

extension ScreenKind {
  /// The keys of the screen below it.
  package static let help = ScreenKind(HelpScreen.self, title: "Help")
}

/// The keys of one screen, taken from the action table, or only the filters.
struct HelpScreen: Screen {
  /// The screen that the help is about.
  private var about = ScreenKind.list
  private var offset = ScrollOffset()
  private var page = Page()
  /// The words that the shown lines contain; empty to show all lines.
  var search = ""
  /// The prompt for a filter that going back reopens, for help on filters only; `nil` for the keys of a screen.
  var filterPrompt: Prompt?

  mutating func willOpen(from screen: ScreenKind) {
    self = HelpScreen()
    about = screen
  }

  /// The lines, and what they depend on, because laying them out takes longer than drawing them.
  private struct Page: Hashable {
    var size = Size(width: 0, height: 0)
    var appearance: Appearance?
    var search = ""
    var lines: [StyledLine] = []

    func isUpToDate(_ search: String, in context: ScreenContext) -> Bool {
      size == context.size && search == self.search && appearance == context.appearance
    }
  }

  mutating func clampScrolling(in context: ScreenContext) {
    if !page.isUpToDate(search, in: context) {
      page = Page(
        size: context.size, appearance: context.appearance, search: search, lines: layOut(in: context))
    }
    offset.clamp(count: page.lines.count, visible: context.layout.body.count)
  }

  private func lines(_ context: ScreenContext) -> [StyledLine] {
    page.isUpToDate(search, in: context) ? page.lines : layOut(in: context)
  }

  mutating func move(_ move: Move, in context: ScreenContext) {
    offset.move(
      move, visible: context.layout.body.count, readsLines: context.appearance.usesWords)
  }

  func backHint(in context: ScreenContext) -> String { search.isEmpty ? "back" : "show all" }

  /// Clears the search first.
  mutating func goBack(in context: ScreenContext) -> [Intent] {
    if search.isEmpty { return [.back] + (filterPrompt.map { [.prompt($0)] } ?? []) }
    search = ""
    return []
  }

  func draw(in context: ScreenContext, into canvas: inout Canvas) {
    let theme = context.theme
    let page = TextPage(lines: lines(context), offset: offset)
    let frame = ScreenFrame(
      title: [
        .init("Help", theme.title), .init("   \(subject(context))", theme.secondary),
        .init(search.isEmpty ? "" : "   /" + search, theme.accent),
      ],
      position: page.position(in: context.layout))
    frame.draw(context, into: &canvas)
    page.draw(in: context.layout, into: &canvas)
  }

  private func subject(_ context: ScreenContext) -> String {
    filterPrompt == nil ? context.subject(of: about) : "filters"
  }

  /// Longer lists of keys are wrapped.
  private static let maxKeyWidth = 24
  /// The gap between columns of groups.
  private static let gap = 3
  /// A narrower column would wrap most of the lines.
  private static let minColumnWidth = 60
  /// On a narrower page, sentences next to keys would have only a word or two on a line.
  private static let minWidthForKeyColumn = 28

  /// The groups, in as few columns as show all of them, or else in as many as there is room for.
  private func layOut(in context: ScreenContext) -> [StyledLine] {
    let width = context.layout.contentWidth
    // Screen readers read a line across all columns.
    let maxCount =
      context.appearance.usesWords ? 1 : max(1, (width + Self.gap) / (Self.minColumnWidth + Self.gap))
    let layouts = (1...maxCount).lazy.map { count -> [StyledLine] in
      let columnWidth = (width - (count - 1) * Self.gap) / count
      let columns = TextColumns(groups(width: columnWidth, context), count: count)
      return columns.lines(at: columnWidth + Self.gap)
    }
    return layouts.first { $0.count <= context.layout.body.count } ?? layouts.last ?? []
  }

  /// The lines of each group with its title, wrapped to a width.
  private func groups(width: Int, _ context: ScreenContext) -> [[StyledLine]] {
    let actions = matchingActions(context)
    let filters = filterLines(width: width, context)
    if actions.isEmpty, filters.isEmpty {
      return [[StyledLine(Self.noMatches, context.theme.secondary)]]
    }
    // The width of all keys keeps the columns in place while a search is typed.
    let widest = allActions(context).map { keys($0, context).columns }.max() ?? 0
    let column = min(widest, Self.maxKeyWidth, max(1, width / 2 - 2))
    let groups = Action.Group.allCases.map { group in
      actions.filter { $0.group == group }.flatMap {
        lines($0, keyColumn: column, width: width, context)
      }
    }
    let titled = zip(Action.Group.allCases, groups).filter { !$1.isEmpty }.map { group, lines in
      [StyledLine(group.rawValue, context.theme.title)] + lines
    }
    return titled + [filters].filter { !$0.isEmpty }
  }

  static let noMatches = "No matches."

  /// Whether anything matches the search.
  func hasMatches(in context: ScreenContext) -> Bool {
    !matchingActions(context).isEmpty || !filterLines(width: context.layout.contentWidth, context).isEmpty
  }

  private func allActions(_ context: ScreenContext) -> [Action] {
    filterPrompt == nil ? context.configuration.actions.actions(on: about) : []
  }

  private func matchingActions(_ context: ScreenContext) -> [Action] {
    allActions(context).filter { !keys($0, context).isEmpty && matchesSearch($0) }
  }

  /// The filter language, for screens with filters; empty if it does not match the search.
  private func filterLines(width: Int, _ context: ScreenContext) -> [StyledLine] {
    let title = "Filters"
    let text = (FilterHelp.table + title).lowercased()
    guard context.configuration.actions.actions(on: about).contains(.filter),
      search.lowercased().split(separator: " ").allSatisfy(text.contains)
    else { return [] }
    let theme = context.theme
    if width < Self.minWidthForKeyColumn {
      return [StyledLine(title, theme.title)]
        + FilterHelp.examples.flatMap { stacked($0.filter, $0.meaning, width: width, theme) }
    }
    let column = FilterHelp.lines.map(\.filter.columns).max() ?? 0
    return [StyledLine(title, theme.title)]
      + FilterHelp.lines.flatMap { filter, meaning in
        let lines = meaning.wrapped(to: max(1, width - column - 4))
        return lines.enumerated().map { index, line -> StyledLine in
          [.init("  " + (index == 0 ? filter : "").fitted(to: column), theme.key), .init("  " + line)]
        }
      }
  }

  private func lines(
    _ action: Action, keyColumn: Int, width: Int, _ context: ScreenContext
  ) -> [StyledLine] {
    let theme = context.theme
    let keys = keys(action, context)
    if width < Self.minWidthForKeyColumn { return stacked(keys, action.help, width: width, theme) }
    let keyLines = keys.wrapped(to: keyColumn)
    let helpLines = action.help.wrapped(to: max(1, width - keyColumn - 4))
    return (0..<max(keyLines.count, helpLines.count)).map { index in
      let key = index < keyLines.count ? keyLines[index] : ""
      let help = index < helpLines.count ? helpLines[index] : ""
      return [.init("  " + key.fitted(to: keyColumn), theme.key), .init("  " + help)]
    }
  }

  /// Returns keys on lines of their own, and below them, indented, what they do.
  private func stacked(_ keys: String, _ help: String, width: Int, _ theme: Theme) -> [StyledLine] {
    keys.wrapped(to: width).map { StyledLine($0, theme.key) }
      + help.wrapped(to: max(1, width - 2)).map { StyledLine("  " + $0) }
  }

  /// Whether all words of the search are in the help, name, synonyms, group or keys of the action.
  private func matchesSearch(_ action: Action) -> Bool {
    let keys = action.keys(on: about).map { $0.label.lowercased() }
    let words = [action.help, action.name, action.group.rawValue] + action.synonyms
    let text = words.joined(separator: " ").lowercased()
    return search.lowercased().split(separator: " ").allSatisfy { word in
      text.contains(word) || keys.contains { $0 == word }
    }
  }

  /// Returns the keys of an action; if the settings have left it none, what to type in the palette.
  private func keys(_ action: Action, _ context: ScreenContext) -> String {
    let keys = action.keyLabels(on: about).joined(separator: ", ")
    guard keys.isEmpty, let palette = context.key(of: .palette, on: about) else { return keys }
    return "\(palette)\(action.name)"
  }
}
