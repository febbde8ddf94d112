import DiaryModel
import DiaryStore
import DiaryText
import SQLiteKit
import Terminal

/// What one visit to the statistics remembers.
struct StatisticsState: Hashable, Sendable {
  /// The beers that are counted, in no order.
  var query = BeerQuery()
  /// `nil` until it has been counted.
  var statistics: DiaryStatistics?
  var failure: StoreError?
  /// Whether the numbers have been asked for.
  var isCounting = false
  /// Which item the cursor is on, counted through all sections.
  private(set) var cursor = 0
  /// What that item is, which holds through other sizes of the screen and other numbers; `nil` before it was chosen.
  private var selected: Selection?
  private(set) var top = 0

  /// An item, by what it stays known by.
  private struct Selection: Hashable, Sendable {
    let section: String
    let filter: String
    /// Its place in the section.
    let index: Int
  }

  var isUnknown: Bool { statistics == nil && failure == nil }

  /// Moves the cursor to an item, by its number in a layout.
  mutating func select(_ item: Int, in layout: StatisticsLayout) {
    cursor = max(0, min(item, layout.itemCount - 1))
    selected = layout.place(of: cursor).map { place in
      let index = cursor - place.first
      return Selection(
        section: place.section.title, filter: place.section.items[index].filter, index: index)
    }
  }

  /// Brings the cursor to where its item stands in a layout, or near to where it would.
  private mutating func settleCursor(in layout: StatisticsLayout) {
    guard let selected, let place = layout.places.first(where: { $0.section.title == selected.section })
    else {
      cursor = max(0, min(cursor, layout.itemCount - 1))
      return
    }
    let items = place.section.items
    // Of days and months the earlier ones are left out where there is no room.
    let nearest = place.section.form == .bars ? min(selected.index, items.count - 1) : 0
    cursor = place.first + (items.firstIndex { $0.filter == selected.filter } ?? nearest)
  }

  /// Brings the cursor to its item and its row into sight.
  mutating func settle(in layout: StatisticsLayout, visible: Int) {
    settleCursor(in: layout)
    let row = layout.row(of: cursor)
    // What stands above is seen with it where there is room: a heading, a standing bar, the days before.
    let heading = layout.place(of: cursor).map { $0.section.form == .bars ? row - 1 : $0.row } ?? 0
    top = min(top, max(0, heading))
    top = max(top, row + 1 - visible)
    top = max(0, min(top, layout.height - visible))
  }
}
