import DiaryModel
import DiaryStore

extension BeerList {
  /// Lets the cursor follow the beer that a change has moved, if there is one.
  ///
  /// - Parameter openBeer: The beer on a screen of its own; `nil` if there is none.
  mutating func follow(_ outcome: ChangeOutcome, openBeer: Int64?) {
    switch outcome.changes.last {
    case .added(let beer): focus = beer.id
    case .edited(let edit) where window.query.order.differs(edit.before, edit.after):
      if edit.beer == openBeer ?? window[scroll.cursor]?.id { focus = edit.beer }
    case .restored(let beers) where beers.count == 1 && !isInTrash: focus = beers[0].beer
    default: break
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
