import DiaryModel
import DiaryStore
import DiaryText
import Terminal

/// A vertical bar for each month or day, with its count and its initial or number below.
struct DateColumns {
  private static let barRows = 4
  static let height = barRows + 2
  private static let pitch = 3
  private static let maxCount = 12

  static func count(in width: Int) -> Int { max(1, min(maxCount, width / pitch)) }

  static func column(of item: Int) -> Int { item * pitch }

  static func item(at column: Int) -> Int { column / pitch }

  let section: StatisticsSection
  let cursor: Int?
  let appearance: Appearance

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
    let cells = section.items.map { item -> String in
      let eighths = max(
        item.count > 0 ? 1 : 0, item.count * Self.barRows * steps.count / max(1, section.maxCount))
      let here = min(steps.count, eighths - (Self.barRows - 1 - row) * steps.count)
      return here > 0 ? String(repeating: steps[here - 1], count: 2) + " " : "   "
    }
    return StyledLine(cells.joined(), appearance.theme.accent)
  }

  private var numbers: StyledLine {
    line { item in
      let text = Self.short(item.count)
      return text.columns < 3 ? text.fitted(to: 2, alignment: .trailing) : text
    }
  }

  private var dates: StyledLine {
    line { item in
      if let day = item.day?.day { return String(day).fitted(to: 2, alignment: .trailing) }
      return " " + (item.day?.month.map { String(DateText.monthName($0).prefix(1)) } ?? "")
    }
  }

  private func line(_ text: (StatisticsItem) -> String) -> StyledLine {
    StyledLine(
      section.items.enumerated().map { index, item in
        .init(
          text(item).fitted(to: Self.pitch),
          index == cursor
            ? appearance.theme.selected(appearance.theme.secondary) : appearance.theme.secondary)
      })
  }

  /// Returns a count in at most three columns.
  private static func short(_ count: Int) -> String {
    switch count {
    case ..<1000: String(count)
    case ..<100_000: "\(count / 1000)k"
    default: "\(min(9, count / 1_000_000))M"
    }
  }
}
