import DiaryModel
import DiaryStore
import DiaryText
import Terminal

// What a list with one line for each label shows; in other lists, the values of the beer itself.
extension BeerListItem {
  /// Whether the line stands for several beers.
  var isRepeated: Bool { (history?.times ?? 0) > 1 }

  /// The rating, or the mean rating of the label.
  var shownRating: Double? { history == nil ? rating : history?.meanRating }

  /// Returns the date, or the last one of the label.
  ///
  /// A list that is sorted by date shows the dates that it is sorted by.
  func shownDate(by order: BeerQuery.Order) -> DiaryDate? {
    history == nil || order == .date ? drunkAt : history?.last
  }

  /// How often the diary has the label: `×28`; empty for once, unless the list is sorted by it.
  ///
  /// Takes at most four columns up to 9,999 times.
  var timesText: String { shownTimes.map { $0 < 1000 ? "×\($0)" : String($0) } ?? "" }

  /// How often the diary has the label; `nil` for once, unless the list is sorted by it.
  var shownTimes: Int? {
    let asked: Int? = if case .integer(let count)? = values[.property("times")] { Int(count) } else { nil }
    let count = times ?? history?.times ?? asked ?? 1
    return times == nil && count <= 1 ? nil : count
  }

  /// The best of several ratings: `best 4.5`; empty if there are not several.
  var bestText: String { history?.bestText ?? "" }

  /// Returns the best of several ratings, to follow their mean: `↑4.5`; empty if there are not several.
  func bestMark(_ glyphs: Glyphs) -> String {
    bestText.isEmpty ? "" : "\(glyphs.up)" + BeerText.rating(history?.bestRating)
  }
}

extension LabelHistory {
  /// The best of several ratings: `best 4.5`; empty if there are not several.
  var bestText: String {
    guard ratedTimes > 1, let bestRating else { return "" }
    return "best \(BeerText.rating(bestRating))"
  }

  /// Returns how often, how well and since when: `28 times`, `best 5.0`, `first 3 Mar 2019`.
  func details(_ dates: DateText) -> [String] {
    let all = [NumberText.count(times, "time"), bestText, first.map { "first " + dates.short($0) } ?? ""]
    return all.filter { !$0.isEmpty }
  }
}
