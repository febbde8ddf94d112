package import Foundation

extension UUID {
  /// A UUID of version 7: 48 bits of Unix milliseconds, then random bits, so that ids sort by the time they were made.
  ///
  /// Source: RFC 9562, section 5.7.
  package static func version7(at date: Date, using random: inout some RandomNumberGenerator) -> UUID {
    let milliseconds = UInt64(max(0, min(date.timeIntervalSince1970 * 1000, 281_474_976_710_655)))
    let high = milliseconds << 16 | 0x7000 | UInt64.random(in: 0...0x0FFF, using: &random)
    let low = 0x8000_0000_0000_0000 | UInt64.random(in: 0...0x3FFF_FFFF_FFFF_FFFF, using: &random)
    return withUnsafeBytes(of: (high.bigEndian, low.bigEndian)) {
      UUID(uuid: $0.loadUnaligned(as: uuid_t.self))
    }
  }
}
