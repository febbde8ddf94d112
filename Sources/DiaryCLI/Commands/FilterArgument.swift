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

  init(_ text: String) { self.text = text }

  /// Parses the filter without a diary; unknown names are accepted as custom fields.
  func filter() throws -> BeerFilter { try read(customFields: nil) }

  /// Parses the filter for a diary; reads the diary's custom fields only if the filter names any.
  func filter(of diary: Diary) throws -> BeerFilter {
    let count = try diary.approximateBeerCount()
    let filter = try? BeerFilter(text, customFields: [], namedDays: namedDays, beerCount: count)
    // A word of the screen may also be the name of a custom field, which comes first.
    let other = try? BeerFilter(
      text, customFields: Set(FilterKeyword.screenNames), namedDays: namedDays, beerCount: count)
    if let filter, filter == other { return filter }
    return try read(customFields: Set(diary.customFieldNames()), beerCount: count)
  }

  private var namedDays: [String: DiaryDate] { FieldText.namedDays(today: .today) }

  private func read(customFields: Set<String>?, beerCount: Int = 0) throws -> BeerFilter {
    do {
      return try BeerFilter(text, customFields: customFields, namedDays: namedDays, beerCount: beerCount)
    } catch {
      throw CommandFailure(sentence: sentence(error), status: .usage)
    }
  }

  /// Returns the error's sentence, and below it the filter with the wrong part underlined.
  private func sentence(_ error: FilterError) -> String {
    let characters = Array(text)
    guard characters.count <= Self.maxShownLength else { return error.sentence }
    func columns(_ range: Range<Int>) -> Int { String(characters[range]).safeForTerminal.columns }
    let indent = String(repeating: " ", count: columns(0..<error.range.lowerBound))
    let marks = "^" + String(repeating: "~", count: max(0, columns(error.range) - 1))
    return "\(error.sentence)\n  \(text)\n  \(indent)\(marks)"
  }
}
