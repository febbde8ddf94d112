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
  /// The most ratings in words.
  private static let maxRatings = 10
  private var theme: Theme { appearance.theme }
  private var index: Int? { times.firstIndex { $0.id == current } }

  /// Returns `12th time of 14   ▁▃█▃ 3.5–5.0   4.17 on average, best 5.0`, or as much of it as fits; empty for a single
  /// time.
  func summary(width: Int) -> [StyledLine] {
    guard let index else { return [] }
    let text = "\(NumberText.ordinal(times.count - index)) time of \(NumberText.count(times.count))"
    var line = StyledLine(text, theme.name)
    let curve = labeledCurve(width: width - line.columns - 3)
    for part in [curve, StyledLine(ratingSummary, theme.secondary)]
    where part.columns > 0 && line.columns + 3 + part.columns <= width {
      line = line + StyledLine("   ") + part
    }
    return [line]
  }

  /// Returns the curve, and the lowest and the highest rating if it is drawn between them: `▁▃█ 3.5–5.0`; blank if it is
  /// empty.
  func labeledCurve(width: Int) -> StyledLine {
    if appearance.usesWords { return lastRatings(width: width) }
    let label =
      nearRatings.map {
        " \(BeerText.rating($0.lowerBound))–\(BeerText.rating($0.upperBound))"
      } ?? ""
    let curve = curve(width: min(Self.maxCurveWidth, width - label.columns))
    return curve.isEmpty ? .blank : [.init(curve, theme.stars), .init(label, theme.secondary)]
  }

  /// Returns the ratings of the last times, the newest at the right; empty if there are not several.
  ///
  /// - Parameter width: One column for each time, also for those without a rating.
  func curve(width: Int) -> String {
    let ratings = times.prefix(max(0, width)).map(\.rating).reversed()
    guard ratings.count(where: { $0 != nil }) > 1 else { return "" }
    let scale = scale
    return String(ratings.map { $0.map { step($0, on: scale) } ?? " " })
  }

  /// Returns the last ratings as numbers, the newest at the right: `last ratings 4.5, 3.5, 5.0`; blank if there are not
  /// several, or no room for two.
  private func lastRatings(width: Int) -> StyledLine {
    let ratings = times.compactMap(\.rating).prefix(Self.maxRatings)
    let texts = (2...max(2, ratings.count)).reversed().map { count in
      "last ratings " + ratings.prefix(count).reversed().map { BeerText.rating($0) }.joined(separator: ", ")
    }
    let text = ratings.count > 1 ? texts.first { $0.columns <= width } : nil
    return text.map { StyledLine($0, theme.secondary) } ?? .blank
  }

  private func step(_ rating: Double, on scale: ClosedRange<Double>) -> Character {
    let steps = appearance.glyphs.columnSteps
    guard rating.isFinite else { return " " }
    let share = (scale.clamp(rating) - scale.lowerBound) / (scale.upperBound - scale.lowerBound)
    return steps[Int((share * Double(steps.count - 1)).rounded())]
  }

  /// The lowest and the highest rating if they are different, but so near that the curve would be flat on the scale of all
  /// ratings.
  private var nearRatings: ClosedRange<Double>? {
    let all = NumberRange.rating.entered
    let ratings = times.compactMap(\.rating).filter(\.isFinite).map { all.clamp($0) }
    guard let lowest = ratings.min(), let highest = ratings.max(), lowest < highest, highest - lowest < 2
    else { return nil }
    return lowest...highest
  }

  /// The ratings between which the curve is drawn; those near each other are rounded outward to halves.
  private var scale: ClosedRange<Double> {
    guard let near = nearRatings else { return NumberRange.rating.entered }
    return (near.lowerBound * 2).rounded(.down) / 2...(near.upperBound * 2).rounded(.up) / 2
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
      .init(
        "  " + appearance.stars(beer.rating).fitted(to: 5), theme.rating(beer.rating)
      ),
      .init(" " + appearance.numberAfterStars(beer.rating).fitted(to: 4)),
    ]
    guard let venue = BeerText.readable(beer.place), width > facts.columns + 2 else { return facts }
    let room = width - facts.columns - 2
    let text = venue.truncated(to: room, ellipsis: String(appearance.glyphs.ellipsis))
    return facts + StyledLine("  " + text, theme.secondary)
  }
}
