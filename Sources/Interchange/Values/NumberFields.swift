/// Reads the number columns of a beer from trimmed bytes.
///
/// An empty field, and what programs write for one (`-`, `n/a`, `null`), is `nil`.
struct NumberFields {
  /// Whether a 0 means that the source does not know: Untappd and catalogues write it so.
  ///
  /// In a person's own file an alcohol of 0 is an alcohol-free beer, and a rating of 0 a verdict.
  let zeroIsUnknown: Bool

  /// Percent by volume, 0...100, with or without a percent sign.
  func abv(_ bytes: UnsafeBufferPointer<UInt8>) throws(ValueProblem) -> Double? {
    let isPercent = bytes.last == UInt8(ascii: "%")
    let digits = isPercent ? trimmed(UnsafeBufferPointer(rebasing: bytes.dropLast())) : bytes
    return known(try number(digits, in: 0...100))
  }

  /// International bitterness units, 0 or more.
  ///
  /// The bound only catches what is no bitterness at all; brewers have claimed 2,500.
  func ibu(_ bytes: UnsafeBufferPointer<UInt8>) throws(ValueProblem) -> Double? {
    known(try number(bytes, in: 0...10_000))
  }

  /// Stars, 0...5, in any step.
  func rating(_ bytes: UnsafeBufferPointer<UInt8>) throws(ValueProblem) -> Double? {
    do throws(ValueProblem) {
      return known(try number(bytes, in: 0...5))
    } catch {
      throw Self.ratingProblem(error, of: bytes)
    }
  }

  func latitude(_ bytes: UnsafeBufferPointer<UInt8>) throws(ValueProblem) -> Double? {
    try number(bytes, in: -90...90)
  }

  func longitude(_ bytes: UnsafeBufferPointer<UInt8>) throws(ValueProblem) -> Double? {
    try number(bytes, in: -180...180)
  }

  /// A problem with what to write instead, as far as the text says what was meant.
  private static func ratingProblem(
    _ problem: ValueProblem, of bytes: UnsafeBufferPointer<UInt8>
  ) -> ValueProblem {
    guard let number = DecimalParser.number(bytes) else { return .notARating }
    return switch number {
    case 0...10: .ratingOutOf(10)
    case 0...100: .ratingOutOf(100)
    default: problem
    }
  }

  private func known(_ number: Double?) -> Double? { zeroIsUnknown && number == 0 ? nil : number }

  private func number(
    _ bytes: UnsafeBufferPointer<UInt8>, in range: ClosedRange<Double>
  ) throws(ValueProblem) -> Double? {
    guard !bytes.isEmpty, !Self.isPlaceholder(bytes) else { return nil }
    guard let number = DecimalParser.number(bytes) else { throw .notANumber }
    guard range.contains(number) else { throw .outOfRange(range) }
    // -0 would be stored as such and shown with its sign.
    return number == 0 ? 0 : number
  }

  private static func isPlaceholder(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
    bytes.count <= 4 && (bytes[0] | 0x20 == UInt8(ascii: "n") || bytes[0] == UInt8(ascii: "-"))
      && ["-", "n/a", "null"].contains(String(decoding: bytes, as: UTF8.self).lowercased())
  }
}
