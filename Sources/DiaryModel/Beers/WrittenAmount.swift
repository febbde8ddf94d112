/// Reads the number in a text such as `€4.50`, `4,50 €` or `1,200 Ft`, to compare prices.
package enum WrittenAmount {
  private static let decimalSeparators: Set<Character> = [".", ","]
  /// What can separate thousands, and decimals as well if it is one of the decimal separators.
  private static let separators = decimalSeparators.union(["'", "’", " ", "\u{A0}", "\u{202F}"])

  /// Returns the first number of a text; `nil` if there is none.
  ///
  /// Three digits after a separator are thousands, unless only a zero or more than three digits are before the first one:
  /// `1.200` is more than `0.200`.
  package static func value(_ text: String) -> Double? {
    guard let start = text.firstIndex(where: isDigit) else { return nil }
    // A string of its own, because appending to a part of the text would move what follows it each time.
    var digits = String(text[start...].prefix(while: isDigit))
    var rest = text[start...].dropFirst(digits.count)
    if isDecimal(after: text[..<start]) { return Double("0.\(digits)") }
    let canBeGrouped = digits.count <= 3 && digits != "0"
    while let separator = rest.first, separators.contains(separator) {
      let following = rest.dropFirst().prefix(while: isDigit)
      guard following.count == 3, canBeGrouped else {
        let isDecimal = decimalSeparators.contains(separator) && !following.isEmpty
        return Double(isDecimal ? "\(digits).\(following)" : digits)
      }
      digits += following
      rest = rest.dropFirst(1 + following.count)
    }
    return Double(digits)
  }

  /// Whether the digits after a text are decimals, as in `$.50`, but not in `Rs.50`.
  private static func isDecimal(after text: Substring) -> Bool {
    guard let last = text.last, decimalSeparators.contains(last) else { return false }
    return text.dropLast().last?.isLetter != true
  }

  private static func isDigit(_ character: Character) -> Bool { character.isASCII && character.isNumber }
}
