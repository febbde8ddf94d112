import DiaryModel
import DiaryStore

/// What was typed in the prompt for a search or a filter before the other one was opened from it, so that it can be
/// brought back.
struct PromptSwitch: Hashable, Sendable {
  /// The text as it was typed.
  let text: String
  /// The list before the switch.
  let before: BeerQuery
  /// The same list as the other prompt has it.
  let after: BeerQuery

  /// Returns whether the other prompt still shows the list with which it was opened.
  fileprivate func isUnchanged(in query: BeerQuery) -> Bool {
    query.filter == after.filter && query.searchWords == after.searchWords
  }
}

extension ListScreen {
  /// Asks for a filter instead of the words that are being typed, which become a part of it.
  mutating func continueAsFilter(_ search: SearchPrompt, in context: ScreenContext) -> [Intent] {
    let before = beers.window.query
    var after = before
    let text: String
    after.search = ""
    if let filter = search.filter, filter.isUnchanged(in: before) {
      after.filter = filter.before.filter
      after.search = filter.before.search
      text = filter.text
    } else {
      let added = Self.filter(typedAsSearch: before, in: context) ?? BeerFilter(searching: before.searchWords)
      after.filter = before.filter.and(added)
      text = context.promptText(of: before.filter, and: added)
    }
    let back = PromptSwitch(text: context.prompt?.input.text ?? "", before: before, after: after)
    return switchList(to: after) + openFilter(FilterPrompt(before: search.before, search: back), text: text)
  }

  /// Returns the filter that was typed as a search, such as `rating>=4`; `nil` if the text is only words, or no filter.
  private static func filter(typedAsSearch query: BeerQuery, in context: ScreenContext) -> BeerFilter? {
    guard case .success(let filter?) = context.parseFilter(query.search), !filter.isInTrash,
      filter.alternatives.joined().contains(where: \.isAboutField)
    else { return nil }
    return filter
  }

  /// Asks for words instead of the filter that is being typed, of which single words become the search.
  mutating func continueAsSearch(_ filter: FilterPrompt, in context: ScreenContext) -> [Intent] {
    let before = beers.window.query
    let typed = context.prompt?.input.text ?? ""
    var after = before
    var intents: [Intent] = []
    if let search = filter.search, search.isUnchanged(in: before) {
      after.filter = search.before.filter
      after.search = search.text
    } else if let terms = before.filter.alternatives.first, before.filter.alternatives.count == 1 {
      let words = terms.filter { $0.searchedWord != nil }
      let others = terms.filter { $0.searchedWord == nil }
      after.filter.alternatives = others.isEmpty ? [] : [others]
      after.search = (before.searchWords.map(String.init) + words.compactMap(\.searchedWord))
        .joined(separator: " ")
      if let search = filter.search, after.searchWords == search.searchedWords { after.search = search.text }
      intents.append(.rememberFilter(after.filter, typed: Self.text(typed, without: words)))
    }
    let back = PromptSwitch(text: typed, before: before, after: after)
    beers.highlightsMatches = false
    return intents + switchList(to: after) + continueSearch(SearchPrompt(before: filter.before, filter: back))
  }

  private mutating func switchList(to query: BeerQuery) -> [Intent] {
    query == beers.window.query ? [] : beers.switchList(to: query, at: beers.scroll)
  }

  /// Returns the text of a filter without some of its words, which are given in the order in which they occur in it.
  private static func text(_ text: String, without words: [BeerFilter.Term]) -> String {
    var left = words.map(\.description)[...]
    return text.split(separator: " ").filter { word in
      guard left.first == String(word) else { return true }
      left.removeFirst()
      return false
    }.joined(separator: " ")
  }
}

extension PromptSwitch {
  /// The words that the search has become.
  fileprivate var searchedWords: [Substring] {
    BeerFilter(searching: before.searchWords).alternatives.joined().compactMap(\.searchedWord).map { $0[...] }
  }
}

extension BeerFilter.Term {
  /// The word of a search that means the term; `nil` if there is none.
  fileprivate var searchedWord: String? {
    guard case .words(let words) = condition, words.searchWords.count == 1 else { return nil }
    let word = (isNegated ? "-" : "") + words
    return BeerFilter.Term(searching: word) == self ? word : nil
  }
}

extension ScreenContext {
  /// Returns the text of a prompt for a filter with more words: the filter as the user typed it, if the words can follow
  /// it.
  fileprivate func promptText(of filter: BeerFilter, and words: BeerFilter) -> String {
    let whole = filter.and(words)
    if filter.isEmpty || words.isEmpty { return promptText(of: whole) }
    let typed = text(of: filter)
    let text = ["\(typed) \(words)", "(\(typed)) \(words)"].first { self.filter($0) == whole }
    return text.map { $0 + " " } ?? promptText(of: whole)
  }
}

extension BeerFilter.Term {
  /// Whether the term is about a field, rather than words anywhere in a beer.
  fileprivate var isAboutField: Bool {
    if case .words = condition { false } else { true }
  }
}
