package import DiaryStore

/// What was read of a file.
package struct ImportCounts: Hashable, Sendable {
  /// Rows read, the rejected ones included; neither blank rows nor repeated column names.
  package var rows = 0
  package var rejected = 0
  /// Rows that were no UTF-8 and were read as Windows-1252.
  package var windows1252 = 0
  /// Rows that only repeat the column names, as joined files have them.
  package var repeatedHeaders = 0
}

/// What an import did.
package struct ImportSummary: Hashable, Sendable {
  package let understanding: FileUnderstanding
  package var counts = ImportCounts()
  package var tally = ImportTally()
  /// What became of an export's photos.
  package var photos: [ImportedPhoto.Outcome: Int] = [:]
  /// The import's number, by which it can be taken back; `nil` where it wrote nothing.
  package var batch: Int64?
  /// The first of the rejected rows; all of them go to the import's callback.
  package var firstRejected: [RejectedRow] = []
  /// Whether the import was stopped before the end of the file; what was added until then stays.
  package var wasCancelled = false
  /// Whether nothing was written because rows were rejected and all or none were wanted.
  package var wasRefused = false

  package var dialect: Dialect { understanding.dialect }
}

/// How far an import is.
package struct ImportProgress: Hashable, Sendable {
  package var bytesRead: Int64
  /// `nil` where the size of the input is not known.
  package var totalBytes: Int64?
  /// Rows read, the rejected ones included.
  package var rowCount: Int
}
