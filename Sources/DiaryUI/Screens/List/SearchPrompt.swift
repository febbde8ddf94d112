import DiaryModel
import DiaryStore
import Telemetry
import Terminal

/// The words to search the list for; the list shows the result while they are typed.
struct SearchPrompt: PromptBehavior {
  /// The list that Escape restores.
  let before: ListState

  var label: String { "Search /" }
  var history: PromptHistory.ID? { Self.searches }
  var style: PromptStyle { .search }

  private static let searches: PromptHistory.ID = "searches"

  func keyHints(for prompt: Prompt) -> [PromptHint] {
    [PromptHint("Enter", "done"), PromptHint("Esc", "cancel"), PromptHint("Ctrl-T", "filter")]
  }

  func result(in context: ScreenContext) -> String? { owner(in: context).beers.countText }

  func press(_ key: Key, changing list: inout ListScreen, in context: ScreenContext) -> [Intent]? {
    switch key {
    case Key(.down): list.beers.move(.down)
    case Key(.up): list.beers.move(.up)
    case .control("t"): return list.continueAsFilter(from: before, in: context)
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
  /// Asks for the words, starting with the present ones.
  mutating func beginSearch() -> [Intent] {
    beers.highlightsMatches = false
    return searchPrompt(before: beers.state)
  }

  /// Asks for the words of the present search.
  ///
  /// - Parameter before: The list that Escape restores.
  private func searchPrompt(before: ListState) -> [Intent] {
    [.prompt(Prompt(SearchPrompt(before: before), text: beers.window.query.search))]
  }

  /// Asks for words instead of the filter that is being typed, of which single words become the search.
  mutating func continueAsSearch(from before: ListState) -> [Intent] {
    var query = beers.window.query
    if let terms = query.filter.alternatives.first, query.filter.alternatives.count == 1 {
      let words = terms.compactMap(\.searchedWord)
      let others = terms.filter { $0.searchedWord == nil }
      query.search = (query.searchWords.map(String.init) + words).joined(separator: " ")
      query.filter.alternatives = others.isEmpty ? [] : [others]
    }
    let intents = query == beers.window.query ? [] : beers.switchList(to: query, at: beers.scroll)
    beers.highlightsMatches = false
    return intents + searchPrompt(before: before)
  }
}

extension BeerFilter.Term {
  /// The word, if the term looks for a single one in all text as a search does; otherwise `nil`.
  fileprivate var searchedWord: String? {
    guard case .words(let words) = condition, !isNegated, words.searchWords.count == 1 else { return nil }
    return words
  }
}
