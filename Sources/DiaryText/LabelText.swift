package import DiaryModel

/// Sentences about labels and how often they were had.
package enum LabelText {
  /// Returns the name and the brewery: `Orval (Brasserie d'Orval)`.
  package static func title(_ facts: LabelFacts) -> String {
    let name = BeerText.readable(facts.name) ?? BeerText.missingName
    return BeerText.readable(facts.brewery).map { "\(name) (\($0))" } ?? name
  }

  /// Returns how often, when and how well, as the end of a sentence.
  ///
  ///     12 times, last on 1 May 2024, your rating 4.5 on average, best 5.0
  package static func history(_ history: LabelHistory, dates: DateText) -> String {
    let isRepeated = history.times > 1
    var parts = [isRepeated ? NumberText.count(history.times, "time") : "once"]
    if let last = history.last {
      let preposition = last.precision >= .day ? "on" : "in"
      parts.append("\(isRepeated ? "last " : "")\(preposition) \(dates.short(last))")
    }
    if history.meanRating == nil {
      parts.append("not rated")
    } else if history.ratedTimes > 1 {
      parts.append("your rating \(BeerText.rating(history.meanRating)) on average")
      parts.append("best \(BeerText.rating(history.bestRating))")
    } else {
      parts.append("your rating \(BeerText.rating(history.meanRating))")
    }
    return parts.joined(separator: ", ")
  }

  /// Returns which time a beer was, to follow its name in a sentence: `, the 12th time`, or `, the 9th time of 12` if
  /// later ones are in the diary; empty if it was the only one.
  ///
  /// - Parameters:
  ///   - position: The position of the beer among those of its label, from 1 for the oldest; `nil` for the newest.
  ///   - times: How many beers its label has with it; `nil` if it has no label yet.
  package static func time(_ position: Int?, of times: Int?) -> String {
    guard let times, times > 1 else { return "" }
    let position = position ?? times
    let others = position == times ? "" : " of \(NumberText.count(times))"
    return ", the \(NumberText.ordinal(position)) time\(others)"
  }

  /// Returns which time a beer was, and the others: `12th time of 14; first 1 Jun 2019, last 1 May 2024, 4.3 on average`.
  ///
  /// - Parameter position: The position of the beer among those of its label, from 1 for the oldest; `nil` if it is in
  ///   the trash.
  package static func position(_ position: Int?, in history: LabelHistory, dates: DateText) -> String {
    let times =
      position.map { "\(NumberText.ordinal($0)) time of \(NumberText.count(history.times))" }
      ?? NumberText.count(history.times, "time")
    let details = [
      history.first.map { "first \(dates.short($0))" }, history.last.map { "last \(dates.short($0))" },
      history.meanRating.map { "\(BeerText.rating($0)) on average" },
    ].compactMap { $0 }
    return times + (details.isEmpty ? "" : "; " + details.joined(separator: ", "))
  }

  /// Returns what differs, separated by semicolons.
  package static func differences(_ differences: [LabelDifference]) -> String {
    differences.map(\.description).joined(separator: "; ")
  }
}
