/// A line of a TOML text, as far as it tells by itself what it begins.
enum SourceLine: Hashable {
  /// `[import.mappings.club]`; of `[[a]]` as well. `column` is where it begins, from 0.
  case table([String], column: Int)
  /// `"My Score" = "rating"`; `column` is where the value begins, from 0.
  case value([String], column: Int)
  /// Nothing but blanks, or a remark.
  case blank
  /// A part of a value that has several lines, or no TOML.
  case other

  init(_ line: [Unicode.Scalar]) {
    var keys = KeyScanner(line)
    keys.skipBlanks()
    let start = keys.place
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
      self = isValue ? .value(names, column: keys.place) : .other
    }
  }

  /// The lines of a text, each with what ends it.
  static func lines(of text: String) -> [[Unicode.Scalar]] {
    var lines: [[Unicode.Scalar]] = [[]]
    for scalar in text.unicodeScalars {
      lines[lines.count - 1].append(scalar)
      if scalar == "\n" { lines.append([]) }
    }
    return lines
  }
}

/// Reads keys: bare, in quotes, and several with points between them.
private struct KeyScanner {
  private let scalars: [Unicode.Scalar]
  private(set) var place = 0

  init(_ scalars: [Unicode.Scalar]) { self.scalars = scalars }

  var next: Unicode.Scalar? { place < scalars.count ? scalars[place] : nil }

  mutating func skipBlanks() {
    while let next, " \t\r\n".unicodeScalars.contains(next) { place += 1 }
  }

  @discardableResult
  mutating func skip(_ scalar: Unicode.Scalar) -> Bool {
    guard next == scalar else { return false }
    place += 1
    return true
  }

  /// The parts of a key; none where it is no key.
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
      place += 1
    }
    return name.isEmpty ? nil : String(name)
  }

  private mutating func quoted(by quote: Unicode.Scalar) -> String? {
    place += 1
    var name = String.UnicodeScalarView()
    while let scalar = next, scalar != "\n" {
      place += 1
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

  /// What stands behind a backslash.
  private mutating func escape() -> Unicode.Scalar? {
    guard let scalar = next else { return nil }
    place += 1
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
      place += 1
    }
    return UInt32(String(text), radix: 16).flatMap(Unicode.Scalar.init)
  }
}
