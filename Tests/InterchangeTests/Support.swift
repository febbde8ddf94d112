import DiaryModel
import DiaryStore
import Foundation
import SQLiteKit
import Testing

@testable import Interchange

/// Every record of a text as its fields, without its problems.
func fields(of text: String, delimiter: UInt8? = nil) throws -> [[String]] {
  try fields(of: Array(text.utf8), delimiter: delimiter)
}

func fields(of bytes: [UInt8], delimiter: UInt8? = nil, chunk: Int = .max) throws -> [[String]] {
  try snapshots(of: bytes, delimiter: delimiter, chunk: chunk).map(\.fields)
}

/// A record as it was when it was read.
struct RecordSnapshot: Hashable {
  var line: Int
  var fields: [String]
  var problem: FileRecord.Problem?
  var problemLine: Int?

  init(_ record: FileRecord) {
    line = record.line
    fields = (0..<record.fieldCount).map(record.text)
    problem = record.problem
    problemLine = record.problem.map { _ in record.problemLine }
  }

  init(line: Int, _ fields: [String], problem: FileRecord.Problem? = nil, problemLine: Int? = nil) {
    self.line = line
    self.fields = fields
    self.problem = problem
    self.problemLine = problemLine
  }
}

func snapshots(
  of bytes: [UInt8], delimiter: UInt8? = nil, chunk: Int = .max, window: Int = 1 << 17,
  maxRecordLength: Int = 1 << 23
) throws -> [RecordSnapshot] {
  try snapshots(
    of: ByteInput(bytes, chunk: chunk), delimiter: delimiter, window: window,
    maxRecordLength: maxRecordLength)
}

func snapshots(
  of source: ByteInput, delimiter: UInt8? = nil, window: Int = 1 << 17, maxRecordLength: Int = 1 << 23
) throws -> [RecordSnapshot] {
  let reader = try CSVReader(
    source, delimiter: delimiter, chunkSize: window, maxRecordLength: maxRecordLength)
  var result: [RecordSnapshot] = []
  while let record = try reader.next() { result.append(RecordSnapshot(record)) }
  return result
}

func snapshots(of text: String) throws -> [RecordSnapshot] { try snapshots(of: Array(text.utf8)) }

/// Takes beers as the diary does, in memory.
final class RecordingDestination: ImportDestination {
  private(set) var newBeers: [NewBeer] = []
  private(set) var sources: [String] = []
  private var countAtStart = 0
  private var origins: Set<Origin> = []
  private var source = ""
  /// Rows that are taken in one transaction.
  var transactionSize = Int.max
  var failure: StoreError?
  /// Why imports cannot be ended; `nil` if they can.
  var endFailure: StoreError?
  /// Transactions that succeed before ``failure``.
  var transactionsBeforeFailure = 0

  func startImport(source: String, file: String?) throws(StoreError) -> StartedImport {
    sources.append(source)
    self.source = source
    countAtStart = newBeers.count
    return StartedImport(id: Int64(sources.count), source: source)
  }

  /// Counts what is added as the diary does.
  func importTransaction(
    _ startedImport: StartedImport, _ policy: ImportPolicy,
    _ body: (ImportTransaction) throws(ImportError) -> Void
  ) throws(ImportError) -> ImportTally {
    if let failure, transactionsBeforeFailure == 0 { throw .store(failure) }
    transactionsBeforeFailure -= 1
    var tally = ImportTally()
    let transaction = ImportTransaction { beers throws(StoreError) in
      self.add(beers, to: &tally)
      return tally.count < self.transactionSize
    }
    try body(transaction)
    return tally
  }

  private func add(_ beers: [ImportedBeer], to tally: inout ImportTally) {
    for beer in beers {
      if beer.repetition == .superseded {
        tally.repeated += 1
      } else if put(beer.newBeer(source: source)) {
        tally.added += 1
      } else {
        tally.same += 1
      }
    }
  }

  private func put(_ newBeer: NewBeer) -> Bool {
    if let origin = newBeer.origin, !origins.insert(origin).inserted { return false }
    newBeers.append(newBeer)
    return true
  }

  func previewImport(_ beers: [ImportedBeer], source: String, _ policy: ImportPolicy) throws(StoreError)
    -> ImportTally
  {
    var tally = ImportTally()
    for beer in beers {
      if beer.repetition == .superseded {
        tally.repeated += 1
        continue
      }
      let isKnown = beer.newBeer(source: source).origin.map(origins.contains) ?? false
      if isKnown { tally.same += 1 } else { tally.added += 1 }
    }
    return tally
  }

  func firstID(ofSource source: String, in ids: Range<String>) throws(StoreError) -> String? {
    origins.filter { $0.source == source && ids.contains($0.id) }.map(\.id).min()
  }

  func possibleDuplicateCount(_ beers: [ImportedBeer], source: String) throws(StoreError) -> Int { 0 }

  func finishImport(_ startedImport: StartedImport) throws(StoreError) -> Int64? {
    if let endFailure { throw endFailure }
    return newBeers.count > countAtStart ? startedImport.id : nil
  }

  func undoStartedImport(_ startedImport: StartedImport) throws(StoreError) {}
}

extension ImportedBeer {
  func newBeer(source: String) -> NewBeer {
    NewBeer(
      fields: allFields, origin: sourceID.map { Origin(source: self.source ?? source, id: $0) },
      createdAt: createdAt)
  }
}

/// Imports a text onto a destination and returns both.
@discardableResult
func imported(
  _ text: String, onto destination: RecordingDestination = RecordingDestination(),
  _ options: ImportOptions = ImportOptions()
) throws
  -> (
    summary: ImportSummary, destination: RecordingDestination
  )
{
  (try FileImport(ImportSource(Array(text.utf8)), options).run(into: destination), destination)
}

/// The one beer that a text of a header and a row describes.
func beer(
  _ text: String, _ options: ImportOptions = ImportOptions(),
  sourceLocation: SourceLocation = #_sourceLocation
) throws -> BeerFields {
  let (summary, destination) = try imported(text, onto: RecordingDestination(), options)
  #expect(
    summary.counts.rejected == 0, "\(summary.counts.firstRejected.flatMap(\.messages))",
    sourceLocation: sourceLocation)
  return try #require(destination.newBeers.first, sourceLocation: sourceLocation).fields
}

extension ColumnMapping {
  /// The mapping of a file with these columns.
  init(columns: [String]) throws(ImportError) { try self.init(Header(columns)) }
}

extension Diary {
  /// Returns an export of all beers.
  func exported(_ format: DiaryFileFormat) throws -> [UInt8] {
    var bytes: [UInt8] = []
    _ = try DiaryExport(format).run(from: self) { bytes += $0 }
    return bytes
  }

  /// The diary's own export, with the beers' uuids and times.
  func exportedText() throws -> String { String(decoding: try exported(.json), as: UTF8.self) }

  /// Imports a file.
  @discardableResult
  func importFile(_ bytes: [UInt8], _ options: ImportOptions = ImportOptions()) throws -> ImportSummary {
    try FileImport(ImportSource(bytes), options).run(into: self)
  }

  /// Imports the text of a file.
  @discardableResult
  func importText(_ text: String, _ onDuplicate: ImportPolicy.Duplicate = .skip) throws -> ImportSummary {
    var options = ImportOptions()
    options.onDuplicate = onDuplicate
    return try importFile(Array(text.utf8), options)
  }
}
