import DiaryStore
import Telemetry
import Terminal

/// The words to search the list for; the list shows the result while they are typed.
struct SearchPrompt: PromptBehavior {
  /// The list that Escape restores.
  let before: ListState

  var label: String { "/" }
  var style: PromptStyle { .search }

  func history(in context: ScreenContext) -> PromptHistory? { context.promptMemory.searches }

  func press(_ key: Key, changing list: inout ListScreen, in context: ScreenContext) -> [Intent]? {
    switch key {
    case Key(.down): list.beers.move(.down)
    case Key(.up): list.beers.move(.up)
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
    if !query.searchWords.isEmpty { list.beers.lastSearch = query.search }
    return [.rememberEntry(\.searches, text)]
  }

  func cancel(changing list: inout ListScreen, in context: ScreenContext) -> [Intent] {
    var query = before.query
    query.generation = list.beers.window.query.generation
    return query == list.beers.window.query ? [] : list.beers.switchList(to: query, at: before.scroll)
  }
}

/// A list and the cursor in it, to return to.
struct ListState: Hashable, Sendable {
  let query: BeerQuery
  let scroll: ScrollPosition
}

extension ListScreen {
  /// Asks for the words, starting with the present ones.
  mutating func beginSearch() -> [Intent] {
    beers.highlightsMatches = false
    let before = ListState(query: beers.window.query, scroll: beers.scroll)
    return [.prompt(Prompt(SearchPrompt(before: before), text: before.query.search))]
  }
}
