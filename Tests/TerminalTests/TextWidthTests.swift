import Testing

@testable import Terminal

@Suite struct TextWidthTests {
  @Test(arguments: [
    ("", 0), ("Saison", 6), ("Märzen", 6), ("Ma\u{308}rzen", 6), ("一番搾り", 8), ("한글", 4), ("日本a", 5),
    ("\u{1112}\u{1161}\u{11AB}", 2), ("שלום", 4), ("नमस्ते", 4), ("हिन्दी", 5), ("½★…", 3),
  ])
  func charactersOfEveryScriptHaveTheirWidth(text: String, columns: Int) {
    #expect(text.columns == columns)
  }

  @Test(arguments: [
    ("🍺", 2), ("👍🏽", 2), ("👩‍👩‍👧‍👦", 2), ("🏴󠁧󠁢󠁥󠁮󠁧󠁿", 2), ("🇧🇪", 2), ("❤️", 1), ("1️⃣", 1), ("👩🏽‍🚀 x", 4),
  ])
  func emojiHaveTheWidthOfWhatIsShown(text: String, columns: Int) {
    #expect(text.columns == columns)
  }

  @Test(arguments: [
    ("Pliny", 5, "Pliny"), ("Pliny", 4, "Pli…"), ("Pliny", 1, "…"), ("Pliny", 0, ""), ("Pliny", -3, ""),
    ("一番搾り", 8, "一番搾り"), ("一番搾り", 7, "一番搾…"), ("一番搾り", 6, "一番…"), ("一番搾り", 2, "…"),
    ("Märzen", 6, "Märzen"), ("Märzen", 5, "März…"), ("a\tb\u{1B}", 4, "a b\u{FFFD}"),
  ])
  func longTextIsCutWithAnEllipsis(text: String, width: Int, expected: String) {
    #expect(text.truncated(to: width) == expected)
  }

  @Test func anEllipsisMayBeWiderThanTheRoom() {
    #expect("Pliny".truncated(to: 4, ellipsis: "...") == "P...")
    #expect("Pliny".truncated(to: 2, ellipsis: "...") == "..")
    #expect("Pliny".truncated(to: 3, ellipsis: "") == "Pli")
  }

  @Test(arguments: [
    ("IPA", 5, TextAlignment.leading, "IPA  "), ("IPA", 5, .trailing, "  IPA"), ("IPA", 3, .leading, "IPA"),
    ("一番搾り", 6, .leading, "一番… "), ("一番搾り", 6, .trailing, " 一番…"), ("IPA", 0, .leading, ""),
    ("", 2, .leading, "  "),
  ])
  func fittedTextFillsItsColumn(text: String, width: Int, alignment: TextAlignment, expected: String) {
    #expect(text.fitted(to: width, alignment: alignment) == expected)
  }
}
