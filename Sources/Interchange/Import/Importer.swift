import DiaryStore

/// Imports a CSV file into a diary: reads, maps, and adds in batches of one transaction each.
///
/// A killed import is completed by running it again, since what went in before is recognised.
///
///     let summary = try Importer(into: diary).importCSV(from: ByteInput(path: path))
package struct Importer<Destination: ImportDestination> {
  private let destination: Destination
  private let batchSize: Int
  private let batchBytes: Int64
  private let shownRejections: Int

  /// Prepares imports.
  ///
  /// - Parameters:
  ///   - batchSize: Rows in a transaction. More are hardly faster, and an import can be stopped between two.
  ///   - batchBytes: Bytes of the file after which a batch ends as well, which bounds memory where rows are long.
  ///   - shownRejections: How many rejected rows the summary holds.
  package init(
    into destination: Destination, batchSize: Int = 2000, batchBytes: Int64 = 1 << 22,
    shownRejections: Int = 20
  ) {
    self.destination = destination
    self.batchSize = batchSize
    self.batchBytes = batchBytes
    self.shownRejections = shownRejections
  }

  /// Reads the source to its end and adds its beers.
  ///
  /// - Parameters:
  ///   - delimiter: What separates fields; found in the header where it is `nil`.
  ///   - onProgress: Called from this thread after each batch of rows and at the end.
  ///   - onRejected: Called from this thread with every row that is not imported, in the file's order.
  ///   - isCancelled: Asked after each batch; on `true` the import ends there.
  /// - Throws: An error where nothing of the file can be imported, or where reading or writing fails on the way; the
  ///   batches before it stay added.
  package func importCSV(
    from source: ByteInput, delimiter: UInt8? = nil,
    onProgress: (ImportProgress) -> Void = { _ in },
    onRejected: (RejectedRow) -> Void = { _ in },
    isCancelled: () -> Bool = { false }
  ) throws(ImportError) -> ImportSummary {
    let reader = try CSVReader(source, delimiter: delimiter)
    let mapping = try Self.readMapping(reader)
    var run = ImportRun(
      reader: reader, mapping: mapping, destination: destination, shownRejections: shownRejections)
    repeat {
      let isAtEnd = try run.importBatch(rows: batchSize, bytes: batchBytes, onRejected: onRejected)
      onProgress(run.progress)
      if isAtEnd { return run.summary }
    } while !isCancelled()
    run.summary.wasCancelled = true
    return run.summary
  }

  /// Reads the header: the first record that is not blank.
  private static func readMapping(_ reader: CSVReader) throws(ImportError) -> ColumnMapping {
    while let record = try reader.next() {
      if record.problem != nil { throw .brokenHeader(line: record.problemLine) }
      if !record.isBlank { return try ColumnMapping(Header(record)) }
    }
    throw .empty
  }
}

/// One import on its way.
private struct ImportRun<Destination: ImportDestination> {
  var summary: ImportSummary
  private let reader: CSVReader
  private let destination: Destination
  private let shownRejections: Int
  private var builder: DraftBuilder
  private var drafts: [BeerDraft] = []
  private var batch: Destination.Batch?
  /// The check-ins of the file so far; rows without an id of their own are told apart by `ContentIdentity`.
  private var checkIns: Set<String> = []

  init(reader: CSVReader, mapping: ColumnMapping, destination: Destination, shownRejections: Int) {
    self.reader = reader
    self.destination = destination
    self.shownRejections = shownRejections
    builder = DraftBuilder(mapping)
    summary = ImportSummary(mapping: mapping, format: reader.format, isUTF16: reader.isUTF16)
  }

  var progress: ImportProgress {
    ImportProgress(bytesRead: reader.bytesRead, totalBytes: reader.totalBytes, rowCount: summary.rowCount)
  }

  /// Imports the next rows; `true` where those were the last.
  mutating func importBatch(
    rows: Int, bytes: Int64, onRejected: (RejectedRow) -> Void
  ) throws(ImportError) -> Bool {
    let (lastRow, lastByte) = (summary.rowCount + rows, reader.bytesRead + bytes)
    var isAtEnd = false
    while summary.rowCount < lastRow, reader.bytesRead < lastByte, !isAtEnd {
      if let record = try reader.next() {
        take(record, onRejected: onRejected)
      } else {
        isAtEnd = true
      }
    }
    try store()
    return isAtEnd
  }

  private mutating func take(_ record: CSVRecord, onRejected: (RejectedRow) -> Void) {
    guard record.problem != nil || !record.isBlank else { return }
    if isHeader(record) {
      summary.repeatedHeaderCount += 1
      return
    }
    summary.rowCount += 1
    if record.isWindows1252 { summary.windows1252Count += 1 }
    switch builder.draft(from: record) {
    case .success(let draft): keep(draft)
    case .failure(let problems): reject(record, problems, onRejected)
    }
  }

  /// Holds a beer for the next transaction, unless it is a check-in that the file has twice.
  private mutating func keep(_ draft: BeerDraft) {
    if summary.dialect == .untappd, let id = draft.origin?.id, !checkIns.insert(id).inserted {
      summary.repeatedCount += 1
    } else {
      drafts.append(draft)
    }
  }

  /// Whether the record repeats the column names.
  private func isHeader(_ record: CSVRecord) -> Bool {
    let texts = summary.mapping.header.texts
    guard record.fieldCount == texts.count else { return false }
    return texts.indices.allSatisfy { index in
      record.withValue(at: index) { $0.count == texts[index].count && $0.elementsEqual(texts[index]) }
    }
  }

  private mutating func reject(
    _ record: CSVRecord, _ problems: RowProblems, _ onRejected: (RejectedRow) -> Void
  ) {
    let row = RejectedRow(
      line: record.problem == nil ? record.line : record.problemLine,
      faults: problems.all.map { fault($0, in: record) })
    summary.rejectedCount += 1
    if summary.firstRejected.count < shownRejections { summary.firstRejected.append(row) }
    onRejected(row)
  }

  private func fault(_ problem: RowProblem, in record: CSVRecord) -> RejectedRow.Fault {
    let names = summary.mapping.header.names
    return RejectedRow.Fault(
      column: problem.column.map { $0 + 1 },
      columnName: problem.column.flatMap { $0 < names.count ? names[$0] : nil },
      value: problem.column.map { SafeText.shown(record.value(at: $0) ?? "") },
      reason: problem.reason)
  }

  /// The import in the diary, started with the first beer, so that a file with none leaves no trace.
  private mutating func startedBatch() throws(DiaryError) -> Destination.Batch {
    if let batch { return batch }
    let started = try destination.startImport(source: summary.dialect.source)
    batch = started
    return started
  }

  private mutating func store() throws(ImportError) {
    guard !drafts.isEmpty else { return }
    do throws(DiaryError) {
      let batch = try startedBatch()
      let added = try destination.importBeers(drafts, batch: batch)
      summary.addedCount += added
      summary.knownCount += drafts.count - added
    } catch {
      throw .store(error)
    }
    drafts.removeAll(keepingCapacity: true)
  }
}
