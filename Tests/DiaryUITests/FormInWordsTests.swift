import DiaryModel
import DiaryStore
import Terminal
import Testing

@testable import DiaryUI

/// What a screen reader reads in the form, and in the questions about it.
@Suite struct FormInWordsTests {
  private func interface(
    _ size: Size = Size(width: 80, height: 24), _ beers: [BeerDetail] = SampleBeers.all
  ) -> HeadlessInterface {
    var appearance = Appearance()
    appearance.pictureMethod = .words
    return HeadlessInterface(size, diary: FakeDiary(beers), appearance: appearance)
  }

  // MARK: - Questions

  @Test func aQuestionSaysWhatEachLetterDoesAndWhatItIsAbout() {
    var interface = interface()
    interface.type("aOrval")
    interface.press(Key(.escape))
    #expect(interface.cursorLine == " Discard your changes to “Orval”? y discard, s save, n keep editing")
    interface.type("x")
    #expect(interface.cursorLine == " Discard your changes to “Orval”? Press y, n or s.")
  }

  @Test func theQuestionAboutADraftNamesItsBeer() {
    var interface = interface()
    let draft = FormDraft(beer: nil, uuid: nil, texts: [.init(kind: .name, text: "Half a beer")])
    interface.send(.draftsFound(KeptDrafts([KeptDraft(id: "draft-0", draft: draft)])))
    #expect(
      interface.cursorLine == " Resume the unsaved beer “Half a beer”? y resume, x discard, n later")
    interface.type("x")
    #expect(interface.cursorLine == " Discard the unsaved beer “Half a beer”? y discard, n keep")
  }

  @Test(arguments: [
    (80, " Discard your changes to “Orval”? y discard, s save, n keep editing"),
    (40, " y discard, s save, n keep editing"), (20, " Discard? y/N/s"),
  ])
  func theLineThatIsReadHasWhatFitsOfTheAnswers(_ width: Int, _ line: String) {
    var interface = interface(Size(width: width, height: 12))
    interface.type("aOrval")
    interface.press(Key(.escape))
    #expect(interface.cursorLine == line)
  }

  // MARK: - What was filled in

  @Test func aBeerThatIsDrunkAgainIsNamedWhenTheFormOpens() {
    var interface = interface(Size(width: 80, height: 24), LabelListTests.beers)
    interface.type("D")
    #expect(interface.cursorLine == " Orval, the 4th time. The cursor is in Rating.")
    interface.type("4")
    #expect(interface.cursorLine.contains("Rating") && interface.cursorLine.contains("4"))
  }

  @Test func anAcceptedNameSaysWhatItFillsInAndWhichTimeItIs() {
    var interface = interface(Size(width: 80, height: 24), LabelListTests.beers)
    interface.type("aorv")
    interface.press(Key(.tab))
    #expect(interface.cursorLine == " Name Orval, the 4th time. Filled in Brewery, Style, ABV.")
    interface.press(.control("_"))
    #expect(interface.cursorLine == " Name orv. Emptied Brewery, Style, ABV.")
    interface.press(Key(.down))
    #expect(interface.cursorLine.contains("Brewery"))
  }

  @Test func aNameThatACursorKeyAcceptsOrErasingItForgetsIsSaidAsWell() {
    var interface = interface(Size(width: 80, height: 24), LabelListTests.beers)
    interface.type("aorv")
    interface.press(Key(.end))
    #expect(interface.cursorLine == " Name Orval, the 4th time. Filled in Brewery, Style, ABV.")
    interface.press(.control("u"))
    #expect(interface.cursorLine.hasSuffix("Emptied Brewery, Style, ABV."))
  }

  @Test func anEmptyFieldIsReadAsEmpty() {
    var interface = interface(Size(width: 80, height: 24), LabelListTests.beers)
    interface.type("aOrval")
    interface.press(Key(.down), Key(.tab))
    #expect(interface.cursorLine.contains("Filled in"))
    interface.press(.control("_"))
    #expect(interface.cursorLine.contains(" empty. Emptied "))
  }

  @Test func aValueThatChangesNoOtherFieldIsReadInItsField() {
    var interface = interface()
    interface.type("ax")
    interface.send(.formSuggestions(FormSuggestions(today: DiaryDate("2024-06-15"), styles: ["Witbier"])))
    interface.press(Key(.down), Key(.down))
    interface.type("Wit")
    interface.press(Key(.tab))
    #expect(interface.cursorLine.hasSuffix("Style       Witbier"))
  }

  @Test func everyLineOfTheNotesBeginsWithTheirLabel() {
    var interface = interface()
    interface.type("ax")
    interface.press(Key(.down), until: "the notes") { $0.cursorLine.contains("Notes") }
    interface.send(.paste(.text("Malt.\nDry.\nShort.")))
    interface.press(Key(.down))
    #expect(interface.cursorLine.contains("Position"))
    for text in ["Short.", "Dry.", "Malt."] {
      interface.press(Key(.up))
      #expect(interface.cursorLine.hasPrefix(" Notes       \(text)"))
    }
    #expect(interface.lines.count { $0.contains("Notes") } == 1)
  }
}
