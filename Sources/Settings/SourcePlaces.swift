/// Where the values of a TOML text stand, which its parser does not tell.
///
/// It knows tables in brackets and keys before an equals sign, bare, quoted or dotted; what is written otherwise is
/// found at its table.
struct SourcePlaces {
  private var places: [[String]: SourcePlace] = [:]

  init(_ text: String) {
    var table: [String] = []
    for (index, line) in text.split(separator: "\n", omittingEmptySubsequences: false).enumerated() {
      let scalars = Array(line.unicodeScalars)
      guard let start = scalars.firstIndex(where: { !" \t\r".unicodeScalars.contains($0) }),
        scalars[start] != "#"
      else { continue }
      if scalars[start] == "[" {
        let end = scalars[start...].firstIndex(of: "]") ?? scalars.endIndex
        table = Self.parts(scalars[start..<end].filter { $0 != "[" })
        note(table, index, start)
      } else if let equals = scalars[start...].firstIndex(of: "=") {
        let value = scalars[(equals + 1)...].firstIndex { !" \t".unicodeScalars.contains($0) } ?? equals
        note(table + Self.parts(scalars[start..<equals].map { $0 }), index, value)
      }
    }
  }

  subscript(path: [String]) -> SourcePlace? { places[path] ?? (path.isEmpty ? nil : self[path.dropLast()]) }

  private mutating func note(_ path: [String], _ line: Int, _ column: Int) {
    if places[path] == nil { places[path] = SourcePlace(line: line + 1, column: column + 1) }
  }

  private static func parts(_ scalars: [Unicode.Scalar]) -> [String] {
    var text = String.UnicodeScalarView()
    text.append(contentsOf: scalars)
    return String(text).split(separator: ".").map { part in
      String(part.drop { $0.isWhitespace }.reversed().drop { $0.isWhitespace }.reversed())
        .trimmingQuotes
    }
  }
}

extension SourcePlaces {
  fileprivate subscript(path: ArraySlice<String>) -> SourcePlace? { self[Array(path)] }
}

extension String {
  fileprivate var trimmingQuotes: String {
    guard count > 1, let first, first == last, first == "\"" || first == "'" else { return self }
    return String(dropFirst().dropLast())
  }
}
