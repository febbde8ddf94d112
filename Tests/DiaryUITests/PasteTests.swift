import DiaryModel
import DiaryStore
import DiaryUI
import Terminal
import Testing

/// Pasted text on the screens: put where text is typed, and never taken for keys.
@Suite struct PasteTests {
  private static let refusal = "Nothing was pasted. Open a text field first."

  private func interface(_ keys: String = "") -> HeadlessInterface {
    var interface = HeadlessInterface(Size(width: 80, height: 24), diary: FakeDiary(SampleBeers.all))
    interface.type(keys)
    return interface
  }

  private func goToNotes(_ interface: inout HeadlessInterface) {
    for _ in 0..<10 { interface.press(Key(.down)) }
  }

  @Test(arguments: ["", "\r", "p", "t", "?", "t\r"]) func aPasteOutsideOfTextFieldsIsRefused(_ keys: String) {
    var interface = interface()
    interface.press(keys == "\r" ? Key(.enter) : Key(.home))
    interface.type(keys.filter { $0 != "\r" })
    let before = interface.lines[0]
    let asked = interface.effects.count

    interface.send(.paste(.text("dd/foo\nq")))

    #expect(interface.screen.contains(Self.refusal))
    #expect(interface.lines[0] == before && interface.effects.count == asked)
    interface.press(Key(.down))
    #expect(!interface.screen.contains(Self.refusal))
  }

  @Test func aLineOfTheFormTakesLinesAsOne() {
    var interface = interface("aOld")
    interface.press(Key(.home))
    interface.send(.paste(.text("Duvel\n\nMoortgat\tA ")))
    interface.press(.control("s"))
    #expect(
      interface.changeRequests == [
        .save(
          beer: nil, fields: BeerFields(name: "Duvel Moortgat A Old", drunkAt: DiaryDate("2024-06-15")),
          expecting: nil)
      ])
  }

  @Test func theNotesTakeTheTextAsItIs() {
    var interface = interface("ax")
    goToNotes(&interface)
    interface.send(.paste(.text("First line.\nSecond, dd\tq")))
    #expect(interface.screen.contains("Notes       First line.\n"))
    #expect(interface.cursorLine.contains("Second, dd q"))
    interface.type("!")
    interface.press(.control("s"))
    guard case .save(_, let fields, _) = interface.changeRequests.first else { return #expect(Bool(false)) }
    #expect(fields.notes == "First line.\nSecond, dd\tq!" && fields.latitude == nil)
  }

  @Test func aMegabyteInTheNotesIsDrawnAndGoneOnWith() {
    var interface = interface("ax")
    goToNotes(&interface)
    interface.send(.paste(.text(String(repeating: "麦a\n", count: 1 << 18))))
    interface.type("end")
    #expect(interface.cursorLine.contains(" end"))
    #expect(interface.lines.filter { $0.contains(" 麦a") }.count > 5)
  }

  @Test func promptsAndThePaletteTakeALine() {
    var search = interface("/")
    search.send(.paste(.text("orv\nal\n")))
    #expect(search.cursorLine.contains("/orv al"))

    var filter = interface("f")
    filter.send(.paste(.text("abv>")))
    filter.type("5")
    #expect(filter.cursorLine.contains("abv>5"))

    var palette = interface(":")
    palette.send(.paste(.text("undo\n")))
    #expect(palette.lines[0].contains("undo") && palette.lines[0].contains("Actions: "))
  }

  @Test func aMenuOrQuestionIsNotAnsweredByAPaste() {
    var menu = interface("4")
    menu.send(.paste(.text("3")))
    #expect(!menu.screen.contains("Rating of") && menu.screen.contains(Self.refusal))

    var question = interface("aTyped")
    question.press(Key(.escape))
    question.send(.paste(.text("y\n")))
    question.press(Key(.enter))
    #expect(question.lines[0].contains("New beer"))
  }

  @Test func aPasteThatIsTooLongIsRefusedCompletely() {
    var interface = interface("aName")
    interface.send(.paste(.text(String(repeating: "x", count: 10_001))))
    #expect(interface.screen.contains("too long for one line"))
    interface.send(.paste(.tooLong))
    #expect(interface.screen.contains("The limit is 1 MB"))
    interface.press(Key(.escape))
    #expect(interface.cursorLine.hasSuffix(" Name"))
  }

  @Test func aPasteAfterAKeyThatWaitsIsStillRefusedWhenTheFormIsOpen() {
    var interface = HeadlessInterface(diary: FakeDiary(SampleBeers.all), opens: false)
    interface.type("a")
    interface.send(.paste(.text("Orval")))
    interface.answerHeld()
    #expect(interface.lines[0].contains("New beer") && interface.screen.contains(Self.refusal))
  }

  @Test func nothingIsPastedBeforeThereIsAList() {
    var interface = HeadlessInterface(diary: FakeDiary(SampleBeers.all), opens: false)
    interface.send(.paste(.text("q")))
    interface.answerHeld()
    #expect(interface.ending == nil && interface.lines[0].contains("Beer Diary"))
  }
}
