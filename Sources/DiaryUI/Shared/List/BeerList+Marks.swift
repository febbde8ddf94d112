import DiaryModel
import DiaryStore
import DiaryText
import SQLiteKit

// Marking single beers, ranges, or the whole list.
extension BeerList {
  /// Marks or unmarks the beer under the cursor, and moves to the next.
  mutating func toggleMark() {
    guard let beer = window[scroll.cursor] else { return }
    marks.toggle(beer.id, in: window.query)
    step(by: 1)
  }

  mutating func markAll() -> [Intent] { mark(0..<Int.max) }

  /// Marks the open range; returns no intents if there is none.
  mutating func markRange() -> [Intent] {
    guard marks.rangeStart != nil, let range = marks.range(to: scroll.cursor) else { return [] }
    return mark(range)
  }

  private mutating func mark(_ range: Range<Int>) -> [Intent] {
    [.effect(.loadMarks(marks.request(range, of: window.query)))]
  }

  mutating func applyMarks(
    _ request: MarkRequest, _ result: Result<IDSet, StoreError>, in context: ScreenContext
  ) -> [Intent] {
    let before = marks.count
    guard marks.apply(request, try? result.get()) else { return [] }
    guard case .failure(let error) = result else {
      // A screen reader does not read the number of marks in the title.
      return context.appearance.usesWords ? [.say(marks.change(from: before))] : []
    }
    // An action that waits for the marks would apply to the beer under the cursor instead.
    if error == .cancelled { return [.dropTypeAhead] }
    return [.dropTypeAhead, .say("Nothing was marked: " + ErrorText.reason(error) + ".", kind: .problem)]
  }

  /// Reads which of the marked beers the list does not show, after the list has changed.
  mutating func compareMarks() -> Effect? {
    guard pendingPosition == nil else { return nil }
    return marks.comparison(with: window.query).map { .compareMarks($0) }
  }

  /// Unmarks beers that a change has moved elsewhere, and marks those again that undo brings back from the trash.
  mutating func forgetMarks(_ outcome: ChangeOutcome, of request: ChangeRequest) {
    switch request {
    case .trash(let beers): marks.trash(beers)
    case .restore(let beers): marks.forget(beers)
    default: break
    }
    if let emptied = outcome.emptied { marks.remove(emptied.beers) }
    for change in outcome.changes {
      switch change {
      case .trashed(let beers): marks.trash(IDSet(beers))
      case .restored(let beers) where request.isUndo: marks.restore(beers.map(\.beer))
      case .undoneAdoption(let beers): marks.remove(IDSet(beers))
      case .undoneAddition(let beer, _): marks.remove([beer.id])
      case .undoneSplit(let split, _): marks.remove(IDSet(split.added.map(\.id)))
      case .undoneImport: marks.removeAll()
      default: break
      }
    }
  }

  /// Whether a beer is shown as marked.
  func isMarked(_ beer: BeerListItem?, at position: Int) -> Bool {
    guard let beer, !window.showsOtherList else { return beer.map { marks.contains($0.id) } ?? false }
    return marks.contains(beer.id) || marks.range(to: scroll.cursor)?.contains(position) == true
  }
}

extension Marks {
  /// Returns a sentence about what has been marked, such as `Marked 5 beers, 8 marked.`, for a screen reader.
  ///
  /// - Parameter before: The number of marked beers before.
  fileprivate func change(from before: Int) -> String {
    let verb = count < before ? "Unmarked" : "Marked"
    return "\(verb) \(NumberText.count(abs(count - before), "beer")), \(NumberText.count(count)) marked."
  }

  /// How many marked beers are not shown; empty if all are.
  var hiddenCountText: String { hidden.isEmpty ? "" : ", \(NumberText.count(hidden.count)) not shown" }
}
