package import DiaryModel
package import DiaryStore
package import Foundation

/// Writes the beers of a diary in a format that other programs can read.
package struct DiaryExport {
  /// Bytes that are written together.
  private static let partSize = 1 << 17

  /// The form of the output.
  package let format: DiaryFileFormat
  /// The beers that are written; `nil` for all, the trash included.
  package var filter: BeerFilter?
  /// Whether text in CSV that a spreadsheet would evaluate as a formula is escaped.
  package var isSpreadsheetSafe = false
  /// The names of the photos' files, by the photos.
  package var files: [UUID: String] = [:]
  /// The path of the photos' folder in Markdown; `nil` if photos are left out.
  package var photoFolder: String?

  /// Creates an export of all beers without photos.
  package init(_ format: DiaryFileFormat) { self.format = format }

  private var writer: any BeerWriter {
    switch format {
    case .csv: CSVBeerWriter(isSpreadsheetSafe: isSpreadsheetSafe)
    case .json: JSONBeerWriter(isLines: false)
    case .jsonl: JSONBeerWriter(isLines: true)
    case .markdown: MarkdownBeerWriter(photoFolder: photoFolder)
    }
  }

  /// Passes the export to `write` part by part, and returns the number of beers.
  ///
  /// All beers are read in one transaction, in the order in which they were added.
  package func run(
    from diary: Diary, onProgress: (Int) -> Void = { _ in }, write: ([UInt8]) throws -> Void
  ) throws -> Int {
    var writer = writer
    var bytes = writer.beginning
    var count = 0
    try diary.forEachExportedBeer(filter) { beer in
      writer.append(beer, files: files, to: &bytes)
      count += 1
      guard bytes.count >= Self.partSize else { return }
      try write(bytes)
      bytes.removeAll(keepingCapacity: true)
      onProgress(count)
    }
    try write(bytes + writer.ending)
    return count
  }
}
