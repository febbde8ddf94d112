import DiaryStore

/// Rows of a file that are handed over together, with what there is to tell of them.
struct RowBatch: Sendable {
  /// Rows of a batch, and the bytes after which there are fewer where rows are long.
  private static let rowCount = 500
  private static let byteCount = 1 << 19

  /// Why no batch follows.
  enum End: Hashable, Sendable {
    case file
    /// The file cannot be read on; the rows of this batch are not to be taken.
    case failure(ImportError)
  }

  var rows: ImportRows
  /// The rows that are no beers, in the file's order.
  private(set) var rejected: [RejectedRow] = []
  private var rejectedBytes = 0
  /// What was read of the file up to here.
  var counts = ImportCounts()
  var progress = ImportProgress(bytesRead: 0, rowCount: 0)
  /// About how many rows the file has; 0 where its size is not known.
  var expectedRows = 0
  /// `nil` where another batch follows.
  var end: End?

  /// A batch with nothing in it.
  ///
  /// - Parameter spare: Rows that are not needed any more, whose memory is used again.
  init(reusing spare: ImportRows = ImportRows()) {
    rows = spare
    // A row of megabytes leaves memory that most batches have no use for.
    if rows.byteCount < 2 * Self.byteCount { rows.removeAll() } else { rows = ImportRows() }
  }

  var isFull: Bool {
    rows.count >= Self.rowCount || rejected.count >= Self.rowCount
      || rows.byteCount + rejectedBytes >= Self.byteCount
  }

  mutating func reject(_ row: RejectedRow) {
    rejected.append(row)
    rejectedBytes += row.raw.count
  }
}
