/// A number as it is typed, the same in every locale: `5`, `-3`, `4.25`, `4,25`, `.5` or `5.2 %`.
///
/// White space is allowed at the ends and before the percent sign. Anything else is refused, also what Swift reads:
/// `0x20`, `1e5` and `inf`.
package struct TypedNumber: Hashable, Sendable {
  /// The number; a comma in it is a decimal comma.
  package let value: Double
  /// The number if a comma in it separates thousands, as it may in `1,000`; `nil` if it cannot.
  private let valueWithThousands: Double?
  /// Whether a percent sign follows the number.
  package let isPercentage: Bool
  /// The text without white space and percent sign.
  private let digits: String

  /// Reads a number; `nil` if the text is not one.
  package init?(_ text: some StringProtocol) {
    var digits = Self.trimmed(Substring(text))
    isPercentage = digits.last == "%"
    if isPercentage { digits = Self.trimmed(digits.dropLast()) }
    let sign = digits.first == "-" || digits.first == "+" ? digits.prefix(1) : ""
    let separator = digits.first { $0 == "." || $0 == "," }
    let parts = digits.dropFirst(sign.count).split(omittingEmptySubsequences: false) { $0 == separator }
    guard 1...2 ~= parts.count, parts.contains(where: { !$0.isEmpty }),
      parts.allSatisfy({ $0.utf8.allSatisfy { 0x30...0x39 ~= $0 } }),
      let value = Double(digits.replacing(",", with: ".")), value.isFinite
    else { return nil }
    // -0 would be stored as such and shown with its sign.
    self.value = value == 0 ? 0 : value
    self.digits = String(digits)
    let isGroup = separator == "," && parts[1].count == 3 && 1...3 ~= parts[0].count && parts[0].first != "0"
    valueWithThousands = isGroup ? Double(sign + parts.joined()) : nil
  }

  /// Returns whether a comma may separate thousands: `1,000` may be a thousand, but not if at most 100 is possible.
  ///
  /// - Parameter range: The possible numbers; `nil` for all.
  package func isAmbiguous(in range: ClosedRange<Double>?) -> Bool {
    valueWithThousands.map { range?.contains($0) ?? true } ?? false
  }

  /// What an ambiguous number may mean: `1000 or 1.000`.
  package var meanings: String { digits.replacing(",", with: "") + " or " + digits.replacing(",", with: ".") }

  private static func trimmed(_ text: Substring) -> Substring {
    let start = text.drop(while: \.isWhitespace)
    return start.prefix(start.count - start.reversed().prefix(while: \.isWhitespace).count)
  }
}

extension TypedNumber {
  /// Returns a text that is read as a number, without an exponent: `0.00001`.
  package static func text(_ number: Double) -> String {
    if let whole = Int64(exactly: number) { return String(whole) }
    let text = String(number)
    let parts = text.split(separator: "e")
    guard parts.count == 2, let exponent = Int(parts[1]) else { return text }
    let sign = number < 0 ? "-" : ""
    let mantissa = parts[0].drop { $0 == "-" }.split(separator: ".")
    let decimals = mantissa.count == 2 && mantissa[1] != "0" ? mantissa[1] : ""
    let digits = mantissa[0] + decimals
    return exponent < 0
      ? sign + "0." + String(repeating: "0", count: -exponent - 1) + digits
      : sign + digits + String(repeating: "0", count: max(0, exponent - decimals.count))
  }
}
