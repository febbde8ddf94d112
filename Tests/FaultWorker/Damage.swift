import FixtureStores
import TestSupport

/// A way in which the bytes of a store go wrong.
enum Damage: String, CaseIterable {
  case flippedBytes, headerField, cutTail, swappedPages, blankedPage, copiedPage, pageHeader, cellPointer
  case hugePayload, tailGarbage

  private static let pageSize = 4096

  /// Places and lengths of the fields in a database's header, and what may stand there.
  ///
  /// Source: https://www.sqlite.org/fileformat2.html#the_database_header
  private static let headerFields = [
    (0, 16), (16, 2), (18, 1), (19, 1), (20, 1), (21, 1), (24, 4), (28, 4), (32, 4), (36, 4), (40, 4),
    (44, 4),
    (52, 4), (56, 4), (60, 4), (64, 4), (68, 4), (92, 4), (96, 4),
  ]
  private static let hostileBytes: [UInt8] = [0, 1, 2, 3, 5, 10, 13, 0x7F, 0x80, 0xFE, 0xFF]

  func apply(to bytes: inout [UInt8], using random: inout SeededGenerator) {
    guard bytes.count >= 1024 else { return }
    switch self {
    case .flippedBytes: flip(&bytes, &random)
    case .headerField:
      let field = Self.headerFields[Int.random(in: 0..<Self.headerFields.count, using: &random)]
      overwrite(&bytes, at: field.0, count: field.1, &random)
    case .cutTail: cut(&bytes, &random)
    case .swappedPages, .blankedPage, .copiedPage: exchange(&bytes, &random)
    case .pageHeader:
      overwrite(
        &bytes, at: treeStart(bytes, &random) + Int.random(in: 0..<8, using: &random), count: 2, &random)
    case .cellPointer:
      let start = treeStart(bytes, &random)
      overwrite(&bytes, at: start + 8 + 2 * Int.random(in: 0..<6, using: &random), count: 2, &random)
    case .hugePayload: claimMuch(&bytes, &random)
    case .tailGarbage:
      for _ in 0..<Int.random(in: 1...9000, using: &random) {
        bytes.append(.random(in: 0...255, using: &random))
      }
    }
  }

  private func flip(_ bytes: inout [UInt8], _ random: inout SeededGenerator) {
    for _ in 0..<Int.random(in: 1...8, using: &random) {
      bytes[Int.random(in: 0..<bytes.count, using: &random)] ^= 1 << UInt8.random(in: 0..<8, using: &random)
    }
  }

  private func cut(_ bytes: inout [UInt8], _ random: inout SeededGenerator) {
    let atPage = Bool.random(using: &random)
    let length = Int.random(in: 0..<bytes.count, using: &random)
    bytes.removeLast(bytes.count - (atPage ? length / Self.pageSize * Self.pageSize : length))
  }

  private func exchange(_ bytes: inout [UInt8], _ random: inout SeededGenerator) {
    let first = pageStart(bytes, &random)
    let second = pageStart(bytes, &random)
    let filling = Self.hostileBytes[Int.random(in: 0..<Self.hostileBytes.count, using: &random)]
    for offset in 0..<min(Self.pageSize, bytes.count - max(first, second)) {
      switch self {
      case .swappedPages: bytes.swapAt(first + offset, second + offset)
      case .copiedPage: bytes[first + offset] = bytes[second + offset]
      default: bytes[first + offset] = filling
      }
    }
  }

  /// Makes a cell's length the largest that can be written.
  private func claimMuch(_ bytes: inout [UInt8], _ random: inout SeededGenerator) {
    let start = treeStart(bytes, &random)
    let pointer = start + 8 + 2 * Int.random(in: 0..<4, using: &random)
    guard pointer + 2 <= bytes.count else { return }
    let page = start / Self.pageSize * Self.pageSize
    let cell = page + Int(bytes[pointer]) << 8 + Int(bytes[pointer + 1])
    let claims: [[UInt8]] = [
      [0x87, 0xFF, 0xFF, 0xFF, 0x7F], [0x8F, 0xFF, 0xFF, 0xFF, 0x7F], [0xBF, 0xFF, 0x7F],
      [0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0x7F],
    ]
    let claim = claims[Int.random(in: 0..<claims.count, using: &random)]
    guard cell + claim.count <= bytes.count else { return }
    bytes.replaceSubrange(cell..<cell + claim.count, with: claim)
  }

  private func overwrite(
    _ bytes: inout [UInt8], at start: Int, count: Int, _ random: inout SeededGenerator
  ) {
    for place in start..<start + count where place < bytes.count {
      bytes[place] = Self.hostileBytes[Int.random(in: 0..<Self.hostileBytes.count, using: &random)]
    }
  }

  private func pageStart(_ bytes: [UInt8], _ random: inout SeededGenerator) -> Int {
    Int.random(in: 0..<max(1, bytes.count / Self.pageSize), using: &random) * Self.pageSize
  }

  /// Where the b-tree header of some page is: after the file's header on the first one.
  private func treeStart(_ bytes: [UInt8], _ random: inout SeededGenerator) -> Int {
    let start = pageStart(bytes, &random)
    return start == 0 ? 100 : start
  }
}
