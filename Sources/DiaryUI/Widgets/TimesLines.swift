import DiaryModel
import DiaryStore
import DiaryText
import Terminal

/// The times that the user had a beer: which one this is, the ratings as a curve, and a list.
struct TimesLines {
  /// The beers of the label, the newest first; empty to show nothing.
  let times: [BeerListItem]
  /// The beer on the screen.
  let current: Int64
  let appearance: Appearance

  static let maxCurveWidth = 40
  private var theme: Theme { appearance.theme }
  private var index: Int? { times.firstIndex { $0.id == current } }

  /// Returns `12th time of 14   ▅▇█▇   4.17 on average, best 5.0`, or as much of it as fits; empty for a single time.
  func summary(width: Int) -> [StyledLine] {
    guard let index else { return [] }
    let text = "\(NumberText.ordinal(times.count - index)) time of \(NumberText.count(times.count))"
    var line = StyledLine(text, theme.name)
    let curve = curve(width: min(Self.maxCurveWidth, width - line.columns - 3))
    for part in [StyledLine(curve, theme.stars), StyledLine(ratingSummary, theme.secondary)]
    where part.columns > 0 && line.columns + 3 + part.columns <= width {
      line = line + StyledLine("   ") + part
    }
    return [line]
  }

  /// Returns the ratings of the last times, the newest at the right; empty if there are not several.
  ///
  /// - Parameter width: One column for each time, also for those without a rating.
  func curve(width: Int) -> String {
    let ratings = times.prefix(max(0, width)).map(\.rating).reversed()
    guard ratings.count(where: { $0 != nil }) > 1 else { return "" }
    return String(ratings.map { $0.map(step) ?? " " })
  }

  private func step(_ rating: Double) -> Character {
    let steps = appearance.glyphs.columnSteps
    guard rating.isFinite else { return " " }
    let range = NumberRange.rating.entered
    let share = range.clamp(rating) / range.upperBound
    return steps[Int((share * Double(steps.count - 1)).rounded())]
  }

  /// The mean and the best rating.
  private var ratingSummary: String {
    let ratings = times.compactMap(\.rating)
    guard ratings.count > 1, let best = ratings.max() else { return "" }
    return Self.ratingSummary(mean: ratings.reduce(0, +) / Double(ratings.count), best: best)
  }

  /// Returns the mean and the best of several ratings: `4.17 on average, best 5.0`.
  static func ratingSummary(mean: Double?, best: Double?) -> String {
    "\(BeerText.rating(mean)) on average, best \(BeerText.rating(best))"
  }

  /// Returns the times around this one, with date, rating and venue; empty for a single time.
  ///
  /// - Parameter rows: The maximum number of times; one more is shown instead of the number of the others.
  func list(width: Int, rows: Int) -> [StyledLine] {
    guard let index else { return [] }
    let rows = times.count <= rows + 1 ? times.count : max(1, rows)
    let first = max(0, min(index - rows / 2, times.count - rows))
    let title = theme.listTitle("Times", count: times.count)
    let others = times.count - rows
    let more = others > 0 ? [theme.hiddenItems(others)] : []
    return [title] + times[first..<first + rows].map { line($0, width: width) } + more
  }

  private func line(_ beer: BeerListItem, width: Int) -> StyledLine {
    let isCurrent = beer.id == current
    let mark = isCurrent ? "\(appearance.glyphs.mark) " : "  "
    let date = beer.drunkAt.map(appearance.dates.short) ?? ""
    let facts: StyledLine = [
      .init(mark, theme.key),
      .init(date.fitted(to: 11, alignment: .trailing), isCurrent ? theme.name : theme.secondary),
      .init("  " + BeerText.stars(beer.rating, glyphs: appearance.glyphs).fitted(to: 5), theme.stars),
      .init(" " + BeerText.rating(beer.rating).fitted(to: 4)),
    ]
    guard let venue = BeerText.readable(beer.place), width > facts.columns + 2 else { return facts }
    let room = width - facts.columns - 2
    let text = venue.truncated(to: room, ellipsis: String(appearance.glyphs.ellipsis))
    return facts + StyledLine("  " + text, theme.secondary)
  }
}
