import DiaryModel
import DiaryStore

extension AppState {
  /// The beer that the list's cursor follows to a new position; `nil` if the change moved none.
  func movedBeer(_ outcome: ChangeOutcome) -> Int64? {
    switch outcome.changes.last {
    case .added(let beer): beer.id
    case .edited(let edit) where list.window.query.order.differs(edit.before, edit.after):
      edit.beer == (currentBeer?.id ?? list.window[list.scroll.cursor]?.id) ? edit.beer : nil
    case .restored(let beers) where beers.count == 1 && !list.isInTrash: beers[0].beer
    default: nil
    }
  }
}

extension BeerQuery.Order {
  /// Whether beers with these fields can have different positions.
  fileprivate func differs(_ a: BeerFields, _ b: BeerFields) -> Bool {
    switch self {
    case .date: a.drunkAt != b.drunkAt
    case .name: a.name != b.name
    case .brewery: a.brewery != b.brewery
    case .style: a.style != b.style
    case .rating: a.rating != b.rating
    case .abv: a.abv != b.abv
    // The label follows from both.
    case .times: a.name != b.name || a.brewery != b.brewery
    case .custom: a.extras != b.extras
    }
  }
}
