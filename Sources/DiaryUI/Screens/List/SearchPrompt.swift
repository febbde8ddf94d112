import DiaryStore
import Telemetry
import Terminal

/// The words to search the list for, which shows the result of each key.
struct SearchPrompt: PromptBehavior {
  /// The list to which Escape returns.
  let before: ListPlace

  var label: String { "/" }
  var style: PromptStyle { .search }

  func history(in state: AppState) -> PromptHistory? { state.promptMemory.searches }

  func press(_ key: Key, in state: inout AppState) -> [Effect]? {
    switch key {
    case Key(.down): state.moveInList(.down)
    case Key(.up): state.moveInList(.up)
    default: return nil
    }
    return []
  }

  /// Shows the beers that have the words, from the top.
  func typed(_ text: String, in state: inout AppState) -> [Effect] {
    var query = state.list.rows.query
    guard query.searchWords != text.searchWords else { return [] }
    let isFirst = query.searchWords.isEmpty
    query.search = text
    return state.turn(to: query, at: ScrollPosition()) + (isFirst ? [.record(.searchUsed)] : [])
  }

  func submit(_ text: String, in state: inout AppState) -> [Effect] {
    state.promptMemory.searches.note(text)
    if !state.list.rows.query.searchWords.isEmpty { state.list.lastSearch = state.list.rows.query.search }
    return []
  }

  func cancel(in state: inout AppState) -> [Effect] {
    var query = before.query
    query.generation = state.list.rows.query.generation
    return query == state.list.rows.query ? [] : state.turn(to: query, at: before.scroll)
  }
}

/// A list and the cursor in it, to return to.
struct ListPlace: Hashable, Sendable {
  let query: BeerQuery
  let scroll: ScrollPosition
}

extension AppState {
  /// Asks for the words, beginning with the present ones.
  mutating func beginSearch() {
    list.isFinding = false
    prompt = Prompt(
      SearchPrompt(before: ListPlace(query: list.rows.query, scroll: list.scroll)),
      text: list.rows.query.search)
  }
}
