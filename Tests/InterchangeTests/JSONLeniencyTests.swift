import Testing

@testable import Interchange

/// What is read of JSON that is not quite JSON, or comes in several parts.
@Suite struct JSONLeniencyTests {
  /// Returns the records of a file, such as `2: a=1 b=x` for one that begins on line 2.
  ///
  /// A line that is rejected is `2! …`. An error comes last, as `error 2:5 …`.
  private func read(
    _ bytes: [UInt8], chunk: Int = .max, wrapper: [String] = [], maxRecordLength: Int = 1 << 20
  ) throws -> [String] {
    let input = try BufferedInput(ByteInput(bytes, chunk: chunk), chunkSize: 64)
    let reader = JSONRecordReader(
      input, wrapper: wrapper.map { Array($0.utf8) }, maxRecordLength: maxRecordLength)
    var result: [String] = []
    do throws(ImportError) {
      while let record = try reader.next() {
        if record.problem != nil {
          #expect(record.problem == .notJSON && record.fieldCount == 1)
          result.append("\(record.problemLine)! \(record.text(at: 0))")
          continue
        }
        let fields = reader.keys.enumerated().compactMap { index, key in
          record.isPresent(at: index) ? "\(key)=\(record.text(at: index))" : nil
        }
        result.append((["\(record.line):"] + fields).joined(separator: " "))
      }
    } catch {
      guard case .brokenJSON(let line, let column, let what) = error else { throw error }
      result.append("error \(line):\(column) \(what)")
    }
    return result
  }

  private func expect(
    _ text: String, _ expected: [String], wrapper: [String] = [],
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    for chunk in [Int.max, 1, 2, 3, 7] {
      #expect(
        try read(Array(text.utf8), chunk: chunk, wrapper: wrapper) == expected, "chunk \(chunk)",
        sourceLocation: sourceLocation)
    }
  }

  @Test(arguments: [
    ("[{\"a\":1} {\"a\":2}{\"a\":3}]", ["1: a=1", "1: a=2", "1: a=3"]),
    ("[{\"a\":1},\n{\"a\":2},]", ["1: a=1", "2: a=2"]),
    ("{\"a\":1}{\"a\":2},\n,{\"a\":3}", ["1: a=1", "1: a=2", "2: a=3"]),
    ("[{\"a\":1}][]\n{\"a\":2}\n[{\"a\":3}]", ["1: a=1", "2: a=2", "3: a=3"]),
    ("\u{FEFF}{\"a\":1}\n\u{FEFF}{\u{FEFF}\"a\"\u{FEFF}:\u{FEFF}2\u{FEFF}}\u{FEFF}", ["1: a=1", "2: a=2"]),
  ])
  func aFileMayHaveOddPunctuationAndSeveralDocuments(text: String, expected: [String]) throws {
    try expect(text, expected)
  }

  @Test(arguments: [
    (
      "{\"a\":2024-01-02,\"b\":007,\"c\":12oz,\"d\":1.2.3,\"e\":-}",
      ["1: a=2024-01-02 b=007 c=12oz d=1.2.3 e=-"]
    ),
    ("{\"a\":1E+5,\"b\":true,\"c\":false,\"d\":null}", ["1: a=1E+5 b=true c=false"]),
    ("{\"a\":1,\"a\":\"x\",\"b\":2,\"b\":null,\"c\":null,\"c\":3}", ["1: a=1 a (2)=x b=2 c=3"]),
    ("{\"a\":1,\"a (2)\":2,\"a\":3,\"a\":4}", ["1: a=1 a (2)=2 a (3)=3 a (4)=4"]),
    ("{\"a.b\":1,\"a\":{\"b\":2},\"a\":{\"b\":3}}", ["1: a.b=1 a.b (2)=2 a.b (3)=3"]),
    ("{\"a\":[1 2 oops, ]}", ["1: a=[1 2 oops, ]"]),
    ("{\"a\":[1,{\"b\":2]},\"c\":3}", ["1: a=[1,{\"b\":2]} c=3"]),
    ("{\"a\":[ \"]\\\"}\", '\"'\" ]}", ["1: a=[ \"]\\\"}\", '\"'\" ]"]),
    ("{\"a\":[\"x\ny\"],\"b\":2}", ["1: a=[\"x\ny\"] b=2"]),
    ("{\"a\":\"\t\u{1}x\u{7F}\r\"}", ["1: a=\t\u{1}x\u{7F}\r"]),
    (
      "{\"n\\u0061me\":\"\\\"\\\\\\/\\b\\f\\n\\r\\t\\u00E9\\u00e9\"}",
      ["1: name=\"\\/\u{8}\u{C}\n\r\téé"]
    ),
    (
      #"{"a":"\ud83c\udf7a","b":"\ud83cx\udf7a","c":"\ud83c\n","d":"\ud83c"}"#,
      ["1: a=🍺 b=\u{FFFD}x\u{FFFD} c=\u{FFFD}\n d=\u{FFFD}"]
    ),
    ("{\"\":1,\"a.b\":{\"c\":{}},\"d\":{\"e\":{\"f\":2},\"\":3}}", ["1: =1 d.e.f=2 d.=3"]),
  ])
  func unusualValuesAreRead(text: String, expected: [String]) throws {
    try expect(text, expected)
    try expect("[\(text)]", expected)
  }

  @Test func deeplyNestedValuesAreRead() throws {
    let array = String(repeating: "[", count: 5000) + String(repeating: "]", count: 5000)
    try expect("{\"a\":\(array),\"b\":1}", ["1: a=\(array) b=1"])
  }

  /// Each is one line among others; in an array the file ends there.
  @Test(arguments: [
    ("{\"a\":1,}", "9 a name in quotes is expected"),
    ("{,}", "3 a name in quotes is expected"),
    ("{a:1}", "3 a name in quotes is expected"),
    ("{'a':1}", "3 a name in quotes is expected"),
    ("{\"a\"1}", "6 : is expected"),
    ("{\"a\":}", "7 a value is expected"),
    ("{\"a\":+1}", "9 a value is expected"),
    ("{\"a\":.5}", "9 a value is expected"),
    ("{\"a\":True}", "7 a value is expected"),
    ("{\"a\":tru}", "10 a value is expected"),
    ("{\"a\":1 \"b\":2}", "10 a comma or a closing brace is expected"),
    ("{\"a\":1]", "9 a comma or a closing brace is expected"),
    ("{\"a\":\"x", "9 a string is not closed"),
    ("{\"a", "5 a string is not closed"),
    ("{\"a\":\"\\x\"}", "10 a backslash is before a character that must not be escaped"),
    ("{\"\\x\":1}", "6 a backslash is before a character that must not be escaped"),
    ("{\"a\":\"\\u12x4\"}", "12 \\u requires four digits"),
    ("{\"a\":\"\\u+123\"}", "10 \\u requires four digits"),
    ("{\"a\":\"\\u\"}", "10 \\u requires four digits"),
    ("{\"a\":\"\\ud83c\\u1\"}", "17 \\u requires four digits"),
  ])
  func invalidJSONIsRejected(text: String, failure: String) throws {
    try expect("{\"a\":0}\n\(text)\n{\"a\":2}", ["1: a=0", "2! \(text)", "3: a=2"])
    try expect(
      "[{\"a\":0},\n\(text)\n,{\"a\":2}]".replacing("\n{", with: "\n {"), ["1: a=0", "error 2:\(failure)"])
  }

  @Test(arguments: ["oops", "\"a\":1}", "}", "]", "1", "null"])
  func linesThatAreNotObjectsAreRejected(line: String) throws {
    try expect("{\"a\":0}\n\(line)\n{\"a\":2}", ["1: a=0", "2! \(line)", "3: a=2"])
  }

  @Test func objectsMaySpanSeveralLines() throws {
    let text = "\n\n{\"a\":\n1,\n\"b\":{\"c\"\n:2}}\r\n\r\n{\"a\":3}  {\"a\"\n\n:4}{\"a\":5}\n"
    try expect(text, ["3: a=1 b.c=2", "8: a=3", "8: a=4", "10: a=5"])
  }

  @Test func readingContinuesAtTheSecondLineOfABrokenObject() throws {
    try expect("{\"a\":\n1, oops}\n{\"a\":2}", ["1! {\"a\":", "2! 1, oops}", "3: a=2"])
    try expect("{\"a\":1\n{\"a\":2}\n{\"a\":3", ["1! {\"a\":1", "2: a=2", "3! {\"a\":3"])
    try expect("{\"a\":[1\n{\"a\":2}\n", ["1! {\"a\":[1", "2: a=2"])
    try expect("{\"a\":\"x\n{\"a\":\"y\"}\n", ["1! {\"a\":\"x", "2: a=y"])
    try expect("{\"a\":0} oops {\"b\":1}\n{\"b\":2}", ["1: a=0", "1! oops {\"b\":1}", "2: b=2"])
  }

  @Test(arguments: [
    ("[{\"a\":0},\n12", "2:3 the file ends inside an array"),
    ("[{\"a\":0},\nnul]", "2:4 an object is expected"),
    ("[{\"a\":0}\n1]", "2:1 an object is expected"),
    ("[{\"a\":0},\n{\"a\":1", "2:7 the file ends inside an object"),
    ("[{\"a\":0},\n{\"a\":[1", "2:8 the file ends inside an object"),
    ("[{\"a\":0},\n{\"a\":", "2:6 a value is expected"),
    ("[{\"a\":0},\n{\"a\"", "2:5 : is expected"),
    ("[{\"a\":0},\n{", "2:2 a name in quotes is expected"),
    ("[{\"a\":0},{\"a\":\n\n  \"x\ny\"}]", "3:5 a string is not closed"),
    ("[{\"a\":0},\n", "2:1 the file ends inside an array"),
    ("[{\"a\":0}", "1:9 the file ends inside an array"),
    ("[{\"a\":0},,\n{\"a\":1}]", "1:10 an object is expected"),
  ])
  func thePositionOfABrokenArrayIsReported(text: String, failure: String) throws {
    try expect(text, ["1: a=0", "error \(failure)"])
  }

  @Test(arguments: ["1", "null", "\"x, {\\\"a\\\":1}\"", "[{\"a\":1}, 2]"])
  func otherEntriesOfAListAreRejected(entry: String) throws {
    try expect(
      "[\(entry), {\"a\":0},\n\(entry)\n, {\"a\":2}]", ["1! \(entry)", "1: a=0", "2! \(entry)", "3: a=2"])
    try expect("{\"l\":[{\"a\":0},\(entry)]}", ["1: a=0", "1! \(entry)"], wrapper: ["l"])
  }

  @Test(arguments: [
    ("{\"x\":1 \"y\":[2 3],,\"l\":[{\"a\":1}]\"z\":null}", ["1: a=1"]),
    (
      "{\"x\":{\"l\":[{\"a\":0}]},\"\\u006c\":[{\"a\":1}\n{\"a\":2},]}{\"l\":[{\"a\":3}]}",
      ["1: a=1", "2: a=2", "2: a=3"]
    ),
    ("{\"x\":[1,:],\"l\":[{\"a\":1}]}\n{\"a\":2}", ["1: a=1"]),
    ("{\"l\":[{\"a\":1}],\n\"x\":\"\n\"}", ["1: a=1", "error 2:6 a string is not closed"]),
    ("{\"l\":[{\"a\":1}],\n\"x\":}", ["1: a=1", "error 2:5 a value is expected"]),
    ("{\"l\":[{\"a\":1}],\n1}", ["1: a=1", "error 2:1 a name in quotes is expected"]),
    ("{\"l\":[{\"a\":1}],\n\"x\"1}", ["1: a=1", "error 2:4 : is expected"]),
    ("{\"l\":[{\"a\":1}],\n\"x\":[1", ["1: a=1", "error 2:7 the file ends inside an object"]),
    ("{\"l\":[{\"a\":1},\n", ["1: a=1", "error 2:1 the file ends inside an array"]),
    ("{\"l\":[{\"a\":1}]\n", ["1: a=1", "error 2:1 the file ends inside an object"]),
  ])
  func aListIsReadWhateverSurroundsIt(text: String, expected: [String]) throws {
    try expect(text, expected, wrapper: ["l"])
  }

  /// Values around a list are skipped by the rules by which the fields of a record are read.
  @Test(arguments: [
    ("[1 2 oops, ]", true), ("[1,:]", true), ("[Oops!}", true), ("[\"x\ny\"]", true),
    ("[ \"]\\\"}\", '\"'\" ]", true), ("\"x\\\"y\"", true), ("12oz", true), ("\"x\ny\"", false),
    ("\"x", false), ("[1", false), ("[\"x", false), ("'x'", false), ("True", false), ("}", false),
    ("", false),
  ])
  func onlyValuesThatCanBeReadAreSkipped(value: String, isAccepted: Bool) throws {
    for chunk in [Int.max, 1, 2, 3, 7] {
      let isRead = try read(Array("[{\"a\":\(value)}]".utf8), chunk: chunk).last?.hasPrefix("1:") == true
      #expect(isRead == isAccepted, "chunk \(chunk)")
      let around = try read(
        Array("{\"x\":\(value),\"l\":[{\"a\":1}]}".utf8), chunk: chunk, wrapper: ["l"])
      let line = value.contains("\n") ? 2 : 1
      #expect((around == ["\(line): a=1"]) == isAccepted, "chunk \(chunk)")
    }
  }

  @Test func aRecordHasAMaximumLength() throws {
    func read(_ text: String) throws -> [String] {
      let whole = try self.read(Array(text.utf8), maxRecordLength: 100)
      for chunk in [1, 13] {
        #expect(try self.read(Array(text.utf8), chunk: chunk, maxRecordLength: 100) == whole)
      }
      return whole
    }
    func object(_ length: Int) -> String { "{\"a\":\"\(String(repeating: "x", count: length - 8))\"}" }
    let tooLong = "error 2:1 an object is too long"
    #expect(try read("{\"a\":0}\n\(object(101))\n{\"a\":1}").count == 3)
    for text in [
      object(102), "{\"a\":\n[\(object(100))]}", "{\"a\":[1,\n" + object(100), object(90) + object(102),
    ] {
      #expect(try read("{\"b\":0}\n\(text)\n{\"b\":1}").last == tooLong)
      #expect(try read("[{\"b\":0},\n\(text)\n,{\"b\":1}]").last == tooLong)
    }
    #expect(try read("{\"a\":0}\n" + String(repeating: "x", count: 102)).last == tooLong)
    #expect(try read("{\"a\":0}\n" + String(repeating: "x", count: 100)).count == 2)
    #expect(
      try read("{\"a\":0}\n" + String(repeating: "x", count: 102) + "\n").last == tooLong)
  }

  @Test func theBytesOfARecordAreThoseOfTheFile() throws {
    let text = "[ {\"a\" : \"\\u0041\"} ,\n{\"a\":\n[ 2 ]}]"
    let reader = JSONRecordReader(try BufferedInput(ByteInput(Array(text.utf8), chunk: 5), chunkSize: 64))
    var raw: [String] = []
    while let record = try reader.next() { raw.append(String(decoding: record.raw, as: UTF8.self)) }
    #expect(raw == ["{\"a\" : \"\\u0041\"}", "{\"a\":\n[ 2 ]}"])
  }

  @Test func otherEncodingsAreRead() throws {
    let text = Array("{\"a\":\"Gr".utf8) + [0xFC] + Array("n\"}".utf8)
    #expect(try read(text) == ["1: a=Grün"])
    let units = Array("{\"a\":\"Grün\"}\n{\"a\":2}".utf16).flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] }
    for chunk in [Int.max, 1, 3] { #expect(try read(units, chunk: chunk) == ["1: a=Grün", "2: a=2"]) }
  }

  @Test func tooManyDifferentMembersEndAnArray() throws {
    let members = (0..<5000).map { "\"k\($0)\":1" }.joined(separator: ",")
    let failure = "the objects have too many different members"
    #expect(try read(Array("[{\(members)}]".utf8)).last?.hasSuffix(failure) == true)
    let lines = try read(Array("{\(members)}\n{\"k1\":2}".utf8))
    #expect(lines.count == 2 && lines.last == "2: k1=2")
  }

  /// A record that does not end in the window is read again from its beginning.
  @Test func columnsDoNotDependOnWhereTheWindowEnds() throws {
    let text = "{\"a\":{\"b\":1},\"c\":\"\\ud83c\\udf7a\",\"d\":[{}],\"e\":null,\"f\":12}"
    for blanks in 0..<200 {
      let bytes = Array("[\(String(repeating: " ", count: blanks))\(text)]".utf8)
      let reader = JSONRecordReader(try BufferedInput(ByteInput(bytes), chunkSize: 64))
      let record = try #require(try reader.next())
      let fields = (0..<record.fieldCount).map(record.text)
      #expect(reader.keys == ["a.b", "c", "d", "e", "f"] && fields == ["1", "🍺", "[{}]", "", "12"])
    }
  }
}
