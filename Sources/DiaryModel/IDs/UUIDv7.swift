package import Foundation

extension UUID {
  /// Returns a UUID of version 7: 48 bits of Unix milliseconds and random bits, so that UUIDs sort by creation time.
  ///
  /// Source: RFC 9562, section 5.7.
  package static func version7(at date: Date, using random: inout some RandomNumberGenerator) -> UUID {
    let time = time(date, using: &random)
    return UUID(first: time, last: UInt64.random(in: 0...maxRandom, using: &random))
  }

  fileprivate static let maxRandom: UInt64 = 0x3FFF_FFFF_FFFF_FFFF

  /// The first half: 48 bits of milliseconds, the version, and 12 random bits.
  fileprivate static func time(_ date: Date, using random: inout some RandomNumberGenerator) -> UInt64 {
    let milliseconds = UInt64(max(0, min(date.timeIntervalSince1970 * 1000, 281_474_976_710_655)))
    return milliseconds << 16 | 0x7000 | UInt64.random(in: 0...0x0FFF, using: &random)
  }

  /// Creates a UUID from its first eight bytes, with the version, and its last 62 bits.
  init(first: UInt64, last: UInt64) {
    let last = last & Self.maxRandom | 0x8000_0000_0000_0000
    self = withUnsafeBytes(of: (first.bigEndian, last.bigEndian)) {
      UUID(uuid: $0.loadUnaligned(as: uuid_t.self))
    }
  }
}

/// Ascending UUIDs of version 7 with the same time, each a random step after the previous one.
///
/// Rows that are added together are next to each other in the index of UUIDs. Random UUIDs would be spread over the whole
/// index and split most of its pages.
///
/// Source: RFC 9562, section 6.2, method 2.
package struct UUIDSequence {
  private static let maxStep: UInt64 = 1 << 32

  private let time: UInt64
  private var last: UInt64

  /// Creates a sequence for rows that are added at one point in time.
  package init(at date: Date, using random: inout some RandomNumberGenerator) {
    time = UUID.time(date, using: &random)
    // The upper half leaves room for at least 500,000,000 steps.
    last = UInt64.random(in: 0...UUID.maxRandom >> 1, using: &random)
  }

  /// Returns the next UUID, which sorts after the previous one.
  package mutating func next(using random: inout some RandomNumberGenerator) -> UUID {
    last = (last + UInt64.random(in: 1...Self.maxStep, using: &random)) & UUID.maxRandom
    return UUID(first: time, last: last)
  }
}
