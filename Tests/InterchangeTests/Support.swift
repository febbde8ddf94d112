import DiaryStore
import Foundation
import Testing

@testable import Interchange

/// Every record of a text as its fields, problems left aside.
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
  var problem: CSVRecord.Problem?
  var problemLine: Int?

  init(_ record: CSVRecord) {
    line = record.line
    fields = (0..<record.fieldCount).map(record.text)
    problem = record.problem
    problemLine = record.problem.map { _ in record.problemLine }
  }

  init(line: Int, _ fields: [String], problem: CSVRecord.Problem? = nil, problemLine: Int? = nil) {
    self.line = line
    self.fields = fields
    self.problem = problem
    self.problemLine = problemLine
  }
}

func snapshots(
  of bytes: [UInt8], delimiter: UInt8? = nil, chunk: Int = .max, window: Int = 1 << 17,
  maximumRecordLength: Int = 1 << 23
) throws -> [RecordSnapshot] {
  try snapshots(
    of: ByteInput(bytes, chunk: chunk), delimiter: delimiter, window: window,
    maximumRecordLength: maximumRecordLength)
}

func snapshots(
  of source: ByteInput, delimiter: UInt8? = nil, window: Int = 1 << 17, maximumRecordLength: Int = 1 << 23
) throws -> [RecordSnapshot] {
  let reader = try CSVReader(
    source, delimiter: delimiter, chunkSize: window, maximumRecordLength: maximumRecordLength)
  var result: [RecordSnapshot] = []
  while let record = try reader.next() { result.append(RecordSnapshot(record)) }
  return result
}

func snapshots(of text: String) throws -> [RecordSnapshot] { try snapshots(of: Array(text.utf8)) }

/// SplitMix64: the same numbers for the same seed, on every machine.
struct SeededRandom: RandomNumberGenerator {
  private var state: UInt64

  init(seed: UInt64) { state = seed }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var z = state
    z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
    z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
    return z ^ (z >> 31)
  }
}

/// A folder for one test, removed with the value.
final class TemporaryFolder {
  let url: URL

  init() throws {
    url = FileManager.default.temporaryDirectory.appending(path: "interchange-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
  }

  deinit {
    do {
      try FileManager.default.removeItem(at: url)
    } catch {
      Issue.record("the temporary folder stays behind: \(error)")
    }
  }

  func path(_ name: String) -> String { url.appending(path: name).path }
}

/// Takes beers as the diary does, in memory.
final class Shelf: ImportDestination {
  private(set) var drafts: [BeerDraft] = []
  private(set) var sources: [String] = []
  private(set) var batchSizes: [Int] = []
  private var origins: Set<Origin> = []
  var failure: DiaryError?

  func startImport(source: String) throws(DiaryError) -> Int {
    sources.append(source)
    return sources.count
  }

  func importBeers(_ drafts: [BeerDraft], batch: Int) throws(DiaryError) -> Int {
    if let failure { throw failure }
    batchSizes.append(drafts.count)
    let new = drafts.filter { draft in draft.origin.map { origins.insert($0).inserted } ?? true }
    self.drafts += new
    return new.count
  }
}

/// Imports a text onto a shelf and returns both.
@discardableResult
func imported(_ text: String, onto shelf: Shelf = Shelf()) throws -> (summary: ImportSummary, shelf: Shelf) {
  let summary = try Importer(into: shelf).importCSV(from: ByteInput(Array(text.utf8)))
  return (summary, shelf)
}

/// The one beer that a text of a header and a row describes.
func beer(_ text: String, sourceLocation: SourceLocation = #_sourceLocation) throws -> BeerFields {
  let (summary, shelf) = try imported(text)
  #expect(summary.rejectedCount == 0, sourceLocation: sourceLocation)
  return try #require(shelf.drafts.first, sourceLocation: sourceLocation).fields
}
