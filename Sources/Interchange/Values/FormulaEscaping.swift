/// Escapes text that a spreadsheet would evaluate as a formula, with an apostrophe before it.
///
/// Text that begins with an apostrophe itself gets one more, so that removing it restores every text, also from the
/// exports of earlier versions, which escaped less.
enum FormulaEscaping {
  /// The column by which an import knows that a file's cells are escaped.
  static let column = "spreadsheet_safe"
  static let mark = UInt8(ascii: "'")

  /// The characters that begin a formula, also in full width and as small forms, which spreadsheets convert.
  private static let formulaSigns: Set<Unicode.Scalar> = [
    "=", "+", "-", "@", "\u{FF1D}", "\u{FF0B}", "\u{FF0D}", "\u{FF20}", "\u{FE66}", "\u{FE62}", "\u{FE63}",
    "\u{FE6B}",
  ]

  static func isNeeded(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
    guard let first = text.first else { return false }
    switch first {
    case 0x09, 0x0A, 0x0D, mark: return true
    // Most texts begin with a letter.
    case UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "a")...UInt8(ascii: "z"): return false
    default: return firstVisible(text).map(formulaSigns.contains) ?? false
    }
  }

  static func removed(from text: UnsafeBufferPointer<UInt8>) -> UnsafeBufferPointer<UInt8> {
    text.first == mark ? UnsafeBufferPointer(rebasing: text.dropFirst()) : text
  }

  /// The first scalar after white space, control and format characters, which spreadsheets skip; `nil` if there is
  /// none.
  private static func firstVisible(_ text: UnsafeBufferPointer<UInt8>) -> Unicode.Scalar? {
    var bytes = text.makeIterator()
    var decoder = UTF8()
    while case .scalarValue(let scalar) = decoder.decode(&bytes) {
      let properties = scalar.properties
      let isSkipped =
        properties.isWhitespace || properties.isDefaultIgnorableCodePoint
        || [.control, .format].contains(properties.generalCategory)
      if !isSkipped { return scalar }
    }
    return nil
  }
}
