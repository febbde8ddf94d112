/// A column's name with examples, for choosing its role.
package struct ColumnSample: Hashable, Sendable {
  /// The column's name in the file.
  package let name: String
  /// The first different values, safe to print and shortened, with ` / ` between their lines.
  package internal(set) var examples: [String] = []
}

extension FileColumns {
  /// The rows from which examples are taken.
  private static let sampledRows = 200
  private static let exampleCount = 3
  private static let maxExampleLength = 40

  /// Returns every column with examples of its values.
  ///
  /// - Throws: `ImportError` if the file cannot be read.
  package func samples() throws(ImportError) -> [ColumnSample] {
    var samples = header.names.map { ColumnSample(name: $0) }
    let reader = try reader()
    var rest = Self.sampledRows
    while rest > 0, let record = try reader.next() {
      rest -= 1
      if record.problem == nil { Self.add(record, to: &samples) }
    }
    return samples
  }

  private static func add(_ record: FileRecord, to samples: inout [ColumnSample]) {
    for column in samples.indices where samples[column].examples.count < exampleCount {
      guard let value = record.value(at: column) else { continue }
      let lines = value.split(whereSeparator: \.isNewline).joined(separator: " / ")
      let shown = SafeText.sanitized(lines, limit: maxExampleLength)
      if !samples[column].examples.contains(shown) { samples[column].examples.append(shown) }
    }
  }
}
