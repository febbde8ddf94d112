import Testing

@testable import Interchange

@Suite struct CSVBackslashTests {
  @Test(arguments: [
    "a,b\n\"say \\\"hi\\\"\",1\n2,x\n", "a,b\n\"say \\\"hi\\\"\",\"1\"\n\"2\",\"x\"\n",
  ])
  func quotesAfterBackslashesBelongToTheirField(text: String) throws {
    #expect(try fields(of: text) == [["a", "b"], ["say \"hi\"", "1"], ["2", "x"]])
  }

  @Test func backslashesThatEscapeNothingAreKept() throws {
    #expect(
      try fields(of: "a,b\n\"C:\\beer\\\",1\n2\\,\\x\n") == [
        ["a", "b"], ["C:\\beer\\", "1"], ["2\\", "\\x"],
      ])
  }

  @Test func aFileMayEscapeQuotesInBothWays() throws {
    let text = "a,b\n\"one \\\"x\\\" two\",1\n\"ends with \\\",2\n\"doubled \"\"y\"\"\",3\n"
    #expect(
      try fields(of: text) == [
        ["a", "b"], ["one \"x\" two", "1"], ["ends with \\", "2"], ["doubled \"y\"", "3"],
      ])
  }

  @Test func aRowThatNeitherWayOfEscapingExplainsIsReported() throws {
    let records = try snapshots(of: "a,b\n\"x \\\"y\" z\",1\n2,3\n")
    #expect(records.map(\.problem) == [nil, .textAfterQuote, nil])
    #expect(records[2] == RecordSnapshot(line: 3, ["2", "3"]))
  }
}

@Suite struct UnmarkedUTF16Tests {
  @Test(arguments: [false, true])
  func utf16WithoutAMarkIsRecognizedByItsZeros(isBigEndian: Bool) throws {
    let bytes = "name,style\nKölsch 一番,Lager\n".utf16.flatMap { unit in
      isBigEndian ? [UInt8(unit >> 8), UInt8(unit & 0xFF)] : [UInt8(unit & 0xFF), UInt8(unit >> 8)]
    }
    for chunk in [1, 3, 1000] {
      #expect(try fields(of: bytes, chunk: chunk) == [["name", "style"], ["Kölsch 一番", "Lager"]])
    }
  }

  @Test func textWithAFewZerosIsNotTakenForUTF16() throws {
    #expect(try fields(of: "na\0me,style\nSt\0out,x\n").count == 2)
  }
}
