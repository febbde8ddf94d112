import DiaryStore
import Foundation

/// A file to be imported, which can be read from its beginning any number of times.
package struct ImportSource: Sendable {
  /// The usual endings of the names of such files, in lower case and without their dots.
  package static let fileExtensions = ["csv", "tsv", "txt", "json", "jsonl", "ndjson"]

  /// The file's name; `nil` for standard input.
  package let name: String?
  private let content: Content

  private enum Content: Sendable {
    case bytes([UInt8], chunk: Int)
    case file(SeekableFile)
  }

  /// Creates a source of bytes in memory, which are read in pieces of at most `chunk` bytes.
  package init(_ bytes: [UInt8], chunk: Int = .max) {
    name = nil
    content = .bytes(bytes, chunk: chunk)
  }

  /// Opens a file, or a FIFO, which is copied to its end into a temporary file.
  ///
  /// - Throws: `.notFound`, `.permissionDenied`, `.isFolder`, `.openDiary`, or `.unreadable` for devices, sockets and
  ///   failures.
  package init(path: String) throws(ImportError) {
    name = FilePath(path).name
    content = .file(try SeekableFile(path: path))
  }

  /// Opens standard input; a pipe is first copied to its end into a temporary file.
  ///
  /// - Throws: `ImportError` if it cannot be read or copied, or is the diary itself.
  package static func standardInput(_ descriptor: Int32 = STDIN_FILENO) throws(ImportError) -> ImportSource {
    if Diary.hasOpen(descriptor: descriptor) { throw .openDiary(path: "standard input") }
    return ImportSource(
      name: nil, content: .file(try SeekableFile(descriptor: dup(descriptor), name: "standard input")))
  }

  private init(name: String?, content: Content) {
    self.name = name
    self.content = content
  }

  /// Returns the input from its beginning.
  package func open() -> ByteInput {
    switch content {
    case .bytes(let bytes, let chunk): ByteInput(bytes, chunk: chunk)
    case .file(let file): file.input()
    }
  }
}

/// An open file that several inputs read independently.
private final class SeekableFile: Sendable {
  private static let partSize = 1 << 16

  private let descriptor: Int32
  private let name: String
  private let start: off_t
  private let size: off_t

  convenience init(path: String) throws(ImportError) {
    if Diary.hasOpen(path) { throw .openDiary(path: path) }
    let descriptor = Foundation.open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw Self.error(errno, path: path) }
    var status = stat()
    if fstat(descriptor, &status) == 0, [S_IFCHR, S_IFBLK].contains(status.st_mode & S_IFMT),
      isatty(descriptor) != 1
    {
      close(descriptor)
      // Some, such as /dev/zero, have no end.
      throw .unreadable(path: path, reason: "it is a device")
    }
    try self.init(descriptor: descriptor, name: path)
  }

  /// Takes over a descriptor; a pipe is copied to its end.
  init(descriptor: Int32, name: String) throws(ImportError) {
    var status = stat()
    guard descriptor >= 0, fstat(descriptor, &status) == 0 else { throw Self.error(errno, path: name) }
    guard status.st_mode & S_IFMT != S_IFDIR else {
      close(descriptor)
      throw .isFolder(path: name)
    }
    self.name = name
    let position = lseek(descriptor, 0, SEEK_CUR)
    if status.st_mode & S_IFMT == S_IFREG, position >= 0 {
      self.descriptor = descriptor
      start = position
      size = max(0, status.st_size - position)
    } else {
      defer { close(descriptor) }
      self.descriptor = try Self.collected(descriptor, name)
      start = 0
      size = lseek(self.descriptor, 0, SEEK_CUR)
    }
  }

  deinit { close(descriptor) }

  func input() -> ByteInput {
    var offset = start
    return ByteInput(totalBytes: Int64(size)) { [self] buffer throws(ImportError) in
      let count = try Self.repeating(name) { pread(descriptor, buffer.baseAddress, buffer.count, offset) }
      offset += off_t(count)
      return count
    }
  }

  /// Copies a pipe to its end into a file without a name.
  private static func collected(_ pipe: Int32, _ name: String) throws(ImportError) -> Int32 {
    var template = Array("\(FileManager.default.temporaryDirectory.path)/beerdiary-XXXXXX".utf8CString)
    let file = mkstemp(&template)
    guard file >= 0 else { throw error(errno, path: FileManager.default.temporaryDirectory.path) }
    unlink(template)
    _ = fcntl(file, F_SETFD, FD_CLOEXEC)
    let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: partSize, alignment: 16)
    defer { buffer.deallocate() }
    do throws(ImportError) {
      while true {
        let count = try repeating(name) { read(pipe, buffer.baseAddress, buffer.count) }
        if count == 0 { return file }
        var written = 0
        while written < count {
          written += try repeating("a temporary copy of \(name)") {
            write(file, buffer.baseAddress?.advanced(by: written), count - written)
          }
        }
      }
    } catch {
      close(file)
      throw error
    }
  }

  private static func repeating(_ name: String, _ call: () -> Int) throws(ImportError) -> Int {
    while true {
      let count = call()
      if count >= 0 { return count }
      guard errno == EINTR else { throw .unreadable(path: name, reason: String(cString: strerror(errno))) }
    }
  }

  private static func error(_ code: Int32, path: String) -> ImportError {
    var info = stat()
    let isLink = lstat(path, &info) == 0 && info.st_mode & S_IFMT == S_IFLNK
    switch code {
    case ENOENT where isLink, ELOOP where isLink:
      return .unreadable(path: path, reason: "it is a broken symbolic link")
    case ENXIO: return .unreadable(path: path, reason: "it is a socket")
    case ENOENT, ENOTDIR: return .notFound(path: path)
    case EACCES, EPERM: return .permissionDenied(path: path)
    default: return .unreadable(path: path, reason: String(cString: strerror(code)))
    }
  }
}

// MARK: - The first bytes

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
