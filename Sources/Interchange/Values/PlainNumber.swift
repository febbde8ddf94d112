import DiaryModel
import DiaryStore

/// A number that a custom field keeps as it is written.
enum PlainNumber {
  /// The digits that a `Double` keeps exactly.
  private static let maxDigits = 15

  /// Whether the text is a number: `2015`, `-3` and `4.50`, but neither `007`, `+3`, `1e5` nor a long id.
  static func isNumber(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
    text.count <= maxDigits + 2 && text.count(where: { (0x30...0x39).contains($0) }) <= maxDigits
      && !text.contains { $0 | 0x20 == UInt8(ascii: "e") } && JSONNumber.isValid(text)
  }
}
