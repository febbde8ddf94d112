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

/// One record of a file, as a view of the reader's memory.
///
/// A reader has a single record, which always shows the last one read. Only `text(at:)` and `value(at:)` create
/// strings.
package final class FileRecord {
  /// What is wrong with a record's quotes or size; its fields are then incomplete.
  package enum Problem: Hashable, Sendable {
    /// A quoted field does not end. Reading continues with the line after the opening quote.
    case unclosedQuote
    /// Something other than a delimiter follows a closing quote.
    case textAfterQuote
    /// The record is larger than the reader accepts.
    case tooLong
    /// A line of JSON, or an entry of a list, that is not an object; its text is the only field.
    case notJSON
  }

  /// How a field is written.
  enum Quoting {
    case none
    /// Between quotes, or a JSON string.
    case quoted
    /// Between quotes and with doubled quotes in it.
    case doubled
    /// Between quotes and with backslashes that make the quote or backslash after them text.
    case backslashed
    /// An array or object of JSON, as it is written.
    case nested
  }

  /// Offsets from the record's start, without the quotes around the field.
  struct Field {
    var start: Int
    var end: Int
    var quoting: Quoting
    /// Whether the record does not have the field, which other records have.
    var isAbsent = false

    static let absent = Field(start: 0, end: 0, quoting: .none, isAbsent: true)
  }

  /// The line of the file on which the record starts, from 1.
  package internal(set) var line = 1
  /// What is wrong with the record; `nil` if its fields are complete.
  package internal(set) var problem: Problem?
  /// Where an object of JSON is broken, and how; `nil` if the record is none.
  var jsonError: ImportError?
  /// The line of the quote that `problem` is about.
  package internal(set) var problemLine = 1
  var fields: [Field] = []
  /// The record's first byte.
  var base: UnsafeMutablePointer<UInt8>?
  /// The length of the record without its line end.
  var length = 0
  /// The record as it is in the file, until one of its values is read.
  var raw = UnsafeBufferPointer<UInt8>(start: nil, count: 0)
  /// Whether the record repeats the column names, all or some of them in any order.
  var isHeader = false
  /// The section of the record; `nil` if its fields are written in the order of the file's first column names.
  var section: FileSection?
  /// Whether an arranged record had fewer fields than the column names before it.
  private(set) var lacksFields = false

  private var knownTraits: Traits?

  /// The number of fields; for JSON, of all names that have occurred so far.
  package var fieldCount: Int { fields.count }

  /// Whether all fields are empty or blank.
  package var isBlank: Bool {
    fields.indices.allSatisfy { trimmed(bytes(at: $0)).isEmpty }
  }

  private var content: UnsafeBufferPointer<UInt8> { UnsafeBufferPointer(start: base, count: length) }

  /// Returns whether the field has a value: an empty field without quotes has none, and neither has `null`.
  func isPresent(at index: Int) -> Bool {
    guard index < fields.count else { return false }
    return fields[index].quoting != .none || fields[index].start < fields[index].end
  }

  /// Returns whether the record has the field, even if it is empty or `null`.
  func hasField(at index: Int) -> Bool { index < fields.count && !fields[index].isAbsent }

  /// Returns whether the field is between quotes, as texts of JSON are.
  func isQuoted(at index: Int) -> Bool { index < fields.count && fields[index].quoting == .quoted }

  /// Returns whether the field is an array or object of JSON.
  func isNested(at index: Int) -> Bool { index < fields.count && fields[index].quoting == .nested }

  /// Whether the record is not UTF-8, so that its fields are read as Windows-1252.
  package var isWindows1252: Bool { traits.isWindows1252 }

  /// Returns the field as it is in the file, without quotes.
  package func text(at index: Int) -> String {
    let bytes = unescaped(at: index)
    return isWindows1252 ? Windows1252.decode(bytes) : String(decoding: bytes, as: UTF8.self)
  }

  /// Calls `body` with the field's value in UTF-8: blanks around it and NUL bytes removed, line ends as LF.
  ///
  /// The bytes are valid within `body` only.
  ///
  /// - Throws: The error of `body`.
  package func withValue<Result, Failure: Error>(
    at index: Int, _ body: (UnsafeBufferPointer<UInt8>) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    guard index < fields.count else { return try body(UnsafeBufferPointer(start: nil, count: 0)) }
    let bytes = unescaped(at: index)
    guard isWindows1252 || traits.needsCleaning else { return try body(trimmed(bytes)) }
    let value = isWindows1252 ? cleaned(Array(Windows1252.decode(bytes).utf8)) : cleaned(Array(bytes))
    return try value.withUnsafeBufferPointer { bytes throws(Failure) in try body(trimmed(bytes)) }
  }

  /// Calls `body` with the field in UTF-8, with nothing removed.
  func withExactValue<Result, Failure: Error>(
    at index: Int, _ body: (UnsafeBufferPointer<UInt8>) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    guard index < fields.count else { return try body(UnsafeBufferPointer(start: nil, count: 0)) }
    let bytes = unescaped(at: index)
    guard isWindows1252 else { return try body(bytes) }
    let value = Array(Windows1252.decode(bytes).utf8)
    return try value.withUnsafeBufferPointer { bytes throws(Failure) in try body(bytes) }
  }

  /// Returns the value that `withValue` passes; `nil` if it is empty.
  package func value(at index: Int) -> String? {
    withValue(at: index) { $0.isEmpty ? nil : String(decoding: $0, as: UTF8.self) }
  }

  func reset(line: Int) {
    self.line = line
    problem = nil
    knownTraits = nil
    fields.removeAll(keepingCapacity: true)
    isHeader = false
    lacksFields = false
    section = nil
    jsonError = nil
  }
}

extension FileRecord {
  /// The conversions that turn the bytes of a record into text.
  private struct Traits {
    var isWindows1252 = false
    /// There is a NUL byte or a carriage return in a field.
    var needsCleaning = false
  }

  private var traits: Traits {
    if let knownTraits { return knownTraits }
    let bytes = content
    var highBits: UInt8 = 0
    var needsCleaning: Bool = false
    for byte in bytes {
      highBits |= byte
      needsCleaning = needsCleaning || byte == 0 || byte == UInt8(ascii: "\r")
    }
    let isText = highBits < 0x80 || UTF8Check.isValid(bytes)
    let traits = Traits(isWindows1252: !isText, needsCleaning: needsCleaning)
    knownTraits = traits
    return traits
  }

  /// Returns the field as it is in the file, without quotes and blanks around it; the record stays unchanged.
  func writtenValue(at index: Int) -> UnsafeBufferPointer<UInt8> { trimmed(bytes(at: index)) }

  /// Puts the fields of a complete record in other columns; call this before a value is read.
  ///
  /// - Parameters:
  ///   - columns: The column of each field, from 0; further fields follow those of all columns.
  ///   - count: The number of columns; the record does not have the others.
  func arrange(in columns: [Int], count: Int) {
    if problem != nil { return }
    lacksFields = fields.count < columns.count
    var arranged = [Field](repeating: .absent, count: count)
    for (field, column) in zip(fields, columns) { arranged[column] = field }
    fields = arranged + fields.dropFirst(columns.count)
  }

  private func bytes(at index: Int) -> UnsafeBufferPointer<UInt8> {
    let field = fields[index]
    return UnsafeBufferPointer(
      start: base.map { UnsafePointer($0 + field.start) }, count: field.end - field.start)
  }

  /// Returns the field without its escapes.
  private func unescaped(at index: Int) -> UnsafeBufferPointer<UInt8> {
    guard fields[index].quoting == .doubled || fields[index].quoting == .backslashed else {
      return bytes(at: index)
    }
    // The bytes left over after the shortened field could look like broken UTF-8, so the encoding is determined before.
    _ = traits
    unescapeInPlace(index)
    return bytes(at: index)
  }

  /// Removes the escapes from the field's bytes in place, once.
  ///
  /// The reader continues after the record, so nothing reads the original bytes again.
  private func unescapeInPlace(_ index: Int) {
    let field = fields[index]
    guard let target = base.map({ $0 + field.start }) else { return }
    let quote = UInt8(ascii: "\""), backslash = UInt8(ascii: "\\")
    var from = 0
    var to = 0
    let count = field.end - field.start
    while from < count {
      let next = from + 1 < count ? target[from + 1] : 0
      let isDoubled = target[from] == quote && next == quote
      let isBackslashed =
        field.quoting == .backslashed && target[from] == backslash && (next == quote || next == backslash)
      if isDoubled || isBackslashed { from += 1 }
      target[to] = target[from]
      from += 1
      to += 1
    }
    fields[index] = Field(start: field.start, end: field.start + to, quoting: .quoted)
  }
}
