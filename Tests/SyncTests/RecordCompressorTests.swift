import Foundation
import Sync
import TestSupport
import Testing

@Suite struct RecordCompressorTests {
  private let dictionary = Data("name: Orval, brewery: Brasserie d'Orval, style: Trappist".utf8)
  private let record = Data("name: Duvel, brewery: Brouwerij Moortgat, style: Tripel".utf8)

  @Test func aRecordThatResemblesTheDictionaryBecomesSmaller() throws {
    let compressor = try RecordCompressor()
    for _ in 0..<3 {
      let compressed = try #require(compressor.compressed(record, dictionary: dictionary))
      #expect(compressed.count < record.count)
      #expect(
        compressor.decompressed(compressed, count: record.count, dictionary: dictionary) == record)
    }
  }

  @Test func recordsThatCannotBecomeSmallerAreNotCompressed() throws {
    let compressor = try RecordCompressor()
    for bytes in [Data(), Data([1]), Data([1, 2, 3])] {
      #expect(compressor.compressed(bytes, dictionary: dictionary) == nil)
    }
  }

  @Test func aDictionaryOfTheMaximumSizeReachesTheEndOfALongRecord() throws {
    let compressor = try RecordCompressor()
    var random = SeededGenerator(seed: 1)
    let dictionary = Data(
      (0..<RecordCompressor.maxDictionarySize).map { _ in .random(in: 0...255, using: &random) })
    let record = Data(dictionary.prefix(3_000))
    let compressed = try #require(compressor.compressed(record, dictionary: dictionary))
    #expect(compressed.count < 100)
    #expect(compressor.decompressed(compressed, count: record.count, dictionary: dictionary) == record)
  }

  @Test func damagedBytesAreNoticed() throws {
    let compressor = try RecordCompressor()
    let compressed = try #require(compressor.compressed(record, dictionary: dictionary))
    #expect(compressor.decompressed(compressed, count: record.count - 1, dictionary: dictionary) == nil)
    #expect(compressor.decompressed(compressed, count: record.count + 1, dictionary: dictionary) == nil)
    #expect(
      compressor.decompressed(compressed.dropLast(), count: record.count, dictionary: dictionary) == nil)
    #expect(compressor.decompressed(compressed + [0], count: record.count, dictionary: dictionary) == nil)
    #expect(compressor.decompressed(compressed, count: .max, dictionary: dictionary) == nil)
    // The next record is not affected.
    #expect(compressor.decompressed(compressed, count: record.count, dictionary: dictionary) == record)
  }
}
