import Testing

@testable import Interchange

@Suite struct CSVFormatTests {
  @Test(arguments: [
    ("name,style\n", ","), ("name;style\n", ";"), ("name\tstyle\n", "\t"), ("name|style\n", "|"),
    ("name;\"a,b,c,d\";style\n", ";"), ("name;notes, long;style;x\n", ";"), ("\n \r\nname;style\n", ";"),
    ("name\nStout; dry\n", ","), ("name", ","),
  ])
  func theDelimiterIsFoundInTheHeader(text: String, delimiter: Unicode.Scalar) throws {
    let reader = try CSVReader(ByteInput(Array(text.utf8)))
    #expect(reader.format.delimiter == UInt8(ascii: delimiter))
  }

  @Test(arguments: ["sep=;\n", "sep=;\r\n", "SEP=;\r", "\"sep=;\"\r\n", "\u{FEFF}sep=;\r\n"])
  func excelsSeparatorLineNamesTheDelimiter(line: String) throws {
    let records = try snapshots(of: line + "name;a,b,c\nStout;1\n")
    #expect(
      records == [RecordSnapshot(line: 2, ["name", "a,b,c"]), RecordSnapshot(line: 3, ["Stout", "1"])])
  }

  @Test(arguments: ["sep=;", "SEP=;", "\"sep=;\""])
  func separatorLinesOfJoinedFilesAreSkipped(line: String) throws {
    let file = "\u{FEFF}\(line)\r\na;b\r\n1;2\r\n"
    #expect(try fields(of: file + file) == [["a", "b"], ["1", "2"], ["a", "b"], ["1", "2"]])
    #expect(try fields(of: "a;b\nsep=;\n") == [["a", "b"], ["sep=", ""]])
  }

  @Test(arguments: ["sep=\"", "sep=x", "sep=", "sep=;;", "sep=\u{1}"])
  func aSeparatorLineThatNamesNoDelimiterIsAHeader(line: String) throws {
    #expect(try CSVReader(ByteInput(Array((line + "\na,b\n").utf8))).format.preambleLines == 0)
  }

  @Test func aGivenDelimiterIsUsedInstead() throws {
    #expect(try fields(of: "a,b;c\n", delimiter: UInt8(ascii: ";")) == [["a,b", "c"]])
  }

  @Test(arguments: [
    (Array("SQLite format 3\0rest".utf8), "an SQLite database"),
    ([0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 0, 0, 0, 13], "a PNG picture"),
    ([UInt8](repeating: 0, count: 100), "a binary file"),
  ])
  func binaryFilesAreRefused(bytes: [UInt8], kind: String) {
    #expect(throws: ImportError.binary(kind: kind)) { try CSVReader(ByteInput(bytes)) }
  }
}
