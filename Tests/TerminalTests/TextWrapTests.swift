import Testing

@testable import Terminal

@Suite struct TextWrapTests {
  @Test(arguments: [
    ("", 10, [""]),
    ("a warm finish", 20, ["a warm finish"]),
    ("a warm finish", 6, ["a warm", "finish"]),
    ("a warm finish", 7, ["a warm", "finish"]),
    ("a  warm   finish", 7, ["a  warm", "finish"]),
    ("extraordinarily dry", 6, ["extrao", "rdinar", "ily", "dry"]),
    ("of extraordinary", 6, ["of", "extrao", "rdinar", "y"]),
    ("  indented text", 10, ["  indented", "text"]),
    ("            deep", 6, ["deep"]),
    ("one\ntwo\r\nthree\rfour", 20, ["one", "two", "three", "four"]),
    ("one\n\ntwo\n", 20, ["one", "", "two", ""]),
    ("一番搾り麒麟", 5, ["一番", "搾り", "麒麟"]),
    ("IPA一番", 4, ["IPA", "一番"]),
    ("Ma\u{308}rzen", 3, ["Ma\u{308}r", "zen"]),
    ("bell\u{7}", 2, ["be", "ll", "\u{FFFD}"]),
  ])
  func textIsBrokenAtBlanks(text: String, width: Int, expected: [String]) {
    #expect(text.wrapped(to: width) == expected)
  }

  @Test(arguments: [
    ("a warm finish", 6, 2, ["a warm", "finish"]),
    ("a warm finish", 6, 1, ["a war…"]),
    ("a warm and dry finish", 6, 2, ["a warm", "and d…"]),
    ("one\n\ntwo", 8, 1, ["one  two"]),
    ("一番搾り麒麟", 5, 2, ["一番", "搾り…"]),
    ("Ma\u{308}rzen is here", 3, 1, ["Ma\u{308}…"]),
  ])
  func theLastOfFewLinesEndsWithAnEllipsis(text: String, width: Int, maxLines: Int, expected: [String]) {
    #expect(text.wrapped(to: width, maxLines: maxLines) == expected)
  }

  @Test func textHasALineEvenIfNothingFits() {
    #expect("two words".wrapped(to: 0) == [""])
    #expect("two words".wrapped(to: -1) == [""])
    #expect("一".wrapped(to: 1) == [" "])
  }
}
