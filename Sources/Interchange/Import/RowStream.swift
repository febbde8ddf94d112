import DiaryModel
import DiaryStore
import Dispatch
import Foundation
import Synchronization

/// Reads the rows of a file as beers, in batches.
final class RowStream {
  private let reader: any RecordReader
  private let header: Header
  private let keepsRaw: Bool
  private let photoColumns: PhotoColumns?
  private let pairing: PhotoPairing?
  /// The columns for links to photos that are not in a folder.
  private let photoLinkColumns: [Int]
  private var builder: RowBuilder
  private var repetitions: RowRepetitions?
  private let nameCheck: NameCheck
  /// How often each hash of a beer has occurred, for ids that several rows have.
  private var occurrences: [Int: Int] = [:]
  private let today = DiaryDate.today
  /// The position of the last record in the file, from 1.
  private var position = 0
  /// The size of the rows so far in bytes, from which the number of all rows is estimated.
  private var recordBytes = 0

  /// Creates a stream of the rows that a reader returns.
  ///
  /// - Parameters:
  ///   - identities: Sets the ids of the beers; `nil` for ids that the diary's beers do not matter for.
  ///   - repetitions: Detects repeated rows; `nil` if each row is a separate beer.
  ///   - pairing: Which files are photos of the rows.
  ///   - keepsRaw: Whether rejected rows are reported with their text in the file.
  init(
    _ reader: any RecordReader, _ analysis: FileAnalysis, _ options: ImportOptions,
    _ identities: RowIdentityAssigner? = nil, repetitions: RowRepetitions? = nil,
    pairing: PhotoPairing? = nil, keepsRaw: Bool = false
  ) {
    self.reader = reader
    self.repetitions = repetitions
    self.pairing = pairing
    self.keepsRaw = keepsRaw
    header = analysis.mapping.header
    nameCheck = NameCheck(analysis.mapping)
    builder = RowBuilder(
      analysis.mapping, analysis.formats,
      identities ?? RowIdentityAssigner(analysis.mapping, analysis.identities, EarlierIDs()),
      repairsText: options.repairsText, isStrict: options.isStrict)
    photoColumns = PhotoColumns(analysis.mapping, folders: options.photoFolders)
    photoLinkColumns = pairing == nil ? Self.photoLinkColumns(analysis.mapping) : []
    builder.counts.namesPositions = analysis.columns.sharesLines
  }

  /// Returns the next rows; a batch with an `end` is the last.
  func next() -> RowBatch {
    var batch = RowBatch()
    do throws(ImportError) {
      while !batch.isFull, batch.end == nil {
        if let record = try reader.next() { append(record, to: &batch) } else { batch.end = .file }
      }
    } catch {
      batch.end = .failure(error)
    }
    // Frees the memory for the work after the last row, such as indexing the beers.
    if batch.end != nil {
      builder.identities.finish()
      repetitions = nil
      occurrences = [:]
    }
    batch.counts = builder.counts
    batch.progress = ImportProgress(
      bytesRead: reader.bytesRead, totalBytes: reader.totalBytes, rowCount: builder.counts.rows)
    batch.expectedRows = expectedRows
    return batch
  }

  private var expectedRows: Int {
    guard let total = reader.totalBytes, builder.counts.rows > 0, recordBytes > 0 else { return 0 }
    return Int(Double(total) / Double(recordBytes) * Double(builder.counts.rows))
  }

  private func append(_ record: FileRecord, to batch: inout RowBatch) {
    position += 1
    guard record.problem != nil || !record.isBlank else { return }
    if header.isRepeated(by: record) {
      builder.counts.repeatedHeaders += 1
      return
    }
    builder.counts.rows += 1
    recordBytes += record.raw.count
    let raw = keepsRaw ? Array(record.raw) : []
    if record.isWindows1252 { builder.counts.windows1252 += 1 }
    var (beer, problems) = builder.beer(of: record)
    let exported = photoColumns?.photos(of: record)
    beer?.photos = exported?.photos ?? pairing?.photos(of: record) ?? []
    if var beer {
      let rowNumber = builder.counts.namesPositions ? position : record.line
      if exported?.areNumbersIgnored == true { builder.counts.ignoredPhotoNumbers.add(rowNumber) }
      countOccurrence(of: &beer)
      if beer.repetition == nil, repetitions?.isSuperseded(beer) == true {
        beer.repetition = .superseded
      }
      builder.counts.count(beer.repetition, of: beer.fields.name)
      switch nameCheck.result(for: beer.fields) {
      case .missing: builder.counts.unnamed.add(rowNumber)
      case .unlikely: builder.counts.unlikely.add(rowNumber)
      case nil: break
      }
      if !header.isOfJSON, record.fieldCount < header.names.count || record.lacksFields {
        builder.counts.shortRows.add(rowNumber)
      }
      if let today, beer.fields.drunkAt?.begins(after: today) == true { builder.counts.futureDates += 1 }
      if photoLinkColumns.contains(where: { record.withValue(at: $0) { $0.starts(with: "http".utf8) } }) {
        builder.counts.photoLinks += 1
      }
      batch.add(beer, byteCount: record.raw.count)
    }
    if problems.isEmpty { return }
    let row = rejected(record, problems, raw, isImported: beer != nil)
    builder.counts.count(row)
    batch.reject(row)
  }

  private static func photoLinkColumns(_ mapping: ColumnMapping) -> [Int] {
    if mapping.dialect == .beerDiary { return [] }
    return mapping.roles.indices.filter { column in
      switch mapping.roles[column] {
      case .field, .ignored: false
      case .extra, .custom: PhotoLink.isPhotoField(mapping.header.names[column])
      }
    }
  }

  /// Counts the beers with the same id and the same values.
  private func countOccurrence(of beer: inout ImportedBeer) {
    guard let id = beer.sharedID, id.rowCount > 1 else { return }
    var hasher = Hasher()
    hasher.combine(id.text)
    // Custom fields can be equal and written differently, such as `1.5` and `1.50`.
    hasher.combine(beer.allFields)
    let hash = hasher.finalize()
    let count = occurrences[hash, default: 0] + 1
    occurrences[hash] = count
    beer.sharedID?.occurrence = count
  }

  private func rejected(
    _ record: FileRecord, _ problems: [RowProblem], _ raw: [UInt8], isImported: Bool
  ) -> RejectedRow {
    RejectedRow(
      line: record.problem == nil ? record.line : record.problemLine,
      position: builder.counts.namesPositions ? position : nil,
      errors: problems.map { rowError($0, in: record) }, raw: raw,
      headerLine: record.section?.headerLine, isImported: isImported)
  }

  private func rowError(_ problem: RowProblem, in record: FileRecord) -> RejectedRow.RowError {
    let names = header.names
    var (position, column) = (problem.column, problem.column)
    if let section = record.section {
      // The fields of a record that is broken are not in the columns of the file.
      if record.problem == nil {
        position = column.flatMap { section.columns.firstIndex(of: $0) } ?? column
      } else {
        column = position.flatMap { section.columns.indices.contains($0) ? section.columns[$0] : nil }
      }
    }
    return RejectedRow.RowError(
      column: position.map { $0 + 1 },
      columnName: column.flatMap { $0 < names.count ? names[$0] : nil },
      value: problem.column.map { SafeText.sanitized(record.value(at: $0) ?? "") },
      reason: problem.reason)
  }
}

/// Beers of a file that are imported together, with the problems and counts of their rows.
struct RowBatch: Sendable {
  /// The maximum number of beers in a batch.
  private static let maxCount = 500
  private static let maxBytes = 1 << 19

  /// Why this is the last batch.
  enum End: Hashable, Sendable {
    case file
    /// The rest of the file cannot be read; the rows of this batch must not be imported.
    case failure(ImportError)
  }

  private(set) var beers: [ImportedBeer] = []
  /// The rows that are not beers, in the file's order.
  private(set) var rejected: [RejectedRow] = []
  private var byteCount = 0
  /// The counts up to the end of this batch.
  var counts = ReadCounts()
  var progress = ImportProgress(bytesRead: 0, rowCount: 0)
  /// The approximate number of rows of the file; 0 if its size is not known.
  var expectedRows = 0
  /// `nil` if another batch follows.
  var end: End?

  var isFull: Bool {
    beers.count >= Self.maxCount || rejected.count >= Self.maxCount || byteCount >= Self.maxBytes
  }

  /// Adds a beer and the size of its row to the batch.
  ///
  /// - Parameter byteCount: The size of the beer's row in bytes.
  mutating func add(_ beer: ImportedBeer, byteCount: Int) {
    beers.append(beer)
    self.byteCount += byteCount
  }

  mutating func reject(_ row: RejectedRow) {
    rejected.append(row)
    byteCount += row.raw.count
  }
}

// MARK: - Checking rows

/// A mistake in a record, before it is described for the user.
struct RowProblem {
  var reason: RejectedRow.Reason
  /// The field, from 0; `nil` if the mistake is not in a single field.
  var column: Int?

  init(reason: RejectedRow.Reason, column: Int? = nil) {
    self.reason = reason
    self.column = column
  }

  /// Finds the mistake that prevents assigning a record's fields to columns; `nil` if there is none.
  init?(structureOf record: FileRecord, columnCount: Int) {
    switch record.problem {
    case .unclosedQuote: self.init(reason: .unclosedQuote, column: record.fieldCount - 1)
    case .textAfterQuote: self.init(reason: .textAfterQuote, column: record.fieldCount - 1)
    case .tooLong: self.init(reason: .tooLong)
    case .notJSON: self.init(reason: .init(record.jsonError))
    case nil:
      guard record.fieldCount > columnCount else { return nil }
      let surplus = columnCount..<record.fieldCount
      if surplus.allSatisfy({ index in record.withValue(at: index) { $0.isEmpty } }) { return nil }
      let absent = record.section.map { columnCount - $0.columns.count } ?? 0
      self.init(
        reason: .tooManyFields(found: record.fieldCount - absent, expected: columnCount - absent))
    }
  }
}

/// Finds the rows of a file that have the same id as another row, which decides what is imported.
///
/// Takes 2 to 6 bytes for each row with a number for an id, such as a check-in, 12 for each with another id, and
/// nothing for rows whose ids are numbered; rows whose hashes are the same count as repeated.
struct RowRepetitions {
  private var numbers = NumberSet()
  private var hashes = FingerprintSet()
  /// How many rows with the same id follow; `nil` if the first row decides.
  private var followers: [CompactRowID: Int]?

  /// The first of the rows with an id decides.
  init() {}

  /// The last of the rows with an id decides.
  ///
  /// - Parameter stream: All rows of the file.
  init(lastDecidesIn stream: RowStream) throws(ImportError) {
    var followers: [CompactRowID: Int] = [:]
    while true {
      let batch = stream.next()
      if case .failure(let error) = batch.end { throw error }
      for id in batch.beers.compactMap(CompactRowID.init) where !insert(id) { followers[id, default: 0] += 1 }
      if batch.end != nil { break }
    }
    numbers = NumberSet()
    hashes = FingerprintSet()
    self.followers = followers
  }

  /// Returns whether another row decides what is imported for the beer of the next row.
  mutating func isSuperseded(_ beer: ImportedBeer) -> Bool {
    guard let id = CompactRowID(beer) else { return false }
    guard followers != nil else { return !insert(id) }
    guard let left = followers?[id], left > 0 else { return false }
    followers?[id] = left - 1
    return true
  }

  /// Inserts an id; returns `false` if an earlier row has it.
  private mutating func insert(_ id: CompactRowID) -> Bool {
    switch id {
    case .number(let number): numbers.insert(number)
    case .hash(let hash): hashes.insert(hash)
    }
  }
}

/// The id of a row in a compact form for comparisons.
private enum CompactRowID: Hashable {
  case number(UInt64)
  case hash(UInt64)

  /// `nil` if the row has no id, or one that no other row of the file can have.
  init?(_ beer: ImportedBeer) {
    var hasher = Hasher()
    if let uuid = beer.uuid {
      hasher.combine(uuid)
    } else if let id = beer.sourceID {
      if beer.source == nil {
        // Rows with the same values were numbered.
        if id.hasPrefix(IDForm.fields.prefix) { return nil }
        if let number = UInt64(id), String(number) == id {
          self = .number(number)
          return
        }
      }
      hasher.combine(beer.source)
      hasher.combine(id)
    } else {
      return nil
    }
    self = .hash(UInt64(bitPattern: Int64(hasher.finalize())))
  }
}

/// Finds beers without a name, and names that rows of spreadsheets have which are not beers: lines with totals, and the
/// second line of column names.
struct NameCheck {
  enum Result: Hashable {
    case missing
    /// It may be that of a total or a column.
    case unlikely
  }

  /// See `Header.key(_:)`.
  private static let totals: Set = [
    "total", "totals", "grandtotal", "subtotal", "sum", "summe", "gesamt", "gesamtsumme", "insgesamt",
    "zwischensumme", "totaal", "subtotaal", "totaux", "soustotal", "somme", "totale", "suma", "totalt",
  ]

  /// The keys of the columns with names.
  private let headings: Set<String>

  init(_ mapping: ColumnMapping) {
    // The names in an export are those of a diary.
    let columns = mapping.dialect == .beerDiary ? [] : mapping.columns(of: .name)
    headings = Set(columns.map { mapping.header.keys[$0] })
  }

  /// Returns what is wrong with the name of a beer; `nil` if nothing is.
  func result(for beer: BeerFields) -> Result? {
    guard let name = beer.name, name.contains(where: { !$0.isWhitespace }) else { return .missing }
    // A row with a date is a beer.
    if headings.isEmpty || beer.drunkAt != nil { return nil }
    let key = Header.key(name)
    return headings.contains(key) || beer.brewery == nil && Self.totals.contains(key) ? .unlikely : nil
  }
}

// MARK: - Reading ahead

/// Reads the rows of a file ahead, on a thread of its own.
///
/// A file that fits one batch is read without a thread.
final class PrefetchingReader {
  /// The batches that are read ahead, including the one that is being read.
  private static let depth = 2

  /// The batch that `next` returned last.
  private(set) var latest = RowBatch()
  private let reading: Reading
  private var hasBegun = false

  /// Creates a reader; reading begins with the first call of `next`.
  init(_ stream: sending RowStream) { reading = Reading(stream, depth: Self.depth) }

  /// The thread ends after the batch that it is reading; `deinit` does not wait for it, because the disk may be slow.
  deinit { reading.permits.close() }

  /// Returns the next beers; `nil` at the end of the file.
  ///
  /// - Parameter onRejected: Called with the rows before the next beers that are not imported as they are, in the file's
  ///   order.
  func next(_ onRejected: (RejectedRow) -> Void = { _ in }) throws(ImportError) -> [ImportedBeer]? {
    while latest.end == nil, let batch = nextBatch() {
      latest = batch
      if latest.end != nil { reading.permits.close() }
      latest.rejected.forEach(onRejected)
      if case .failure(let error) = latest.end { throw error }
      if !latest.beers.isEmpty { return latest.beers }
    }
    return nil
  }

  private func nextBatch() -> RowBatch? {
    if hasBegun {
      reading.permits.put(())
      return reading.batches.take()
    }
    hasBegun = true
    let first = reading.stream.withLock { $0.next() }
    if first.end == nil { reading.start() }
    return first
  }
}

/// The state that the reading thread and the caller share.
private final class Reading: Sendable {
  /// Locked by the thread as long as it runs.
  let stream: Mutex<RowStream>
  let batches = BlockingQueue<RowBatch>()
  /// One for each batch that may be read ahead; the thread waits for the next.
  let permits: BlockingQueue<Void>

  init(_ stream: sending RowStream, depth: Int) {
    self.stream = Mutex(stream)
    permits = BlockingQueue(Array(repeating: (), count: depth))
  }

  func start() {
    let thread = Thread { self.read() }
    thread.name = "import"
    thread.start()
  }

  /// Reads to the end of the file, or until the queue of permits is closed.
  private func read() {
    stream.withLock { stream in
      while permits.take() != nil {
        let batch = stream.next()
        batches.put(batch)
        if batch.end != nil { return }
      }
    }
  }
}

/// A queue between two threads; taking a value waits until there is one.
private final class BlockingQueue<Element: Sendable>: Sendable {
  private struct State {
    var elements: [Element]
    var isClosed = false
  }

  private let state: Mutex<State>
  private let arrivals = DispatchSemaphore(value: 0)

  init(_ elements: [Element] = []) {
    state = Mutex(State(elements: elements))
    for _ in elements { arrivals.signal() }
  }

  func put(_ element: Element) {
    state.withLock { $0.elements.append(element) }
    arrivals.signal()
  }

  /// Waits for the oldest value and returns it; `nil` once the queue is closed.
  func take() -> Element? {
    arrivals.wait()
    return state.withLock { $0.isClosed ? nil : $0.elements.removeFirst() }
  }

  /// Wakes the thread that waits for a value; values that were not taken are dropped.
  func close() {
    state.withLock {
      $0.isClosed = true
      $0.elements.removeAll()
    }
    arrivals.signal()
  }
}
