import DiaryModel
import DiaryStore

extension BeerList {
  /// Lets the cursor follow the beer that a change has moved or restored, or that an undo or a redo in the list has
  /// changed, if there is one; the cursor stays on a beer that is on a screen of its own.
  mutating func follow(_ outcome: ChangeOutcome, of request: ChangeRequest, in context: ScreenContext) {
    guard let change = outcome.changes.last else { return }
    let openBeer = context.currentBeer?.id
    switch change {
    case .added(let beer): focus = beer.id
    // What has left the list cannot be followed.
    case .undoneAddition: break
    case .trashed(let beers) where !isInTrash: followNeighbor(of: beers)
    case .restored(let beers) where isInTrash: followNeighbor(of: beers.lazy.map(\.beer))
    case _ where request.isUndoOrRedo && context.screen == .list && outcome.changes.count == 1:
      focus = change.onlyBeer ?? firstReturning(change) ?? focus
    case .edited(let edit) where window.query.order.differs(edit.before, edit.after):
      if edit.beer == openBeer ?? window[scroll.cursor]?.id { focus = edit.beer }
    case .restored(let beers) where beers.count == 1:
      if beers[0].beer == openBeer ?? beers[0].beer { focus = beers[0].beer }
    default: break
    }
  }

  /// Lets the cursor follow the beer after those that leave the list together, or the one before if they were last.
  ///
  /// A single beer leaves its place to the next one anyway.
  private mutating func followNeighbor(of beers: some Collection<Int64>) {
    guard beers.count > 1, !window.showsOtherList else { return }
    // A set of the few beers in the window, because up to a million leave together.
    let leaving = Set(window.items.map(\.id)).intersection(beers)
    firstLeft = window.items.first { leaving.contains($0.id) }?.id
    guard let beer = window[scroll.cursor]?.id, leaving.contains(beer) else { return }
    let before = window.items.prefix(scroll.cursor - window.first)
    let after = window.items.dropFirst(before.count)
    focus = (after.first { !leaving.contains($0.id) } ?? before.last { !leaving.contains($0.id) })?.id
  }

  /// Returns the first of several beers that come back to the list together, as far as their order is known; `nil` for
  /// other changes.
  private func firstReturning(_ change: DiaryChange) -> Int64? {
    switch change {
    case .trashed, .restored: change.beers.first { $0 == firstLeft } ?? change.beers.first
    default: nil
    }
  }
}

extension ChangeRequest {
  var isUndo: Bool {
    switch self {
    case .undo, .undoLogged: true
    default: false
    }
  }

  var isUndoOrRedo: Bool {
    if case .redo = self { true } else { isUndo }
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
    case .property(let name):
      BeerColumn.named(name).map { $0.json(of: a) != $0.json(of: b) } ?? (a != b)
    case .custom: a.extras != b.extras
    }
  }
}
