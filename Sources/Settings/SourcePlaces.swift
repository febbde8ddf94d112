/// The places of values in a TOML text, which the parser does not report.
///
/// Finds tables in brackets and keys before an equals sign, bare, quoted or dotted. The place of any other value is that
/// of its table.
struct SourcePlaces {
  private var places: [[String]: SourcePlace] = [:]

  init(_ text: String) {
    var table: [String] = []
    for (index, line) in SourceLine.lines(of: text).enumerated() {
      switch SourceLine(line) {
      case .table(let names, let column):
        table = names
        note(table, index, column)
      case .value(let names, let column): note(table + names, index, column)
      case .blank, .other: break
      }
    }
  }

  subscript(path: [String]) -> SourcePlace? { places[path] ?? (path.isEmpty ? nil : self[path.dropLast()]) }

  private mutating func note(_ path: [String], _ line: Int, _ column: Int) {
    if places[path] == nil { places[path] = SourcePlace(line: line + 1, column: column + 1) }
  }
}

extension SourcePlaces {
  fileprivate subscript(path: ArraySlice<String>) -> SourcePlace? { self[Array(path)] }
}
