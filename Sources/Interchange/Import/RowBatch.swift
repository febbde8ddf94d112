import DiaryStore

/// Beers of a file that are handed over together, with what there is to report of their rows.
struct RowBatch: Sendable {
  /// Beers of a batch, and the bytes after which there are fewer if rows are long.
  private static let maxCount = 500
  private static let maxBytes = 1 << 19

  /// Why no batch follows.
  enum End: Hashable, Sendable {
    case file
    /// The file cannot be read on; the rows of this batch are not to be taken.
    case failure(ImportError)
  }

  private(set) var beers: [ImportedBeer] = []
  /// The rows that are no beers, in the file's order.
  private(set) var rejected: [RejectedRow] = []
  private var byteCount = 0
  /// What was read of the file up to here.
  var counts = ImportCounts()
  var progress = ImportProgress(bytesRead: 0, rowCount: 0)
  /// About how many rows the file has; 0 where its size is not known.
  var expectedRows = 0
  /// `nil` where another batch follows.
  var end: End?

  var isFull: Bool {
    beers.count >= Self.maxCount || rejected.count >= Self.maxCount || byteCount >= Self.maxBytes
  }

  /// - Parameter byteCount: Of the beer's row.
  mutating func add(_ beer: ImportedBeer, byteCount: Int) {
    beers.append(beer)
    self.byteCount += byteCount
  }

  mutating func reject(_ row: RejectedRow) {
    rejected.append(row)
    byteCount += row.raw.count
  }
}
