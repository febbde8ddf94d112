/// Identifies a device that writes to the diary: the first 8 bytes of the SHA-256 of its public key.
package struct DeviceID: Hashable, Comparable, Sendable, CustomStringConvertible {
  /// The 8 bytes of the hash, the first one as the most significant.
  package let rawValue: UInt64

  /// Creates an id from the 8 bytes of the hash, the first one as the most significant.
  package init(_ rawValue: UInt64) { self.rawValue = rawValue }

  /// 16 hexadecimal digits.
  package var description: String { rawValue.hexadecimal }

  /// Orders devices by their ids, for an order that is the same everywhere.
  package static func < (left: DeviceID, right: DeviceID) -> Bool { left.rawValue < right.rawValue }
}

/// Identifies a segment.
///
/// A device that was cloned, or restored from a backup, uses sequence numbers a second time. The two segments have
/// different nonces, and both are applied.
package struct SegmentID: Hashable, Comparable, Sendable, CustomStringConvertible {
  /// The device that has cut the segment.
  package let device: DeviceID

  /// Counts the segments of the device, from 1.
  package let sequence: UInt64

  /// A random number.
  package let nonce: UInt64

  /// Creates the id of a segment.
  ///
  /// - Parameters:
  ///   - device: The device that has cut the segment.
  ///   - sequence: Counts the segments of the device, from 1.
  ///   - nonce: A random number.
  package init(device: DeviceID, sequence: UInt64, nonce: UInt64) {
    self.device = device
    self.sequence = sequence
    self.nonce = nonce
  }

  /// The device, the sequence number and the nonce, such as `3f9a12c45b6d7e80-12-00ff00ff00ff00ff`.
  package var description: String { "\(device)-\(sequence)-\(nonce.hexadecimal)" }

  /// Orders segments by their devices, then by their sequence numbers, then by their nonces.
  package static func < (left: SegmentID, right: SegmentID) -> Bool {
    (left.device, left.sequence, left.nonce) < (right.device, right.sequence, right.nonce)
  }
}

extension UInt64 {
  /// 16 hexadecimal digits.
  var hexadecimal: String {
    withUnsafeBytes(of: bigEndian) { $0.hexadecimal }
  }
}

extension Sequence<UInt8> {
  /// The bytes as lowercase hexadecimal digits, two for each.
  var hexadecimal: String {
    map { byte in (byte < 16 ? "0" : "") + String(byte, radix: 16) }.joined()
  }
}
