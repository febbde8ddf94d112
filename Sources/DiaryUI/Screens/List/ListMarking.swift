import DiaryStore
import DiaryText
import SQLiteKit

// Marking beers, one by one, from here to there, or all that the list shows.
extension AppState {
  /// What an action on the list's beers works on: those that are marked, otherwise the one under the cursor.
  var chosenBeers: IDSet {
    if screen == .list, !marks.isEmpty { return marks.ids }
    return (shown?.id ?? rows[list.scroll.cursor]?.id).map { [$0] } ?? []
  }

  /// Marks the beer under the cursor, or takes its mark away, and goes on to the next.
  mutating func toggleMark() {
    guard let beer = rows[list.scroll.cursor] else { return }
    marks.toggle(beer.id, in: rows.query)
    moveInList(.down)
  }

  mutating func markAll() -> [Effect] {
    [.loadMarks(marks.request(0..<Int.max, of: rows.query))]
  }

  /// Marks the range that is open: a move takes it along, anything else finds it marked.
  mutating func endRange(before action: Action) -> [Effect] {
    guard screen == .list, marks.rangeStart != nil, !action.traits.contains(.keepsRange),
      let range = marks.range(to: list.scroll.cursor)
    else { return [] }
    return [.loadMarks(marks.request(range, of: rows.query))]
  }

  mutating func acceptMarks(_ request: MarkRequest, _ result: Result<IDSet, StoreError>) {
    marks.accept(request, try? result.get())
    guard case .failure(let error) = result, error != .cancelled else { return }
    notice = Notice(text: "Nothing was marked: " + ErrorText.reason(error) + ".", kind: .problem)
  }

  /// Finds out which of the marked beers the list does not show, once it has turned to another.
  mutating func compareMarks() -> [Effect] {
    guard pendingPlace == nil else { return [] }
    return marks.comparison(with: rows.query).map { [.compareMarks($0)] } ?? []
  }

  /// How many beers are chosen, and how many of these are out of sight: `3 beers, 1 not shown`.
  func countOfChosen(_ beers: IDSet) -> String {
    let count = NumberText.count(beers.count, "beer")
    return beers == marks.ids ? count + marks.remark : count
  }

  /// Whether a beer is shown as marked.
  func isMarked(_ beer: BeerListItem?, at position: Int) -> Bool {
    guard let beer, !rows.showsOtherList else { return beer.map { marks.contains($0.id) } ?? false }
    return marks.contains(beer.id) || marks.range(to: list.scroll.cursor)?.contains(position) == true
  }
}

extension Marks {
  /// What the actions on all that are marked reach out of sight; empty where that is nothing.
  var remark: String { hidden.isEmpty ? "" : ", \(NumberText.count(hidden.count)) not shown" }
}
