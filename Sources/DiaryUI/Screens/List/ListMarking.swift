import DiaryStore
import DiaryText
import SQLiteKit

// Marking beers, one by one, from here to there, or all that the list shows.
extension AppState {
  /// What an action on the list's beers works on: those that are marked, otherwise the one under the cursor.
  var chosenBeers: IDSet {
    if screen == .list, !list.marks.isEmpty { return list.marks.ids }
    return (shown?.id ?? list.rows[list.scroll.cursor]?.id).map { [$0] } ?? []
  }

  /// Marks the beer under the cursor, or takes its mark away, and goes on to the next.
  mutating func toggleMark() {
    guard let beer = list.rows[list.scroll.cursor] else { return }
    list.marks.toggle(beer.id, in: list.rows.query)
    moveInList(.down)
  }

  mutating func markAll() -> [Effect] {
    [.loadMarks(list.marks.request(0..<Int.max, of: list.rows.query))]
  }

  /// Marks the range that is open: a move takes it along, anything else finds it marked.
  mutating func endRange(before action: Action) -> [Effect] {
    guard screen == .list, list.marks.rangeStart != nil, !action.traits.contains(.keepsRange),
      let range = list.marks.range(to: list.scroll.cursor)
    else { return [] }
    return [.loadMarks(list.marks.request(range, of: list.rows.query))]
  }

  mutating func acceptMarks(_ request: MarkRequest, _ result: Result<IDSet, StoreError>) {
    list.marks.accept(request, try? result.get())
    guard case .failure(let error) = result, error != .cancelled else { return }
    notice = Notice(text: "Nothing was marked: " + ErrorText.reason(error) + ".", kind: .problem)
  }

  /// Finds out which of the marked beers the list does not show, once it has turned to another.
  mutating func compareMarks() -> [Effect] {
    guard list.pendingPlace == nil else { return [] }
    return list.marks.comparison(with: list.rows.query).map { [.compareMarks($0)] } ?? []
  }

  /// How many beers are chosen, and how many of these are out of sight: `3 beers, 1 not shown`.
  func countOfChosen(_ beers: IDSet) -> String {
    let count = NumberText.count(beers.count, "beer")
    return beers == list.marks.ids ? count + list.marks.remark : count
  }

  /// Whether a beer is shown as marked.
  func isMarked(_ beer: BeerListItem?, at position: Int) -> Bool {
    guard let beer, !list.rows.showsOtherList else { return beer.map { list.marks.contains($0.id) } ?? false }
    return list.marks.contains(beer.id)
      || list.marks.range(to: list.scroll.cursor)?.contains(position) == true
  }
}

extension Marks {
  /// What the actions on all that are marked reach out of sight; empty where that is nothing.
  var remark: String { hidden.isEmpty ? "" : ", \(NumberText.count(hidden.count)) not shown" }
}
