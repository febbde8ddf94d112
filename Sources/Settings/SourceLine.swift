/// A line of TOML, classified by what it begins.
enum SourceLine: Hashable {
  /// `[import.mappings.club]` or `[[a]]`; `column` is its first column, from 0.
  case table([String], column: Int)
  /// `"My Score" = "rating"`; `column` is the value's first column, from 0.
  case value([String], column: Int)
  /// Blanks or a comment.
  case blank
  /// Part of a value with several lines, or invalid TOML.
  case other

  init(_ line: [Unicode.Scalar]) {
    var keys = KeyScanner(line)
    keys.skipBlanks()
    let start = keys.index
    switch keys.next {
    case nil, "#": self = .blank
    case "[":
      keys.skip("[")
      keys.skip("[")
      let names = keys.names()
      self = names.isEmpty || keys.next != "]" ? .other : .table(names, column: start)
    default:
      let names = keys.names()
      let isValue = keys.skip("=") && !names.isEmpty
      keys.skipBlanks()
      self = isValue ? .value(names, column: keys.index) : .other
    }
  }

  /// Returns the lines of a text with their line ends.
  static func lines(of text: String) -> [[Unicode.Scalar]] {
    var lines: [[Unicode.Scalar]] = [[]]
    for scalar in text.unicodeScalars {
      lines[lines.count - 1].append(scalar)
      if scalar == "\n" { lines.append([]) }
    }
    return lines
  }
}

/// Reads keys: bare, quoted, and dotted.
private struct KeyScanner {
  private let scalars: [Unicode.Scalar]
  private(set) var index = 0

  init(_ scalars: [Unicode.Scalar]) { self.scalars = scalars }

  var next: Unicode.Scalar? { index < scalars.count ? scalars[index] : nil }

  mutating func skipBlanks() {
    while let next, " \t\r\n".unicodeScalars.contains(next) { index += 1 }
  }

  @discardableResult
  mutating func skip(_ scalar: Unicode.Scalar) -> Bool {
    guard next == scalar else { return false }
    index += 1
    return true
  }

  /// Reads the parts of a key; empty if there is no key.
  mutating func names() -> [String] {
    var names: [String] = []
    repeat {
      skipBlanks()
      guard let name = name() else { return [] }
      names.append(name)
      skipBlanks()
    } while skip(".")
    return names
  }

  private mutating func name() -> String? {
    if let quote = next, quote == "\"" || quote == "'" { return quoted(by: quote) }
    var name = String.UnicodeScalarView()
    while let next, !" \t\r\n.=]#\"'".unicodeScalars.contains(next) {
      name.append(next)
      index += 1
    }
    return name.isEmpty ? nil : String(name)
  }

  private mutating func quoted(by quote: Unicode.Scalar) -> String? {
    index += 1
    var name = String.UnicodeScalarView()
    while let scalar = next, scalar != "\n" {
      index += 1
      if scalar == quote { return String(name) }
      guard scalar == "\\", quote == "\"" else {
        name.append(scalar)
        continue
      }
      guard let escaped = escape() else { return nil }
      name.append(escaped)
    }
    return nil
  }

  /// Reads the character after a backslash.
  private mutating func escape() -> Unicode.Scalar? {
    guard let scalar = next else { return nil }
    index += 1
    switch scalar {
    case "b": return "\u{8}"
    case "t": return "\t"
    case "n": return "\n"
    case "f": return "\u{C}"
    case "r": return "\r"
    case "u": return unicode(digits: 4)
    case "U": return unicode(digits: 8)
    case "\"", "\\": return scalar
    default: return nil
    }
  }

  private mutating func unicode(digits: Int) -> Unicode.Scalar? {
    var text = String.UnicodeScalarView()
    for _ in 0..<digits {
      guard let next else { return nil }
      text.append(next)
      index += 1
    }
    return UInt32(String(text), radix: 16).flatMap(Unicode.Scalar.init)
  }
}
