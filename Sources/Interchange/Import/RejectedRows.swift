import DiaryModel

/// Writes rejected rows unchanged, each with its mistake, so that they can be corrected and imported again.
///
/// The reason comes first, so that an unclosed quote does not hide it; see ``ProblemColumn``. If an earlier import has
/// written the file, the new reason replaces the old one. Rows of a joined file follow the column names of their section,
/// which an import recognizes.
package final class RejectedRows {
  private let analysis: FileAnalysis
  private let output: any OutputSink
  private var error: ExportError?
  private var buffer: [UInt8] = []
  /// The column names that the next row follows in the output; `nil` if there are none yet.
  private var headerLine: [UInt8]?
  /// The rows that were written.
  package private(set) var count = 0

  /// Creates a writer for the rejected rows of a file.
  ///
  /// - Parameter output: Finished when everything is written, and only if rows were rejected.
  package init(_ analysis: FileAnalysis, to output: any OutputSink) {
    self.analysis = analysis
    self.output = output
  }

  /// Writes a row, unless it was imported.
  package func write(_ row: RejectedRow) {
    if row.isImported { return }
    let reason = row.messages.joined(separator: "; ")
    let header = row.headerLine ?? analysis.columns.headerLine
    writeHeader(header)
    count += 1
    writeLine(row.errors.contains(where: \.reason.isOfBrokenJSON) ? "" : reason, row.raw, below: header)
    if buffer.count > 1 << 16 { writeBuffer() }
  }

  /// Completes the file; it is not created if no rows were rejected.
  ///
  /// - Throws: `ExportError` if the file cannot be written.
  package func finish() throws(ExportError) {
    writeBuffer()
    if let error { throw error }
    if count > 0 { try output.finish() } else { output.discard() }
  }

  /// Replaces an earlier file with an empty one, because nothing was rejected.
  ///
  /// - Throws: `ExportError` if the file cannot be written.
  package func finishEmpty() throws(ExportError) { try output.finish() }

  /// Writes column names, unless they are those of the row before.
  private func writeHeader(_ line: [UInt8]) {
    guard case .csv = analysis.syntax, line != headerLine else { return }
    // The first names decide what the file is, so they come first even if no row follows them.
    if headerLine == nil, line != analysis.columns.headerLine { writeHeader(analysis.columns.headerLine) }
    headerLine = line
    writeLine(ProblemColumn.name(for: analysis), line, below: line)
  }

  /// Writes a line with a field before it.
  ///
  /// - Parameter header: The column names of the line. If the first of them is that of the reasons of an earlier import, the
  ///   field replaces that of the line.
  private func writeLine(_ first: String, _ raw: [UInt8], below header: [UInt8]) {
    switch analysis.syntax {
    case .csv(let format):
      var first = first
      first.withUTF8 { CSVWriter.append(quoted: $0, to: &buffer) }
      buffer.append(format.delimiter)
      let end = Self.hasReasons(header, format.delimiter) ? Self.endOfFirstField(raw, format.delimiter) : nil
      buffer += end.map { raw[($0 + 1)...] } ?? raw[...]
    case .json: writeObject(first, raw)
    }
    buffer.append(UInt8(ascii: "\n"))
  }

  /// Returns whether the first column of a header has the reasons of an earlier import.
  private static func hasReasons(_ header: [UInt8], _ delimiter: UInt8) -> Bool {
    let field = header[..<(endOfFirstField(header, delimiter) ?? header.endIndex)]
    // The name has no quotes.
    let name = field.filter { $0 != UInt8(ascii: "\"") }.drop { $0 <= 0x20 }
    return ProblemColumn.isName(String(decoding: name, as: UTF8.self))
  }

  /// Returns the index of the first delimiter in a line of CSV; `nil` if it has none.
  private static func endOfFirstField(_ line: [UInt8], _ delimiter: UInt8) -> Int? {
    var isQuoted = false
    return line.firstIndex { byte in
      if byte == UInt8(ascii: "\"") { isQuoted.toggle() }
      return byte == delimiter && !isQuoted
    }
  }

  /// Writes the object with the reason as its first member; a line that is not an object stays as it is.
  private func writeObject(_ reason: String, _ raw: [UInt8]) {
    guard !reason.isEmpty, raw.first == UInt8(ascii: "{") else { return buffer.append(contentsOf: raw) }
    var reason = reason
    buffer += "{\"\(ProblemColumn.name)\":".utf8
    reason.withUTF8 { JSONWriter.append(string: $0, to: &buffer) }
    let rest = Self.withoutReason(raw)
    let isEmpty = rest.first { $0 > 0x20 } == UInt8(ascii: "}")
    if !isEmpty { buffer.append(UInt8(ascii: ",")) }
    buffer += rest
  }

  /// Returns an object after its opening brace, without a reason that was written there before.
  private static func withoutReason(_ object: [UInt8]) -> ArraySlice<UInt8> {
    let opening = Array("{\"\(ProblemColumn.name)\":\"".utf8)
    guard object.starts(with: opening) else { return object.dropFirst() }
    var rest = object.dropFirst(opening.count)
    while let byte = rest.first, byte != UInt8(ascii: "\"") {
      rest = rest.dropFirst(byte == UInt8(ascii: "\\") ? 2 : 1)
    }
    rest = rest.dropFirst()
    return rest.first == UInt8(ascii: ",") ? rest.dropFirst() : rest
  }

  private func writeBuffer() {
    guard error == nil else { return }
    do throws(ExportError) {
      try output.write(buffer)
    } catch {
      self.error = error
    }
    buffer.removeAll(keepingCapacity: true)
  }
}
