package import DiaryStore

/// The counts of what was read of a file.
package struct ReadCounts: Hashable, Sendable {
  /// Rows that were read, including rejected ones, without blank rows and repeated column names.
  package var rows = 0
  /// Rows that were not imported.
  package var rejected = 0
  /// Values that could not be read, or only in part, and became custom fields of their beers.
  package var keptValues = 0
  /// Whether messages name rows by their positions in the file, because several are on one line.
  package var namesPositions = false
  /// The lines of beers without a name, from 1, or their positions.
  package var unnamed = CountedExamples<Int>(limit: 5)
  /// The lines of beers whose names look like those of totals or columns, from 1, or their positions.
  package var unlikely = CountedExamples<Int>(limit: 5)
  /// The lines of beers whose rows have fewer fields than the file has columns, from 1; none for JSON.
  package var shortRows = CountedExamples<Int>(limit: 5)
  /// The lines of beers of an export whose photo numbers differ from the order of the list, from 1, or their positions.
  package var ignoredPhotoNumbers = CountedExamples<Int>(limit: 5)
  /// Beers whose date is in the future.
  package var futureDates = 0
  /// Beers with a link to a photo, unless photos were searched for in a folder; 0 for a Beer Diary export.
  package var photoLinks = 0
  /// Rows that were not UTF-8 and were read as Windows-1252.
  package var windows1252 = 0
  /// Beers whose time is local.
  package var localTimes = 0
  /// Beers whose time is an instant, as it came with a time zone or was given one.
  package var instants = 0
  /// The instants that were written without a time zone.
  package var timesGivenZone = 0
  /// The first rows that were not imported, at most 20.
  package private(set) var firstRejected: [RejectedRow] = []
  /// The first rows with values that could not be read, or only in part, and became custom fields, at most 20.
  package private(set) var firstRowsWithKeptValues: [RejectedRow] = []
  /// Whether a row or a value could not be read, or only in part.
  package var hasUnreadable: Bool { rejected > 0 || keptValues > 0 }
  /// Texts of built-in fields that `--repair-text` would repair; 0 if it does.
  package private(set) var repairableTexts = 0
  /// The first of these texts; `nil` if there is none.
  package private(set) var repairExample: TextRepairExample?
  /// Rows that only repeat the column names, as joined files have them.
  package var repeatedHeaders = 0
  /// Rows that are recognized as another row of the file; only one of them counts if the file has ids.
  package var repeated = 0
  /// The repeated rows that become beers of their own, as the file has no ids.
  package var separate = 0
  /// The names of the first of these beers.
  package var firstSeparate: [String] = []

  private static let firstCount = 20

  /// Counts a row that could not be read, or only in part.
  mutating func count(_ row: RejectedRow) {
    if row.isImported {
      keptValues += row.errors.count
      if firstRowsWithKeptValues.count < Self.firstCount { firstRowsWithKeptValues.append(row) }
    } else {
      rejected += 1
      if firstRejected.count < Self.firstCount { firstRejected.append(row) }
    }
  }

  /// Counts a text that could be repaired.
  mutating func count(repairable text: String, repaired: String) {
    repairableTexts += 1
    if repairExample == nil { repairExample = TextRepairExample(from: text, repaired: repaired) }
  }

  /// Counts a repeated row, and keeps the first names of separate beers; ignores `nil`.
  ///
  /// - Parameter nameCount: How many names are kept.
  mutating func count(_ repetition: Repetition?, of name: String?, nameCount: Int = 5) {
    guard let repetition else { return }
    repeated += 1
    guard repetition == .separate else { return }
    separate += 1
    if let name, firstSeparate.count < nameCount, !firstSeparate.contains(name) {
      firstSeparate.append(SafeText.sanitized(name, limit: 40))
    }
  }
}

/// Things of one kind, such as rows: how many there are, and the first of them.
package struct CountedExamples<Example: Hashable & Sendable>: Hashable, Sendable {
  /// The maximum number of examples.
  private let limit: Int

  /// The number of all things.
  package private(set) var count = 0
  /// The first things in their order, at most as many as the limit.
  package private(set) var first: [Example] = []

  init(limit: Int) { self.limit = limit }

  mutating func add(_ example: Example) {
    count += 1
    if first.count < limit { first.append(example) }
  }
}

/// A text that was decoded wrongly, and its correction.
package struct TextRepairExample: Hashable, Sendable {
  /// The text as it is in the file, safe to print.
  package let text: String
  /// The corrected text, safe to print.
  package let repaired: String
}

extension TextRepairExample {
  private static let limit = 40

  /// Leaves out what comes before the first wrong word of a long text.
  init(from text: String, repaired: String) {
    let same = text.count > Self.limit ? zip(text, repaired).prefix { $0 == $1 }.map(\.0) : []
    let start = same.lastIndex(where: \.isWhitespace).map { $0 + 1 } ?? 0
    self.text = SafeText.sanitized(String(text.dropFirst(start)), limit: Self.limit)
    self.repaired = SafeText.sanitized(String(repaired.dropFirst(start)), limit: Self.limit)
  }
}

/// What an import did.
package struct ImportSummary: Sendable {
  /// The result of analyzing the file.
  package let analysis: FileAnalysis
  /// The counts of what was read.
  package var counts = ReadCounts()
  /// The results for the rows.
  package var tally = ImportTally()
  /// What the import did with rows for beers that the diary has with other values.
  package internal(set) var onDuplicate = ImportPolicy.Duplicate.skip
  /// The results for the photos that the file names or that were found for its rows.
  package var photos: [ImportedPhoto.Outcome: Int] { tally.photos }
  /// The names of the first files of photos that are missing, safe to print; at most three.
  package var missingFiles: [String] {
    tally.missingFiles.map { SafeText.sanitized(FilePath($0).name, limit: 60) }
  }
  /// The photos that were found in the folder; `nil` if there is none, and for a Beer Diary export.
  package var photoPairing: PhotoPairingReport?
  /// The id by which the import can be undone; `nil` if there is nothing to undo.
  package var importID: Int64?
  /// Whether the import was canceled before the end of the file; rows that were added stay.
  package var wasCancelled = false
  /// Why the import ended early or without all photos; `nil` if it did not.
  ///
  /// Rows that were added stay.
  package var failure: ImportError?
  /// Whether nothing was written because rows were rejected and the import was all or nothing.
  package var wasRefused = false
  /// The first rows that were added although the diary seemed to have their beers.
  package var possibleDuplicates = PossibleDuplicates()

  /// The program that wrote the file.
  package var dialect: Dialect { analysis.dialect }
}

/// The progress of an import.
package struct ImportProgress: Hashable, Sendable {
  /// The bytes that were read of the file.
  package var bytesRead: Int64
  /// The size of the file in bytes; `nil` if it is not known.
  package var totalBytes: Int64?
  /// The rows that were read, including rejected ones.
  package var rowCount: Int
}

extension ImportProgress {
  /// The number of records between two reports of progress during the analysis.
  static let step = 4096

  init(_ reader: any RecordReader) {
    self.init(bytesRead: reader.bytesRead, totalBytes: reader.totalBytes, rowCount: 0)
  }
}
