import Foundation
import TOMLKit

/// Changes one value in the text of a configuration, and keeps every other byte.
///
/// The parser does not say where a value begins, so lines are looked at one by one. What this could get wrong, such as a
/// line of a text with several lines, is found out afterwards: the parser must read the wanted value from the new text,
/// and otherwise the same as from the old one.
struct SettingEdit {
  let path: [String]
  /// The value as TOML, on one line.
  let value: String

  /// The setting as a line that can stand before all tables.
  var line: String { "\(SettingName(path).text) = \(value)" }

  /// Returns the new text; `nil` if the value cannot be changed safely.
  func applied(to text: String) -> String? {
    candidates(for: text).first { isRight($0, insteadOf: text) }
  }

  /// Returns a sentence about a theme that is a name in the text and a table with colors in the edit, or the other way
  /// around; `nil` for any other text.
  func advice(about text: String) -> String? {
    guard path.first == "theme", let theme = Self.contents(of: text)?["theme"] else { return nil }
    let base = SettingName(["theme", SettingsReader.themeBase]).text
    switch (path.count, theme is [String: Any]) {
    case (1, true): return "it has the table [theme]. Set \(base) instead."
    case (2, false): return "it sets theme to a name. Write \(base) instead of theme in it first."
    default: return nil
    }
  }

  /// Returns the setting as a person can write it in a text after removing the old one, and where.
  func manualChange(of text: String) -> (line: String, place: SettingsFile.SettingPlace) {
    let lines = ConfigurationLines(text)
    var contents = Self.contents(of: text)
    // The tables that the text has. An array of tables does not count, because it has to be removed.
    let table = Array(
      path.dropLast().prefix { name in
        contents = contents?[name] as? [String: Any]
        return contents != nil
      })
    let rest = SettingEdit(path: Array(path[table.count...]), value: value).line
    // A table in braces cannot be extended elsewhere, and neither can those within it.
    if table.indices.contains(where: { !lines.values(at: Array(table[...$0])).isEmpty }) {
      return (rest, .braces(SettingName(table).text))
    }
    return lines.headers(of: table).isEmpty ? (line, .top) : (rest, .table(SettingName(table).text))
  }

  /// Returns whether a text is TOML.
  static func isTOML(_ text: String) -> Bool { (try? TOMLTable(string: text)) != nil }

  /// Returns the texts that may be right, the one that a person would write first.
  private func candidates(for text: String) -> [String] {
    let lines = ConfigurationLines(text)
    let table = Array(path.dropLast())
    let key = path.last.map { SettingName([$0]).text } ?? ""
    var texts = lines.values(at: path).compactMap { lines.replacing($0, with: value) }
    if !table.isEmpty {
      texts += lines.headers(of: table).map { lines.inserting("\(key) = \(value)", at: $0 + 1) }
      texts.append(lines.inserting("[\(SettingName(table).text)]", "\(key) = \(value)", at: lines.count))
    }
    return texts + [lines.endOfTopLevel, 0].map { lines.inserting(line, at: $0) }
  }

  private func isRight(_ text: String, insteadOf old: String) -> Bool {
    guard let new = Self.contents(of: text), let before = Self.contents(of: old),
      let wanted = Self.contents(of: line), let value = Self.json(new, at: path),
      value == Self.json(wanted, at: path)
    else { return false }
    return Self.json(Self.removing(path[...], from: new)) == Self.json(Self.removing(path[...], from: before))
  }

  private static func contents(of text: String) -> [String: Any]? {
    guard let table = try? TOMLTable(string: text) else { return nil }
    let json = table.convert(to: .json, options: [.quoteDateAndTimes, .quoteInfinitesAndNaNs])
    return (try? JSONSerialization.jsonObject(with: Data(json.utf8))) as? [String: Any]
  }

  private static func json(_ contents: [String: Any]) -> Data? {
    try? JSONSerialization.data(withJSONObject: contents, options: [.sortedKeys])
  }

  private static func json(_ contents: [String: Any], at path: [String]) -> Data? {
    var value: Any = contents
    for key in path {
      guard let inner = (value as? [String: Any])?[key] else { return nil }
      value = inner
    }
    return json(["value": value])
  }

  /// Returns the contents without a value, and without tables that have no other value.
  private static func removing(_ path: ArraySlice<String>, from contents: [String: Any]) -> [String: Any] {
    guard let key = path.first else { return contents }
    var contents = contents
    guard let inner = contents.removeValue(forKey: key) as? [String: Any], path.count > 1 else {
      return contents
    }
    let rest = removing(path.dropFirst(), from: inner)
    if !rest.isEmpty { contents[key] = rest }
    return contents
  }
}

/// The lines of a configuration.
private struct ConfigurationLines {
  /// A value within a line.
  struct Location {
    let line: Int
    /// The first column, from 0.
    let column: Int
  }

  private let lines: [[Unicode.Scalar]]
  private let kinds: [SourceLine]

  init(_ text: String) {
    lines = SourceLine.lines(of: text)
    kinds = lines.map(SourceLine.init)
  }

  /// The number of lines; what follows the last line end is not counted if it is empty.
  var count: Int { lines.last?.isEmpty == true ? lines.count - 1 : lines.count }

  /// Returns where values are set.
  func values(at path: [String]) -> [Location] {
    var table: [String] = []
    var locations: [Location] = []
    for (index, kind) in kinds.enumerated() {
      switch kind {
      case .table(let names, _): table = names
      case .value(let names, let column) where table + names == path:
        locations.append(Location(line: index, column: column))
      case .value, .blank, .other: break
      }
    }
    return locations
  }

  /// Returns the lines that begin a table.
  func headers(of table: [String]) -> [Int] {
    kinds.indices.filter { if case .table(table, _) = kinds[$0] { true } else { false } }
  }

  /// The line before which a value can be added that is in no table.
  var endOfTopLevel: Int {
    let end = kinds.firstIndex { if case .table = $0 { true } else { false } } ?? count
    let isBlank = { (index: Int) in self.kinds[index] == .blank }
    if let last = (0..<end).last(where: { !isBlank($0) }) { return last + 1 }
    // A comment directly above a table is about the table.
    var start = end
    while start > 0, end < count, !lines[start - 1].allSatisfy(Self.isBlank) { start -= 1 }
    return start
  }

  /// Returns the text with other lines before one.
  func inserting(_ new: String..., at index: Int) -> String {
    let lineEnd = lines.first?.suffix(2) == ["\r", "\n"] ? "\r\n" : "\n"
    var text = String.UnicodeScalarView()
    for line in lines[..<index] { text.append(contentsOf: line) }
    if let last = text.last, last != "\n" { text.append(contentsOf: lineEnd.unicodeScalars) }
    for line in new { text.append(contentsOf: (line + lineEnd).unicodeScalars) }
    for line in lines[index...] { text.append(contentsOf: line) }
    return String(text)
  }

  /// Returns the text with another value; `nil` if a comment within the old one would be lost.
  func replacing(_ location: Location, with value: String) -> String? {
    let all = Array(lines.joined())
    let start = lines[..<location.line].reduce(location.column) { $0 + $1.count }
    let rest = all[start...]
    // The value ends before a comment or at the end of a line, but a text or an array may have these as well.
    let ends = rest.indices.filter { rest[$0] == "#" || rest[$0] == "\n" } + [rest.endIndex]
    for end in ends {
      let blanks = rest[..<end].reversed().prefix(while: Self.isBlank).count
      let old = rest[..<(end - blanks)]
      guard SettingEdit.isTOML("x = " + Self.text(old)) else { continue }
      if old.contains("\n"), old.contains("#") { return nil }
      return Self.text(all[..<start]) + value + Self.text(rest[old.endIndex...])
    }
    return nil
  }

  private static func text(_ scalars: some Sequence<Unicode.Scalar>) -> String {
    String(String.UnicodeScalarView(scalars))
  }

  private static func isBlank(_ scalar: Unicode.Scalar) -> Bool { " \t\r\n".unicodeScalars.contains(scalar) }
}
