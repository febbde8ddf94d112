/// One record of a file, seen where it lies in the reader's memory.
///
/// A reader has one of these and refills it, so it shows the record read last. No `String` is made until `text(at:)`
/// asks for one.
package final class FileRecord {
  /// What is wrong with a record's quotes or size; its fields are then incomplete.
  package enum Problem: Hashable, Sendable {
    /// A quoted field does not end. Reading goes on at the line after the opening quote.
    case unclosedQuote
    /// Something other than a delimiter follows a closing quote.
    case textAfterQuote
    /// The record is larger than the reader accepts.
    case tooLong
    /// A JSON object on a line of its own that is none; the line's text is its only field.
    case notJSON
  }

  /// How a field is written.
  enum Quoting {
    case none
    /// Between quotes, or a JSON string.
    case quoted
    /// Between quotes and with doubled quotes in it.
    case doubled
    /// Between quotes and with backslashes that make the quote or backslash behind them text.
    case backslashed
    /// An array or object of JSON, as it is written.
    case nested
  }

  /// Offsets from the record's start, without the quotes around the field.
  struct Field {
    var start: Int
    var end: Int
    var quoting: Quoting

    static let absent = Field(start: 0, end: 0, quoting: .none)
  }

  /// The line in the file where the record starts, from 1.
  package internal(set) var line = 1
  package internal(set) var problem: Problem?
  /// The line of the quote that `problem` is about.
  package internal(set) var problemLine = 1
  var fields: [Field] = []
  /// Where the record starts.
  var base: UnsafeMutablePointer<UInt8>?
  /// Length of the record without its line end.
  var length = 0
  /// The record as it is in the file, as long as none of its values was asked for.
  var raw = UnsafeBufferPointer<UInt8>(start: nil, count: 0)

  private var knownTraits: Traits?

  package var fieldCount: Int { fields.count }

  /// Whether no field holds anything but blanks.
  package var isBlank: Bool {
    fields.indices.allSatisfy { trimmed(bytes(at: $0)).isEmpty }
  }

  private var content: UnsafeBufferPointer<UInt8> { UnsafeBufferPointer(start: base, count: length) }

  /// Whether the field is there: not left out, and neither empty without quotes nor `null`.
  func isPresent(at index: Int) -> Bool {
    guard index < fields.count else { return false }
    return fields[index].quoting != .none || fields[index].start < fields[index].end
  }

  /// Whether the field is between quotes, as text of JSON is.
  func isQuoted(at index: Int) -> Bool { index < fields.count && fields[index].quoting == .quoted }

  /// Whether the field is an array or object of JSON and no text or number.
  func isNested(at index: Int) -> Bool { index < fields.count && fields[index].quoting == .nested }

  /// Whether the record is no UTF-8 and its fields are therefore read as Windows-1252.
  package var isWindows1252: Bool { traits.isWindows1252 }

  /// The field as it is in the file, without quotes.
  package func text(at index: Int) -> String {
    let bytes = unescaped(at: index)
    return isWindows1252 ? Windows1252.decode(bytes) : String(decoding: bytes, as: UTF8.self)
  }

  /// Lends the field's value in UTF-8: blanks around it and NUL bytes removed, line ends as LF.
  ///
  /// The bytes are valid within `body` only.
  package func withValue<Result, Failure: Error>(
    at index: Int, _ body: (UnsafeBufferPointer<UInt8>) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    guard index < fields.count else { return try body(UnsafeBufferPointer(start: nil, count: 0)) }
    let bytes = unescaped(at: index)
    guard isWindows1252 || traits.needsCleaning else { return try body(trimmed(bytes)) }
    let value = isWindows1252 ? cleaned(Array(Windows1252.decode(bytes).utf8)) : cleaned(Array(bytes))
    return try value.withUnsafeBufferPointer { bytes throws(Failure) in try body(trimmed(bytes)) }
  }

  /// Lends the field in UTF-8 as it is, nothing removed.
  func withExactValue<Result, Failure: Error>(
    at index: Int, _ body: (UnsafeBufferPointer<UInt8>) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    guard index < fields.count else { return try body(UnsafeBufferPointer(start: nil, count: 0)) }
    let bytes = unescaped(at: index)
    guard isWindows1252 else { return try body(bytes) }
    let value = Array(Windows1252.decode(bytes).utf8)
    return try value.withUnsafeBufferPointer { bytes throws(Failure) in try body(bytes) }
  }

  /// The field's value as `withValue` lends it; `nil` where it is empty.
  package func value(at index: Int) -> String? {
    withValue(at: index) { $0.isEmpty ? nil : String(decoding: $0, as: UTF8.self) }
  }

  func reset(line: Int) {
    self.line = line
    problem = nil
    knownTraits = nil
    fields.removeAll(keepingCapacity: true)
  }
}

extension FileRecord {
  /// What the bytes of a record ask for before they are text.
  private struct Traits {
    var isWindows1252 = false
    /// There is a NUL byte or a carriage return in a field.
    var needsCleaning = false
  }

  private var traits: Traits {
    if let knownTraits { return knownTraits }
    let bytes = content
    var (highBits, needsCleaning): (UInt8, Bool) = (0, false)
    for byte in bytes {
      highBits |= byte
      needsCleaning = needsCleaning || byte == 0 || byte == UInt8(ascii: "\r")
    }
    let isText = highBits < 0x80 || UTF8Check.isValid(bytes)
    let traits = Traits(isWindows1252: !isText, needsCleaning: needsCleaning)
    knownTraits = traits
    return traits
  }

  private func bytes(at index: Int) -> UnsafeBufferPointer<UInt8> {
    let field = fields[index]
    return UnsafeBufferPointer(
      start: base.map { UnsafePointer($0 + field.start) }, count: field.end - field.start)
  }

  /// The field with its escapes taken out.
  private func unescaped(at index: Int) -> UnsafeBufferPointer<UInt8> {
    guard fields[index].quoting == .doubled || fields[index].quoting == .backslashed else {
      return bytes(at: index)
    }
    // The bytes left over behind the shortened field could look like broken UTF-8: judge the record before.
    _ = traits
    unescapeInPlace(index)
    return bytes(at: index)
  }

  /// Moves the field's bytes together over what only escapes others, once.
  ///
  /// The reader goes on behind the record's fields, so nothing reads the original bytes again.
  private func unescapeInPlace(_ index: Int) {
    let field = fields[index]
    guard let target = base.map({ $0 + field.start }) else { return }
    let quote = UInt8(ascii: "\""), backslash = UInt8(ascii: "\\")
    var (from, to) = (0, 0)
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
