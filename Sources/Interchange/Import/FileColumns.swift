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

/// The columns of a file, before their meaning is decided.
package struct FileColumns: Sendable {
  /// The syntax of a file.
  package enum Syntax: Hashable, Sendable {
    /// Delimited text; the value says how it is written.
    case csv(CSVFormat)
    /// A JSON array or object, or an object on each line.
    case json
  }

  /// The file.
  let source: ImportSource
  /// The syntax of the file, by its first bytes.
  package let syntax: Syntax
  /// Whether the file is UTF-16.
  package let isUTF16: Bool
  /// The column names; of JSON, the names of all members in the order in which they first appear.
  package let header: Header
  /// The line of column names as it is in the file; empty for JSON.
  let headerLine: [UInt8]
  /// Whether the first line of a CSV file has column names.
  package let hasHeader: Bool
  /// Whether objects within JSON objects are read by their paths.
  private let readsPaths: Bool
  /// The list of records in JSON, and the lists that are not read.
  private let list: JSONListChoice
  /// The names of JSON's members as they are written.
  private let keys: [String]

  /// Reads the column names; JSON is read to its end, as each object may have other names.
  ///
  /// - Parameter onProgress: Called every few thousand records if the file is read to its end.
  /// - Throws: `.noHeader` if the first line may be a beer, `.brokenHeader`, `.brokenJSON`, `.empty`, `.noBeers`,
  ///   `.binary`, or an error about the lists of a JSON file.
  package init(
    _ source: ImportSource, _ options: ImportOptions = ImportOptions(),
    onProgress: (ImportProgress) -> Void = { _ in }
  ) throws(ImportError) {
    self.source = source
    let input = try BufferedInput(source.open())
    isUTF16 = input.isUTF16
    if input.isJSON {
      syntax = .json
      hasHeader = true
      list = try JSONListSearch.choice(in: BufferedInput(source.open()), options)
      let byPath = try Self.keys(JSONRecordReader(input, wrapper: list.path), onProgress)
      readsPaths = byPath != nil
      keys =
        if let byPath { byPath } else {
          try Self.keys(
            JSONRecordReader(BufferedInput(source.open()), wrapper: list.path, readsPaths: false), onProgress)
            ?? []
        }
      headerLine = []
      header = Header(keys)
    } else {
      if options.list != nil { throw .noLists }
      let reader = CSVReader(input, delimiter: options.delimiter)
      let record = try Self.headerRecord(reader)
      keys = []
      list = JSONListChoice()
      readsPaths = true
      syntax = .csv(reader.format)
      hasHeader = options.hasHeader ?? true || Self.isOfRejects(record)
      if hasHeader {
        var header = Header(record)
        headerLine = Array(record.raw)
        try header.readNote(from: reader)
        try header.readRatings(from: reader)
        self.header = header
        guard options.requiresHeader || !header.looksLikeData else { throw .noHeader(row: header.names) }
      } else {
        header = Header((1...max(1, record.fieldCount)).map(String.init))
        headerLine = Array(
          header.names.joined(separator: String(Unicode.Scalar(reader.format.delimiter))).utf8)
      }
    }
  }

  /// Whether the first line may be a beer, as none of its cells is a known column name.
  package var mayLackHeader: Bool {
    if case .csv = syntax { hasHeader && !header.hasFieldName } else { false }
  }

  /// The lists of a JSON file that are not read.
  package var unreadLists: [JSONList] { list.others }

  /// The program that wrote the file, by its column names.
  package var dialect: Dialect { Dialect(header) }

  /// Returns a reader whose next record is the first row.
  func reader() throws(ImportError) -> any RecordReader {
    let input = try BufferedInput(source.open())
    switch syntax {
    case .json: return JSONRecordReader(input, keys: keys, wrapper: list.path, readsPaths: readsPaths)
    case .csv(let format):
      let reader = CSVReader(input, delimiter: format.delimiter)
      if hasHeader { _ = try Self.headerRecord(reader) }
      return reader
    }
  }

  /// Returns whether a record is the header of rejected rows, which they have even if the original file had none.
  private static func isOfRejects(_ record: FileRecord) -> Bool {
    record.value(at: 0) == RejectedRows.problemColumn
  }

  /// Returns the first record that is not blank.
  private static func headerRecord(_ reader: CSVReader) throws(ImportError) -> FileRecord {
    while let record = try reader.next() {
      if record.problem != nil { throw .brokenHeader(line: record.problemLine) }
      if !record.isBlank { return record }
    }
    throw .empty
  }

  /// Returns the names of all members; `nil` if nested objects have too many to be read by their paths.
  private static func keys(_ reader: JSONRecordReader, _ onProgress: (ImportProgress) -> Void)
    throws(ImportError)
    -> [String]?
  {
    var count = 0
    while try reader.next() != nil {
      if reader.hasTooManyPaths { return nil }
      count += 1
      if count % ImportProgress.step == 0 { onProgress(ImportProgress(reader)) }
    }
    guard count > 0 else { throw .empty }
    if reader.keys.isEmpty { throw .noBeers }
    return reader.keys
  }
}

extension ImportProgress {
  /// The number of records between two reports of progress during the analysis.
  static let step = 4096

  init(_ reader: any RecordReader) {
    self.init(bytesRead: reader.bytesRead, totalBytes: reader.totalBytes, rowCount: 0)
  }
}

// MARK: - Opening

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
