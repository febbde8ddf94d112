import DiaryText
import Foundation
import Terminal

/// ABV against rating: a row for each half star, with a field for each percent, in which dots are where beers are.
///
/// In braille, a dot is a quarter of a percent by an eighth of a star. In ASCII, a field has a shade instead.
struct ScatterPlot {
  private static let labelColumns = 4
  /// The terminal columns of a field.
  private static let pitch = 2

  let section: StatisticsSection
  /// The number of fields in a row.
  let columns: Int
  let cursor: Int?
  let appearance: Appearance

  private var theme: Theme { appearance.theme }

  static func width(columns: Int) -> Int { labelColumns + columns * pitch }

  /// The rows of the fields, and that of the percentages.
  static func height(count: Int, columns: Int) -> Int { count / columns + 1 }

  /// Returns the terminal column of a field, from the left of the section.
  static func column(of field: Int) -> Int { labelColumns + field * pitch }

  /// Returns the item at a position below the heading; `nil` next to the fields.
  static func item(atColumn column: Int, row: Int, columns: Int) -> Int? {
    let field = (column - labelColumns) / pitch
    guard column >= labelColumns, field < columns else { return nil }
    return row * columns + field
  }

  /// The rows below the heading.
  var lines: [StyledLine] {
    stride(from: 0, to: section.items.count, by: columns).map(row) + [percents]
  }

  private func row(_ first: Int) -> StyledLine {
    let label = Self.number(after: "rating>=", in: section.items[first].filter)
    let fields = (first..<first + columns).map { index -> StyledLine.Span in
      let item = section.items[index]
      let level = level(item.count)
      return .init(text(item, level), index == cursor ? theme.reversed(.plain) : style(level))
    }
    return [.init(label.fitted(to: Self.labelColumns - 1, alignment: .trailing) + " ", theme.secondary)]
      + StyledLine(fields)
  }

  /// The percentages below every other field.
  private var percents: StyledLine {
    let first = Int(Self.number(after: "abv>=", in: section.items.first?.filter ?? "")) ?? 0
    var text = String(repeating: " ", count: Self.labelColumns)
    for field in stride(from: first.isMultiple(of: 2) ? 0 : 1, to: columns, by: 2) {
      text = text.fitted(to: Self.column(of: field)) + String(first + field)
    }
    return StyledLine(text + "%", theme.secondary)
  }

  /// Returns the number after a part of a filter.
  private static func number(after part: String, in filter: String) -> String {
    guard let range = filter.range(of: part) else { return "" }
    return String(filter[range.upperBound...].prefix { $0 != " " })
  }

  /// Returns the level of a count, from 0 for none to 4.
  private func level(_ count: Int) -> Int {
    count == 0 ? 0 : 1 + min(3, count * 4 / max(1, section.maxCount + 1))
  }

  private func text(_ item: StatisticsItem, _ level: Int) -> String {
    guard !appearance.glyphs.isASCII else {
      let shade = level == 0 ? " " : String(appearance.glyphs.shades[level])
      return String(repeating: shade, count: Self.pitch)
    }
    return [0, 2].map { left in String(Self.braille(item.dots, left: left)) }.joined()
  }

  /// The bits of a braille character's two columns, from the lowest dot.
  private static let brailleBits: [[UInt32]] = [[0x40, 0x04, 0x02, 0x01], [0x80, 0x20, 0x10, 0x08]]

  /// Returns the braille character for two of the four columns of a field.
  private static func braille(_ dots: UInt16, left: Int) -> Character {
    var value: UInt32 = 0x2800
    for column in 0..<2 {
      for row in 0..<4 where dots & 1 << UInt16(row * 4 + left + column) != 0 {
        value |= brailleBits[column][row]
      }
    }
    return value == 0x2800 ? " " : Unicode.Scalar(value).map { Character($0) } ?? " "
  }

  private func style(_ level: Int) -> Style {
    switch level {
    case ...1: theme.secondary
    case 2: theme.plain
    case 3: theme.accent
    default: theme.stars
    }
  }
}
