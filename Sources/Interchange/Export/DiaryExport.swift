import DiaryModel
package import DiaryStore
package import Foundation
import SQLiteKit

/// Writes the beers of a diary in a format that other programs can read.
package struct DiaryExport {
  /// Bytes that are written together.
  private static let partSize = 1 << 17

  /// The form of the output.
  package let format: DiaryFileFormat
  /// The beers that are written; `nil` for all, the trash included.
  package var query: BeerQuery?
  /// Whether text in CSV that a spreadsheet would evaluate as a formula is escaped.
  package var isSpreadsheetSafe = false
  /// The photos' files, by the UUIDs of the photos.
  package var files: [UUID: ExportedPhoto.File] = [:]
  /// The path of the photos' folder in Markdown, relative to the document or absolute; `nil` if photos are left out.
  package var photoFolder: String?

  /// Creates an export of all beers without photos.
  package init(_ format: DiaryFileFormat) { self.format = format }

  private var writer: any BeerWriter {
    switch format {
    case .csv: CSVBeerWriter(isSpreadsheetSafe: isSpreadsheetSafe)
    case .json: JSONBeerWriter(isLines: false)
    case .jsonl: JSONBeerWriter(isLines: true)
    case .markdown: MarkdownBeerWriter(photoFolder: photoFolder)
    case .geojson: GeoJSONBeerWriter()
    }
  }

  /// The numbers of beers that were exported and left out.
  package struct Counts: Hashable, Sendable {
    /// The number of beers that were written.
    package fileprivate(set) var written: Int
    /// The number of beers that the format has no place for: in GeoJSON, those without a position.
    package fileprivate(set) var leftOut: Int

    /// Creates counts of beers.
    package init(written: Int = 0, leftOut: Int = 0) {
      self.written = written
      self.leftOut = leftOut
    }
  }

  /// Passes the export to `write` part by part, and returns the counts.
  ///
  /// All beers are read in one transaction, in the order in which they were added.
  ///
  /// - Throws: `StoreError` if the diary cannot be read, and the errors of `write`.
  package func run(
    from diary: Diary, onProgress: (Int) -> Void = { _ in }, write: ([UInt8]) throws -> Void
  ) throws -> Counts {
    var writer = writer
    var bytes = writer.beginning
    var counts = Counts()
    try diary.forEachExportedBeer(selectedBy: query) { beer in
      if writer.append(beer, files: files, to: &bytes) { counts.written += 1 } else { counts.leftOut += 1 }
      guard bytes.count >= Self.partSize else { return }
      try write(bytes)
      bytes.removeAll(keepingCapacity: true)
      onProgress(counts.written)
    }
    try write(bytes + writer.ending)
    return counts
  }

  /// Writes the export to an output and finishes the output.
  ///
  /// - Parameters:
  ///   - onProgress: Called with the number of beers so far.
  ///   - isCancelled: Called before each part and before the output is finished; `true` stops the export.
  /// - Throws: `StoreError.cancelled` if the export was stopped, without finishing the output.
  package func run(
    from diary: Diary, to output: some OutputSink, onProgress: (Int) -> Void = { _ in },
    isCancelled: () -> Bool = { false }
  ) throws -> Counts {
    func checkCancellation() throws(StoreError) {
      if isCancelled() { throw .cancelled }
    }
    let counts = try run(from: diary, onProgress: onProgress) { part in
      try checkCancellation()
      try output.write(part)
    }
    try checkCancellation()
    try output.finish()
    return counts
  }
}
