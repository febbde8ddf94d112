import Foundation
import TestSupport
import Testing

@testable import DiaryModel

@Suite struct LabelKeysTests {
  private static let beer = UUID(uuid: (1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16))

  private static func keys(
    _ name: String?, brewery: String? = nil, source: String? = nil, customFields: String? = nil,
    beer: UUID = Self.beer
  ) -> LabelKeys {
    LabelKeys(uuid: beer, name: name, brewery: brewery, source: source, customFields: customFields)
  }

  @Test func aProductComesBeforeTheNameAndTheBrewery() {
    let keys = Self.keys("Orval", brewery: "d’Orval", source: "untappd", customFields: #"{"bid":4509}"#)

    #expect(keys.all.map(\.text) == ["untappd:4509", "n:orval|dorval"])
    #expect(keys.product == keys.all.first)
  }

  @Test(
    arguments: [
      (#"{"bid":4509}"#, "4509"), (#"{ "bid" : "4509" }"#, "4509"), (#"{"a":{"bid":1},"bid":4509}"#, "4509"),
      (#"{"a":"\"bid\":1","\u0062id":4509,"bid":1}"#, "4509"), (#"{"bid":4509.5}"#, "4509.5"),
    ])
  func theProductIsThatOfTheBeerItself(_ customFields: String, _ id: String) {
    #expect(
      Self.keys("Orval", source: "untappd", customFields: customFields).product?.text == "untappd:\(id)")
  }

  @Test(arguments: ["{}", #"{"bid":""}"#, #"{"bid":null}"#, #"{"a":{"bid":1}}"#, #"["bid",1]"#, "bid", ""])
  func otherCustomFieldsHaveNoProduct(_ customFields: String) {
    #expect(Self.keys("Orval", source: "untappd", customFields: customFields).product == nil)
  }

  @Test(arguments: [nil, "", " ", "\u{A0}\t\r\n", "\u{2003}\u{3000}"])
  func aBeerWithoutANameOrAProductHasAKeyOfItsOwn(_ name: String?) {
    let keys = Self.keys(name, brewery: "Orval")

    #expect(keys.all.map(\.text) == ["beer:01020304-0506-0708-090a-0b0c0d0e0f10"])
    #expect(keys != Self.keys(name, brewery: "Orval", beer: UUID()))
  }

  @Test(arguments: ["Orval", "[", "???", "🍺", "é", " x", "\u{200B}x"])
  func beersWithTheSameNameHaveTheSameKeys(_ name: String) {
    let keys = Self.keys(name)

    #expect(keys == Self.keys(name, beer: UUID()))
    #expect(keys.all.count == 1 && keys.all.first?.text.hasPrefix("n:") == true)
  }

  /// Every text either is a name with a key, or gives the beer a key of its own.
  @Test func everyTextHasAKey() {
    var random = Seeds.generator(5)
    let characters: [Character] = [
      "a", "Z", " ", "\t", "\u{A0}", "\u{200B}", "\u{FEFF}", "\u{85}", "|", ".", "é", "\u{301}", "0",
    ]

    for _ in 0..<2000 {
      let name = String(
        (0..<Int.random(in: 0...3, using: &random)).compactMap { _ in
          characters.randomElement(using: &random)
        })
      #expect(
        (LabelKey(name: name, brewery: nil) != nil) == LabelKey.isName(name), "\(name.debugDescription)")
      #expect(!Self.keys(name).all.isEmpty)
    }
  }
}
