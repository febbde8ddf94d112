import DiaryModel
import Foundation
import TestSupport
import Testing

@Suite struct JSONTests {
  @Test func writtenJSONIsReadBackUnchanged() throws {
    var random = Seeds.generator(11)
    for _ in 0..<300 {
      let extras = Self.extras(&random)
      #expect(try Extras(json: extras.json) == extras)
    }
  }

  @Test func jsonIsCopiedWithWhatMustNotBeShownEscaped() throws {
    let hostile = "{\"a\u{9B}b\":[1.50,\r\n\t\"\u{202E}\u{7F} ü\\n\\\"\u{1F37A}\"]}"
    var writer = JSONWriter()
    writer.object { json in
      json.member("extras", json: hostile)
      json.member("next", .null)
    }

    let expected =
      #"{"extras":{"a\u009bb":[1.50,   "\u202e\u007f ü\n\"\#u{1F37A}"]},"next":null}"#
    #expect(writer.text == expected)
    let extras = try JSONValue(json: hostile)
    #expect(try JSONValue(json: writer.text) == .object(["extras": extras, "next": .null]))
  }

  @Test(arguments: [
    ("{}", true), (#" {"a": 1.50, "b": [1, {}], "c": "x", "d": null} "#, true), ("[1]", false), ("", false),
    (#"{"a": oops}"#, false), (#"{"a": 1"#, false), (#"{"a": 1}}"#, false), ("hop: Citra", false),
    ("{oops}", false), (#"{"a": [oops]}"#, false), (#"{"a": [1}}"#, false), (#"{"a": "\x"}"#, false),
    (#"{"\x": "a"}"#, false), (#"{"a\n": "\u00fc"}"#, true),
  ])
  func anObjectIsRecognized(_ text: String, isObject: Bool) {
    #expect(Extras.isObject(text) == isObject)
    #expect((try? Extras(json: text)) != nil || !isObject)
  }

  @Test func aWriterBeginsANewTextAfterItsTextWasMoved() {
    var writer = JSONWriter()
    var bytes = Array("x".utf8)
    for id in 1...2 as ClosedRange<Int64> {
      writer.object { $0.member("id", id) }
      writer.move(to: &bytes)
    }
    #expect(String(decoding: bytes, as: UTF8.self) == #"x{"id":1}{"id":2}"#)
    #expect(writer.text == "")
  }

  @Test func theTextHasNoControlCharacters() throws {
    let hostile = (0...0x2070).compactMap { Unicode.Scalar($0) }.map { String(Character($0)) }.joined()
    var writer = JSONWriter()
    writer.value(["key \(hostile)": .text(hostile)])
    let text = writer.text

    let controls = text.unicodeScalars.filter {
      $0.properties.generalCategory == .control || (0x202A...0x202E).contains($0.value) || $0.value == 0x200F
    }
    #expect(controls.isEmpty)
    #expect(try Extras(json: text) == ["key \(hostile)": .text(hostile)])
  }

  @Test func invisibleCharactersAreEscapedAndReadBack() throws {
    for value in 0x80...0x10_FFFF as ClosedRange<UInt32> {
      guard let scalar = Unicode.Scalar(value), value < 0x3000 || value > 0xF8FF,
        value < 0x20000 || value > 0xDFFFF
      else { continue }
      let text = "a\(scalar)b"
      var writer = JSONWriter()
      writer.value(.text(text))
      let written = writer.text.unicodeScalars
      switch scalar.properties.generalCategory {
      case .control, .lineSeparator, .paragraphSeparator: #expect(!written.contains(scalar))
      case .format where value != 0x200D: #expect(!written.contains(scalar), "\(String(value, radix: 16))")
      default: #expect(written.contains(scalar))
      }
      let read = try Extras(json: "{\"x\":\(writer.text)}")["x"]
      #expect(read == .text(text))
    }
  }

  @Test func numbersAreWrittenAsShortAsTheyAre() {
    var json = JSONWriter()
    json.array { json in
      for number in [0.1, 5, -0.25, 1e300, 52.0912, .infinity] {
        json.element()
        json.value(.number(number))
      }
    }
    #expect(json.text == #"[0.1,5,-0.25,1e+300,52.0912,"inf"]"#)
  }

  @Test func indentedTextHasEveryElementOnALine() {
    var json = JSONWriter(indentation: 2)
    json.object { json in
      json.key("a")
      json.array { _ in }
      json.key("b")
      json.value(["c": .boolean(true)])
    }
    #expect(json.text == "{\n  \"a\": [],\n  \"b\": {\n    \"c\": true\n  }\n}")
  }

  private static func extras(_ random: inout SeededGenerator, depth: Int = 0) -> Extras {
    var extras: Extras = [:]
    for _ in 0..<Int.random(in: 0...4, using: &random) {
      extras[text(&random)] = value(&random, depth: depth)
    }
    return extras
  }

  private static func value(_ random: inout SeededGenerator, depth: Int) -> JSONValue {
    switch Int.random(in: 0...(depth < 3 ? 6 : 4), using: &random) {
    case 0: .null
    case 1: .boolean(Bool.random(using: &random))
    case 2: .integer(Int64.random(in: -1_000_000...1_000_000, using: &random))
    case 3: .number(Double.random(in: -1000...1000, using: &random) + 0.5)
    case 4: .text(text(&random))
    case 5: .array([value(&random, depth: depth + 1), value(&random, depth: depth + 1)])
    default: .object(extras(&random, depth: depth + 1))
    }
  }

  private static func text(_ random: inout SeededGenerator) -> String {
    let scalars = (0..<Int.random(in: 0...8, using: &random)).compactMap { _ in
      Unicode.Scalar(UInt32.random(in: 0...0x2FFFF, using: &random))
    }
    return String(String.UnicodeScalarView(scalars))
  }
}
