import DiaryModel
import DiaryStore
import DiaryText
import Terminal

/// A vertical bar for each month or day, with its count and its initial or number below.
struct DateColumns {
  private static let barRows = 4
  static let height = barRows + 2
  /// The columns of a bar, with the blank after it.
  private static let minPitch = 3
  private static let maxCount = 12

  /// Returns the most bars that fit a width, if their numbers are not larger than usual.
  static func count(in width: Int) -> Int { max(1, min(maxCount, width / minPitch)) }

  /// Returns the section with as many of its last bars as fit a width.
  static func fitting(_ section: StatisticsSection, width: Int) -> StatisticsSection {
    let count = max(1, width / pitch(section))
    if section.items.count <= count { return section }
    return StatisticsSection(
      section.title, section.form, of: section.counting, Array(section.items.suffix(count)))
  }

  /// Returns the first column of a bar, from the left of the section; the column before it is blank.
  static func column(of item: Int, in section: StatisticsSection) -> Int { item * pitch(section) }

  /// Returns the bar at a column.
  static func item(at column: Int, in section: StatisticsSection) -> Int { column / pitch(section) }

  /// Returns the distance of two bars: a blank separates their numbers.
  private static func pitch(_ section: StatisticsSection) -> Int {
    max(minPitch, 1 + (section.items.map { short($0.count).columns }.max() ?? 0))
  }

  let section: StatisticsSection
  let cursor: Int?
  let appearance: Appearance

  /// The columns of a bar, without the blank after it.
  private var width: Int { Self.pitch(section) - 1 }

  /// The rows below the heading.
  var lines: [StyledLine] { (0..<Self.barRows).map(bars) + [numbers, dates] }

  /// What is said next to the heading: `most in May 2024: 41`, `most on 3 May 2024: 5`, or something shorter.
  var details: [String] {
    guard let most = section.items.max(by: { $0.count < $1.count }), most.count > 0 else { return [] }
    let month = most.day?.month.map { String(DateText.monthName($0).prefix(3)) }
    let number = most.day?.day.map { "\($0) " }
    let names = [most.label, month.map { (number ?? "") + $0 }]
    let preposition = number == nil ? "in" : "on"
    return names.compactMap { $0 }.map { "most \(preposition) \($0): \(NumberText.count(most.count))" }
  }

  private func bars(_ row: Int) -> StyledLine {
    let steps = appearance.glyphs.columnSteps
    let width = width
    let cells = section.items.map { item -> String in
      let eighths = max(
        item.count > 0 ? 1 : 0, item.count * Self.barRows * steps.count / max(1, section.maxCount))
      let here = min(steps.count, eighths - (Self.barRows - 1 - row) * steps.count)
      return String(repeating: here > 0 ? String(steps[here - 1]) : " ", count: width) + " "
    }
    return StyledLine(cells.joined(), appearance.theme.accent)
  }

  private var numbers: StyledLine { line { Self.short($0.count) } }

  private var dates: StyledLine {
    line { item in
      if let day = item.day?.day { return String(day) }
      return item.day?.month.map { String(DateText.monthName($0).prefix(1)) } ?? ""
    }
  }

  private func line(_ text: (StatisticsItem) -> String) -> StyledLine {
    let width = width
    return StyledLine(
      section.items.enumerated().map { index, item in
        .init(
          text(item).fitted(to: width, alignment: .trailing) + " ",
          index == cursor
            ? appearance.theme.selected(appearance.theme.secondary) : appearance.theme.secondary)
      })
  }

  /// Returns a count in at most three columns.
  private static func short(_ count: Int) -> String {
    switch count {
    case ..<1000: String(count)
    case ..<100_000: "\(count / 1000)k"
    case ..<1_000_000: ".\(count / 100_000)M"
    default: "\(min(9, count / 1_000_000))M"
    }
  }
}
