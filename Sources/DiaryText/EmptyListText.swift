package import DiaryModel
package import DiaryStore

/// Sentences about lists without beers.
package enum EmptyListText {
  /// Returns a sentence that says why a list is empty.
  package static func sentence(about query: BeerQuery) -> String {
    if query.hasAllBeers { return "Your diary is empty." }
    if query.hasWholeTrash { return "The trash is empty." }
    let words = query.searchWords.joined(separator: " ")
    return words.isEmpty ? "No beers match the filter." : "No beers match “\(words)”."
  }

  /// Returns what to do if the only word of a search or a filter is more likely a year: `For the year, filter by
  /// year:2026.`; `nil` for others.
  package static func yearAdvice(on query: BeerQuery) -> String? {
    let filter = query.searchWords.isEmpty ? query.filter : BeerFilter(searching: query.searchWords)
    guard let word = filter.onlyWord, word.wholeMatch(of: /(?:19|20)[0-9]{2}/) != nil else { return nil }
    return "For the year, filter by year:\(word)."
  }
}

extension BeerFilter {
  /// The only word of the filter; `nil` if it has anything else.
  package var onlyWord: String? {
    guard !isInTrash, alternatives.count == 1, let terms = alternatives.first, terms.count == 1,
      let term = terms.first, !term.isNegated, case .words(let word) = term.condition,
      !word.contains(where: \.isWhitespace)
    else { return nil }
    return word
  }
}
