import Testing

@testable import Interchange

/// The cases that csv-spectrum collects, with our own data.
@Suite struct CSVSpectrumTests {
  @Test(arguments: [
    ("simple", "a,b,c\n1,2,3\n", [["a", "b", "c"], ["1", "2", "3"]]),
    ("simple, CRLF", "a,b,c\r\n1,2,3\r\n", [["a", "b", "c"], ["1", "2", "3"]]),
    (
      "commas in quotes", "beer,where\nStout,\"Cork, Ireland\"\n",
      [["beer", "where"], ["Stout", "Cork, Ireland"]]
    ),
    ("empty fields", "a,b,c\n1,\"\",\"\"\n2,,4\n", [["a", "b", "c"], ["1", "", ""], ["2", "", "4"]]),
    (
      "empty fields, CRLF", "a,b,c\r\n1,\"\",\"\"\r\n2,,4\r\n",
      [["a", "b", "c"], ["1", "", ""], ["2", "", "4"]]
    ),
    (
      "doubled quotes", "a,b\n1,\"the \"\"best\"\" one\"\n3,\"\"\"\"\n",
      [["a", "b"], ["1", "the \"best\" one"], ["3", "\""]]
    ),
    (
      "JSON", "key,val\n1,\"{\"\"hop\"\": \"\"Saaz\"\", \"\"g\"\": [1, 2]}\"\n",
      [["key", "val"], ["1", "{\"hop\": \"Saaz\", \"g\": [1, 2]}"]]
    ),
    ("newlines in quotes", "a,b\n1,\"one\ntwo\"\n2,x\n", [["a", "b"], ["1", "one\ntwo"], ["2", "x"]]),
    (
      "newlines in quotes, CRLF", "a,b\r\n1,\"one\r\ntwo\"\r\n2,x\r\n",
      [["a", "b"], ["1", "one\r\ntwo"], ["2", "x"]]
    ),
    (
      "quotes and newlines", "a,b\n1,\"so\n\"\"good\"\"\nagain\"\n",
      [["a", "b"], ["1", "so\n\"good\"\nagain"]]
    ),
    ("UTF-8", "a,b\n一番搾り,ʤ\n🍺,é\n", [["a", "b"], ["一番搾り", "ʤ"], ["🍺", "é"]]),
  ])
  func theFilesOfCSVSpectrumAreRead(name: String, text: String, expected: [[String]]) throws {
    #expect(try fields(of: text) == expected, "\(name)")
  }
}
