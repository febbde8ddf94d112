import DiaryStore
import DiaryText
import Telemetry
import Terminal

extension Action {
  static let search = Action(
    "search", .finding, "Search all text as you type", hint: "search", keys: [.character("/")], on: [.list],
    .takesText, when: \.withBeersToFind, changing: ListScreen.self
  ) { list, _ in list.beginSearch() }
  .alsoCalled("find")
}

/// The words to search the list for; the list shows the result while they are typed.
struct SearchPrompt: PromptBehavior {
  /// The list that Escape restores.
  let before: ListState
  /// The filter that was continued as a search; `nil` if there was none.
  var filter: PromptSwitch?
  /// Whether the cursor was moved since the last character was typed.
  private var hasMoved = false

  init(before: ListState, filter: PromptSwitch? = nil) {
    self.before = before
    self.filter = filter
  }

  var label: String { "Search /" }
  var example: String? { "stout -imperial" }
  var history: PromptHistory.ID? { Self.searches }
  var style: PromptStyle { .search }

  private static let searches: PromptHistory.ID = "searches"

  func keyHints(for prompt: Prompt) -> [PromptHint] {
    [PromptHint("Enter", "done"), PromptHint("Esc", "cancel"), PromptHint("Ctrl-T", "filter")]
  }

  /// The match in the beer under the cursor, if no column shows it, and the number of matches.
  ///
  /// Without room for both, the number is left out, because the header has it.
  ///
  /// In words, after the cursor was moved, the position and name of the beer under it, because a screen reader reads
  /// this line instead.
  func result(in context: ScreenContext) -> String? {
    let list = owner(in: context)
    guard let count = list.beers.countText else { return nil }
    let typed = context.prompt?.input.text.columns ?? 0
    let room = context.layout.contentWidth - label.columns - typed - 3
    let result =
      context.appearance.usesWords
      ? resultInWords(list, room: room, context) : resultWithExcerpt(list, count: count, room: room, context)
    return result ?? count
  }

  /// Returns the position and name of the beer under the cursor; `nil` before the cursor was moved, and without a name.
  private func resultInWords(_ list: ListScreen, room: Int, _ context: ScreenContext) -> String? {
    guard hasMoved, let total = list.beers.window.count,
      let name = BeerText.readable(list.itemUnderCursor?.name)
    else { return nil }
    let position = "\(NumberText.count(list.beers.scroll.cursor + 1)) of \(NumberText.count(total))"
    return "\(position): \(name)".truncated(
      to: max(position.columns, room), ellipsis: String(context.glyphs.ellipsis))
  }

  /// Returns what was found in the beer under the cursor and, if there is room, the number of matches; `nil` if columns
  /// show it, or if there is no room.
  private func resultWithExcerpt(
    _ list: ListScreen, count: String, room: Int, _ context: ScreenContext
  ) -> String? {
    guard room >= Self.minExcerptWidth, let excerpt = list.excerptUnderCursor(context) else { return nil }
    let number = Self.gap + count
    let hasNumber = room - number.columns >= Self.minExcerptWidth
    let width = hasNumber ? room - number.columns : room
    return excerpt.line(width: width, style: .plain).text + (hasNumber ? number : "")
  }

  private static let gap = "   "
  /// The minimum width of an excerpt next to the typed words; a narrower one would show little besides the field name.
  private static let minExcerptWidth = 16

  func handle(
    _ key: Key, of prompt: inout Prompt, changing list: inout ListScreen, in context: ScreenContext
  ) -> [Intent]? {
    var search = self
    search.hasMoved = [Key(.down), Key(.up)].contains(key)
    prompt.behavior = search
    return search.press(key, changing: &list, in: context)
  }

  func press(_ key: Key, changing list: inout ListScreen, in context: ScreenContext) -> [Intent]? {
    switch key {
    case Key(.down): list.beers.step(by: 1)
    case Key(.up): list.beers.step(by: -1)
    case .control("t"): return list.continueAsFilter(self, in: context)
    default: return nil
    }
    return []
  }

  /// Shows the matching beers, from the top.
  func typed(
    _ text: String, changing list: inout ListScreen, in context: ScreenContext
  ) -> [Intent] {
    var query = list.beers.window.query
    guard query.searchWords != text.searchWords else { return [] }
    let isFirst = query.searchWords.isEmpty
    query.search = text
    return list.beers.switchList(to: query, at: ScrollPosition())
      + (isFirst ? [.effect(.record(.searchUsed))] : [])
  }

  func submit(
    _ text: String, changing list: inout ListScreen, in context: ScreenContext
  ) -> [Intent] {
    let query = list.beers.window.query
    list.beers.beforeTyping = before
    if !query.searchWords.isEmpty { list.beers.lastSearch = query.search }
    return [.rememberEntry(text, in: Self.searches)]
  }

  func cancel(changing list: inout ListScreen, in context: ScreenContext) -> [Intent] {
    list.beers.restore(before)
  }
}

extension ListScreen {
  /// Asks for the words, starting with the present ones, which the first typed character replaces.
  mutating func beginSearch() -> [Intent] {
    beers.highlightsMatches = false
    let words = TextInput(beers.window.query.search, as: .words)
    return [.prompt(Prompt(SearchPrompt(before: beers.state), input: words))]
  }

  /// Goes on with the words of a filter.
  func continueSearch(_ search: SearchPrompt) -> [Intent] {
    [.prompt(Prompt(search, text: beers.window.query.search))]
  }
}
