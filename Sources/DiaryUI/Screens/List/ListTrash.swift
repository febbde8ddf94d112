import DiaryModel
import DiaryStore
import DiaryText

/// What of the diary was shown before the trash.
struct ListBeforeTrash: Hashable, Sendable {
  var query = BeerQuery()
  var scroll = ScrollPosition()
  /// The beer under the cursor.
  var beer: Int64?
}

// The trash is a list like any other, with ways back and out.
extension AppState {
  /// Whether the list is the trash.
  var isInTrash: Bool { list.rows.query.filter.isInTrash }

  /// Whether the beer on the screen is in the trash, where another program may have put it meanwhile, or else the list.
  var isShownInTrash: Bool { shown?.detail.map { $0.beer.deletedAt != nil } ?? isInTrash }

  /// Whether the list that was asked for last is in the trash, whether or not it is there yet.
  var wantsTrash: Bool { wantedQuery.filter.isInTrash }

  /// Shows the trash, or where it is shown, what was shown of the diary before, with the cursor where it was.
  mutating func showTrash() -> [Effect] {
    var query = wantedQuery
    guard wantsTrash else {
      query.narrow(as: BeerQuery(filter: BeerFilter(isInTrash: true)))
      return show(query)
    }
    query.narrow(as: list.besideTrash.query)
    guard let beer = list.besideTrash.beer, isInTrash else { return show(query) }
    let request = list.rows.placeRequest(of: beer, from: list.scroll.cursor, in: query)
    (list.pendingPlace, list.focus) = (request, beer)
    return [.loadPlace(request)]
  }

  /// Notes what of the diary is shown, as the list turns to the trash.
  mutating func noteBesideTrash() {
    list.besideTrash = ListBeforeTrash(
      query: list.rows.query, scroll: list.scroll,
      beer: list.rows.showsOtherList ? nil : list.rows[list.scroll.cursor]?.id)
  }

  mutating func restoreBeer() -> [Effect] {
    let beers = chosenBeers
    guard !beers.isEmpty else { return [] }
    return change(.restore(beers), of: beers, asking: "Restore \(countOfChosen(beers)) from the trash?")
  }
}

extension BeerQuery {
  /// Whether it is about all that is in the trash.
  var hasWholeTrash: Bool { filter == BeerFilter(isInTrash: true) && searchWords.isEmpty }

  /// Looks for the same as another query, in the order that it has.
  mutating func narrow(as other: BeerQuery) { (search, filter) = (other.search, other.filter) }
}
