extension ByteInput {
  /// The bytes from which UTF-16 without a byte order mark is recognized.
  private static let sampleSize = 256

  /// Returns a source that decodes UTF-16 to UTF-8, or the source itself if it is not UTF-16.
  ///
  /// UTF-16 is recognized by its byte order mark, or because every other byte of the column names is zero.
  /// `totalBytes` stays the size of the original.
  func decodingUTF16() throws(ImportError) -> (source: ByteInput, isUTF16: Bool) {
    let sample = try beginning(Self.sampleSize)
    let mark = Array(sample.prefix(2))
    let source = prefixed(with: sample)
    let isMarked = mark == [0xFF, 0xFE] || mark == [0xFE, 0xFF]
    guard let isBigEndian = isMarked ? mark[0] == 0xFE : Self.isBigEndianUTF16(sample) else {
      return (source, false)
    }
    let decoder = UTF16Decoder(source, isBigEndian: isBigEndian)
    let decoded = ByteInput(totalBytes: totalBytes) { buffer throws(ImportError) in
      try decoder.read(into: buffer)
    }
    return (decoded, true)
  }

  /// Returns the byte order of UTF-16; `nil` if the bytes are not UTF-16.
  private static func isBigEndianUTF16(_ sample: [UInt8]) -> Bool? {
    let pairs = sample.count / 2
    guard pairs >= 2 else { return nil }
    let zeros = sample.indices.reduce(into: [0, 0]) { zeros, index in
      if sample[index] == 0 { zeros[index % 2] += 1 }
    }
    if zeros[0] * 2 > pairs, zeros[1] * 10 <= pairs { return true }
    if zeros[1] * 2 > pairs, zeros[0] * 10 <= pairs { return false }
    return nil
  }

  /// Reads the first bytes; fewer if the source ends before.
  private func beginning(_ count: Int) throws(ImportError) -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: count)
    var filled = 0
    while filled < count {
      let added = try fill(&bytes, from: filled)
      if added == 0 { break }
      filled += added
    }
    return Array(bytes.prefix(filled))
  }

  private func fill(_ bytes: inout [UInt8], from start: Int) throws(ImportError) -> Int {
    try bytes.withUnsafeMutableBufferPointer { buffer throws(ImportError) in
      try read(UnsafeMutableRawBufferPointer(UnsafeMutableBufferPointer(rebasing: buffer[start...])))
    }
  }

  /// Returns the source with bytes added before it.
  private func prefixed(with prefix: [UInt8]) -> ByteInput {
    var rest = prefix[...]
    return ByteInput(totalBytes: totalBytes) { buffer throws(ImportError) in
      guard !rest.isEmpty else { return try read(buffer) }
      let count = min(rest.count, buffer.count)
      buffer.copyBytes(from: rest.prefix(count))
      rest.removeFirst(count)
      return count
    }
  }
}

/// Converts UTF-16 to UTF-8 piece by piece; unpaired surrogates become U+FFFD.
private final class UTF16Decoder {
  private let source: ByteInput
  private let isBigEndian: Bool
  private let input = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 15, alignment: 1)
  private var output: [UInt8] = []
  private var position = 0
  /// The first half of a code unit whose second half is still to be read.
  private var oddByte: UInt8?
  /// A high surrogate whose other half is still to be read.
  private var highSurrogate: UInt16?
  private var isAtEnd = false

  init(_ source: ByteInput, isBigEndian: Bool) {
    self.source = source
    self.isBigEndian = isBigEndian
  }

  deinit { input.deallocate() }

  func read(into buffer: UnsafeMutableRawBufferPointer) throws(ImportError) -> Int {
    while position == output.count, !isAtEnd { try decodeMore() }
    let count = min(buffer.count, output.count - position)
    buffer.copyBytes(from: output[position..<position + count])
    position += count
    return count
  }

  private func decodeMore() throws(ImportError) {
    output.removeAll(keepingCapacity: true)
    position = 0
    let count = try source.read(input)
    isAtEnd = count == 0
    for byte in input[..<count] { append(byte) }
    guard isAtEnd else { return }
    if highSurrogate != nil || oddByte != nil { append("\u{FFFD}") }
    highSurrogate = nil
    oddByte = nil
  }

  private func append(_ byte: UInt8) {
    guard let first = oddByte else {
      oddByte = byte
      return
    }
    oddByte = nil
    append(isBigEndian ? UInt16(first) << 8 | UInt16(byte) : UInt16(byte) << 8 | UInt16(first))
  }

  private func append(_ unit: UInt16) {
    if let high = highSurrogate {
      highSurrogate = nil
      if UTF16.isTrailSurrogate(unit) {
        append(Unicode.Scalar(0x10000 + (UInt32(high) - 0xD800) << 10 + UInt32(unit) - 0xDC00) ?? "\u{FFFD}")
        return
      }
      append("\u{FFFD}")
    }
    if UTF16.isLeadSurrogate(unit) {
      highSurrogate = unit
    } else {
      append(Unicode.Scalar(unit) ?? "\u{FFFD}")
    }
  }

  private func append(_ scalar: Unicode.Scalar) {
    if let bytes = UTF8.encode(scalar) { output.append(contentsOf: bytes) }
  }
}
