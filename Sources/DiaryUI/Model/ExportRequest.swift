package import DiaryStore
package import Interchange

/// Beers to export to a file.
package struct ExportRequest: Hashable, Sendable {
  /// The beers, whatever their order.
  package let query: BeerQuery
  /// The format, whatever the path ends with.
  package let format: DiaryFileFormat
  /// The path of the file, as typed.
  package let path: String
  /// Whether an existing file is replaced.
  package var replaces = false

  package init(_ query: BeerQuery, as format: DiaryFileFormat, to path: String) {
    self.query = query
    self.format = format
    self.path = path
  }
}

/// How an export ended.
package enum ExportOutcome: Hashable, Sendable {
  /// The file was written, with what it contains and its whole path.
  case finished(DiaryExport.Counts, path: String)
  /// The user stopped the export, or the program is ending; no file was written.
  case stopped
  /// The file exists and was not to be replaced.
  case fileExists
}
