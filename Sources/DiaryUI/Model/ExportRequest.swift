package import DiaryStore
package import DiaryText
package import Interchange

/// What to write to a file.
package struct ExportRequest: Hashable, Sendable {
  /// What the file contains.
  package enum Content: Hashable, Sendable {
    /// Beers, whatever their order, in a format, whatever the path ends with.
    case beers(BeerQuery, DiaryFileFormat)
    /// A year in review.
    case year(YearPage)
  }

  package let content: Content
  /// The path of the file, as typed.
  package let path: String
  /// Whether an existing file is replaced.
  package var replaces = false

  package init(_ content: Content, to path: String) {
    self.content = content
    self.path = path
  }
}

/// How an export ended.
package enum ExportOutcome: Hashable, Sendable {
  /// The file was written, with a sentence that says what it contains and where it is.
  case finished(String)
  /// The user stopped the export, or the program is ending; no file was written.
  case stopped
  /// The file exists and was not to be replaced.
  case fileExists
}
