import DiaryModel
import DiaryStore
import DiaryText
import SQLiteKit
import Terminal

/// The state of one visit to the statistics.
struct StatisticsState: Hashable, Sendable {
  /// The counted beers, in no order.
  var query = BeerQuery()
  /// Whether averages and bars are of beers or of different beers.
  var counting = DiaryStatistics.Counting.labels
  /// The counts; `nil` until the beers have been counted.
  var statistics: DiaryStatistics?
  var failure: StoreError?
  /// Whether the beers are being counted.
  var isCounting = false
  /// The index of the item under the cursor among the items of all sections.
  private(set) var cursor = 0
  /// The item under the cursor, independent of the screen's size and of the counts; `nil` before one was selected.
  private var selected: Selection?
  private(set) var top = 0
  /// Whether the cursor has moved from another section, or is where it begins.
  private(set) var hasEnteredSection = true

  /// An item, identified by what does not change.
  private struct Selection: Hashable, Sendable {
    let section: String
    let filter: String
    /// The item's index in the section.
    let index: Int
  }

  var request: StatisticsRequest { StatisticsRequest(query: query, counting: counting) }

  var isUnknown: Bool { statistics == nil && failure == nil }

  /// Moves the cursor to an item, by its index in a layout.
  mutating func select(_ item: Int, in layout: StatisticsLayout) {
    cursor = max(0, min(item, layout.itemCount - 1))
    let section = selected?.section
    defer { hasEnteredSection = selected?.section != section }
    selected = layout.placement(of: cursor).map { placement in
      let index = cursor - placement.first
      return Selection(
        section: placement.section.title, filter: placement.section.items[index].filter, index: index)
    }
  }

  /// Moves the cursor by a screen.
  ///
  /// - Parameter offset: 1 or -1.
  mutating func page(by offset: Int, in layout: StatisticsLayout) {
    // The rows move with the cursor, and not only when it leaves the screen.
    let next = top + offset * layout.visible
    var item = layout.page(from: cursor, by: offset)
    // An item that is shown together with rows above it can leave the page as it is.
    while scrolled(next, to: item, in: layout) == top {
      let following = layout.step(from: item, by: offset)
      if following == item { break }
      item = following
    }
    select(item, in: layout)
    top = next
  }

  /// Moves the cursor to its item in a layout, or near its former position if the item is not there.
  private mutating func restoreCursor(in layout: StatisticsLayout) {
    guard let selected,
      let placement = layout.placements.first(where: { $0.section.title == selected.section })
    else {
      cursor = max(0, min(cursor, layout.itemCount - 1))
      return
    }
    let items = placement.section.items
    // If there is little room, the earliest days and months are left out.
    let nearest = placement.section.isVertical ? min(selected.index, items.count - 1) : 0
    // Two facts can have the same filter.
    let isUnmoved =
      items.indices.contains(selected.index) && items[selected.index].filter == selected.filter
    let index = isUnmoved ? selected.index : items.firstIndex { $0.filter == selected.filter }
    cursor = placement.first + (index ?? nearest)
  }

  /// Moves the cursor to its item, and scrolls to it.
  mutating func scrollToCursor(in layout: StatisticsLayout) {
    restoreCursor(in: layout)
    top = scrolled(top, to: cursor, in: layout)
  }

  /// Returns the top row of the page after as little scrolling as shows an item with the rows that belong to it.
  private func scrolled(_ top: Int, to item: Int, in layout: StatisticsLayout) -> Int {
    let visible = layout.visible
    let rows = layout.rows(of: item)
    if layout.hasScreens { return rows.upperBound / visible * visible }
    let start = max(min(top, rows.lowerBound), rows.upperBound + 1 - visible)
    return max(0, min(start, layout.height - visible))
  }
}
