import DiaryModel
import DiaryProcess
import DiaryStore
import DiaryText
import Terminal

/// A filter from the command line.
struct FilterArgument {
  /// In characters; a longer filter would hide the sentence.
  private static let maxShownLength = 1_000

  private let text: String
  private let dates: TypedDates

  /// Creates a filter, which is parsed later.
  ///
  /// - Parameters:
  ///   - text: The filter; empty for all beers.
  ///   - dates: Has the order in which the user writes day and month; not evaluated if `text` is empty.
  init(_ text: String, dates: @autoclosure () -> DateText) {
    self.text = text
    self.dates = TypedDates(today: .today, order: text.isEmpty ? nil : dates().format.order)
  }

  /// Parses the filter without a diary; unknown names are accepted as custom fields.
  func filter() throws -> BeerFilter {
    try reportingErrors { () throws(FilterError) in try BeerFilter(text, dates: dates) }
  }

  /// Parses the filter for a diary; reads the names of the diary's custom fields only if they matter.
  func filter(of diary: Diary) throws -> BeerFilter {
    let count = try diary.approximateBeerCount()
    let filter = try reportingErrors { () throws(FilterError) in
      try BeerFilter.withoutCustomFields(
        text, dates: dates, beerCount: count, checksQuotedNames: true)
    }
    if let filter { return filter }
    let customFields = Set(try diary.customFieldNames())
    return try reportingErrors { () throws(FilterError) in
      try BeerFilter(
        text, customFields: customFields, dates: dates, beerCount: count, checksQuotedNames: true)
    }
  }

  private func reportingErrors<Filter>(
    _ parse: () throws(FilterError) -> Filter
  ) throws(CommandFailure) -> Filter {
    do throws(FilterError) {
      return try parse()
    } catch {
      throw CommandFailure(sentence: sentence(error), status: .usage)
    }
  }

  /// Returns the error's sentence with advice, and below it the filter with the wrong part underlined.
  private func sentence(_ error: FilterError) -> String {
    let characters = Array(text)
    let sentence = error.sentence + (error.isAboutDateOrder ? " \(FieldText.monthFirstAdvice)" : "")
    guard characters.count <= Self.maxShownLength else { return sentence }
    func columns(_ range: Range<Int>) -> Int { String(characters[range]).safeForTerminal.columns }
    let indent = String(repeating: " ", count: columns(0..<error.range.lowerBound))
    let marks = "^" + String(repeating: "~", count: max(0, columns(error.range) - 1))
    return "\(sentence)\n  \(text)\n  \(indent)\(marks)"
  }
}
