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
/// - If blanks follow the delimiters of the header, a quote after blanks opens a quoted field.
/// - Empty lines are skipped, and so is Excel's `sep=` line, also in the middle of a file that begins with one.
/// - A quote that is never closed affects only its record, which is returned with a `problem`; reading continues on the
///   line after the one on which the quote opened. Text after a closing quote is treated in the same way, because the
///   quote that closed is then the opening one of another field.
/// - If the record is too long before the quote is closed, the file is refused: what follows may be text of the field,
///   which must not become records.
///
///     let reader = try CSVReader(ByteInput(bytes))
///     while let record = try reader.next() { print(record.line, record.text(at: 0)) }
package final class CSVReader: RecordReader {
  /// The format that was found in the beginning of the file, or given to the initializer.
  package let format: CSVFormat
  /// The maximum length of a record in bytes.
  private let maxRecordLength: Int
  private let input: BufferedInput
  private let window: ByteWindow
  private let record: FileRecord
  /// The position of the current record in the window.
  private var start = 0
  /// The position of the next byte, from `start`.
  private var cursor = 0
  private var line = 1
  /// Whether the last record ended with a CR, so that a LF after it belongs to it.
  private var skipsLineFeed = false
  /// Whether a backslash makes the quote after it text.
  private var usesBackslashes = false
  /// Whether a record is read again from its beginning, which must stay in the window.
  private var isTryingEscapes = false
  /// Whether the record is too long to find out where its quoted field ends.
  private var hasEndlessQuote = false

  private static let quote = UInt8(ascii: "\"")
  private static let lineFeed = UInt8(ascii: "\n")
  private static let carriageReturn = UInt8(ascii: "\r")
  private static let backslash = UInt8(ascii: "\\")
  private static let blank = UInt8(ascii: " ")

  /// Opens a source and finds its format.
  ///
  /// - Parameters:
  ///   - delimiter: The byte that separates fields; detected from the header if `nil`.
  ///   - chunkSize: The number of bytes to read at a time; the format is detected from the first part.
  ///   - maxRecordLength: The maximum length of a record in bytes.
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
    format = CSVFormat.detect(in: input.beginning, delimiter: delimiter)
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

  /// Returns the next record, always in the same object; `nil` at the end of the input.
  ///
  /// - Throws: `ImportError` if the file cannot be read, such as `.endlessQuote`.
  package func next() throws(ImportError) -> FileRecord? {
    repeat {
      guard try beginRecord() else { return nil }
      try readFields()
      if hasBackslashBeforeQuote { try readWithOtherEscapes() }
      if hasEndlessQuote { throw .endlessQuote(line: record.problemLine) }
    } while record.problem == nil && (record.length == 0 || isSeparatorLine)
    record.base = window.base + start
    record.raw = UnsafeBufferPointer(start: record.base, count: record.length)
    return record
  }
}

// MARK: - Records

extension CSVReader {
  /// Whether the record is Excel's `sep=` line, as in the middle of files that were joined.
  private var isSeparatorLine: Bool {
    guard format.preamble > 0, record.length <= 7 else { return false }
    let line = UnsafeBufferPointer(start: window.base + start, count: record.length)
    return CSVFormat.namedDelimiter(in: line[...]) == format.delimiter
  }

  private enum FieldEnd { case delimiter, record }
  private enum Supply { case more, end, tooLong }

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
    hasEndlessQuote = false
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

  private var current: UInt8 { window.base[start + cursor] }

  /// Reads more if necessary, and returns whether there is a byte at the cursor.
  private func hasCurrent() throws(ImportError) -> Bool {
    if cursor < reach { return true }
    return try supply() == .more
  }

  /// The end of the bytes that may be read: the end of the window, or one byte beyond the longest record.
  ///
  /// So the result does not depend on how many bytes are read at a time.
  private var reach: Int { min(window.end - start, maxRecordLength + 1) }

  /// Reads more of the input after the part of the record that is in the window.
  private func supply() throws(ImportError) -> Supply {
    guard window.end - start <= maxRecordLength else { return .tooLong }
    let added = try window.refill(keepingFrom: start)
    start = 0
    return added > 0 ? .more : .end
  }

  private func append(_ from: Int, _ to: Int, _ quoting: FileRecord.Quoting = .none) {
    record.fields.append(FileRecord.Field(start: from, end: to, quoting: quoting))
  }

  /// Ends the record with the line end at the cursor.
  private func endRecord() -> FieldEnd {
    record.length = cursor
    skipsLineFeed = current == Self.carriageReturn
    cursor += 1
    line += 1
    return .record
  }

  private func endRecordWithInput() -> FieldEnd {
    record.length = cursor
    return .record
  }
}

// MARK: - Fields

// Each function reads from the cursor and leaves it after the delimiter or line end of what it has read.
// Offsets count from the record's start, so they stay valid when the window slides.
extension CSVReader {
  /// Reads fields up to the record's end or to a quoted field.
  private func readPlainFields() throws(ImportError) -> FieldEnd {
    var from = cursor
    while true {
      from = scanPlainFields(from: from)
      if cursor < reach {
        if current == Self.quote { return .delimiter }
        append(from, cursor)
        return endRecord()
      }
      switch try supply() {
      case .more: continue
      case .tooLong: return try giveUpRecord()
      case .end:
        append(from, cursor)
        return endRecordWithInput()
      }
    }
  }

  /// Reads fields from the cursor on and moves it to a line end, to a field's opening quote or to the end of the
  /// window.
  ///
  /// Most time is spent here, so it works on copies: each access to a property of an object is checked.
  ///
  /// - Parameter from: Where the field at the cursor starts.
  /// - Returns: The start of the field that is not complete.
  private func scanPlainFields(from: Int) -> Int {
    let bytes = window.base + start
    let end = reach
    let delimiter = format.delimiter
    let allowsBlanks = format.allowsBlanksBeforeQuotes
    var fields: [FileRecord.Field] = []
    swap(&fields, &record.fields)
    var from = from
    var index = cursor
    /// The start of a field with text before its first quote, so that its blanks are not read for each quote.
    var textField = -1
    while index < end {
      let byte = bytes[index]
      if byte == delimiter {
        fields.append(FileRecord.Field(start: from, end: index, quoting: .none))
        from = index + 1
      } else if byte == Self.lineFeed || byte == Self.carriageReturn {
        break
      } else if byte == Self.quote, from != textField {
        let isOpening = index == from || allowsBlanks && (from..<index).allSatisfy { bytes[$0] == Self.blank }
        if isOpening { break }
        textField = from
      }
      index += 1
    }
    swap(&fields, &record.fields)
    cursor = index
    return from
  }

  /// The state of a quoted field while it is read.
  private struct QuotedField {
    /// The position of its first quote, from the record's start.
    let opening: Int
    var quoting = FileRecord.Quoting.quoted
    var lineEnds = 0
    var firstLineEnd: Int?

    init(opening: Int) { self.opening = opening }

    @inline(__always)
    mutating func countLineEnd(_ byte: UInt8, after previous: UInt8, at index: Int) {
      let isLineEnd = byte == CSVReader.carriageReturn || byte == CSVReader.lineFeed
      let isSecondHalf = byte == CSVReader.lineFeed && previous == CSVReader.carriageReturn
      guard isLineEnd, !isSecondHalf else { return }
      lineEnds += 1
      firstLineEnd = firstLineEnd ?? index
    }
  }

  private func readQuotedField() throws(ImportError) -> FieldEnd {
    var quoted = QuotedField(opening: cursor)
    cursor += 1
    while true {
      scanQuoted(&quoted)
      guard cursor + 1 < reach else {
        // A quote at the end may be the first half of a doubled one: the byte after it decides.
        switch try supply() {
        case .more: continue
        case .tooLong: return endWithEndlessQuote()
        case .end: return try endQuotedFieldWithInput(quoted)
        }
      }
      if current == Self.backslash {
        quoted.quoting = .backslashed
        // What follows a backslash is text, even if it is a line end.
        cursor += 1
        if current == Self.quote || current == Self.backslash { cursor += 1 }
        continue
      }
      guard window.base[start + cursor + 1] == Self.quote else { break }
      if quoted.quoting == .quoted { quoted.quoting = .doubled }
      cursor += 2
    }
    closeQuotedField(quoted)
    return try endQuotedField(quoted)
  }

  /// Moves the cursor to the next quote, or backslash if those escape, or to the end of the window.
  private func scanQuoted(_ quoted: inout QuotedField) {
    let bytes = window.base + start
    let end = reach
    let backslash = usesBackslashes ? Self.backslash : Self.quote
    var index = cursor
    while index < end, bytes[index] != Self.quote, bytes[index] != backslash {
      let byte = bytes[index]
      if byte <= Self.carriageReturn { quoted.countLineEnd(byte, after: bytes[index - 1], at: index) }
      index += 1
    }
    cursor = index
  }

  /// Adds the field that ends with the quote at the cursor.
  private func closeQuotedField(_ quoted: QuotedField) {
    append(quoted.opening + 1, cursor, quoted.quoting)
    cursor += 1
  }

  /// Moves from a closing quote to the delimiter or line end; blanks before it are allowed.
  private func endQuotedField(_ quoted: QuotedField) throws(ImportError) -> FieldEnd {
    while try hasCurrent() {
      let byte = current
      let isBlank = byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t")
      if byte == format.delimiter {
        line += quoted.lineEnds
        cursor += 1
        return .delimiter
      } else if byte == Self.lineFeed || byte == Self.carriageReturn {
        line += quoted.lineEnds
        return endRecord()
      } else if !isBlank {
        record.fields.removeLast()
        return try giveUpQuotedField(quoted, .textAfterQuote)
      }
      cursor += 1
    }
    line += quoted.lineEnds
    return cursor > maxRecordLength ? try giveUpRecord() : endRecordWithInput()
  }

  private func endQuotedFieldWithInput(_ quoted: QuotedField) throws(ImportError) -> FieldEnd {
    guard cursor < reach, current == Self.quote else {
      return try giveUpQuotedField(quoted, .unclosedQuote)
    }
    closeQuotedField(quoted)
    line += quoted.lineEnds
    return endRecordWithInput()
  }
}

// MARK: - Records that cannot be read

extension CSVReader {
  /// Ends the record with the line on which a quote opened; the text after the quote is its last field.
  private func giveUpQuotedField(
    _ quoted: QuotedField, _ problem: FileRecord.Problem
  ) throws(ImportError) -> FieldEnd {
    record.problem = quoted.firstLineEnd == nil ? problem : .unclosedQuote
    record.problemLine = line
    if let lineEnd = quoted.firstLineEnd {
      cursor = lineEnd
      append(quoted.opening + 1, cursor, .quoted)
      return endRecord()
    }
    while true {
      scanToLineEnd(before: reach)
      if cursor < reach {
        append(quoted.opening + 1, cursor, .quoted)
        return endRecord()
      }
      switch try supply() {
      case .more: continue
      case .tooLong: return try giveUpRecord()
      case .end:
        append(quoted.opening + 1, cursor, .quoted)
        return endRecordWithInput()
      }
    }
  }

  /// Ends the record within a quoted field that it is too long for; `next` refuses the file, unless the record's quotes
  /// match with other escapes.
  private func endWithEndlessQuote() -> FieldEnd {
    hasEndlessQuote = true
    record.problem = .unclosedQuote
    record.problemLine = line
    return endRecordWithInput()
  }

  /// Skips a line that is too long to be kept, unless it will be read again.
  ///
  /// If there is a quote in the rest of the line, the record may continue on other lines.
  private func giveUpRecord() throws(ImportError) -> FieldEnd {
    record.fields.removeAll()
    record.problem = .tooLong
    record.problemLine = line
    if isTryingEscapes { return .record }
    while true {
      let from = cursor
      scanToLineEnd(before: window.end - start)
      let rest = UnsafeBufferPointer(start: window.base + start + from, count: cursor - from)
      if rest.contains(Self.quote) { throw .endlessQuote(line: line) }
      if cursor < window.end - start { break }
      let added = try window.refill(keepingFrom: window.end)
      start = 0
      cursor = 0
      if added == 0 { return endRecordWithInput() }
    }
    defer { record.length = 0 }
    return endRecord()
  }

  private func scanToLineEnd(before end: Int) {
    while cursor < end, current != Self.lineFeed, current != Self.carriageReturn { cursor += 1 }
  }
}
