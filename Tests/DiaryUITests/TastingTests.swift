import DiaryModel
import DiaryStore
import DiaryText
import Foundation
import Settings
import Terminal
import Testing

@testable import DiaryUI

/// The tasting sheet in the form, and flavor words.
@Suite struct TastingTests {
  private func interface(usesSheet: Bool = true) -> HeadlessInterface {
    var preferences = Preferences()
    preferences.usesTastingSheet = usesSheet
    return HeadlessInterface(diary: FakeDiary(SampleBeers.all), preferences: preferences)
  }

  private func saved(_ interface: HeadlessInterface) -> BeerFields? {
    guard case .save(_, let fields, _)? = interface.changeRequests.last else { return nil }
    return fields
  }

  @Test func partsAreCustomFieldsAndTheirScoresGiveARating() throws {
    var interface = interface()
    interface.type("ax")
    interface.press(Key(.down), Key(.down), Key(.down))
    #expect(interface.cursorLine.contains("Appearance  (0 to 5, words: 4 citrus, pine)"))
    interface.type("4")
    interface.press(Key(.down))
    interface.type("4.5 citrus, pine")
    #expect(
      interface.cursorLine.contains("Aroma") && interface.cursorLine.hasSuffix("4.5 citrus, pine  ★★★★½"))
    interface.press(Key(.down))
    interface.type("3.75")
    interface.press(Key(.down), Key(.down), Key(.down))
    #expect(interface.cursorLine.contains("Rating      (Tab: 4.03 by the tasting sheet)"))
    #expect(interface.lines[23].contains("Tab accept"))
    interface.press(Key(.tab), .control("s"))

    let fields = try #require(saved(interface))
    #expect(fields.rating == 4.03)
    #expect(
      fields.extras.mapValues(\.display) == [
        "appearance": "4", "aroma": "4.5 citrus, pine", "taste": "3.75",
      ])
  }

  @Test func aScoreWithAFractionIsStoredAsANumber() throws {
    var interface = interface()
    interface.type("ax")
    interface.press(Key(.down), Key(.down), Key(.down))
    interface.type("4½")
    #expect(interface.cursorLine.contains("4½    ★★★★½"))
    interface.press(Key(.down))
    interface.type("3¾ citrus")
    interface.press(Key(.down))
    interface.type("½")
    interface.press(.control("s"))
    let fields = try #require(saved(interface))
    #expect(
      fields.extras == ["appearance": .number(4.5), "aroma": .text("3¾ citrus"), "taste": .number(0.5)])
  }

  @Test func aBlankRowIsBetweenTheSheetAndTheRating() throws {
    var interface = interface()
    interface.resize(80, 50)
    interface.type("a")
    let rating = try #require(interface.lines.firstIndex { $0.contains("Rating") })
    #expect(interface.lines[rating - 1].isEmpty && interface.lines[rating - 2].contains("Overall"))
    let first = try #require(interface.lines.firstIndex { $0.contains("Appearance") })
    #expect(interface.lines[first - 1].isEmpty)
  }

  @Test func aRatingIsNotSetOnItsOwn() {
    var interface = interface()
    interface.type("ax")
    interface.press(Key(.down), Key(.down), Key(.down))
    interface.type("4")
    interface.press(.control("s"))
    #expect(saved(interface)?.rating == nil && saved(interface)?.extras == ["appearance": .integer(4)])
  }

  @Test func withoutTheSettingThereIsNoSheet() {
    var interface = interface(usesSheet: false)
    interface.type("a")
    #expect(!interface.screen.contains("Aroma"))
  }

  @Test func aPartIsTheFieldThatTheBeerHas() {
    let extras: Extras = ["Aroma": .text("4 pine"), "hop": .text("Citra")]
    let fields = FormField.all(BeerFields(extras: extras), in: .gmt, sheet: .standard)
    #expect(
      fields.compactMap(\.customName) == [
        "appearance", "Aroma", "taste", "mouthfeel", "overall", "hop",
      ])
    #expect(fields.first { $0.customName == "Aroma" }?.input.text == "4 pine")
  }

  /// A new beer with the cursor in the notes, and words of the diary.
  private func typing(_ notes: String) -> HeadlessInterface {
    var interface = interface(usesSheet: false)
    interface.type("ax")
    let words = ["citrus", "citric", "pine", "pineapple"]
    interface.send(.formSuggestions(FormSuggestions(today: DiaryDate("2024-06-15"), words: words)))
    for _ in 0..<10 { interface.press(Key(.down)) }
    interface.type(notes)
    return interface
  }

  @Test func aWordOfTheDiaryIsOfferedInTheNotes() {
    #expect(!typing("Ci").cursorLine.contains("Citrus"))
    var interface = typing("Nice Citr")
    #expect(interface.cursorLine.contains("Nice Citrus"))
    interface.press(Key(.tab), Key(.tab))
    interface.type(".")
    interface.press(.control("s"))
    #expect(saved(interface)?.notes == "Nice Citric.")
  }

  @Test func aCompleteWordIsNotContinued() {
    var interface = typing("pine")
    #expect(!interface.cursorLine.contains("apple"))
    interface.press(Key(.tab))
    #expect(interface.cursorLine.contains("Position"))
  }

  @Test(
    arguments: [
      ("4", 4), ("4.5 citrus", 4.5), ("3,75, dry", 3.75), ("4. Pine", 4), (" 5", 5), ("4/5", 4),
      ("3.5 / 5, dry", 3.5), ("4/dry", 4), ("4½", 4.5), ("4¼ pine", 4.25), ("3¾, dry", 3.75), ("0½/5", 0.5),
      ("4 ½", 4.5), ("½", 0.5), ("¾ citrus", 0.75), ("½/5", 0.5), ("★★★", nil), ("五味", nil), ("citrus", nil),
      ("- citrus", nil), ("... dry", nil), ("", nil),
    ] as [(String, Double?)])
  func theScoreIsTheNumberAtTheBeginning(_ text: String, _ score: Double?) throws {
    #expect(TastingSheet.score(of: text) == score)
    try TastingSheet.check(text)
  }

  @Test(arguments: [
    "7", "5.1 citrus", "-1", "7/9", "4/10", "4 / 10, dry", "3.5.1", "5½", "4⅓", "4²", "4½5", "½½", "-½",
    "½/10",
    "33 cl",
  ])
  func aNumberThatIsNotAScoreIsRefusedWithTheRange(_ text: String) {
    #expect(TastingSheet.score(of: text) == nil)
    #expect(throws: FieldProblem(text: "a score from 0 to 5, or words")) { try TastingSheet.check(text) }

    var interface = interface()
    interface.type("ax")
    interface.press(Key(.down), Key(.down), Key(.down))
    interface.type(text)
    interface.press(.control("s"))
    #expect(interface.changeRequests.isEmpty)
    #expect(interface.statusLine.contains("Appearance must be a score from 0 to 5, or words."))
  }

  @Test func aScoreThatIsTypedAsAnotherCustomFieldIsAlsoChecked() {
    var interface = interface()
    interface.type("ax")
    interface.press(Key(.up))
    interface.type("aroma=7/9")
    interface.press(.control("s"))
    #expect(interface.changeRequests.isEmpty && interface.cursorLine.contains("7/9"))
    #expect(interface.statusLine.contains("Aroma must be a score from 0 to 5, or words."))
  }

  @Test func partsWithoutAScoreAndUnchangedTextsAreNotChecked() {
    let sheet = TastingSheet([.init("aroma", weight: 2), .init("finish", weight: 0)])
    let fields = BeerFields(name: "Orval", extras: ["aroma": .integer(8)])
    var form = FormState(beer: 1, fields: fields, in: .gmt, sheet: sheet)
    form.replace(with: "7 minutes", in: .custom("finish"))
    let values = form.values()
    #expect(values?.extras.mapValues(\.display) == ["aroma": "8", "finish": "7 minutes"])
  }

  @Test func partsCountByTheirWeight() {
    #expect(
      TastingSheet.rating([(text: "5", weight: 3), (text: "1", weight: 1), (text: "2", weight: 0)]) == 4)
    #expect(TastingSheet.rating([(text: "dry", weight: 3)]) == nil)
  }
}
