package import Foundation

/// A source of random bytes.
package typealias RandomBytes = @Sendable (_ count: Int) -> [UInt8]

/// Returns random bytes from the system's generator.
let systemRandomBytes: RandomBytes = { count in
  var generator = SystemRandomNumberGenerator()
  return (0..<count).map { _ in UInt8.random(in: .min ... .max, using: &generator) }
}

extension UUID {
  /// Creates a random UUID (version 4).
  package init(random: RandomBytes) {
    var bytes = random(16)
    bytes[6] = bytes[6] & 0x0F | 0x40
    bytes[8] = bytes[8] & 0x3F | 0x80
    self = bytes.withUnsafeBytes { UUID(uuid: $0.loadUnaligned(as: uuid_t.self)) }
  }
}
