import DiaryStore

// The trash is a list like any other, with ways back and out.
extension AppState {
  /// Shows the trash, or where it is shown, what was shown of the diary before.
  mutating func showTrash() -> [Effect] {
    var query = rows.query
    if query.filter.isInTrash {
      (query.search, query.filter) = (list.besideTrash.search, list.besideTrash.filter)
    } else {
      list.besideTrash = query
      (query.search, query.filter) = ("", BeerFilter(isInTrash: true))
    }
    return show(query)
  }

  mutating func restoreBeer() -> [Effect] {
    let beers = chosenBeers
    return beers.isEmpty ? [] : [.change(.restore(beers))]
  }

  /// The question says how many there are, so all of them have to be in the list.
  mutating func askToEmptyTrash() {
    guard rows.query.filter == BeerFilter(isInTrash: true), rows.query.searchWords.isEmpty else {
      notice = Notice(text: "Esc first: the trash is emptied as a whole.")
      return
    }
    prompt = Prompt(
      .confirmEmptyingTrash,
      label: "Delete \(NumberText.count(rows.count ?? 0, "beer")) for good? (y/n)")
  }
}
