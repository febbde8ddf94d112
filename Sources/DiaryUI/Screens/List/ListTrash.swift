import DiaryStore

// The trash is a list like any other, with ways back and out.
extension AppState {
  /// Whether the list, and so the beer that is opened from it, is in the trash.
  var isInTrash: Bool { rows.query.filter.isInTrash }

  /// Whether the list that was asked for last is in the trash, whether or not it is there yet.
  var wantsTrash: Bool { wantedQuery.filter.isInTrash }

  /// Shows the trash, or where it is shown, what was shown of the diary before.
  mutating func showTrash() -> [Effect] {
    var query = wantedQuery
    query.narrow(as: wantsTrash ? list.besideTrash : BeerQuery(filter: BeerFilter(isInTrash: true)))
    return show(query)
  }

  mutating func restoreBeer() -> [Effect] {
    let beers = chosenBeers
    return beers.isEmpty ? [] : [.change(.restore(beers))]
  }

  /// The question says how many there are, so all of them have to be in the list.
  mutating func askToEmptyTrash() {
    guard rows.query.hasWholeTrash else {
      notice = Notice(text: "Esc first: the trash is emptied as a whole.")
      return
    }
    prompt = Prompt(
      .confirmEmptyingTrash,
      label: "Delete \(NumberText.count(rows.count ?? 0, "beer")) for good? (y/n)")
  }
}

extension BeerQuery {
  /// Whether it is about all that is in the trash.
  var hasWholeTrash: Bool { filter == BeerFilter(isInTrash: true) && searchWords.isEmpty }

  /// Looks for the same as another query, in the order that it has.
  mutating func narrow(as other: BeerQuery) { (search, filter) = (other.search, other.filter) }
}
