/// Returns the bytes without blanks and line ends around them.
func trimmed(_ bytes: UnsafeBufferPointer<UInt8>) -> UnsafeBufferPointer<UInt8> {
  var start = 0
  var end = bytes.count
  while start < end, isBlank(bytes[start]) { start += 1 }
  while end > start, isBlank(bytes[end - 1]) { end -= 1 }
  return UnsafeBufferPointer(rebasing: bytes[start..<end])
}

/// Returns whether a byte is a blank, a control such as a tab or a line end, or a NUL.
private func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || (0x09...0x0D).contains(byte) || byte == 0 }

/// Returns the bytes without NULs and with every line end, CRLF or CR, as LF.
func cleaned(_ bytes: [UInt8]) -> [UInt8] {
  var result: [UInt8] = []
  result.reserveCapacity(bytes.count)
  for (index, byte) in bytes.enumerated() where byte != 0 {
    if byte == 0x0D {
      let isBeforeLineFeed = index + 1 < bytes.count && bytes[index + 1] == 0x0A
      if !isBeforeLineFeed { result.append(0x0A) }
    } else {
      result.append(byte)
    }
  }
  return result
}

enum UTF8Check {
  static func isValid(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
    do {
      _ = try UTF8Span(validating: bytes.span)
      return true
    } catch {
      return false
    }
  }
}
