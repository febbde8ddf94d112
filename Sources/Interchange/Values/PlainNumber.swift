import DiaryModel

/// A number that a custom field keeps as it is written.
enum PlainNumber {
  /// The maximum number of digits that a `Double` keeps exactly.
  private static let maxDigits = 15

  /// How a number is written.
  enum Form: Hashable {
    case whole
    case point
    /// `isDecimal` says whether the comma is certainly not a thousands separator.
    case comma(isDecimal: Bool)

    /// `nil` if the text is not a number that a custom field keeps.
    init?(_ text: UnsafeBufferPointer<UInt8>) {
      guard let comma = text.firstIndex(of: UInt8(ascii: ",")) else {
        guard isNumber(text) else { return nil }
        self = text.contains(UInt8(ascii: ".")) ? .point : .whole
        return
      }
      guard !text.contains(UInt8(ascii: ".")), withPoint(text).withUnsafeBufferPointer(isNumber) else {
        return nil
      }
      let whole = text[..<comma].drop { $0 == UInt8(ascii: "-") }
      self = .comma(isDecimal: text.count - comma != 4 || whole.elementsEqual("0".utf8))
    }
  }

  /// Returns a number with a decimal comma as JSON writes it.
  static func withPoint(_ text: UnsafeBufferPointer<UInt8>) -> [UInt8] {
    text.map { $0 == UInt8(ascii: ",") ? UInt8(ascii: ".") : $0 }
  }

  /// Whether the text is a number: `2015`, `-3` and `4.50`, but neither `007`, `+3`, `1e5` nor a long id.
  static func isNumber(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
    text.count <= maxDigits + 2 && text.count(where: { (0x30...0x39).contains($0) }) <= maxDigits
      && !text.contains { $0 | 0x20 == UInt8(ascii: "e") } && JSONNumber.isValid(text)
  }
}
