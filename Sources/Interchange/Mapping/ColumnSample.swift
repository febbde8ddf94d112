/// A column as a person sees it who is to say what it is.
package struct ColumnSample: Hashable, Sendable {
  /// As the file calls it.
  package let name: String
  /// The first different values in it, made safe for a terminal and shortened.
  package internal(set) var examples: [String] = []
}

extension FileColumns {
  /// Rows that are looked at for examples.
  private static let sampledRows = 200
  private static let exampleCount = 3
  private static let longestExample = 40

  /// Every column with examples of what is in it.
  package func samples(of source: ImportSource, _ options: ImportOptions = ImportOptions())
    throws(ImportError) -> [ColumnSample]
  {
    var samples = header.names.map { ColumnSample(name: $0) }
    let reader = try reader(source, options)
    var rest = Self.sampledRows
    while rest > 0, let record = try reader.next() {
      rest -= 1
      if record.problem == nil { Self.take(record, into: &samples) }
    }
    return samples
  }

  private static func take(_ record: FileRecord, into samples: inout [ColumnSample]) {
    for column in samples.indices where samples[column].examples.count < exampleCount {
      guard let value = record.value(at: column) else { continue }
      let shown = SafeText.shown(value, limit: longestExample)
      if !samples[column].examples.contains(shown) { samples[column].examples.append(shown) }
    }
  }
}
