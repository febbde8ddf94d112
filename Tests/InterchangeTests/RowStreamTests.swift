import DiaryModel
import DiaryStore
import Foundation
import SQLiteKit
import TestSupport
import Testing

@testable import Interchange

@Suite struct RowStreamTests {
  /// Good rows with photos, bad ones, repeated column names, blank rows and rows that are no UTF-8.
  private static let mixed: [UInt8] = {
    let header = "uuid,name,abv,drunk_at,created_at,updated_at,deleted_at,source,source_id,extras,photos\n"
    var bytes = Array(header.utf8)
    for number in 1...4000 {
      let abv = number % 7 == 0 || (1200..<2400).contains(number) ? "strong" : "5"
      let photo = "[{\"\"uuid\"\":\"\"\(UUID())\"\",\"\"is_missing\"\":true}]"
      bytes += "\(UUID()),Beer \(number) ".utf8
      bytes += number % 11 == 0 ? [0xF6] : Array("ö".utf8)
      bytes += ",\(abv),,,,,,,,\"\(number % 5 == 0 ? photo : "[]")\"\n".utf8
      if number % 900 == 0 { bytes += Array((header + ",,\n").utf8) }
    }
    return bytes + Array(header.utf8)
  }()

  @Test func readingAheadGivesTheSameRows() throws {
    let file = try FileImport(ImportSource(Self.mixed))
    #expect(file.analysis.dialect == .beerDiary)
    let alone = stream(of: file, try WatchedReader(Self.mixed))
    var expected = Reported()
    var last = RowBatch()
    while last.end == nil {
      last = alone.next()
      expected.take(last.beers)
      expected.rejected += last.rejected
      if !last.beers.isEmpty { expected.progress.append(last.progress) }
    }
    #expect(last.end == .file)

    var reported = Reported()
    var rejected: [RejectedRow] = []
    let rows = PrefetchingReader(stream(of: file, try WatchedReader(Self.mixed)))
    while let next = try rows.next({ rejected.append($0) }) {
      reported.take(next)
      reported.progress.append(rows.latest.progress)
    }
    reported.rejected = rejected

    #expect(reported == expected)
    #expect(rows.latest.counts == last.counts && rows.latest.progress == last.progress)
    let counts = rows.latest.counts
    #expect((counts.rows, counts.rejected, counts.repeatedHeaders) == (4000, 1600, 5))
    #expect(counts.windows1252 > 0 && !reported.photos.isEmpty)
    #expect(try rows.next() == nil)
  }

  @Test func anErrorIsThrownAfterTheRowsBeforeIt() throws {
    let file = try Self.file()
    let error = ImportError.unreadable(path: "beers.csv", reason: "Input/output error")
    let reader = try WatchedReader(Self.plain(1600, bad: [300, 1550]), failing: (1570, error))
    var lines: [Int] = []
    let rows = PrefetchingReader(stream(of: file, reader))

    var names: [String?] = []
    #expect(throws: error) {
      while let next = try rows.next({ lines.append($0.line) }) { names += next.map(\.fields.name) }
    }

    #expect(names == (1...1500).map { "Beer \($0)" })
    #expect(lines == [301, 1551])
    #expect(try rows.next() == nil)
  }

  @Test(arguments: [(400, 1), (1600, 2)])
  func aThreadIsStartedOnlyAfterTheFirstBatch(rowCount: Int, threadCount: Int) throws {
    let file = try Self.file()
    let reader = try WatchedReader(Self.plain(rowCount))
    let threads = reader.threads
    let rows = PrefetchingReader(stream(of: file, reader))
    while try rows.next() != nil {}
    #expect(threads.count == threadCount)
    #expect(rows.latest.counts.rows == rowCount)
  }

  @Test func theReaderIsNeverMoreThanTwoBatchesAhead() throws {
    let file = try Self.file()
    let reader = try WatchedReader(Self.plain(20_000))
    let count = reader.count
    let rows = PrefetchingReader(stream(of: file, reader))
    var taken = 0
    while let next = try rows.next() {
      #expect(count.value <= taken + 3 * 500 + 1)
      taken += next.count
    }
    #expect(taken == 20_000)
  }

  @Test func aBatchIsReturnedWhileTheNextIsStillBeingRead() throws {
    let file = try Self.file()
    let gate = Gate()
    let reader = try WatchedReader(Self.plain(1600), waiting: (1000, gate))
    let rows = PrefetchingReader(stream(of: file, reader))
    #expect(try rows.next()?.count == 500)
    #expect(try rows.next()?.count == 500)
    gate.open()
    #expect(try rows.next()?.count == 500)
  }

  @Test func theThreadEndsWithTheReader() throws {
    let file = try Self.file()
    let end = Gate()
    var rows: PrefetchingReader? = PrefetchingReader(
      stream(of: file, try WatchedReader(Self.plain(20_000), onEnd: { end.open() })))
    #expect(try rows?.next()?.count == 500)
    rows = nil
    #expect(end.pass())
  }

  @Test func theEndOfTheReaderDoesNotWaitForASlowFile() throws {
    let file = try Self.file()
    let gate = Gate()
    let end = Gate()
    var rows: PrefetchingReader? = PrefetchingReader(
      stream(
        of: file,
        try WatchedReader(Self.plain(1600), waiting: (700, gate), onEnd: { end.open() })))
    #expect(try rows?.next()?.count == 500)
    rows = nil
    gate.open()
    #expect(end.pass())
  }

  @Test(arguments: [false, true])
  func theThreadEndsIfTheImportStops(isStrict: Bool) throws {
    let file = try Self.file()
    let end = Gate()
    let destination = RecordingDestination()
    try {
      let reader = try WatchedReader(Self.plain(20_000), onEnd: { end.open() })
      var policy = ImportPolicy()
      policy.isOneTransaction = isStrict
      let rows = PrefetchingReader(stream(of: file, reader))
      let run = ImportRun(
        of: try #require(try rows.next()), rows, into: destination, policy: policy,
        summary: ImportSummary(analysis: file.analysis))
      let isCancelled = { destination.newBeers.count == 1000 }
      if isStrict {
        #expect(throws: ImportError.store(.cancelled)) {
          try run.run(file: nil, { _ in }, { _ in }, isCancelled)
        }
      } else {
        try run.run(file: nil, { _ in }, { _ in }, isCancelled)
        #expect(run.summary.wasCancelled && rows.latest.counts.rows == 1000)
      }
    }()
    #expect(destination.newBeers.count == 1000)
    #expect(end.pass())
  }

  @Test func eachBatchHasOnlyItsOwnRejectedRows() throws {
    let text = "name,abv\n" + (1...1200).map { "Beer \($0),strong\n" }.joined()
    let file = try FileImport(ImportSource(Array(text.utf8)))
    let rows = stream(of: file, try WatchedReader(Array(text.utf8)))
    #expect([rows.next(), rows.next(), rows.next()].map(\.rejected.count) == [500, 500, 200])
  }

  /// Rows of two columns, some of which are no beers.
  private static func plain(_ count: Int, bad: Set<Int> = []) -> [UInt8] {
    Array(
      ("name,abv\n" + (1...count).map { "Beer \($0),\(bad.contains($0) ? "strong" : "5")\n" }.joined()).utf8)
  }

  /// What has the columns of `plain`.
  private static func file() throws -> FileImport { try FileImport(ImportSource(plain(1))) }

  private func stream(of file: FileImport, _ reader: sending WatchedReader) -> sending RowStream {
    RowStream(reader, file.analysis, file.options)
  }
}

/// What came out of a file.
private struct Reported: Equatable {
  var beers: [BeerFields] = []
  var photos: [ImportedPhoto] = []
  var rejected: [RejectedRow] = []
  var progress: [ImportProgress] = []

  mutating func take(_ imported: [ImportedBeer]) {
    beers += imported.map(\.allFields)
    photos += imported.flatMap(\.photos)
  }
}
