import Foundation

/// Reads ratings that are written with signs, as lists show them: `4½`, `★★★★½` or `★★★☆☆`.
package enum ShownRating {
  private static let fractions: [Character: Double] = ["¼": 0.25, "½": 0.5, "¾": 0.75]

  /// Returns the number that a text stands for; `nil` for other texts, also for digits alone.
  package static func number(_ text: some StringProtocol) -> Double? {
    var signs = Substring(text.filter { !$0.isWhitespace })
    let emptyStars = signs.reversed().prefix { $0 == "☆" }.count
    signs = signs.dropLast(emptyStars)
    let fraction = signs.last.flatMap { fractions[$0] }
    if fraction != nil { signs = signs.dropLast() }
    let isStars = signs.allSatisfy { $0 == "★" }
    guard isStars || fraction != nil && emptyStars == 0, fraction != nil || emptyStars > 0 || !signs.isEmpty,
      let whole = isStars ? signs.count : signs.first?.isNumber == true ? Int(signs) : nil
    else { return nil }
    return Double(whole) + (fraction ?? 0)
  }
}

extension TypedNumber {
  /// Reads a number that was typed into a field; `nil` if the text is not one.
  ///
  /// Only a percentage may have a percent sign, and only a rating stars or a fraction. The unit of the field may follow,
  /// as in `4.5 stars`.
  ///
  /// - Parameter range: The field's range; `nil` if it accepts any number.
  package init?(_ text: String, in range: NumberRange?) {
    let text = range.map { $0.withoutUnit(text) } ?? text
    var number = TypedNumber(text)
    if number == nil, range == .rating, let rating = ShownRating.number(text) {
      number = TypedNumber(TypedNumber.text(rating))
    }
    guard let number, !number.isPercentage || range?.isPercentage == true else { return nil }
    self = number
  }
}

extension NumberRange {
  /// Returns a text without the unit at its end, which may be singular and in any case.
  fileprivate func withoutUnit(_ text: String) -> String {
    let trimmed = text.trimmingCharacters(in: .whitespaces)
    let singular = unit.hasSuffix("s") ? String(unit.dropLast()) : unit
    let found = [unit, singular].first { trimmed.lowercased().hasSuffix($0.lowercased()) }
    return found.map { String(trimmed.dropLast($0.count)) } ?? text
  }
}
