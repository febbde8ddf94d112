import Testing

@testable import Interchange

@Suite struct JSONRecordReaderTests {
  /// Every record as its fields by name, `nil` for those that are not there.
  private func records(_ text: String, chunk: Int = .max, window: Int = 64) throws -> [[String: String]] {
    let input = ByteInput(Array(text.utf8), chunk: chunk)
    let reader = JSONRecordReader(try ReadInput(input, chunkSize: window))
    var result: [[String: String]] = []
    while let record = try reader.next() {
      var fields: [String: String] = [:]
      for (index, key) in reader.keys.enumerated() where record.isPresent(at: index) {
        fields[key] = record.text(at: index)
      }
      result.append(record.problem == nil ? fields : ["problem": record.text(at: 0)])
    }
    return result
  }

  private static let everything = """
    \u{FEFF} [ {"name" : "Gue\\u00fcze \\ud83c\\udf7a\\n\\"x\\"", "abv":6.5,"n":null, "e":"", "t":true},
     {}, {"abv": -1e3 ,"new":{"a":[1,"}"],"b":"\\\\"},"list":[ ] } ]
    """

  @Test func readsAnArrayOfObjects() throws {
    let expected = [
      ["name": "Gueüze 🍺\n\"x\"", "abv": "6.5", "e": "", "t": "true"], [:],
      ["abv": "-1e3", "new": "{\"a\":[1,\"}\"],\"b\":\"\\\\\"}", "list": "[ ]"],
    ]
    #expect(try records(Self.everything) == expected)
    for chunk in 1...9 { #expect(try records(Self.everything, chunk: chunk) == expected) }
  }

  @Test func readsObjectsOnLinesAndGoesOnBehindABrokenOne() throws {
    let text = "{\"name\":\"A\"}\n{\"name\":\"B\", oops}\n{\"name\":\n\"C\"}\r\nnothing\n\n{\"name\":\"D\"}"
    #expect(
      try records(text) == [
        ["name": "A"], ["problem": "{\"name\":\"B\", oops}"], ["name": "C"], ["problem": "nothing"],
        ["name": "D"],
      ])
  }

  @Test(arguments: [
    ("[{\"a\":1} {\"a\":2},\n{\"a\":tru}]", 2, 9), ("[{\"a\":\"x\n\"}]", 1, 8), ("[1]", 1, 2),
    ("[{\"a\":1", 1, 8),
    ("[{\"a\" 1}]", 1, 7),
  ])
  func saysWhereAnArrayIsBroken(text: String, line: Int, column: Int) {
    let error = #expect(throws: ImportError.self) { try records(text) }
    guard case .brokenJSON(let foundLine, let foundColumn, _) = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(foundLine == line && abs(foundColumn - column) <= 1)
  }

  @Test func replacesHalfCharacters() throws {
    #expect(
      try records(#"[{"a":"\ud800","b":"\ud800\u0041","c":"\udc00x"}]"#)
        == [["a": "\u{FFFD}", "b": "\u{FFFD}A", "c": "\u{FFFD}x"]])
  }

  @Test func needsNoMoreMemoryForALongFile() throws {
    let objects = (0..<20_000).map { "{\"name\":\"Beer \($0)\",\"abv\":5}" }.joined(separator: ",\n")
    let input = try ReadInput(ByteInput(Array("[\(objects)]".utf8)), chunkSize: 1024)
    let reader = JSONRecordReader(input)
    var count = 0
    while try reader.next() != nil { count += 1 }
    #expect(count == 20_000)
    #expect(input.window.size == 1024)
  }
}
