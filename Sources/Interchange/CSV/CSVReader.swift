/// Reads CSV from bytes, one record at a time, in constant memory.
///
/// Extends RFC 4180 to what programs write:
/// - A record ends with LF, CRLF or CR, also mixed, or with the input.
/// - A quoted field ends at the next single quote and may contain delimiters and line ends; a doubled quote
///   is a quote in the text. A quote inside any other field is text.
/// - A record whose quotes only match if backslashes escape them is read that way, and the records after it are tried
///   that way first.
/// - UTF-16 is decoded if a byte order mark announces it. A byte order mark before a record is dropped, as files
///   that were joined have them in the middle. NUL bytes are kept here and left out of values.
/// - Empty lines are skipped.
/// - A quote that is never closed affects only its record, which is returned with a `problem`; reading continues on the
///   line after the one on which the quote opened. Text after a closing quote is treated in the same way, because the
///   quote that closed is then the opening one of another field.
///
///     let reader = try CSVReader(ByteInput(bytes))
///     while let record = try reader.next() { print(record.line, record.text(at: 0)) }
package final class CSVReader: RecordReader {
  /// The format that was found in the beginning of the file, or given to the initializer.
  package let format: CSVFormat
  /// A record larger than this is a quote that is never closed, or is not CSV.
  let maxRecordLength: Int
  private let input: BufferedInput
  let window: ByteWindow
  let record: FileRecord
  /// The position of the current record in the window.
  var start = 0
  /// The position of the next byte, from `start`.
  var cursor = 0
  var line = 1
  /// Whether the last record ended with a CR, so that a LF after it belongs to it.
  var skipsLineFeed = false
  /// Whether a backslash makes the quote after it text.
  var usesBackslashes = false
  /// Whether a record is read again from its beginning, which must stay in the window.
  private(set) var isTryingEscapes = false

  static let quote = UInt8(ascii: "\"")
  static let lineFeed = UInt8(ascii: "\n")
  static let carriageReturn = UInt8(ascii: "\r")
  static let backslash = UInt8(ascii: "\\")

  /// Opens a source and finds its format.
  ///
  /// - Parameters:
  ///   - delimiter: The byte that separates fields; detected from the header if `nil`.
  ///   - chunkSize: The number of bytes to read at a time; the format is detected from the first part.
  ///   - maxRecordLength: The most bytes of a record.
  /// - Throws: The error of reading the first part.
  package convenience init(
    _ source: ByteInput, delimiter: UInt8? = nil, chunkSize: Int = BufferedInput.defaultChunkSize,
    maxRecordLength: Int = BufferedInput.maxRecordLength
  ) throws(ImportError) {
    self.init(
      try BufferedInput(source, chunkSize: chunkSize), delimiter: delimiter,
      maxRecordLength: maxRecordLength)
  }

  init(
    _ input: BufferedInput, delimiter: UInt8? = nil, maxRecordLength: Int = BufferedInput.maxRecordLength
  ) {
    var format = CSVFormat.detect(in: input.beginning)
    if let delimiter { format.delimiter = delimiter }
    self.format = format
    self.input = input
    self.maxRecordLength = maxRecordLength
    window = input.window
    record = FileRecord()
    cursor = input.markLength + format.preamble
    line += format.preambleLines
  }

  /// Whether the source is UTF-16, which is decoded while it is read.
  package var isUTF16: Bool { input.isUTF16 }
  /// The size of the source in bytes; `nil` if it is not known, as for a pipe.
  package var totalBytes: Int64? { input.totalBytes }

  /// The bytes that were taken from the source so far.
  package var bytesRead: Int64 { input.bytesRead }

  /// Returns the next record, shown by the same object each time; `nil` at the end of the input.
  ///
  /// - Throws: `ImportError` if the file cannot be read.
  package func next() throws(ImportError) -> FileRecord? {
    repeat {
      guard try beginRecord() else { return nil }
      try readFields()
      if hasBackslashBeforeQuote { try readWithOtherEscapes() }
    } while record.length == 0 && record.problem == nil
    record.base = window.base + start
    record.raw = UnsafeBufferPointer(start: record.base, count: record.length)
    return record
  }
}

// MARK: - Records

extension CSVReader {
  enum FieldEnd { case delimiter, record }
  enum Supply { case more, end, tooLong }

  /// Moves to the first byte of the next record; returns `false` if there is none.
  private func beginRecord() throws(ImportError) -> Bool {
    start += cursor
    cursor = 0
    guard try has(1) else { return false }
    if skipsLineFeed, window.base[start] == Self.lineFeed { start += 1 }
    skipsLineFeed = false
    if try has(3), input.hasByteOrderMark(at: start) { start += 3 }
    record.reset(line: line)
    return try has(1)
  }

  /// Reads more if necessary, and returns whether the window has this many bytes of the record.
  private func has(_ count: Int) throws(ImportError) -> Bool {
    while window.end - start < count {
      let added = try window.refill(keepingFrom: start)
      start = 0
      if added == 0 { return false }
    }
    return true
  }

  private func readFields() throws(ImportError) {
    var end: FieldEnd
    repeat {
      let isQuoted = try hasCurrent() && current == Self.quote
      end = if isQuoted { try readQuotedField() } else { try readPlainFields() }
    } while end == .delimiter
  }

  /// Whether the record's quotes do not match, and backslashes may be the reason.
  private var hasBackslashBeforeQuote: Bool {
    guard record.problem == .unclosedQuote || record.problem == .textAfterQuote else { return false }
    let bytes = UnsafeBufferPointer(start: window.base + start, count: record.length)
    return zip(bytes, bytes.dropFirst()).contains { $0 == Self.backslash && $1 == Self.quote }
  }

  /// Reads the record again with backslashes as escapes, or without, if its quotes match then.
  private func readWithOtherEscapes() throws(ImportError) {
    let line = record.line
    isTryingEscapes = true
    defer { isTryingEscapes = false }
    for _ in 0..<2 {
      usesBackslashes.toggle()
      cursor = 0
      self.line = line
      skipsLineFeed = false
      record.reset(line: line)
      try readFields()
      if record.problem == nil { return }
    }
  }

  var current: UInt8 { window.base[start + cursor] }

  /// Reads more if necessary, and returns whether there is a byte at the cursor.
  func hasCurrent() throws(ImportError) -> Bool {
    if cursor < reach { return true }
    return try supply() == .more
  }

  /// The end of the bytes that may be read: the end of the window, or one byte beyond the longest record.
  ///
  /// So the result does not depend on how many bytes are read at a time.
  var reach: Int { min(window.end - start, maxRecordLength + 1) }

  /// Reads more of the input after the part of the record that is in the window.
  func supply() throws(ImportError) -> Supply {
    guard window.end - start <= maxRecordLength else { return .tooLong }
    let added = try window.refill(keepingFrom: start)
    start = 0
    return added > 0 ? .more : .end
  }

  func append(_ from: Int, _ to: Int, _ quoting: FileRecord.Quoting = .none) {
    record.fields.append(FileRecord.Field(start: from, end: to, quoting: quoting))
  }

  /// Ends the record with the line end at the cursor.
  func endRecord() -> FieldEnd {
    record.length = cursor
    skipsLineFeed = current == Self.carriageReturn
    cursor += 1
    line += 1
    return .record
  }

  func endRecordWithInput() -> FieldEnd {
    record.length = cursor
    return .record
  }
}
