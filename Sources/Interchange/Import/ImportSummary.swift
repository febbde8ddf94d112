/// What an import understood and did.
package struct ImportSummary: Hashable, Sendable {
  package var mapping: ColumnMapping
  package var format: CSVFormat
  package var isUTF16 = false
  /// Rows read, the rejected ones included; neither blank rows nor repeated column names.
  package var rowCount = 0
  /// Beers that are in the diary now and were not before.
  package var addedCount = 0
  /// Beers that the diary had before this import.
  package var knownCount = 0
  /// Rows with the id of a check-in that an earlier row of the same file has.
  package var repeatedCount = 0
  package var rejectedCount = 0
  /// The first of the rejected rows; all of them go to the import's callback.
  package var firstRejected: [RejectedRow] = []
  /// Rows that were no UTF-8 and were read as Windows-1252.
  package var windows1252Count = 0
  /// Rows that only repeat the column names, as joined files have them.
  package var repeatedHeaderCount = 0
  /// Whether the import was stopped before the end of the file; what was added until then stays.
  package var wasCancelled = false

  init(mapping: ColumnMapping, format: CSVFormat, isUTF16: Bool) {
    self.mapping = mapping
    self.format = format
    self.isUTF16 = isUTF16
  }

  package var dialect: Dialect { mapping.dialect }
}

/// How far an import is.
package struct ImportProgress: Hashable, Sendable {
  package var bytesRead: Int64
  /// `nil` where the size of the input is not known.
  package var totalBytes: Int64?
  /// Rows read, the rejected ones included.
  package var rowCount: Int
}
