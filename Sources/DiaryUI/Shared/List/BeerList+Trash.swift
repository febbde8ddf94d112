import DiaryModel
import DiaryStore

/// What of the diary was shown before the trash.
struct ListBeforeTrash: Hashable, Sendable {
  var query = BeerQuery()
  var scroll = ScrollPosition()
  /// The beer under the cursor.
  var beer: Int64?
}

// The trash is a list like any other, with ways back and out.
extension BeerList {
  static let trashSentence = "This is the trash. R restores a beer, T returns to the diary."

  /// Whether the list is the trash.
  var isInTrash: Bool { rows.query.filter.isInTrash }

  /// Whether the list that was asked for last is in the trash, whether or not it is there yet.
  var wantsTrash: Bool { wantedQuery.filter.isInTrash }

  /// Shows the trash, or where it is shown, what was shown of the diary before, with the cursor where it was.
  mutating func showTrash() -> [Intent] {
    var query = wantedQuery
    guard wantsTrash else {
      query.narrow(as: BeerQuery(filter: BeerFilter(isInTrash: true)))
      return show(query)
    }
    query.narrow(as: beforeTrash.query)
    guard let beer = beforeTrash.beer, isInTrash else { return show(query) }
    focus = beer
    return ask(rows.placeRequest(of: beer, from: scroll.cursor, in: query)).map { .effect($0) }
  }

  /// Notes what of the diary is shown, as the list turns to the trash.
  mutating func noteListBeforeTrash() {
    beforeTrash = ListBeforeTrash(
      query: rows.query, scroll: scroll, beer: rows.showsOtherList ? nil : rows[scroll.cursor]?.id)
  }
}

extension BeerQuery {
  /// Whether it is about all that is in the trash.
  var hasWholeTrash: Bool { filter == BeerFilter(isInTrash: true) && searchWords.isEmpty }
}
