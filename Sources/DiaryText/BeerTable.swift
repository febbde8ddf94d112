package import DiaryModel
import DiaryStore
import Terminal

/// Beers as a table with as many columns as fit: name, brewery, style, ABV, rating and date.
///
/// Empty columns are not shown.
package struct BeerTable {
  /// The raw values are the names of columns of the diary.
  private enum Column: String, CaseIterable {
    case name, brewery, style, abv, rating
    case date = "drunk_at"

    var title: String { BeerColumn.named(rawValue)?.label ?? rawValue }

    /// Whether values can be cut.
    var isFlexible: Bool { self == .name || self == .brewery || self == .style }
  }

  private struct Cells {
    let column: Column
    let texts: [String]
    var width: Int
  }

  private static let gap = 2
  /// The width below which a text column is dropped.
  private static let narrowest = 12
  private static let dropped: [Column] = [.style, .brewery, .abv, .date, .rating]

  private let columns: [Cells]
  private let beerCount: Int
  private let ellipsis: String

  /// Chooses the columns that fit a width.
  ///
  /// - Parameters:
  ///   - width: In terminal columns.
  ///   - rating: Formats a rating, which may be `nil`.
  package init(
    _ beers: [BeerFields], width: Int, dates: DateText, ellipsis: String = "…",
    rating: (Double?) -> String = BeerText.rating
  ) {
    beerCount = beers.count
    self.ellipsis = ellipsis
    let all = Column.allCases.map { column in
      let texts = beers.map { Self.text(column, of: $0, dates, rating) }
      return Cells(column: column, texts: texts, width: ([column.title] + texts).map(\.columns).max() ?? 0)
    }
    let filled = all.filter { $0.column == .name || $0.texts.contains { !$0.isEmpty } }
    columns = Self.fitted(filled, to: width)
  }

  /// The titles of the columns, in the widths of the columns.
  package var heading: String { line { $0.title } }

  /// A line for each beer: its name, and the rest of the line.
  package var rows: [(name: String, rest: String)] {
    (0..<beerCount).map { beer in
      let cells = columns.map { fitted($0.texts[beer], $0) }
      let rest = cells.dropFirst().map { String(repeating: " ", count: Self.gap) + $0 }.joined()
      return (cells.first ?? "", rest)
    }
  }

  private func line(_ text: (Column) -> String) -> String {
    columns.map { fitted(text($0.column), $0) }.joined(separator: String(repeating: " ", count: Self.gap))
  }

  private func fitted(_ text: String, _ cells: Cells) -> String {
    text.fitted(
      to: cells.width, alignment: cells.column == .abv ? .trailing : .leading, ellipsis: ellipsis)
  }

  private static func text(
    _ column: Column, of fields: BeerFields, _ dates: DateText, _ rating: (Double?) -> String
  ) -> String {
    switch column {
    case .name: BeerText.readable(fields.name) ?? BeerText.missingName
    case .brewery: BeerText.readable(fields.brewery) ?? ""
    case .style: BeerText.readable(fields.style) ?? ""
    case .abv: BeerText.abv(fields.abv)
    case .rating: rating(fields.rating)
    case .date: fields.drunkAt.map(dates.short) ?? ""
    }
  }

  /// Drops columns until there is room for the texts, then shares the room among them.
  private static func fitted(_ columns: [Cells], to width: Int) -> [Cells] {
    var columns = columns
    var others = dropped[...]
    while !hasRoom(columns, width), let next = others.popFirst() {
      columns.removeAll { $0.column == next }
    }
    var room = room(columns, width)
    // Short texts leave the room that they do not need to the others.
    let texts = columns.indices.filter { columns[$0].column.isFlexible }
      .sorted { columns[$0].width < columns[$1].width }
    for (index, column) in texts.enumerated() {
      columns[column].width = max(1, min(columns[column].width, room / (texts.count - index)))
      room -= columns[column].width
    }
    return columns
  }

  private static func hasRoom(_ columns: [Cells], _ width: Int) -> Bool {
    let needed = columns.filter(\.column.isFlexible).map { min($0.width, narrowest) }
    return needed.reduce(0, +) <= room(columns, width)
  }

  /// Returns the room that is left for texts.
  private static func room(_ columns: [Cells], _ width: Int) -> Int {
    let fixed = columns.filter { !$0.column.isFlexible }.map(\.width).reduce(0, +)
    return width - fixed - max(0, columns.count - 1) * gap
  }
}
