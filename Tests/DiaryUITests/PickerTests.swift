import DiaryModel
import DiaryStore
import Terminal
import Testing

@testable import DiaryUI

/// Prompts whose choices are narrowed by typing.
@Suite struct PickerTests {
  private func choices(_ titles: [String]) -> [PickerChoice<String>] {
    titles.map { PickerChoice($0, "", $0) }
  }

  private func found(_ typed: String, _ titles: [String]) -> [String] {
    PickerMatch.all(typed, among: choices(titles)).map(\.choice.title)
  }

  /// Sorts, because its choices are known without a file.
  private func interface(_ size: Size = Size(width: 80, height: 24), fields: [String] = [])
    -> HeadlessInterface
  {
    var diary = FakeDiary(SampleBeers.all)
    for field in fields { diary.beers[0].beer.fields.extras[field] = .integer(1) }
    var interface = HeadlessInterface(size, diary: diary)
    interface.type("s")
    return interface
  }

  /// The highlighted line without the bar, the mark and the explanation.
  private func highlighted(_ interface: HeadlessInterface) -> String? {
    let line = interface.lines.last { $0.hasPrefix("▌") }
    let words = line?.dropFirst().replacing("•", with: " ").trimmingPrefix(while: \.isWhitespace)
    return words?.split(separator: "  ").first.map(String.init)
  }

  // MARK: - Narrowing

  @Test func anExactTitleComesFirstThenBeginningsThenWordsThenTheMiddleOfWords() {
    let titles = ["Nostout", "Old Stout", "Style", "Stout Porter", "Stout", "Sxtxoxuxt"]
    #expect(found("stout", titles) == ["Stout", "Stout Porter", "Old Stout", "Nostout"])
    #expect(found("st", titles).prefix(3) == ["Style", "Stout Porter", "Stout"])
    #expect(found("porter sto", titles) == ["Stout Porter"])
    #expect(found("xyz", titles).isEmpty)
  }

  @Test func looseLettersOnlyCountIfNothingElseMatches() {
    #expect(found("date", ["global_weighted_rating_score", "Rated at", "Update"]) == ["Update"])
    #expect(found("vtg", ["hop", "vintage"]) == ["vintage"])
  }

  @Test func anExactTitleComesFirstThenBeginningsAmongChoicesThatWereFound() {
    let titles = ["Imperial Stout", "Stout Porter", "Stout"]
    let found = PickerMatch.found(" stout", among: choices(titles)).map(\.choice.title)
    #expect(found == ["Stout", "Stout Porter", "Imperial Stout"])
    #expect(PickerMatch.found("", among: choices(titles)).map(\.choice.title) == titles)
  }

  @Test func withoutTextAllChoicesStayInTheirOrder() {
    #expect(found("", ["b", "a"]) == ["b", "a"])
    #expect(found("  ", ["b", "a"]) == ["b", "a"])
  }

  @Test func caseAndAccentsDoNotMatter() {
    #expect(found("cafe", ["Café de Klomp", "Bar"]) == ["Café de Klomp"])
    #expect(found("ÉTOILE", ["L'étoile"]) == ["L'étoile"])
  }

  @Test func wordsOfTheExplanationAreFoundAfterThoseOfTheTitle() {
    let choices = [
      PickerChoice("Orval", "Brasserie d'Orval", 1), PickerChoice("Petit", "Brasserie d'Orval", 2),
      PickerChoice("Brass", "", 3),
    ]
    #expect(PickerMatch.all("brass", among: choices).map(\.choice.value) == [3, 1, 2])
    #expect(PickerMatch.all("petit brass", among: choices).map(\.choice.value) == [2])
  }

  @Test func veryLongTextsAndListsAreMatchedQuickly() {
    let titles = (0..<2000).map { "Venue number \($0) in a street with a long name" }
    #expect(found("1999street", titles) == ["Venue number 1999 in a street with a long name"])
    #expect(found(String(repeating: "e", count: 10_000), titles).isEmpty)
  }

  // MARK: - The highlight

  @Test(arguments: [
    [Key(.down), Key(.down)], [Key(.tab), Key(.tab)], [.control("n"), .control("n")],
    [Key(.down), Key(.down), Key(.down), Key(.up)], [Key(.tab), Key(.tab), Key(.tab), Key(.backTab)],
    [.control("n"), .control("n"), .control("n"), .control("p")],
  ])
  func keysMoveTheHighlight(_ keys: [Key]) {
    var interface = interface()
    for key in keys { interface.press(key) }
    #expect(highlighted(interface) == "brewery")
    interface.press(Key(.enter))
    #expect(interface.state.list.window.query.order == .brewery)
  }

  @Test func theHighlightGoesFromOneEndToTheOther() {
    var interface = interface()
    interface.press(Key(.up))
    #expect(highlighted(interface) == "vintage")
    interface.press(Key(.down))
    #expect(highlighted(interface) == "date")
  }

  @Test func typingMovesTheHighlightToTheBestMatch() {
    var interface = interface()
    interface.press(Key(.down), Key(.down), Key(.down))
    interface.type("vin")
    #expect(highlighted(interface) == "vintage")
    interface.press(Key(.backspace), Key(.backspace), Key(.backspace))
    #expect(highlighted(interface) == "date")
  }

  @Test func aLongListScrollsWithTheHighlight() {
    var interface = interface(fields: (100..<400).map { "field \($0)" })
    #expect(interface.screen.contains("1 of 316"))
    for _ in 0..<50 { interface.press(Key(.down)) }
    #expect(interface.screen.contains("51 of 316") && highlighted(interface) == "field 136")
    interface.press(Key(.pageDown))
    #expect(highlighted(interface) == "field 146")
    interface.press(Key(.pageUp), Key(.pageUp))
    #expect(highlighted(interface) == "field 126")
  }

  // MARK: - The screen

  /// Screen readers read the line with the cursor.
  @Test func theCursorIsInTheInputNextToTheHighlightedChoice() {
    var interface = interface()
    interface.type("ra")
    let cursor = interface.state.draw().cursor
    #expect(interface.cursorLine.hasPrefix(" Sort by ra → rating  best first"))
    #expect(cursor?.column == " Sort by ra".count)
    interface.press(Key(.left))
    #expect(!interface.cursorLine.contains("→"))
  }

  @Test func typedLettersAreUnderlined() throws {
    var interface = interface()
    interface.type("vtg")
    let canvas = interface.state.draw()
    let row = try #require(interface.lines.lastIndex { $0.hasPrefix("▌") })
    let letters = (0..<80).compactMap { canvas[Point(column: $0, row: row)] }
      .filter { $0.style.attributes.contains(.underline) }.compactMap(\.character)
    #expect(String(letters) == "vtg")
  }

  @Test func aMissingMatchIsReportedAndEnterKeepsTheText() {
    var interface = interface()
    interface.type("zzz")
    #expect(interface.screen.ranges(of: "No matches.").count == 1 && !interface.screen.contains("Enter"))
    interface.press(Key(.enter))
    #expect(interface.cursorLine.hasPrefix(" Sort by zzz"))
    interface.press(Key(.escape))
    #expect(interface.state.prompt == nil && interface.lines[0].contains("by date, newest first"))
  }

  @Test func homeAndEndMoveTheHighlightUntilSomethingIsTyped() {
    var interface = interface()
    interface.press(Key(.home))
    let first = highlighted(interface)
    interface.press(Key(.end))
    #expect(highlighted(interface) != first)
    // Down leads from the last line to the first one.
    interface.press(Key(.down))
    #expect(highlighted(interface) == first)
    interface.type("v")
    interface.press(Key(.home))
    #expect(interface.state.prompt?.input.cursor == 0)
  }

  @Test func pastedTextNarrowsAsTypedTextDoes() {
    var interface = interface()
    interface.send(.paste(.text("vint\n")))
    #expect(highlighted(interface) == "vintage")
    interface.send(.paste(.text(String(repeating: "x", count: 5000))))
    #expect(interface.screen.contains("No matches."))
  }

  @Test func wideCharactersAreCutAtTheirColumns() {
    let wide = String(repeating: "発酵度", count: 20)
    for size in ScreenSnapshotTests.sizes {
      var interface = interface(size, fields: [wide])
      interface.type("発")
      #expect(interface.lines.allSatisfy { $0.columns <= size.width })
      #expect(highlighted(interface)?.hasPrefix("発酵度") == true)
      interface.press(Key(.enter))
      #expect(interface.state.list.window.query.order == .custom(wide))
    }
  }

  @Test func theSmallestScreenHasOneChoiceAndTheInput() {
    var interface = interface(Size(width: 20, height: 5))
    #expect(interface.lines[3].hasPrefix("▌• date") && interface.lines[4].hasPrefix(" Sort by → date"))
    interface.type("vin")
    #expect(interface.lines[3].hasPrefix("▌vintage") && interface.cursorLine.hasPrefix(" Sort by vin"))
    interface.press(Key(.backspace), Key(.backspace), Key(.backspace), Key(.down))
    #expect(interface.lines[3].contains("name"))
    interface.press(Key(.enter))
    #expect(interface.state.list.window.query.order == .name)
  }

  @Test func theHighlightIsVisibleOnEveryScreen() {
    for size in ScreenSnapshotTests.sizes {
      var interface = interface(size, fields: (0..<30).map { "field \($0 + 10)" })
      for _ in 0..<45 {
        interface.press(Key(.down))
        #expect(interface.lines.contains { $0.hasPrefix("▌") })
        #expect(interface.state.draw().cursor.map { (0..<size.height).contains($0.row) } == true)
      }
    }
  }
}
