import DiaryModel
import DiaryStore

// The cursor goes along with a beer that a change has carried to another place of the list: `focus` names it, `reload`
// finds it.
extension AppState {
  /// The beer that the cursor has to follow.
  func movedBeer(_ outcome: ChangeOutcome) -> Int64? {
    switch outcome.changes.last {
    case .added(let beer): beer.id
    case .edited(let edit) where list.rows.query.order.differs(edit.before, edit.after):
      edit.beer == (shown?.id ?? list.rows[list.scroll.cursor]?.id) ? edit.beer : nil
    case .restored(let beers) where beers.count == 1 && !isInTrash: beers[0].beer
    default: nil
    }
  }

  /// Where the list is to be shown, for what is known of the beer's place in it.
  mutating func scroll(to place: Int?, _ request: PlaceRequest) -> ScrollPosition {
    let isSameList = !list.rows.isOtherList(request.query)
    guard let place else {
      if isSameList, request.beer == list.focus { notice?.text += "  It is not in this list." }
      list.focus = nil
      return isSameList ? list.scroll : ScrollPosition()
    }
    var scroll = list.scroll
    if request.beer == list.focus {
      if isInTrash, !request.query.filter.isInTrash, request.beer == list.besideTrash.beer {
        scroll = list.besideTrash.scroll
        scroll.shift(by: place - scroll.cursor)
      }
      scroll.cursor = place
      if isSameList { list.rows.noteBeer(at: place) }
    } else {
      // The beer keeps its row on the screen.
      let offset = place - request.position
      scroll.shift(by: offset)
      if isSameList { shiftList(by: offset) }
    }
    if shown?.id == request.beer { shown?.position = place }
    return scroll
  }

  /// Takes along what is known by its position, as beers came or went before it.
  private mutating func shiftList(by offset: Int) {
    list.rows.shift(by: offset)
    list.marks.shiftRange(by: offset)
    shown?.position += offset
  }
}

extension BeerQuery.Order {
  /// Whether beers with these fields stand at different places.
  fileprivate func differs(_ a: BeerFields, _ b: BeerFields) -> Bool {
    switch self {
    case .date: a.drunkAt != b.drunkAt
    case .name: a.name != b.name
    case .brewery: a.brewery != b.brewery
    case .style: a.style != b.style
    case .rating: a.rating != b.rating
    case .abv: a.abv != b.abv
    case .custom: a.extras != b.extras
    }
  }
}
