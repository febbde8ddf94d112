import DiaryStore
import DiaryText
import Terminal

/// What is known of the month or the year under the cursor, as lines.
struct TimelineFigures {
  let rows: TimelineRows
  let cursor: TimelineRows.Cursor
  let figures: TimelineRows.Figures
  let appearance: Appearance

  private var theme: Theme { appearance.theme }

  /// Returns the lines.
  ///
  /// - Parameters:
  ///   - width: The columns.
  ///   - isFlowing: Whether the figures are next to each other as far as they fit, for few rows.
  func lines(width: Int, isFlowing: Bool) -> [StyledLine] {
    let facts = facts
    let all = [StyledLine(cursor.text(appearance.dates), theme.title)] + facts
    let shown = isFlowing ? all.flowed(to: width, gap: 3) : all
    guard !figures.best.isEmpty else { return shown }
    let heading = StyledLine(figures.best.count == 1 ? "Best beer" : "Best beers", theme.title)
    return shown + [.blank, heading] + figures.best.map { best($0, width: width) }
  }

  private var facts: [StyledLine] {
    guard figures.beerCount > 0 else { return [StyledLine("no beers", theme.secondary)] }
    var facts = [
      fact(NumberText.count(figures.beerCount), figures.beerCount == 1 ? "beer" : "beers") + before
    ]
    if figures.beerCount > 1, let average = figures.averageRating {
      facts.append(fact(NumberText.fixed(average, decimals: 2), "on average"))
    }
    if figures.firstTimes > 0 {
      facts.append(fact(NumberText.count(figures.firstTimes), "for the first time"))
    }
    if case .year(_, nil) = cursor, let count = rows.year(of: cursor)?.countWithoutMonth, count > 0 {
      facts.append(fact(NumberText.count(count), "without a month"))
    }
    return facts
  }

  private func fact(_ number: String, _ name: String) -> StyledLine {
    [.init(number, theme.name), .init(" " + name)]
  }

  /// The number of beers in the same month of the year before: `, 36 in May 2023`.
  private var before: StyledLine {
    guard case .year(let year, let month) = cursor else { return .blank }
    let before = TimelineRows.Cursor.year(year - 1, month: month)
    guard let count = rows.year(of: before)?.figures(ofMonth: month).beerCount else { return .blank }
    let text = before.text(appearance.dates)
    return StyledLine(", \(NumberText.count(count)) in \(text)", theme.secondary)
  }

  private func best(_ beer: DiaryTimeline.Period.BestBeer, width: Int) -> StyledLine {
    let stars = appearance.stars(beer.rating).fitted(to: 5)
    let name = BeerText.readable(beer.name) ?? BeerText.missingName
    let brewery = BeerText.readable(beer.brewery).map { "  " + $0 } ?? ""
    let room = max(1, width - 6)
    let shown = name.truncated(to: room, ellipsis: String(appearance.glyphs.ellipsis))
    let rest = max(0, room - shown.columns)
    return [
      .init(stars, theme.rating(beer.rating)), .init(" "), .init(shown, theme.name),
      .init(brewery.truncated(to: rest, ellipsis: String(appearance.glyphs.ellipsis)), theme.secondary),
    ]
  }
}
