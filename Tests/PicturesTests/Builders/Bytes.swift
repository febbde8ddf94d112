/// Writing numbers and text as picture formats do.
typealias Bytes = [UInt8]

func big16(_ value: Int) -> Bytes { Bytes(bigEndianBytes(value, 2)) }
func big32(_ value: Int) -> Bytes { Bytes(bigEndianBytes(value, 4)) }
func big64(_ value: Int) -> Bytes { Bytes(bigEndianBytes(value, 8)) }
func little16(_ value: Int) -> Bytes { big16(value).reversed() }
func little24(_ value: Int) -> Bytes { bigEndianBytes(value, 3).reversed() }
func little32(_ value: Int) -> Bytes { big32(value).reversed() }
func ascii(_ text: String) -> Bytes { Bytes(text.utf8) }

/// The parts one after the other, without going through them byte by byte.
func concatenated(_ parts: [Bytes]) -> Bytes { parts.reduce(into: []) { $0 += $1 } }

private func bigEndianBytes(_ value: Int, _ width: Int) -> Bytes {
  (0..<width).reversed().map { UInt8(truncatingIfNeeded: value >> ($0 * 8)) }
}
