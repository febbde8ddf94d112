import DiaryModel
import Foundation
import Testing

/// Reading the JSON of custom fields.
@Suite struct JSONReaderTests {
  @Test(arguments: [
    (#"{"a":1,"b":[true,false,null],"c":{"d":-2.5e1}}"#, #"{"a":1,"b":[true,false,null],"c":{"d":-2.5e1}}"#),
    (" { \"a\" :\n\"x\" , \"b\":[ ] } ", #"{"a":"x","b":[]}"#),
    (#"{"\u00e9\/\"":"\ud83c\udf7a\t"}"#, "{\"é/\\\"\":\"\u{1F37A}\\t\"}"),
    (#"{"a":"\ud83c\ud83c\udf7a"}"#, "{\"a\":\"\u{FFFD}\u{1F37A}\"}"),
    (#"{"a":"\ud83c","b":60.0,"c":0.1}"#, "{\"a\":\"\u{FFFD}\",\"b\":60.0,\"c\":0.1}"), ("{}", "{}"),
  ])
  func valuesAreRead(_ json: String, _ written: String) throws {
    #expect(try Extras(json: json).json == written)
  }

  @Test(arguments: [
    "", "{", "[]", "{}}", #"{"a"}"#, #"{"a":}"#, #"{"a":1,}"#, #"{"a":tru}"#, #"{"a":"x}"#, #"{"a":"\"#,
    #"{"a":"\x"}"#, #"{"a":"\u12"}"#, #"{"a":"\u+123"}"#, #"{"a":1 "b":2}"#, #"{"a":--}"#, #"{a:1}"#,
    #"{"a":[1"#,
  ])
  func invalidJSONIsRefused(_ json: String) {
    #expect(throws: JSONReader.Malformed.self) { try Extras(json: json) }
  }

  /// What is written twice, and what no number can hold, is there afterwards all the same.
  @Test(arguments: [
    (#"{"a":1,"a":2,"a (2)":3}"#, #"{"a":1,"a (2)":2,"a (2) (2)":3}"#),
    (#"{"x":{"a":1,"a":1}}"#, #"{"x":{"a":1,"a (2)":1}}"#),
    (
      #"{"a":9223372036854775807,"b":9223372036854775808,"c":-12345678901234567890}"#,
      #"{"a":9223372036854775807,"b":9223372036854775808,"c":-12345678901234567890}"#
    ),
    (
      #"{"a":1e999,"b":-1E999,"c":1e-999,"d":0e-999,"e":0.0}"#,
      #"{"a":1e999,"b":-1E999,"c":1e-999,"d":0e-999,"e":0.0}"#
    ),
  ])
  func nothingIsLeftOut(_ json: String, _ written: String) throws {
    let extras = try Extras(json: json)
    #expect(extras.json == written)
    #expect(try Extras(json: extras.json) == extras)
  }

  @Test(arguments: ["0", "-0", "4.0", "1.50", "1e5", "1e-400", "1e400", "12345678901234567890", "0.1", "7"])
  func aNumberIsWrittenAndReadBackTheSame(_ text: String) throws {
    let value = try #require(JSONValue(number: text))
    #expect(try Extras(json: ["a": value].json)["a"] == value)
    #expect(value.display == text)
  }

  @Test(arguments: [
    ("9223372036854775807", "9223372036854775808", false), ("1e400", "1e500", false),
    ("1e400", "-1e400", false),
    ("12345678901234567890", "12345678901234567891", false), ("9007199254740993", "9007199254740993.0", true),
    ("1.50", "1.5", true), ("-0", "0", true),
  ])
  func numbersAreTheSameWhateverTheirDigitsUnlessTheyAreTooLarge(
    _ a: String, _ b: String, _ areSame: Bool
  ) throws {
    let (a, b) = try (#require(JSONValue(number: a)), #require(JSONValue(number: b)))
    #expect(a.isWritten(like: b) == areSame && b.isWritten(like: a) == areSame)
    // Earlier versions kept a number as text.
    #expect(a.isWritten(like: .text(a.display)))
  }

  @Test func minusZeroIsANumberThatIsWrittenAsItWas() throws {
    #expect(try Extras(json: #"{"a":-0}"#) == ["a": .decimal("-0")])
    #expect(try Extras(json: #"{"a":-0}"#).json == #"{"a":-0}"#)
  }

  @Test func valuesThatAreNotObjectsAreKeptAsText() {
    #expect(Extras(keeping: "[1]") == ["Custom fields as recorded": .text("[1]")])
    #expect(Extras(keeping: #"{"a":1}"#) == ["a": .integer(1)])
  }

  /// Counting from the first for each of them would take hours.
  @Test func veryManyMembersOfOneNameAreAllRead() throws {
    let count = 100_000
    let members = repeatElement(#""a":0"#, count: count).joined(separator: ",")

    let extras = try Extras(json: "{\(members)}")

    #expect(extras.count == count && extras["a (\(count))"] == .integer(0))
  }

  @Test func everyBeginningAndEveryDamageIsReadOrRefused() throws {
    let json = #"{"hop":"Cit\u0072a","n":[1.5,{"x":null}],"y":true}"#
    let bytes = Array(json.utf8)
    for end in bytes.indices { _ = try? Extras(json: String(decoding: bytes[..<end], as: UTF8.self)) }
    for place in bytes.indices {
      for byte in UInt8(0)...127 {
        var damaged = bytes
        damaged[place] = byte
        _ = try? Extras(json: String(decoding: damaged, as: UTF8.self))
      }
    }
    #expect(try Extras(json: json)["hop"] == .text("Citra"))
  }

  @Test func tooDeeplyNestedJSONIsRefused() throws {
    func nested(_ depth: Int) -> String {
      "{\"a\":" + String(repeating: "[", count: depth) + String(repeating: "]", count: depth) + "}"
    }
    #expect(try Extras(json: nested(500)).count == 1)
    #expect(throws: JSONReader.Malformed.self) { try Extras(json: nested(100_000)) }
  }
}
