package import Interchange
package import Telemetry

extension DiaryFileFormat {
  /// The usual endings of file names: `.csv, .json or .md`.
  package static var endings: String {
    let endings = allCases.compactMap(\.fileExtensions.first).map { "." + $0 }
    return endings.dropLast().joined(separator: ", ") + (endings.last.map { " or " + $0 } ?? "")
  }
}

extension DiaryExport.Counts {
  /// Returns how many beers are in the file.
  package func writtenSentence(file: String) -> String {
    "Exported \(NumberText.count(written, "beer")) to \(file)."
  }

  /// Returns the sentences about the file: how many beers are in it, and how many are not.
  package func sentences(file: String) -> String {
    [writtenSentence(file: file), leftOutSentence].compactMap { $0 }.joined(separator: " ")
  }

  /// How many beers are not in the file, and why; `nil` if there are none.
  package var leftOutSentence: String? {
    if leftOut == 0 { return nil }
    let verbs = leftOut == 1 ? "has no position and was" : "have no position and were"
    return "\(NumberText.count(leftOut, "beer")) \(verbs) left out."
  }
}

extension Signal {
  /// Creates the signal of an export that has succeeded.
  package init(_ counts: DiaryExport.Counts, _ format: DiaryFileFormat, duration: Duration) {
    self = .exported(format: ExportFormat(format), beers: CountBucket(counts.written), duration: duration)
  }
}

extension ExportFormat {
  fileprivate init(_ format: DiaryFileFormat) {
    self =
      switch format {
      case .csv: .csv
      case .json, .jsonl: .json
      case .markdown: .markdown
      case .geojson: .geojson
      }
  }
}
