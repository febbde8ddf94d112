import DiaryFixtures
import DiaryModel
import TestSupport
import Testing

@testable import DiaryStore

/// Marking the words that a search finds.
@Suite struct SearchHighlighterTests {
  private let fresh: FreshDiary
  private var diary: Diary { fresh.diary }

  init() throws { fresh = try FreshDiary() }

  @Test(arguments: [
    ("gro", "Die GRÖSSTE", ["GRÖ"]), ("l'e", "L’été, l’ancien", ["L", "é", "l"]),
    ("x", "a\u{301}x xy", ["x"]), ("ae", "a\u{301}\u{327}e", ["a\u{301}\u{327}e"]),
    ("ก\u{E48}\u{E33}", "ก\u{E48}\u{E33}", ["ก\u{E48}\u{E33}"]), ("ﬁ", "ﬁne", ["ﬁ"]), ("f", "ﬁne", []),
    ("5", "½ 5½", ["5"]), ("imp -bier", "Imperial Bier", ["Imp"]),
    ("bier", "🍺Bier 🍺", ["Bier"]), ("ᄀ", "ᄀ\u{1161} 가", ["ᄀ\u{1161}"]),
  ])
  func marksAreWhereTheIndexHasWords(search: String, text: String, marked: [String]) throws {
    let highlighter = try #require(SearchHighlighter(search.searchWords))
    #expect(marks(of: highlighter, in: text) == marked)
    #expect((highlighter.missing(in: [text]) == nil) == !marked.isEmpty)
  }

  @Test(arguments: Seeds.range(0..<10)) func everyWordThatASearchFindsIsMarked(_ seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let newBeers = (0..<20).map { _ in NewBeer(fields: BeerFields(name: Self.text(&random))) }
    _ = try diary.importBeers(newBeers, in: try diary.startImport(source: "test"))
    for name in try names(BeerQuery()) {
      let word = try #require(WordTokenizer.words(inUTF8: name.utf8).randomElement(using: &random))
      let length = Int.random(in: 1...4, using: &random)
      let written = String(decoding: Array(name.utf8)[word.range], as: UTF8.self)
      for text in [written, String(decoding: word.folded, as: UTF8.self)] {
        let query = BeerQuery(search: String(text.unicodeScalars.prefix(length)))
        let found = try names(query)
        #expect(found.contains(name), "\(query.search.debugDescription)")
        for name in found { try expectMarks(of: query, in: name) }
      }
    }
  }

  /// Checks that a text has marks for all words of a search.
  private func expectMarks(of query: BeerQuery, in text: String) throws {
    let highlighter = try #require(SearchHighlighter(query.searchWords))
    let marked = marks(of: highlighter, in: text).flatMap { WordTokenizer.words(inUTF8: $0.utf8) }
    for word in query.searchWords.flatMap({ WordTokenizer.words(inUTF8: $0.utf8) }) {
      #expect(
        marked.contains { $0.folded.starts(with: word.folded) },
        "\(query.search.debugDescription) in \(text.debugDescription)")
    }
    #expect(highlighter.missing(in: [text]) == nil)
  }

  /// Returns the marked parts of a text, and checks that they are in order.
  private func marks(of highlighter: SearchHighlighter, in text: String) -> [String] {
    let characters = Array(text)
    let matches = highlighter.matches(in: characters)
    #expect(zip(matches, matches.dropFirst()).allSatisfy { $0.upperBound <= $1.lowerBound })
    #expect(highlighter.firstMatch(in: characters)?.lowerBound == matches.first?.lowerBound)
    return matches.map { String(characters[$0]) }
  }

  private func names(_ query: BeerQuery) throws -> [String] {
    try diary.listItems(query, in: 0..<1000).compactMap(\.name)
  }

  /// The scalars of random texts: letters of several scripts, accents and other marks, digits, punctuation and emoji.
  private static let scalars: [ClosedRange<UInt32>] = [
    0x20...0x20, 0x27...0x27, 0x2D...0x2D, 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0xB2...0xBE, 0xC0...0x17F,
    0x2BC...0x2BC, 0x300...0x36F, 0x370...0x3FF, 0x400...0x45F, 0x5D0...0x5EA, 0x621...0x652, 0x660...0x669,
    0x900...0x96F, 0xE01...0xE4E, 0x1100...0x11FF, 0x1E00...0x1EFF, 0x200C...0x200D, 0x2018...0x2019,
    0x2160...0x2188, 0x3041...0x30FF, 0x4E00...0x4E80, 0xAC00...0xAC80, 0xFB00...0xFB06, 0xFE0F...0xFE0F,
    0x1F1E6...0x1F1FF, 0x1F37A...0x1F37E, 0x1F3FB...0x1F3FF, 1...0x10FFFF,
  ]

  /// Returns a random text with at least one word.
  private static func text(_ random: inout SeededGenerator) -> String {
    let text = (0..<Int.random(in: 1...16, using: &random)).compactMap { _ in
      scalars.randomElement(using: &random).flatMap {
        Unicode.Scalar(UInt32.random(in: $0, using: &random))
      }
    }
    return String(String.UnicodeScalarView(text)) + " Bier"
  }
}
