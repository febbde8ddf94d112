import Testing

@testable import Interchange

@Suite struct CSVReaderTests {
  @Test(arguments: ["a,b\n1,2\n3,4\n", "a,b\r\n1,2\r\n3,4\r\n", "a,b\r1,2\r3,4\r", "a,b\r1,2\r\n3,4\n"])
  func everyKindOfLineEndIsRead(text: String) throws {
    let expected = [
      RecordSnapshot(line: 1, ["a", "b"]), RecordSnapshot(line: 2, ["1", "2"]),
      RecordSnapshot(line: 3, ["3", "4"]),
    ]
    #expect(try snapshots(of: text) == expected)
  }

  @Test(arguments: ["a,b\n1,2", "a,b\n1,\"2\"", "a,b\n1,\"2\"  "])
  func theLastLineNeedsNoLineEnd(text: String) throws {
    #expect(try fields(of: text) == [["a", "b"], ["1", "2"]])
  }

  @Test func anEmptyLastFieldIsKept() throws {
    #expect(try fields(of: "a,b\n1,") == [["a", "b"], ["1", ""]])
  }

  @Test func quotedLineEndsAndEmptyLinesCountAsLines() throws {
    let text = "a,b\n\n\n1,\"x\ny\r\nz\rw\"\n\n2,3\n"
    #expect(try snapshots(of: text).map(\.line) == [1, 4, 9])
  }

  @Test func quotesInsideAnUnquotedFieldAreText() throws {
    #expect(try fields(of: "a,b\n6\" pipe,say \"hi\"\n") == [["a", "b"], ["6\" pipe", "say \"hi\""]])
  }

  @Test func blanksMayFollowAClosingQuote() throws {
    #expect(try fields(of: "a,b\n\"x\" ,\"y\"\t\n") == [["a", "b"], ["x", "y"]])
  }

  @Test(arguments: [1, 3, Int.max])
  func aQuoteAfterBlanksOpensAFieldIfTheHeaderHasBlanksAfterItsDelimiters(chunk: Int) throws {
    let rows = "1, \"x, y\",  \"a\nb\" \n\"2\", c \"d\", \"\"\n"
    let expected = [["1", "x, y", "a\nb"], ["2", " c \"d\"", ""]]
    // A file of rejected rows has the column of reasons before the others, without a blank after its comma.
    for header in ["k, l, m", "\"k\", \"l\", \"m\"", "k,l, m"] {
      #expect(try fields(of: Array("\(header)\n\(rows)".utf8), chunk: chunk).dropFirst() == expected[...])
    }
    #expect(
      try fields(of: Array("k,l\n1, \"x\"\n".utf8), chunk: chunk) == [["k", "l"], ["1", " \"x\""]])
  }

  @Test(.timeLimit(.minutes(60))) func aFieldOfManyBlanksAndQuotesIsReadInAMoment() throws {
    let text = String(repeating: " ", count: 1_000_000) + "x" + String(repeating: "\"", count: 1_000_000)
    #expect(try fields(of: "k, l\n1,\(text)\n").last == ["1", text])
  }

  @Test func byteOrderMarksBeforeRecordsAreLeftOut() throws {
    let text = "\u{FEFF}a,b\n1,2\n\u{FEFF}a,b\n\u{FEFF}\"3\",4\n"
    #expect(try fields(of: text) == [["a", "b"], ["1", "2"], ["a", "b"], ["3", "4"]])
  }

  @Test func fieldsOfMegabytesAreReadWhole() throws {
    let long = String(repeating: "hop,\n", count: 400_000)
    let records = try fields(of: "a,b\n1,\"\(long)\"\n2,x\n")
    #expect(records == [["a", "b"], ["1", long], ["2", "x"]])
  }

  @Test func anEmptyFileHasNoRecords() throws {
    #expect(try fields(of: "").isEmpty)
    #expect(try fields(of: "\u{FEFF}").isEmpty)
    #expect(try fields(of: "\r\n\r\n").isEmpty)
  }
}

@Suite struct CSVEncodingTests {
  @Test(arguments: [false, true])
  func utf16IsDecodedAfterAByteOrderMark(isBigEndian: Bool) throws {
    let text = "name,style\n一番搾り,Lager\n🍺,\"a, b\"\n"
    let bytes = ("\u{FEFF}" + text).utf16.flatMap { unit in
      isBigEndian ? [UInt8(unit >> 8), UInt8(unit & 0xFF)] : [UInt8(unit & 0xFF), UInt8(unit >> 8)]
    }
    for chunk in [1, 2, 3, 7, 1000] {
      #expect(
        try fields(of: bytes, chunk: chunk) == [["name", "style"], ["一番搾り", "Lager"], ["🍺", "a, b"]])
    }
  }

  @Test func brokenUTF16IsReplaced() throws {
    let bytes: [UInt8] = [0xFF, 0xFE, 0x61, 0, 0x00, 0xD8, 0x62, 0, 0x00, 0xDC, 0x63]
    #expect(try fields(of: bytes) == [["a\u{FFFD}b\u{FFFD}\u{FFFD}"]])
  }

  @Test func onlyRowsThatAreNotUTF8AreReadAsWindows1252() throws {
    let bytes = Array("name\nCaf".utf8) + [0xE9, 0x20, 0x80] + Array("5\nCafé\n".utf8)
    let reader = try CSVReader(ByteInput(bytes))
    var read: [(String, Bool)] = []
    while let record = try reader.next() { read.append((record.text(at: 0), record.isWindows1252)) }
    #expect(read.map(\.0) == ["name", "Café €5", "Café"])
    #expect(read.map(\.1) == [false, true, false])
  }

  @Test func doubledQuotesDoNotAffectTheEncoding() throws {
    let reader = try CSVReader(ByteInput(Array("\"\"\"é\"\"é\"\n".utf8)))
    let record = try #require(try reader.next())
    #expect(record.text(at: 0) == "\"é\"é")
    #expect(!record.isWindows1252)
  }

  @Test func nulBytesAreLeftOutOfValues() throws {
    let reader = try CSVReader(ByteInput(Array("name,style,notes,abv\nSt\0out\0,\0,x,5\n".utf8)))
    _ = try reader.next()
    let record = try #require(try reader.next())
    #expect((0..<4).map(record.value) == ["Stout", nil, "x", "5"])
  }

  @Test func valuesAreTrimmedAndTheirLinesEndWithLineFeeds() throws {
    let reader = try CSVReader(ByteInput(Array("name,style\n\" one\r\ntwo\rthree\r\n\",\t x \n".utf8)))
    _ = try reader.next()
    let record = try #require(try reader.next())
    #expect((0..<2).map(record.value) == ["one\ntwo\nthree", "x"])
  }
}

@Suite struct CSVBrokenQuoteTests {
  @Test func aQuoteThatIsNeverClosedIsReportedAndReadingContinues() throws {
    let records = try snapshots(of: "a,b\n1,\"open\n2,x\n3,y\n")
    #expect(
      records == [
        RecordSnapshot(line: 1, ["a", "b"]),
        RecordSnapshot(line: 2, ["1", "open"], problem: .unclosedQuote, problemLine: 2),
        RecordSnapshot(line: 3, ["2", "x"]),
        RecordSnapshot(line: 4, ["3", "y"]),
      ])
  }

  @Test func aQuoteBeforeTextOpensAFieldInsteadOfClosingAnEarlierOne() throws {
    let records = try snapshots(of: "a,b\n1,\"open\r\n2,x\r\n3,\"y, z\"\r\n")
    #expect(records.map(\.line) == [1, 2, 3, 4])
    #expect(records.map(\.problem) == [nil, .unclosedQuote, nil, nil])
    #expect(records[3].fields == ["3", "y, z"])
  }

  @Test func anUnclosedQuoteIsReportedWithTheLineWhereItOpens() throws {
    let records = try snapshots(of: "a,b,c\n\"x\ny\",\"open,1\n2,x,y\n")
    #expect(
      records[1] == RecordSnapshot(line: 2, ["x\ny", "open,1"], problem: .unclosedQuote, problemLine: 3))
    #expect(records[2] == RecordSnapshot(line: 4, ["2", "x", "y"]))
  }

  @Test func textAfterAClosingQuoteIsAProblemOfItsRow() throws {
    let records = try snapshots(of: "a,b\n\"Bud\" Light,4\n2,x\n")
    #expect(
      records[1] == RecordSnapshot(line: 2, ["Bud\" Light,4"], problem: .textAfterQuote, problemLine: 2))
    #expect(records[2] == RecordSnapshot(line: 3, ["2", "x"]))
  }

  @Test func anUnclosedQuoteInTheLastLineIsReported() throws {
    let records = try snapshots(of: "a,b\n1,\"open")
    #expect(records[1] == RecordSnapshot(line: 2, ["1", "open"], problem: .unclosedQuote, problemLine: 2))
  }

  /// A quote that is never closed, one that another field seems to close, a large field of many lines and one of a
  /// single line, and a large row with a quote after its maximum length.
  @Test(arguments: [
    "1,\"open\n\(lines)", "1,\"open\n\(lines)3,\"y\"\n", "1,\"open\n\(lines)\",4\n3,y\n",
    "1,\"\(line)\"\n3,y\n", "1,\(line),\"a\nb\"\n3,y\n",
  ])
  func theTextOfAQuotedFieldThatIsTooLongBecomesNoRows(rows: String) throws {
    for chunk in [Int.max, 7] {
      let reader = try CSVReader(
        ByteInput(Array("a,b\n0,\"x\ny\"\n\(rows)".utf8), chunk: chunk), chunkSize: 64, maxRecordLength: 256)
      for line in 1...2 { #expect(try reader.next()?.line == line) }
      #expect(throws: ImportError.endlessQuote(line: 4)) { try reader.next() }
    }
  }

  @Test func aQuoteThatABackslashEscapesDoesNotMakeAFieldTooLong() throws {
    let records = try snapshots(
      of: Array("a,b\n1,\"x\\\"\"\n\(Self.lines)".utf8), window: 64, maxRecordLength: 256)
    #expect(records.count == 1002)
    #expect(records[1] == RecordSnapshot(line: 2, ["1", "x\""]))
  }

  private static let lines = String(repeating: "2,x\n", count: 1000)
  private static let line = String(repeating: "x", count: 5000)

  @Test func blanksAfterAClosingQuoteBelongToItsRowHoweverManyThereAre() throws {
    let blanks = String(repeating: " ", count: 5000)
    let records = try snapshots(
      of: Array("a,b\n\"1\"\(blanks),2\n3,y\n".utf8), window: 64, maxRecordLength: 256)
    #expect(records.map(\.problem) == [nil, .tooLong, nil])
    #expect(records.last == RecordSnapshot(line: 3, ["3", "y"]))
  }

  /// Taken with the backslash as an escape, the first row runs into the second, which is too long.
  @Test func aRowIsReadWithoutEscapesIfItIsTooLongWithThem() throws {
    let long = String(repeating: "x", count: 5000)
    let reader = try CSVReader(
      ByteInput(Array("a,b\n\"1\\\"x\n\",\(long)\n3,y\n".utf8), chunk: 64), chunkSize: 64,
      maxRecordLength: 256)
    _ = try reader.next()
    let record = try #require(try reader.next())
    #expect(record.line == 2 && record.problem == .textAfterQuote)
    // Without escapes, the next row begins with a quote that nothing closes.
    #expect(throws: ImportError.endlessQuote(line: 3)) { try reader.next() }
  }

  @Test func aLineThatIsTooLongIsSkipped() throws {
    let long = String(repeating: "x", count: 5000)
    let records = try snapshots(
      of: Array("a,b\n1,\(long)\n2,y\n".utf8), window: 64, maxRecordLength: 256)
    #expect(records.map(\.problem) == [nil, .tooLong, nil])
    #expect(records.map(\.line) == [1, 2, 3])
    #expect(records[2].fields == ["2", "y"])
  }
}
