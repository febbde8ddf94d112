import DiaryStore

// The trash is a list like any other, with ways back and out.
extension AppState {
  /// Shows the trash, or the diary where the trash is shown.
  mutating func showTrash() -> [Effect] {
    var query = rows.query
    query.search = ""
    query.filter = BeerFilter(isInTrash: !query.filter.isInTrash)
    return show(query)
  }

  mutating func restoreBeer() -> [Effect] {
    guard let beer = rows[list.scroll.cursor] else { return [] }
    return [.change(.restore([beer.id]))]
  }

  /// Everything in the trash goes, also what a filter hides.
  mutating func askToEmptyTrash() {
    prompt = Prompt(
      .confirmEmptyingTrash(count: rows.count ?? 0),
      label: "Delete all beers in the trash, with their photos, for good? (y/n)")
  }
}
