import Testing

@testable import Terminal

@Suite struct SafeTextTests {
  @Test(arguments: [
    ("\u{1B}[31mred", "\u{FFFD}[31mred"), ("a\u{9B}2J", "a\u{FFFD}2J"), ("del\u{7F}", "del\u{FFFD}"),
    ("nul\u{0}", "nul\u{FFFD}"), ("next\u{85}line", "next\u{FFFD}line"), ("\u{E000}", "\u{FFFD}"),
    ("\u{10FFFF}", "\u{FFFD}"), ("\u{E0FFF}", "\u{FFFD}"), ("\u{378}", "\u{FFFD}"), ("\u{600}1", "\u{FFFD}1"),
  ])
  func controlAndUnassignedCharactersAreReplaced(text: String, expected: String) {
    #expect(text.safeForTerminal == expected)
  }

  @Test(arguments: [
    ("one\ntwo", "one two"), ("one\r\ntwo", "one two"), ("one\n\rtwo", "one  two"), ("a\tb", "a b"),
    ("a\u{2028}b\u{2029}c", "a b c"),
  ])
  func lineEndsAndTabsBecomeBlanks(text: String, expected: String) {
    #expect(text.safeForTerminal == expected)
  }

  @Test(arguments: [
    ("\u{202E}txt.exe", "txt.exe"), ("\u{61C}a\u{200E}b\u{200F}c", "abc"), ("\u{2066}a\u{2069}", "a"),
    ("soft\u{AD}hyphen", "softhyphen"), ("zero\u{200B}width\u{FEFF}", "zerowidth"), ("❤\u{FE0F}", "❤"),
  ])
  func invisibleCharactersAreRemoved(text: String, expected: String) {
    #expect(scalars(text.safeForTerminal) == scalars(expected))
  }

  @Test(arguments: [
    ("👩‍👩‍👧‍👦!", "👩!"), ("👍🏽", "👍"), ("👩🏽‍🚀", "👩"), ("🏳️‍🌈", "🏳"), ("क्\u{200D}ष", "क्ष"), ("a\u{200D}🍺", "a🍺"),
    ("🍺\u{200D}1", "🍺1"), ("🇧🇪", "BE"),
  ])
  func clustersOfSeveralScalarsAreSimplified(text: String, expected: String) {
    #expect(scalars(text.safeForTerminal) == scalars(expected))
  }

  @Test func marksWithoutABaseCharacterAreRemoved() {
    #expect(scalars("\u{301}a".safeForTerminal) == scalars("a"))
    #expect(scalars("a \u{301}b".safeForTerminal) == scalars("a b"))
    #expect(scalars("a\n\u{301}b".safeForTerminal) == scalars("a b"))
    #expect(scalars("a\u{1161}b".safeForTerminal) == scalars("ab"))
  }

  @Test func atMostFourMarksAreKept() {
    let tower = "e" + String(repeating: "\u{301}", count: 100) + "!"
    #expect(scalars(tower.safeForTerminal) == scalars("e\u{301}\u{301}\u{301}\u{301}!"))
  }

  @Test(arguments: ["Rochefort 10", "Märzen", "一番搾り", "Ma\u{308}rzen", "क्षत्रिय", "🍺", "שלום", "  ", ""])
  func ordinaryTextIsUnchanged(text: String) {
    #expect(scalars(text.safeForTerminal) == scalars(text))
  }

  @Test(arguments: [
    ("", [""]), ("one", ["one"]), ("one\ntwo", ["one", "two"]),
    ("one\r\ntwo\rthree", ["one", "two", "three"]),
    ("a\u{2028}b\u{2029}c", ["a", "b", "c"]), ("a\n", ["a", ""]), ("\n\n", ["", "", ""]),
    ("a\u{1B}\nb\t", ["a\u{FFFD}", "b "]),
  ])
  func linesAreKeptAndEachIsSafe(text: String, expected: [String]) {
    #expect(text.safeLines == expected)
  }

  /// Canonically equal texts are equal strings; only their scalars tell what reaches the terminal.
  private func scalars(_ text: String) -> [Unicode.Scalar] { Array(text.unicodeScalars) }
}
