/// Keeps spreadsheets from taking text for a formula, by an apostrophe before it.
///
/// Text that begins with an apostrophe itself gets one more, so that taking the guard off gives every text back.
enum SpreadsheetGuard {
  /// The column by which an import knows that a file's cells are guarded.
  static let column = "spreadsheet_safe"
  static let mark = UInt8(ascii: "'")

  static func isNeeded(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
    switch text.first {
    case UInt8(ascii: "="), UInt8(ascii: "+"), UInt8(ascii: "-"), UInt8(ascii: "@"), 0x09, 0x0A, 0x0D, mark:
      true
    default: false
    }
  }

  static func removed(from text: UnsafeBufferPointer<UInt8>) -> UnsafeBufferPointer<UInt8> {
    text.first == mark ? UnsafeBufferPointer(rebasing: text.dropFirst()) : text
  }
}
