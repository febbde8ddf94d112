import Interchange
import TOMLKit

/// Puts a mapping into the text of a configuration and leaves everything else as it is, byte for byte.
struct MappingTable {
  let mapping: SavedMapping

  /// The text with the mapping under its name, in the place of one that has it.
  ///
  /// Remarks in its table stay, and so do lines that say the same already.
  func written(into text: String) throws(SettingsText.Refusal) -> String {
    guard let before = try? TOMLTable(string: text) else {
      throw SettingsText.Refusal(reason: "it is not TOML as it stands, which has to be mended first")
    }
    let written = spliced(into: text)
    // Tables can be written in other ways than these lines; what does not come out as wanted is not written.
    guard let after = try? TOMLTable(string: written), Self.reading(after, mapping.name) == wanted,
      Self.rest(of: before, without: mapping.name) == Self.rest(of: after, without: mapping.name)
    else {
      throw SettingsText.Refusal(
        reason:
          "\(Self.path(mapping.name)) is not written as a table with a value in each line, which has to be "
          + "mended first")
    }
    return written
  }

  private static func path(_ name: String) -> String { "import.mappings.\(key(name))" }

  // MARK: - Lines

  private func spliced(into text: String) -> String {
    var lines = SourceLine.lines(of: text)
    let ending = lines.first?.suffix(2) == ["\r", "\n"] ? "\r\n" : "\n"
    let header = lines.firstIndex {
      if case .table(let names, _) = SourceLine($0) {
        names == ["import", "mappings", mapping.name]
      } else {
        false
      }
    }
    guard let header else { return appended(to: text, ending) }
    let end = lines[(header + 1)...].firstIndex { if case .table = SourceLine($0) { true } else { false } }
    var kept: [[Unicode.Scalar]] = []
    var missing = wanted
    var last = 0
    for line in lines[(header + 1)..<(end ?? lines.endIndex)] {
      if case .value(let names, _) = SourceLine(line) {
        guard names.count == 1, let role = Self.value(String(line), names[0]), missing[names[0]] == role
        else {
          continue
        }
        missing[names[0]] = nil
        last = kept.count + 1
      }
      kept.append(line)
    }
    let added = rows.filter { missing[$0.column] != nil }.map { Array(($0.line + ending).unicodeScalars) }
    kept.insert(contentsOf: added, at: last)
    if lines[header].last != "\n" { lines[header] += Array(ending.unicodeScalars) }
    if last > 0, !added.isEmpty, kept[last - 1].last != "\n" {
      kept[last - 1] += Array(ending.unicodeScalars)
    }
    lines.replaceSubrange((header + 1)..<(end ?? lines.endIndex), with: kept)
    return lines.map { String($0) }.joined()
  }

  private func appended(to text: String, _ ending: String) -> String {
    var text = text
    if !text.isEmpty {
      if text.unicodeScalars.last != "\n" { text += ending }
      text += ending
    }
    return text + ([("[\(Self.path(mapping.name))]")] + rows.map(\.line)).map { $0 + ending }.joined()
  }

  private var rows: [(column: String, line: String)] {
    mapping.assignments.map { ($0.column, "\(Self.quoted($0.column)) = \(Self.quoted($0.role.name))") }
  }

  /// A name as a key: bare where it can be.
  private static func key(_ name: String) -> String {
    let isBare = name.unicodeScalars.allSatisfy {
      $0.isASCII && ($0.properties.isAlphabetic || $0.properties.numericType != nil) || $0 == "-" || $0 == "_"
    }
    return isBare && !name.isEmpty ? name : quoted(name)
  }

  private static func quoted(_ text: String) -> String {
    var quoted = "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"", "\\": quoted += "\\\(scalar)"
      case "\t": quoted += "\\t"
      case "\n": quoted += "\\n"
      case "\r": quoted += "\\r"
      case _ where scalar.value < 0x20 || scalar.value == 0x7F:
        let digits = String(scalar.value, radix: 16, uppercase: true)
        quoted += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
      default: quoted.unicodeScalars.append(scalar)
      }
    }
    return quoted + "\""
  }

  // MARK: - Checking

  private var wanted: [String: String] {
    Dictionary(mapping.assignments.map { ($0.column, $0.role.name) }) { first, _ in first }
  }

  private static func reading(_ table: TOMLTable, _ name: String) -> [String: String]? {
    guard let mapping = table["import"]?.table?["mappings"]?.table?[name]?.table else { return nil }
    return strings(mapping)
  }

  private static func strings(_ table: TOMLTable) -> [String: String]? {
    var strings: [String: String] = [:]
    for key in table.keys {
      guard let value = table[key]?.string else { return nil }
      strings[key] = value
    }
    return strings
  }

  /// What one line says of a column.
  private static func value(_ line: String, _ column: String) -> String? {
    (try? TOMLTable(string: line)).flatMap { strings($0) }?[column]
  }

  /// All else that a configuration says.
  private static func rest(of table: TOMLTable, without name: String) -> String {
    if let imports = table["import"]?.table {
      if let mappings = imports["mappings"]?.table {
        mappings.remove(at: name)
        if mappings.isEmpty { imports.remove(at: "mappings") }
      }
      if imports.isEmpty { table.remove(at: "import") }
    }
    return table.convert(to: .json)
  }
}

extension String {
  fileprivate init(_ scalars: [Unicode.Scalar]) {
    var view = String.UnicodeScalarView()
    view.append(contentsOf: scalars)
    self.init(view)
  }
}
