import Foundation
import Pictures
import TestSupport
import Testing

/// Whole pictures and interrupted copies of them.
@Suite struct ImageEndTests {
  private func isCut(_ bytes: [UInt8]) throws -> Bool { try ImageEnd(of: MemoryBytes(bytes)).isMissing }

  /// With a thumbnail that has an end of its own, and a scan as long as `scanSize`.
  private func jpeg(scanSize: Int = 300) -> [UInt8] {
    let thumbnail: [UInt8] = [0xFF, 0xD8, 0xFF, 0xD9]
    var bytes: [UInt8] = [0xFF, 0xD8, 0xFF, 0xE1, 0, UInt8(thumbnail.count + 2)] + thumbnail
    bytes += [0xFF, 0xC0, 0, 11, 8, 0, 16, 0, 16, 1, 1, 0x11, 0]
    bytes += [0xFF, 0xDA, 0, 8, 1, 1, 0, 0, 63, 0]
    bytes += (0..<scanSize).flatMap { $0.isMultiple(of: 50) ? [0xFF, 0] : [UInt8($0 % 251)] }
    return bytes + [0xFF, 0xD9]
  }

  private func png() -> [UInt8] {
    func chunk(_ name: String, _ data: [UInt8]) -> [UInt8] {
      [0, 0, 0, UInt8(data.count)] + Array(name.utf8) + data + [1, 2, 3, 4]
    }
    return [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
      + chunk("IHDR", Array(repeating: 1, count: 13)) + chunk("IDAT", Array(repeating: 7, count: 90))
      + chunk("IEND", [])
  }

  private func heic() -> [UInt8] {
    func box(_ name: String, _ data: [UInt8]) -> [UInt8] {
      [0, 0, 0, UInt8(data.count + 8)] + Array(name.utf8) + data
    }
    return box("ftyp", Array("heic".utf8) + [0, 0, 0, 0]) + box("mdat", Array(repeating: 9, count: 100))
  }

  @Test func aCompletePictureIsNotTruncated() throws {
    var random = Seeds.generator(1)
    for whole in [jpeg(), jpeg(scanSize: 600_000), png(), heic()] {
      #expect(try !isCut(whole))
      #expect(try !isCut(whole + [UInt8](repeating: 0, count: 20_000)))
      let film = (0..<20_000).map { _ in UInt8.random(in: 0...255, using: &random) }
      // A film that begins with the name of a box would be one more box.
      #expect(try !isCut(whole + [0, 0, 0, 0, 0, 0, 0, 0] + film))
    }
  }

  @Test func aTruncatedPictureIsDetected() throws {
    for whole in [jpeg(), png()] {
      // Fewer bytes do not tell what they are of.
      for count in 12..<whole.count { #expect(try isCut(Array(whole.prefix(count))), "\(count)") }
    }
    for count in 120..<124 { #expect(try isCut(Array(heic().prefix(count)))) }
    #expect(try isCut(Array(jpeg(scanSize: 600_000).dropLast(2))))
  }

  @Test func otherFilesAreNotTruncated() throws {
    let segments: [[UInt8]] = [[0xFF, 0xD8, 0xFF, 0xE1, 0, 0], [0xFF, 0xD8, 0xFF, 0xE0, 0, 2, 1, 2]]
    for bytes in segments + [[], Array("no picture".utf8)] { #expect(try !isCut(bytes)) }
    #expect(try !isCut([0xFF, 0xD8] + [UInt8](repeating: 0xFF, count: 200_000)))
  }

  @Test func anEndMarkerSplitBetweenPartsIsFound() throws {
    // The marker's first byte is the last one of a part of 256 KB.
    let whole = jpeg(scanSize: 0)
    var bytes = Array(whole.dropLast(2)) + [UInt8](repeating: 1, count: (1 << 18) - 1) + [0xFF, 0xD9]
    bytes += [UInt8](repeating: 1, count: 10_000)
    #expect(try !isCut(bytes))
  }
}
