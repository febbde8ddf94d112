// Each function reads from the cursor and leaves it after the delimiter or line end of what it has read.
// Offsets count from the record's start, so they stay valid when the window slides.

extension CSVReader {
  /// Reads fields up to the record's end or to a quoted field.
  func readPlainFields() throws(ImportError) -> FieldEnd {
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
    var fields: [FileRecord.Field] = []
    swap(&fields, &record.fields)
    var from = from
    var index = cursor
    while index < end {
      let byte = bytes[index]
      if byte == delimiter {
        fields.append(FileRecord.Field(start: from, end: index, quoting: .none))
        from = index + 1
      } else if byte == Self.lineFeed || byte == Self.carriageReturn || (byte == Self.quote && index == from)
      {
        break
      }
      index += 1
    }
    swap(&fields, &record.fields)
    cursor = index
    return from
  }

  /// The state of a quoted field while it is read.
  struct QuotedField {
    /// The position of its first quote, from the record's start.
    let opening: Int
    var quoting = FileRecord.Quoting.quoted
    var lineEnds = 0
    var firstLineEnd: Int?

    init(opening: Int) { self.opening = opening }

    @inline(__always)
    mutating func noteLineEnd(_ byte: UInt8, after previous: UInt8, at index: Int) {
      let isLineEnd = byte == CSVReader.carriageReturn || byte == CSVReader.lineFeed
      let isSecondHalf = byte == CSVReader.lineFeed && previous == CSVReader.carriageReturn
      guard isLineEnd, !isSecondHalf else { return }
      lineEnds += 1
      firstLineEnd = firstLineEnd ?? index
    }
  }

  func readQuotedField() throws(ImportError) -> FieldEnd {
    var quoted = QuotedField(opening: cursor)
    cursor += 1
    while true {
      scanQuoted(&quoted)
      guard cursor + 1 < reach else {
        // A quote at the end may be the first half of a doubled one: the byte after it decides.
        switch try supply() {
        case .more: continue
        case .tooLong: return try giveUpQuotedField(quoted, .unclosedQuote)
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
      if byte <= Self.carriageReturn { quoted.noteLineEnd(byte, after: bytes[index - 1], at: index) }
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
    return endRecordWithInput()
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

  /// Drops a line that is too long to be kept, unless it will be read again.
  private func giveUpRecord() throws(ImportError) -> FieldEnd {
    record.fields.removeAll()
    record.problem = .tooLong
    record.problemLine = line
    if isTryingEscapes { return .record }
    while true {
      scanToLineEnd(before: window.end - start)
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
