import DiaryStore
import Terminal

struct StatisticsState: Hashable, Sendable {
  /// The beers that are counted, in no order.
  var query = BeerQuery()
  /// `nil` until it has been counted.
  var statistics: DiaryStatistics?
  var failure: DiaryError?
  /// Whether the numbers have been asked for.
  var isCounting = false
  /// Which item the cursor is on, counted through all sections.
  var cursor = 0
  var top = 0

  var isUnknown: Bool { statistics == nil && failure == nil }

  mutating func fail(_ error: DiaryError, of query: BeerQuery) {
    if query == self.query { (isCounting, failure) = (false, error) }
  }
}

/// A number of the statistics: what it counts, how much, and which beers these are.
package struct StatisticsItem: Hashable, Sendable {
  package let label: String
  package let count: Int
  /// The beers, in the language of the list's filter.
  let filter: String
  /// The day or month that it counts.
  var day: DiaryDate?
}

/// Numbers under one heading.
package struct StatisticsSection: Hashable, Sendable {
  /// How the numbers are drawn.
  enum Form: Hashable, Sendable {
    /// One below the other.
    case bars
    /// One beside the other, standing.
    case columns
    /// A square a day, a column a week, as wide as the screen.
    case calendar
  }

  package let title: String
  let form: Form
  package let items: [StatisticsItem]

  init(_ title: String, _ form: Form, _ items: [StatisticsItem]) {
    self.title = title
    self.form = form
    self.items = items
  }

  package var most: Int { items.map(\.count).max() ?? 0 }

  /// With its heading and a blank row below.
  var height: Int {
    switch form {
    case .bars: items.count + 2
    case .columns: MonthColumns.height + 2
    case .calendar: DayCalendar.height + 2
    }
  }
}
