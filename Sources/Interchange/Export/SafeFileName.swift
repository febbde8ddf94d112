import Foundation

/// Turns text into a file name that all common systems accept and that shells and programs do not misinterpret.
///
/// Removes or replaces separators, NUL and other controls, what Windows refuses, marks that reverse text, dots
/// and dashes in front, blanks and dots at the end, and the names of devices.
struct SafeFileName {
  /// The result is never empty, in Unicode's composed form, and within the requested number of bytes of UTF-8.
  let text: String

  /// Creates a safe name from a text, or uses the fallback if nothing is left of the text.
  ///
  /// - Parameter byteLimit: 1 or more.
  init(_ original: String, orElse fallback: String, byteLimit: Int) {
    let scalars = original.precomposedStringWithCanonicalMapping.unicodeScalars.map {
      Self.isAllowed($0) ? $0 : Self.isBlank($0) ? " " : "_"
    }
    let words = String(String.UnicodeScalarView(scalars)).split(separator: " ").joined(separator: " ")
    var name = Self.trimmed(Self.cut(Self.trimmed(words), to: byteLimit))
    if name.isEmpty { name = fallback }
    text = Self.isDevice(name) ? Self.cut("_" + name, to: byteLimit) : name
  }

  private static let refused = Set("/\\:*?\"<>|".unicodeScalars)

  private static func isBlank(_ scalar: Unicode.Scalar) -> Bool {
    scalar.properties.isWhitespace
  }

  private static func isAllowed(_ scalar: Unicode.Scalar) -> Bool {
    if refused.contains(scalar) { return false }
    switch scalar.properties.generalCategory {
    // Joiners are format characters that emoji and many scripts are made with.
    case .format: return scalar == "\u{200D}" || scalar == "\u{200C}"
    case .control, .lineSeparator, .paragraphSeparator, .surrogate, .unassigned, .privateUse: return false
    case .spaceSeparator: return scalar == " "
    default: return true
    }
  }

  private static func trimmed(_ text: String) -> String {
    var rest = text[...]
    while let first = rest.first, ".- ~".contains(first) { rest.removeFirst() }
    while let last = rest.last, ". ".contains(last) { rest.removeLast() }
    return String(rest)
  }

  /// Returns the start of the text in whole characters, or in whole scalars if the first character is too long.
  private static func cut(_ text: String, to limit: Int) -> String {
    var name = ""
    for character in text {
      guard name.utf8.count + character.utf8.count <= limit else { break }
      name.append(character)
    }
    if !name.isEmpty { return name }
    for scalar in text.unicodeScalars where name.utf8.count + String(scalar).utf8.count <= limit {
      name.unicodeScalars.append(scalar)
    }
    return name
  }

  /// Names that Windows reserves for devices, with any extension.
  ///
  /// Source: Microsoft, "Naming Files, Paths, and Namespaces".
  private static func isDevice(_ name: String) -> Bool {
    let stem = name.prefix { $0 != "." }.uppercased().trimmingCharacters(in: .whitespaces)
    if ["CON", "PRN", "AUX", "NUL", "CONIN$", "CONOUT$"].contains(stem) { return true }
    let digits = "0123456789\u{B9}\u{B2}\u{B3}"
    return stem.count == 4 && ["COM", "LPT"].contains(stem.prefix(3))
      && stem.last.map(digits.contains) == true
  }
}
