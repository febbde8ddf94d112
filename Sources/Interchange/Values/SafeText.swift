/// Makes text from files safe to show in a message.
enum SafeText {
  /// Returns the text on one line, without control characters, truncated to `limit` characters.
  static func sanitized(_ text: String, limit: Int = 60) -> String {
    var scalars = String.UnicodeScalarView()
    // A character may consist of any number of scalars: bound those as well.
    for scalar in text.unicodeScalars.prefix(limit * 8) {
      scalars.append(isUnsafe(scalar) ? "\u{FFFD}" : scalar)
    }
    let safe = String(scalars)
    return safe.count > limit ? safe.prefix(limit - 1) + "…" : safe
  }

  /// Controls (C0, DEL, C1), separators of lines, and characters that reorder or hide the text around them.
  private static func isUnsafe(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0..<0x20, 0x7F..<0xA0: true
    case 0x061C, 0x200E, 0x200F, 0x2028...0x202E, 0x2066...0x2069, 0xFEFF: true
    default: false
    }
  }
}
