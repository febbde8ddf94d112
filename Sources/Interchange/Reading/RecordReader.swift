/// Reads a file record by record, whatever its format.
package protocol RecordReader: AnyObject {
  /// Returns the next record, always in the same object; `nil` at the end of the input.
  func next() throws(ImportError) -> FileRecord?

  /// The bytes that were taken from the source so far.
  var bytesRead: Int64 { get }
  /// The size of the source in bytes; `nil` if it is not known.
  var totalBytes: Int64? { get }
  /// Whether the source is UTF-16, which is decoded while it is read.
  var isUTF16: Bool { get }
}

/// The input of a reader with its beginning in memory, by which the format is recognized.
package struct BufferedInput {
  /// The window's size in bytes, unless a record is larger.
  static let defaultChunkSize = 1 << 17
  /// The maximum length of a record in bytes; a longer one is a mistake in the file.
  package static let maxRecordLength = 1 << 23

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
