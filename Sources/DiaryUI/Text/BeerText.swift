import DiaryStore
import Pictures
import Terminal

/// The parts of a beer as short texts; empty where nothing is known.
enum BeerText {
  static let missingName = "(no name)"

  /// The text, or `nil` where there is nothing to read in it.
  static func readable(_ text: String?) -> String? {
    guard let text, text.contains(where: { !$0.isWhitespace }) else { return nil }
    return text
  }

  static func abv(_ value: Double?) -> String { value.map { NumberText.fixed($0, decimals: 1) + " %" } ?? "" }

  /// The rating in stars and half stars; one that is no half is rounded to the nearest.
  static func stars(_ rating: Double?, glyphs: Glyphs) -> String {
    guard let rating, rating.isFinite else { return "" }
    let halves = Int((min(max(rating, 0), 5) * 2).rounded())
    guard halves > 0 else { return String(glyphs.emptyStar) }
    return String(repeating: glyphs.star, count: halves / 2)
      + (halves.isMultiple(of: 2) ? "" : String(glyphs.halfStar))
  }

  static func rating(_ rating: Double?) -> String {
    rating.map { NumberText.exact($0, atLeast: 1) } ?? ""
  }
}
