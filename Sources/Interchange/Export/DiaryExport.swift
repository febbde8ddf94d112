package import DiaryModel
package import DiaryStore
package import Foundation

/// Writes the beers of a diary in a form that other programs read, and this one can import again.
package struct DiaryExport {
  /// Bytes that are written together.
  private static let partSize = 1 << 17

  package let format: DiaryFileFormat
  package var filter: BeerFilter?
  /// Whether text in CSV that a spreadsheet would take for a formula is guarded.
  package var isSpreadsheetSafe = false
  /// The names of the photos' files, by the photos.
  package var files: [UUID: String] = [:]
  /// The folder of the photos as Markdown names it.
  package var photoFolder: String?

  package init(_ format: DiaryFileFormat) { self.format = format }

  private var writer: any BeerWriter {
    switch format {
    case .csv: CSVBeerWriter(isSpreadsheetSafe: isSpreadsheetSafe)
    case .json: JSONBeerWriter(isLines: false)
    case .jsonl: JSONBeerWriter(isLines: true)
    case .markdown: MarkdownBeerWriter(photoFolder: photoFolder)
    }
  }

  /// Hands the export to `write` part by part, and returns how many beers it has.
  ///
  /// Everything is from one moment, in the order in which it was added: without a filter the trash too.
  package func run(
    from diary: Diary, onProgress: (Int) -> Void = { _ in }, write: ([UInt8]) throws -> Void
  ) throws -> Int {
    var writer = writer
    var bytes = writer.beginning
    var count = 0
    try diary.forEachStoredBeer(filter) { beer in
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
