import DiaryModel
import DiaryStore
import DiaryUI
import Terminal
import Testing

/// Adding a beer that the diary has.
@Suite struct DrinkAgainTests {
  private func interface() -> HeadlessInterface {
    var interface = HeadlessInterface(diary: FakeDiary(LabelListTests.beers))
    interface.diary.storesChanges = true
    return interface
  }

  private func again(_ rating: Double?) -> ChangeRequest {
    let fields = BeerFields(
      name: "Orval", brewery: "Brasserie d'Orval", style: "Trappist", abv: 6.2, rating: rating,
      drunkAt: DiaryDate("2024-06-15"))
    return .addAgain(fields, toLabel: SampleBeers.uuid(1))
  }

  @Test func typingAnotherNameSelectsAnotherLabel() {
    var interface = interface()
    interface.type("D")
    #expect(interface.lines[0].hasPrefix(" Orval, the 4th time"))
    for _ in 0..<20 where !interface.cursorLine.contains("Name") { interface.press(Key(.up)) }
    interface.type(" Vert")
    #expect(interface.lines[0].hasPrefix(" New beer"))
    interface.press(.control("s"))
    guard case .save(nil, let fields, nil) = interface.changeRequests.first else {
      Issue.record("\(interface.changeRequests)")
      return
    }
    #expect(fields.name == "Orval Vert" && fields.brewery == "Brasserie d'Orval")
  }

  @Test func aBeerIsDrunkAgainWithThreeKeys() {
    var interface = interface()
    interface.type("D4")
    #expect(interface.cursorLine.contains("Rating"))
    interface.press(.control("s"))
    #expect(interface.changeRequests == [again(4)])
    #expect(interface.lines[0].contains("7 beers, 3 different"))
  }

  @Test func theNoticeSaysWhichTimeItIs() {
    var interface = interface()
    interface.type("D4")
    interface.press(.control("s"))
    #expect(interface.statusLine.contains("Added “Orval”, the 4th time."))
    interface.type("u")
    #expect(interface.statusLine.contains("Undone: added ") && !interface.statusLine.contains("4th time"))
    interface.press(.control("r"))
    #expect(interface.statusLine.contains("Redone: added “Orval”, the 4th time."))

    // The brewery is the one of no label.
    interface.type("aOrval")
    interface.press(.control("s"))
    #expect(interface.statusLine.contains("Added “Orval”.  "))
    interface.type("aorval")
    interface.press(.control("s"))
    #expect(interface.statusLine.contains("Added “orval”, the 2nd time."))
    interface.type("e")
    interface.type(" Vert")
    interface.press(.control("s"))
    #expect(interface.statusLine.contains("Changed the name of “") && !interface.statusLine.contains("time"))
  }

  @Test func keysWaitUntilTheLabelHasBeenRead() {
    var interface = interface()
    interface.holdsEffects = true
    interface.type("D")
    #expect(interface.screen.contains("New beer"))
    interface.type("4")
    interface.press(.control("s"))
    #expect(interface.changeRequests.isEmpty)
    interface.answerHeld()
    #expect(interface.changeRequests == [again(4)])
  }

  @Test func factsThatWereNotTypedAreNotUnsavedChanges() {
    var interface = interface()
    interface.type("D")
    #expect(!interface.screen.contains("Unsaved"))
    interface.press(Key(.escape))
    #expect(interface.lines[0].hasPrefix(" Beer Diary"))
  }

  @Test func aDraftHasTheFactsAsWell() throws {
    var interface = interface()
    interface.type("D4")
    interface.send(.signal(.terminate))
    let draft = try #require(
      interface.effects.compactMap { if case .keepDraft(let draft, _) = $0 { draft } else { nil } }.first)
    #expect(draft.name == "Orval")
    #expect(draft.lines.contains("Rating: 4"))
  }

  @Test func thePageShowsTheNewBeer() {
    var interface = interface()
    interface.type("jjlD3")
    interface.press(.control("s"))
    #expect(interface.changeRequests == [again(3)])
    #expect(interface.lines[0].hasPrefix(" Orval"))
    #expect(interface.screen.contains("15 June 2024"))
    interface.type("u")
    #expect(interface.lines[0].hasPrefix(" Beer Diary   6 beers"))
  }

  @Test func aBeerThatIsGoneIsNotDrunkAgain() {
    var interface = interface()
    interface.holdsEffects = true
    interface.type("D")
    interface.diary.beers.removeFirst()
    interface.answerHeld()
    #expect(interface.screen.contains("The beer is no longer in the diary."))
    #expect(interface.lines[0].hasPrefix(" Beer Diary"))
  }

  @Test func beersInTheTrashAndReadOnlyDiariesRefuse() {
    var beers = LabelListTests.beers
    beers[0].beer.deletedAt = DiaryDate("2024-06-01T12:00:00Z")
    var trash = HeadlessInterface(diary: FakeDiary(beers))
    trash.type("TD")
    #expect(trash.statusLine.contains("This is the trash."))

    var readOnly = HeadlessInterface(diary: FakeDiary(beers), isReadOnly: true)
    readOnly.type("D")
    #expect(readOnly.lines[0].hasPrefix(" Beer Diary"))
  }
}
