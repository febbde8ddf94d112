import TestSupport
import Testing

@testable import Interchange

@Suite struct CSVChunkTests {
  /// A file with everything that the end of a chunk can split.
  static let everything = Array(
    ("\u{FEFF}name,\"no\"\"tes\",x\r\n\r\n1,\"one\r\ntwo\rthree\",\"\"\r\"q\"\"\"\"q\" ,é🍺,\"a\" \r\n"
      + "\u{FEFF}2,\"open\r\n3,\"closed\",\"\"\"\"\n4,\"Bud\" Light,x\n,,\n5,6\" pipe,end").utf8)

  @Test func recordsDoNotDependOnWhereTheBytesAreSplit() throws {
    let whole = try snapshots(of: Self.everything)
    #expect(whole.count == 8)
    for split in 1..<Self.everything.count {
      let source = Self.source(Self.everything, splitAt: split)
      #expect(try snapshots(of: source, window: 64) == whole, "split at \(split)")
    }
  }

  @Test(arguments: 1...9)
  func recordsDoNotDependOnTheSizeOfThePieces(chunk: Int) throws {
    #expect(
      try snapshots(of: Self.everything, chunk: chunk, window: 64) == snapshots(of: Self.everything))
  }

  @Test(arguments: Seeds.range(0..<40))
  func recordsOfRandomBytesDoNotDependOnThePieces(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let alphabet = Array("aé,\"\n\r \u{FEFF}".utf8) + Array("\"\",\r\n".utf8)
    let bytes = (0..<600).map { _ in alphabet.randomElement(using: &random) ?? 0 }
    let whole = try snapshots(of: bytes, delimiter: UInt8(ascii: ","))
    let chunk = Int.random(in: 1...50, using: &random)
    #expect(
      try snapshots(of: bytes, delimiter: UInt8(ascii: ","), chunk: chunk, window: 64) == whole)
  }

  private static func source(_ bytes: [UInt8], splitAt split: Int) -> ByteInput {
    var parts = [bytes[..<split], bytes[split...]]
    return ByteInput { buffer throws(ImportError) in
      guard var part = parts.first else { return 0 }
      let count = min(part.count, buffer.count)
      buffer.copyBytes(from: part.prefix(count))
      part.removeFirst(count)
      parts[0] = part
      if part.isEmpty { parts.removeFirst() }
      return count
    }
  }
}

@Suite struct CSVRoundTripTests {
  @Test(arguments: Seeds.range(0..<60))
  func writtenRowsAreReadBackUnchanged(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let delimiter = [",", ";", "\t", "|"].randomElement(using: &random) ?? ","
    let columns = Int.random(in: 2...6, using: &random)
    let rows = (0..<Int.random(in: 0...30, using: &random)).map { _ in
      (0..<columns).map { _ in Self.field(&random) }
    }
    let header = (0..<columns).map { "column\($0)" }
    let text = Self.write([header] + rows, delimiter: delimiter, &random)

    let read = try snapshots(of: Array(text.utf8), chunk: 37, window: 64)

    #expect(read.map(\.fields) == [header] + rows)
    #expect(read.allSatisfy { $0.problem == nil })
  }

  private static func field(_ random: inout SeededGenerator) -> String {
    let pieces = ["hop", "é", "🍺", " ", ",", ";", "\t", "|", "\"", "\n", "\r\n", "\r", "一", "'"]
    return (0..<Int.random(in: 0...8, using: &random)).compactMap { _ in
      pieces.randomElement(using: &random)
    }.joined()
  }

  private static func write(_ rows: [[String]], delimiter: String, _ random: inout SeededGenerator) -> String
  {
    let lineEnds = ["\n", "\r\n", "\r"]
    let lines = rows.map { row in
      row.map { quoted($0, always: Bool.random(using: &random)) }.joined(separator: delimiter)
        + (lineEnds.randomElement(using: &random) ?? "\n")
    }
    return lines.joined()
  }

  private static func quoted(_ field: String, always: Bool) -> String {
    let special: Set<Unicode.Scalar> = [",", ";", "\t", "|", "\"", "\n", "\r"]
    guard always || field.unicodeScalars.contains(where: special.contains) else { return field }
    return "\"" + field.replacing("\"", with: "\"\"") + "\""
  }
}
