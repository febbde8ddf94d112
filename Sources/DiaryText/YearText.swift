package import DiaryModel
package import DiaryStore
import Foundation

/// The words of a year in review, which the screen, the command and the page share.
package struct YearText: Hashable, Sendable {
  /// A figure with its name and how it differs from the year before.
  package struct Figure: Hashable, Sendable {
    /// Such as `124`.
    package let value: String
    /// Such as `beers`.
    package let name: String
    /// Such as `+12`; `nil` if there is nothing to compare with.
    package let change: String?
    /// A filter for the beers.
    package let filter: String
    /// Whether the figure is of different beers.
    package let isDistinct: Bool
  }

  /// What was new in a year.
  package struct Novelty: Hashable, Sendable {
    /// Such as `3 styles`.
    package let title: String
    /// The names in the order in which they came; empty for beers.
    package let names: [String]
    /// A filter for the beers of the year; for beers, for those that were new.
    package let filter: String
  }

  /// The review.
  package let review: YearInReview
  private let dates: DateText

  /// Creates the words of a review.
  package init(_ review: YearInReview, dates: DateText) {
    self.review = review
    self.dates = dates
  }

  /// The year with four digits.
  package var year: String { NumberText.padded(review.year, to: 4) }

  /// A filter for the beers of the year.
  package var filter: String { "year:\(year)" }

  /// Returns what is counted: `2024, style:stout, compared with the year before`.
  ///
  /// - Parameters:
  ///   - title: What it begins with.
  ///   - filter: Which beers are counted.
  package func heading(_ title: String, of filter: BeerFilter) -> String {
    let parts = [
      title, filter.isEmpty ? nil : filter.description,
      review.before == nil ? nil : "compared with the year before",
    ]
    return parts.compactMap { $0 }.joined(separator: ", ")
  }

  /// Returns the sentence about a year without beers.
  package func emptySentence(_ query: BeerQuery) -> String {
    query.hasAllBeers ? "No beers in \(year)." : "No beers in \(year) match."
  }

  /// Returns the sentence about beers without dates.
  package static func noYearSentence(_ query: BeerQuery) -> String {
    query.hasAllBeers ? "No beers with a date yet." : "No beers with a date match."
  }

  /// The figures: beers, different beers, average, breweries, styles, venues and countries; those that are 0 are left
  /// out, except for the beers.
  package var figures: [Figure] {
    let now = review.figures
    let before = review.before
    let counts: [(Int, Int?, String, String?)] = [
      (now.beers, before?.beers, "beer", nil), (now.labels, before?.labels, "different", "different"),
      (now.breweries, before?.breweries, "brewery", "breweries"), (now.styles, before?.styles, "style", nil),
      (now.places, before?.places, "venue", nil), (now.countries, before?.countries, "country", "countries"),
    ]
    var figures = counts.enumerated().filter { $0.offset == 0 || $0.element.0 > 0 }.map { index, count in
      Figure(
        value: NumberText.count(count.0), name: count.0 == 1 ? count.2 : count.3 ?? count.2 + "s",
        change: count.1.map { NumberText.change(from: $0, to: count.0) }, filter: filter,
        isDistinct: index == 1)
    }
    if let average = now.averageRating {
      let change = before?.averageRating.map { NumberText.change(from: $0, to: average, decimals: 2) }
      let figure = Figure(
        value: NumberText.fixed(average, decimals: 2), name: "average rating", change: change,
        filter: filter, isDistinct: false)
      figures.insert(figure, at: min(2, figures.count))
    }
    return figures
  }

  // MARK: - Months

  /// Returns the name of a month with three letters.
  ///
  /// - Parameter index: 0...11.
  package func monthName(_ index: Int) -> String { String(DateText.monthName(index + 1).prefix(3)) }

  /// Returns a filter for the beers of a month.
  ///
  /// - Parameter index: 0...11.
  package func monthFilter(_ index: Int) -> String { "date:\(year)-\(NumberText.padded(index + 1))" }

  /// The number of beers of the month with the most.
  package var maxMonthCount: Int { review.months.map(\.colors.count).max() ?? 0 }

  /// Returns how many beers a cell of a month's bar stands for, so that all months fit.
  ///
  /// - Parameter cells: The cells of a bar, from 1.
  package func beersPerCell(cells: Int) -> Int { max(1, (maxMonthCount + cells - 1) / max(1, cells)) }

  /// Returns the colors of a month's bar, from 1 to 40 SRM; 0 if it is unknown.
  ///
  /// A cell for several beers has the color of the one in their middle.
  ///
  /// - Parameters:
  ///   - index: 0...11.
  ///   - beersPerCell: From 1.
  package func cells(ofMonth index: Int, beersPerCell: Int) -> [UInt8] {
    let colors = review.months[index].colors
    return stride(from: 0, to: colors.count, by: beersPerCell).map { start in
      colors[(start + min(start + beersPerCell, colors.count) - 1) / 2]
    }
  }

  // MARK: - What stands out

  /// What was new: beers, styles, breweries and countries; kinds of which nothing was new are left out.
  package var novelties: [Novelty] {
    let labels = review.newLabels
    let beers =
      labels > 0
      ? [Novelty(title: NumberText.count(labels, "beer"), names: [], filter: "\(filter) first:\(year)")] : []
    let kinds = [
      (review.newStyles, "style", "style", "styles"),
      (review.newBreweries, "brewery", "brewery", "breweries"),
      (review.newCountries, "country", "country", "countries"),
    ]
    return beers
      + kinds.filter { !$0.0.isEmpty }.map { firsts, field, one, many in
        Novelty(
          title: NumberText.count(firsts.count, one, many), names: firsts.map(\.value),
          filter: firsts.map { "\(filter) \(field)=\(FilterText.value($0.value))" }.joined(separator: " or "))
      }
  }

  /// The length of the longest break: `12 days without a beer`; `nil` if there was none.
  package var breakLength: String? {
    review.longestBreak.map { NumberText.count($0.days, "day") + " without a beer" }
  }

  /// The days between which the longest break was: `3 Feb to 16 Feb 2024`.
  package var breakDays: String? {
    review.longestBreak.map { "\(dates.short($0.last)) to \(dates.short($0.next))" }
  }

  /// A filter for the beers before and after the longest break.
  package var breakFilter: String? {
    review.longestBreak.map { "date:\($0.last.text) or date:\($0.next.text)" }
  }

  /// The first sentence of the longest note; `nil` if there is none.
  package var noteSentence: String? {
    review.longestNote.flatMap { Self.firstSentence(of: $0.text) }
  }

  /// Whether the longest note has more than its first sentence.
  package var noteGoesOn: Bool {
    guard let note = review.longestNote, let sentence = noteSentence, !sentence.hasSuffix("…") else {
      return false
    }
    let text = note.text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    return sentence != text || note.characterCount > note.text.unicodeScalars.count
  }

  private static let maxSentence = 200
  /// A shorter sentence is more likely an abbreviation, or says little.
  private static let minSentence = 12

  /// Returns the first sentence of a note on one line, cut at a word if it is long; `nil` if nothing is readable.
  package static func firstSentence(of note: String) -> String? {
    let words = note.split(whereSeparator: \.isWhitespace)
    let text = words.joined(separator: " ")
    guard BeerText.readable(text) != nil else { return nil }
    var count = 0
    for index in text.indices {
      count += 1
      let character = text[index]
      let next = text.index(after: index)
      let isLast = next == text.endIndex
      if "。！？".contains(character) || ".!?…".contains(character) && (isLast || text[next] == " ") {
        if count >= minSentence || isLast { return String(text[...index]) }
      }
      if count > maxSentence {
        let cut = text[..<index]
        return String(cut[..<(cut.lastIndex(of: " ") ?? cut.endIndex)]) + "…"
      }
    }
    return text
  }

  // MARK: - Beers

  /// Returns the date of a beer: `3 Feb 2024`; empty if it is unknown.
  package func date(of beer: BeerListItem) -> String { beer.drunkAt.map(dates.short) ?? "" }
}
