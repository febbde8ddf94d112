/// The input of a reader with its beginning in memory, by which the format is recognized.
package struct BufferedInput {
  /// The window's size in bytes, unless a record is larger.
  static let defaultChunkSize = 1 << 17
  /// The maximum length of a CSV record in bytes; a longer one is a mistake in the file.
  package static let maxRecordLength = 1 << 23
  /// The maximum length in bytes of a record in an export of this program, and of an object in JSON.
  ///
  /// A beer can take more space in an export than in the file from which it was imported. Other CSV files keep the
  /// lower limit, because a quote that is not closed is read up to it.
  static let maxExportedRecordLength = 1 << 26

  let window: ByteWindow
  let isUTF16: Bool
  let totalBytes: Int64?
  private let counter: ByteCounter

  /// Reads the beginning of a source.
  ///
  /// - Throws: `.binary` if it is not text.
  package init(_ source: ByteInput, chunkSize: Int = defaultChunkSize) throws(ImportError) {
    counter = ByteCounter()
    let (decoded, isUTF16) = try counter.counting(source).decodingUTF16()
    self.isUTF16 = isUTF16
    totalBytes = source.totalBytes
    window = ByteWindow(decoded, capacity: max(chunkSize, 64))
    try window.fill()
    if let kind = BinaryDetection.kind(of: beginning) { throw .binary(kind: kind) }
  }

  var bytesRead: Int64 { counter.count }

  /// The number of bytes of the byte order mark at the beginning.
  var markLength: Int { hasByteOrderMark(at: 0) ? 3 : 0 }

  /// The first bytes, without a byte order mark.
  var beginning: UnsafeBufferPointer<UInt8> {
    UnsafeBufferPointer(start: window.base + markLength, count: window.end - markLength)
  }

  func hasByteOrderMark(at offset: Int) -> Bool {
    window.end - offset >= 3 && window.base[offset] == 0xEF && window.base[offset + 1] == 0xBB
      && window.base[offset + 2] == 0xBF
  }

  /// Whether the input is JSON: it begins with an object or an array.
  var isJSON: Bool {
    let first = beginning.first { !(0x09...0x0D).contains($0) && $0 != 0x20 }
    return first == UInt8(ascii: "{") || first == UInt8(ascii: "[")
  }
}

/// Recognizes files that are not text by their beginning, so that they are refused instead of read as one long row.
enum BinaryDetection {
  /// Returns what the bytes are, as the end of a sentence such as "This is …"; `nil` for text.
  static func kind(of beginning: UnsafeBufferPointer<UInt8>) -> String? {
    for (signature, kind) in signatures where beginning.starts(with: signature) { return kind }
    return isMostlyControls(beginning) ? "a binary file" : nil
  }

  /// What a database is.
  static let database = "an SQLite database"

  private static let signatures: [([UInt8], String)] = [
    (Array("SQLite format 3\0".utf8), database),
    ([0x89, 0x50, 0x4E, 0x47], "a PNG picture"),
    ([0xFF, 0xD8, 0xFF], "a JPEG picture"),
    (Array("PK\u{3}\u{4}".utf8), "a zip archive or a spreadsheet file such as xlsx"),
    ([0x1F, 0x8B], "a gzip archive"),
    ([0xD0, 0xCF, 0x11, 0xE0], "an old Excel file (xls)"),
    (Array("%PDF-".utf8), "a PDF document"),
  ]

  /// Text may have a few control characters, and a damaged file some NULs, but not a tenth of all bytes.
  private static func isMostlyControls(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
    let controls = bytes.count { $0 < 0x20 && !(0x09...0x0D).contains($0) }
    return controls * 10 > bytes.count
  }
}

// MARK: - UTF-16

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
