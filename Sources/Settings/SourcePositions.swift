/// The positions of values in a TOML text, which the parser does not report.
///
/// Finds tables in brackets and keys before an equals sign, bare, quoted or dotted, and the tables that dotted keys
/// create. The position of any other value is that of its table.
package struct SourcePositions {
  private var positions: [[String]: SourcePosition] = [:]

  /// Finds the positions in a text.
  package init(_ text: String) {
    var table: [String] = []
    for (index, line) in SourceLine.lines(of: text).enumerated() {
      switch SourceLine(line) {
      case .table(let names, let column):
        table = names
        note(table, index, column)
      case .value(let names, let column):
        for count in 1...names.count { note(table + names.prefix(count), index, column) }
      case .blank, .other: break
      }
    }
  }

  /// The position of a value, or else of the table that it is in; `nil` if neither is found.
  package subscript(path: [String]) -> SourcePosition? {
    positions[path] ?? (path.isEmpty ? nil : self[path.dropLast()])
  }

  /// Returns the names of values in a table in the order of their positions; those without one come last.
  package func inOrder(_ names: some Sequence<String>, in table: [String] = []) -> [String] {
    let lines: [(Int, String)] = names.map { (positions[table + [$0]]?.line ?? Int.max, $0) }
    return lines.sorted { $0 < $1 }.map(\.1)
  }

  private mutating func note(_ path: [String], _ line: Int, _ column: Int) {
    if positions[path] == nil { positions[path] = SourcePosition(line: line + 1, column: column + 1) }
  }
}

extension SourcePositions {
  fileprivate subscript(path: ArraySlice<String>) -> SourcePosition? { self[Array(path)] }
}
