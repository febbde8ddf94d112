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
}
