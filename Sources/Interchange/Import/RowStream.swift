import DiaryStore

/// The rows of a file as beers, some at a time.
final class RowStream {
  /// Rows that are handed over together, and the bytes after which there are fewer where rows are long.
  private static let rowCount = 500
  private static let byteCount = 1 << 19

  private(set) var counts: ImportCounts
  /// The photos of the rows that were handed over last.
  private(set) var photos: [ImportedPhoto] = []
  let reader: any RecordReader
  private let header: Header
  private let keepsRaw: Bool
  private let photoColumns: PhotoColumns?
  private let onRejected: (RejectedRow) -> Void
  private var builder: RowBuilder
  private var rows = ImportRows()
  private var recordBytes = 0
  private var isAtEnd = false

  /// - Parameters:
  ///   - keepsRaw: Whether rejected rows are to be told as they are in the file.
  ///   - onRejected: Called with every row that is no beer, in the file's order.
  init(
    _ reader: any RecordReader, _ understanding: FileUnderstanding, _ options: ImportOptions,
    keepsRaw: Bool = false,
    onRejected: @escaping (RejectedRow) -> Void = { _ in }
  ) {
    self.reader = reader
    self.keepsRaw = keepsRaw
    self.onRejected = onRejected
    counts = ImportCounts()
    header = understanding.mapping.header
    builder = RowBuilder(understanding.mapping, understanding.reading, repairsText: options.repairsText)
    photoColumns = PhotoColumns(understanding.mapping, folders: options.photoFolders)
  }

  var progress: ImportProgress {
    ImportProgress(bytesRead: reader.bytesRead, totalBytes: reader.totalBytes, rowCount: counts.rows)
  }

  /// About how many rows the file has; 0 where its size is not known.
  var expectedRows: Int {
    guard let total = reader.totalBytes, counts.rows > 0, recordBytes > 0 else { return 0 }
    return Int(Double(total) / Double(recordBytes) * Double(counts.rows))
  }

  /// The next beers; `nil` at the end of the file.
  func next() throws(ImportError) -> ImportRows? {
    photos.removeAll()
    while !isAtEnd {
      rows.removeAll()
      while rows.count < Self.rowCount, rows.byteCount < Self.byteCount {
        guard let record = try reader.next() else {
          isAtEnd = true
          break
        }
        take(record)
      }
      if !rows.isEmpty { return rows }
    }
    return nil
  }

  private func take(_ record: FileRecord) {
    guard record.problem != nil || !record.isBlank else { return }
    if isHeader(record) {
      counts.repeatedHeaders += 1
      return
    }
    counts.rows += 1
    recordBytes += record.raw.count
    let raw = keepsRaw ? Array(record.raw) : []
    if record.isWindows1252 { counts.windows1252 += 1 }
    let problems = builder.add(record, to: &rows)
    if problems.isEmpty {
      if let photoColumns { photos += photoColumns.photos(of: record) }
    } else {
      reject(record, problems, raw)
    }
  }

  /// Whether the record repeats the column names.
  private func isHeader(_ record: FileRecord) -> Bool {
    let texts = header.texts
    guard record.fieldCount == texts.count else { return false }
    return texts.indices.allSatisfy { index in
      record.withValue(at: index) { $0.count == texts[index].count && $0.elementsEqual(texts[index]) }
    }
  }

  private func reject(_ record: FileRecord, _ problems: [RowProblem], _ raw: [UInt8]) {
    counts.rejected += 1
    onRejected(
      RejectedRow(
        line: record.problem == nil ? record.line : record.problemLine,
        faults: problems.map { fault($0, in: record) }, raw: raw))
  }

  private func fault(_ problem: RowProblem, in record: FileRecord) -> RejectedRow.Fault {
    let names = header.names
    return RejectedRow.Fault(
      column: problem.column.map { $0 + 1 },
      columnName: problem.column.flatMap { $0 < names.count ? names[$0] : nil },
      value: problem.column.map { SafeText.shown(record.value(at: $0) ?? "") },
      reason: problem.reason)
  }
}
