import DiaryModel
import SQLiteKit
import Terminal
import Testing

@testable import DiaryStore
@testable import DiaryUI

/// Marking beers, and what is done to all that are marked.
@Suite struct MarkTests {
  private func markedNames(_ interface: HeadlessInterface) -> [String] {
    interface.lines.filter { $0.hasPrefix("•") }.map { String($0.dropFirst(16).prefix(6)) }
  }

  @Test func spaceMarksAndMovesDown() {
    var interface = interface()
    interface.type("  ")
    #expect(interface.lines[0].contains("2 marked · 6 beers"))
    #expect(markedNames(interface) == ["Trappi", "Pliny "])
    interface.type("k ")
    #expect(interface.lines[0].contains("1 marked"))
  }

  @Test func theKeyForARangeIsShownIfABeerIsMarked() {
    var interface = interface()
    #expect(!interface.lines[23].contains("V range"))
    interface.type(" ")
    #expect(interface.lines[23].contains("V range"))
    interface.type("V")
    #expect(interface.lines[23].contains("V range"))
  }

  @Test(arguments: 40...80) func theNumberOfBeersInARangeIsNotCut(_ width: Int) {
    var interface = interface(Size(width: width, height: 12))
    interface.type("Vjj")
    #expect(interface.statusLine.contains("Range of 3 beers") && !interface.statusLine.contains("…"))
  }

  @Test func aRangeStartsAtItsBeerIfAnotherProgramRemovesOneInIt() {
    var interface = HeadlessInterface(diary: FakeDiary(SampleBeers.many(40)))
    interface.type("jjVjjj")
    interface.diary.beers.remove(at: 4)
    interface.send(.storeChanged)
    interface.type("V")
    #expect(interface.state.list.marks.ids == [3, 4, 6])
  }

  @Test func aRangeFollowsTheCursorAndIsMarkedAtItsEnd() {
    var interface = interface()
    interface.type("jVjj")
    #expect(interface.lines.count { $0.hasPrefix("•") } == 3)
    #expect(interface.statusLine.contains("Range of 3 beers: Enter marks them, Esc cancels."))
    #expect(!interface.lines[0].contains("marked"))
    interface.type("V")
    #expect(interface.lines[0].contains("3 marked"))
    interface.type("kkV")
    interface.press(Key(.escape))
    #expect(interface.lines[0].contains("3 marked"))
    interface.press(Key(.escape))
    #expect(!interface.lines[0].contains("marked"))
  }

  @Test func anActionMarksTheOpenRangeFirst() {
    var interface = interface()
    interface.type("Vjd")
    #expect(interface.changeRequests == [.trash([1, 2])])
  }

  @Test func aCountMovesTheEndOfTheOpenRange() {
    var interface = interface()
    interface.type("V3j")
    #expect(interface.statusLine.contains("Range of 4 beers"))
    interface.type("d")
    #expect(interface.changeRequests == [.trash([1, 2, 3, 4])])
  }

  @Test func aTypedLineMovesTheEndOfTheOpenRange() {
    var interface = interface()
    interface.type("V:4")
    interface.press(Key(.enter))
    #expect(interface.statusLine.contains("Range of 4 beers"))
    interface.type(":")
    interface.press(Key(.escape))
    #expect(interface.statusLine.contains("Range of 4 beers"))
  }

  @Test(arguments: [true, false]) func anOpenRangeIsRated(withEnter: Bool) {
    for holds in [false, true] {
      var interface = interface()
      interface.type("V1j")
      #expect(interface.changeRequests.isEmpty && interface.state.list.marks.rangeStart == 0)
      interface.holdsEffects = holds
      interface.type("4.5")
      #expect(interface.cursorLine.contains("Rating of a range of 2 beers 4.5"))
      if withEnter { interface.press(Key(.enter)) } else { interface.tick(11) }
      interface.answerHeld()
      #expect(interface.changeRequests == [.set(.number(.rating), of: [1, 2], to: .number(4.5))])
      #expect(interface.state.list.marks.rangeStart == nil && interface.state.prompt == nil)
    }
  }

  @Test(arguments: [[Key.character("d")], [Key.character("4"), Key(.enter)]])
  func anActionOnAnUnreadableRangeChangesNoBeer(_ action: [Key]) throws {
    var interface = interface()
    interface.type("Vj")
    interface.holdsEffects = true
    for key in action { interface.press(key) }
    let requests = interface.effects.compactMap { effect -> MarkRequest? in
      if case .loadMarks(let request) = effect { request } else { nil }
    }

    interface.send(.marks(try #require(requests.last), .failure(.busy(path: "x"))))

    #expect(interface.statusLine.contains("Nothing was marked"))
    #expect(interface.changeRequests.isEmpty && interface.state.prompt == nil)
    #expect(interface.state.typeAhead.keys.isEmpty)
  }

  @Test func marksThatAFilterHidesAreAskedAboutBeforeTheyGoToTheTrash() {
    var interface = interface()
    interface.type("  fpliny")
    interface.press(Key(.enter))
    interface.type("d")
    #expect(interface.screen.contains("of them not shown) to the trash? y/N"))
    #expect(interface.changeRequests.isEmpty)
    interface.tick(20)
    interface.type("y")
    #expect(interface.changeRequests == [.trash([1, 2])])
  }

  @Test func aSingleHiddenBeerIsNotCountedTwice() {
    var interface = interface()
    interface.type(" fpliny")
    interface.press(Key(.enter))
    interface.type("d")
    #expect(interface.screen.contains("Move 1 beer (not shown) to the trash? y/N"))
  }

  @Test func keysPressedBeforeTheMarksAreKnownWait() {
    var interface = interface()
    interface.holdsEffects = true
    interface.type("*d")
    #expect(interface.changeRequests.isEmpty)
    interface.answerHeld()
    #expect(interface.changeRequests == [.trash([1, 2, 3, 4, 5, 6])])
  }

  @Test func markingAllMarksTheListAndDoingItAgainUnmarksIt() {
    var interface = interface()
    interface.type("frating>=4")
    interface.press(Key(.enter))
    interface.type("*")
    #expect(interface.lines[0].contains("3 marked · 3 beers"))
    interface.type("*")
    #expect(!interface.lines[0].contains("marked"))
  }

  @Test func thousandsOfBeersAreMarkedWithoutReadingTheirRows() {
    var interface = HeadlessInterface(diary: FakeDiary(SampleBeers.many(5000)))
    let read = interface.diary.requestedRanges
    interface.type("*")
    #expect(interface.lines[0].contains("5,000 marked"))
    #expect(interface.diary.requestedRanges == read)
  }

  @Test func marksStayInAnotherOrderAndUnderAFilter() {
    var interface = interface()
    interface.type("jj ")
    interface.sort("n")
    #expect(interface.lines[0].contains("1 marked"))
    #expect(interface.lines.contains { $0.hasPrefix("•") && $0.contains("一番搾り") })
    interface.type("frating>=4")
    interface.press(Key(.enter))
    #expect(interface.lines[0].contains("1 marked, 1 not shown"))
    #expect(!interface.lines.contains { $0.hasPrefix("•") })
  }

  @Test func theNumberOfHiddenMarkedBeersIsShown() {
    var interface = interface()
    interface.type("  j ")
    #expect(interface.lines[0].contains("3 marked · 6 beers"))
    #expect(!interface.effects.contains { if case .compareMarks = $0 { true } else { false } })

    interface.type("/pliny")
    #expect(interface.lines[0].contains("3 marked, 2 not shown · 1 beer"))
    interface.press(Key(.enter))
    interface.type(" ")
    #expect(interface.lines[0].contains("2 marked, 2 not shown · 1 beer"))
    interface.type("*")
    #expect(interface.lines[0].contains("3 marked, 2 not shown · 1 beer"))
    interface.type("=")
    #expect(interface.screen.contains("Field to set in 3 beers (2 of them not shown)"))
    interface.press(Key(.escape))
    interface.type("d")
    #expect(interface.screen.contains("Move 3 beers (2 of them not shown) to the trash? y/N"))
    interface.tick(20)
    interface.type("y")
    #expect(interface.changeRequests == [.trash([1, 2, 4])])

    interface.press(Key(.escape))
    interface.type(" ")
    #expect(interface.lines[0].contains("1 marked · 1 beer"))
  }

  @Test func beersAreUnmarkedWhenTheirAdoptionIsUndone() {
    var interface = interface()
    interface.diary.storesChanges = true
    let adoption = LoggedChange.adoption([.adopted([1, 2])])
    interface.send(.commandEnded(.adopt("~/Old.sqlite"), status: 0, change: .success(adoption)))
    interface.type("   uy")
    #expect(interface.changeRequests == [.undo([.adopted([1, 2])])])
    #expect(interface.state.list.marks.ids == [3])
  }

  @Test func beersAreUnmarkedWhenTheyAreMovedToTheTrashAgain() {
    var interface = interface()
    interface.diary.storesChanges = true
    interface.type("du")
    interface.type("g ")
    #expect(interface.state.list.marks.ids == [1])
    interface.press(.control("r"))
    #expect(interface.diary.beers.count { $0.beer.deletedAt != nil } == 1)
    #expect(interface.state.list.marks.isEmpty)
  }

  @Test func undoMarksTheBeersAgainThatItBringsBack() {
    var interface = interface()
    interface.diary.storesChanges = true
    interface.type("  d")
    #expect(interface.state.list.marks.isEmpty)
    interface.type("u")
    #expect(interface.state.list.marks.ids == [1, 2] && interface.lines[0].contains("2 marked · 6 beers"))
    interface.press(.control("r"))
    #expect(interface.state.list.marks.isEmpty)
    interface.type("u")
    #expect(interface.state.list.marks.ids == [1, 2])
  }

  @Test func redoMarksNoBeersThatItRestores() {
    var interface = interface()
    interface.diary.storesChanges = true
    interface.type(" dTR")
    interface.type("u")
    #expect(interface.diary.beers.count { $0.beer.deletedAt != nil } == 1)
    interface.press(.control("r"))
    #expect(interface.diary.beers.allSatisfy { $0.beer.deletedAt == nil })
    #expect(interface.state.list.marks.isEmpty)
  }

  @Test func marksOfTheDiaryAreNotShownInTheTrash() {
    var interface = interface()
    interface.type(" T")
    #expect(interface.lines[0].contains("1 marked, 1 not shown"))
    interface.type("T")
    #expect(interface.lines[0].contains("1 marked · 6 beers"))
  }

  @Test func marksOfAnotherListAreComparedWithTheShownOne() {
    var interface = interface()
    interface.holdsEffects = true
    interface.type("*/pliny")
    interface.answerHeld()
    #expect(interface.lines[0].contains("6 marked, 5 not shown"))
  }

  @Test func oneFieldOfAllMarkedBeersIsSet() {
    var interface = interface()
    interface.type("  =style=Porter")
    interface.press(Key(.enter))
    #expect(interface.changeRequests == [.set(.text(.style), of: [1, 2], to: .text("Porter"))])
    #expect(interface.lines[0].contains("2 marked"))
  }

  @Test func aValueThatWasChangedElsewhereIsReplacedOnlyAfterItWasShown() {
    var interface = interface()
    interface.diary.storesChanges = true
    interface.type("=place=Cellar")
    interface.diary.beers[0].beer.fields.place = "Theirs"
    interface.send(.storeChanged)
    interface.press(Key(.enter))
    #expect(interface.diary.beers[0].beer.fields.place == "Theirs")
    #expect(interface.screen.contains("The venue was changed elsewhere, so it was not set to “Cellar”."))
    #expect(interface.lines.contains { $0.contains("Theirs") && $0.contains("unchanged") })
    interface.type("Cellar")
    interface.press(Key(.enter))
    #expect(interface.diary.beers[0].beer.fields.place == "Cellar")
  }

  @Test func aValueThatTheUserHasJustSetIsNotTakenForAForeignOne() {
    var interface = interface()
    interface.diary.storesChanges = true
    for place in ["Cellar", "Attic"] {
      interface.type("=place=" + place)
      interface.press(Key(.enter))
      #expect(interface.diary.beers[0].beer.fields.place == place)
    }
  }

  @Test(arguments: [
    ("rating=4,5", ChangeRequest.set(.number(.rating), of: [1], to: .number(4.5))),
    ("place=no value", .set(.text(.place), of: [1], to: nil)),
    ("Hop = Citra", .set(.custom("hop"), of: [1], to: .text("Citra"))),
  ])
  func aFieldIsNamedAsPeopleDo(_ typed: String, _ request: ChangeRequest) {
    var interface = interface()
    interface.type("=" + typed)
    interface.press(Key(.enter))
    #expect(interface.changeRequests == [request])
  }

  @Test(arguments: [
    ("stlye", "Did you mean “style”?"), ("rating=7", "0 to 5 stars"),
    ("name", "cannot be set for several beers"), ("Latitude", "cannot be set for several beers"),
    ("dat", "The date cannot be set for several beers. Edit each of them instead."),
  ])
  func aFieldThatCannotBeSetSaysWhy(_ typed: String, _ sentence: String) {
    var interface = interface()
    interface.type("=" + typed)
    interface.press(Key(.enter))
    #expect(interface.screen.contains(sentence))
    #expect(interface.changeRequests.isEmpty)
  }

  @Test func theFieldAndAValueOfTheDiaryAreChosen() {
    var interface = interface()
    interface.type("=sty")
    #expect(interface.screen.contains("Field to set in 1 beer sty → Style"))
    interface.press(Key(.enter))
    #expect(interface.screen.contains("Style of 1 beer → Quadrupel  unchanged"))
    interface.type("imp")
    #expect(interface.lines.contains { $0.hasPrefix(" Use “imp” ") && $0.contains("as typed") })
    #expect(interface.lines.contains { $0.hasPrefix("▌Imperial IPA") && $0.contains("1 beer") })
    interface.press(Key(.enter))
    #expect(interface.changeRequests == [.set(.text(.style), of: [1], to: .text("Imperial IPA"))])
  }

  @Test(arguments: [
    ("imp", "Imperial IPA"), ("IPA", "Imperial IPA"), ("lag", "Lager"), ("smoothie", "smoothie"),
  ])
  func enterTakesTheBestMatchOfAPartOfAValue(_ typed: String, _ style: String) {
    var interface = interface()
    interface.type("=style=" + typed)
    interface.press(Key(.enter))
    #expect(interface.changeRequests == [.set(.text(.style), of: [1], to: .text(style))])
  }

  @Test func aPartOfAValueIsTakenAsItWasTypedWithTheLastChoice() {
    var interface = interface()
    interface.type("=style=imp")
    interface.press(Key(.up), Key(.enter))
    #expect(interface.changeRequests == [.set(.text(.style), of: [1], to: .text("imp"))])
  }

  @Test func aPartOfNoValueClearsTheField() {
    var interface = interface()
    interface.type("=style=no val")
    #expect(interface.cursorLine.contains("no val → no value  clears the field"))
    interface.press(Key(.enter))
    #expect(interface.changeRequests == [.set(.text(.style), of: [1], to: nil)])
  }

  @Test func clearingAFieldOfSeveralBeersAsksFirst() {
    for answer in [Key.character("n"), .character("y")] {
      var interface = interface()
      interface.type("  =style=no value")
      interface.press(Key(.enter))
      #expect(
        interface.screen.contains("Clear the style of 2 beers? y/N") && interface.changeRequests.isEmpty)
      interface.press(answer)
      let clears = answer == .character("y")
      #expect(interface.changeRequests == (clears ? [.set(.text(.style), of: [1, 2], to: nil)] : []))
    }
  }

  @Test func aFieldWhoseNameHasOnlyTheTypedLettersIsNotTaken() {
    var interface = interface()
    interface.diary.beers[0].beer.fields.extras["my_alternative_list"] = .text("x")
    interface.type("=malt")
    #expect(interface.lines.contains { $0.hasPrefix("▌malt") && $0.contains("a new custom field") })
    #expect(interface.lines.contains { $0.hasPrefix(" my_alternative_list") })
  }

  @Test func aFieldWithoutValuesSaysSo() {
    var interface = interface()
    interface.type("=malt=")
    #expect(interface.screen.contains("No beer has a value yet. Type one."))
  }

  @Test func aPriceThatBeginsOthersIsTakenAsItWasTyped() throws {
    var diary = FakeDiary(SampleBeers.all)
    diary.beers[1].beer.fields.price = "€3.00"
    let price = try #require(AssignableField(builtIn: "price"))
    var interface = HeadlessInterface(diary: diary)
    interface.type("=price=€3")
    #expect(interface.screen.contains("€3.00"))
    interface.press(Key(.enter))
    #expect(interface.changeRequests == [.set(price, of: [1], to: .text("€3"))])
  }

  /// Enter pressed once too often changes nothing.
  @Test func theValueOfTheBeersComesFirst() {
    for (typed, title) in [
      ("=style=", "Quadrupel"), ("  =style=", "different values"), ("j=price=", "no value"),
    ] {
      var interface = interface()
      interface.type(typed)
      #expect(interface.cursorLine.contains("→ \(title)  unchanged"), "\(interface.cursorLine)")
      #expect(interface.screen.contains("clears the field") == (title != "no value"))
      interface.press(Key(.enter))
      #expect(interface.state.prompt == nil && interface.changeRequests.isEmpty)
      #expect(interface.statusLine.contains("Nothing was changed."))
    }
  }

  @Test func severalBeersWithTheSameValueShowIt() {
    var interface = interface()
    interface.diary.beers[1].beer.fields.style = interface.diary.beers[0].beer.fields.style
    interface.type("  =style=")
    #expect(interface.cursorLine.contains("→ Quadrupel  unchanged"))
  }

  @Test func clearingIsTheChoiceAfterTheValueOfTheBeers() {
    var interface = interface()
    interface.type("=style=")
    interface.press(Key(.down))
    #expect(interface.cursorLine.contains("→ no value  clears the field"))
    interface.press(Key(.enter))
    #expect(interface.changeRequests == [.set(.text(.style), of: [1], to: nil)])
  }

  @Test func aTypedValueGetsTheSpellingOfTheDiary() {
    var interface = interface()
    interface.type("=style=LAGER")
    interface.press(Key(.enter))
    #expect(interface.changeRequests == [.set(.text(.style), of: [1], to: .text("Lager"))])
  }

  @Test func theAccentsOfAValueCanBeCorrected() throws {
    let brewery = try #require(AssignableField(builtIn: "brewery"))
    var diary = FakeDiary(SampleBeers.all)
    diary.beers[0].beer.fields.brewery = "Kostritzer"
    var interface = HeadlessInterface(diary: diary)
    interface.type("=brewery=Köstritzer")
    interface.press(Key(.enter))
    #expect(interface.changeRequests == [.set(brewery, of: [1], to: .text("Köstritzer"))])
  }

  @Test func noIsAValueAndDoesNotClearTheField() {
    var interface = interface()
    interface.type("=vegan=no")
    #expect(!interface.screen.contains("clears the field"))
    interface.press(Key(.enter))
    #expect(interface.changeRequests == [.set(.custom("vegan"), of: [1], to: .text("no"))])
  }

  @Test func aNumberThatTheBeerLacksIsNoValue() {
    var interface = interface()
    for index in interface.diary.beers.indices { interface.diary.beers[index].beer.fields.abv = nil }
    interface.type("=abv=")
    #expect(interface.cursorLine.contains("→ no value  unchanged"))
  }

  @Test func aNewCustomFieldIsTheLastChoice() {
    var interface = interface()
    interface.type("=malt")
    #expect(interface.lines.contains { $0.contains("malt") && $0.contains("a new custom field") })
    interface.type("=Pilsner")
    interface.press(Key(.enter))
    #expect(interface.changeRequests == [.set(.custom("malt"), of: [1], to: .text("Pilsner"))])
  }

  @Test func aWordOfTheScreenIsNotANewCustomField() throws {
    var interface = interface()
    interface.type("=venue=Cellar")
    interface.press(Key(.enter))
    #expect(interface.changeRequests == [.set(.text(.place), of: [1], to: .text("Cellar"))])
    #expect(try FieldAssignment.field(named: "VENUE", customFields: []) == .text(.place))
    #expect(try FieldAssignment.field(named: "Venue", customFields: ["venue"]) == .custom("venue"))
  }

  @Test func aNameWithoutLettersMeansNoOtherField() throws {
    #expect(try FieldAssignment.field(named: "★★★★", customFields: ["♥"]) == .custom("★★★★"))
  }

  @Test func aFieldThatBeersSpellDifferentlyIsSetAndUndoneAsOneChange() {
    var interface = interface(Size(width: 100, height: 24))
    let changes = ([("HOP", 1), ("hop", 2)] as [(String, Int64)]).map { name, beer in
      DiaryChange.fieldSet(
        .init(
          field: .custom(name),
          groups: [.init(beers: [beer], before: nil, after: .text("Saaz"), updatedAt: "")]))
    }
    let request = ChangeRequest.set(.custom("hop"), of: [1, 2], to: .text("Saaz"))

    interface.send(.changed(request, .success(ChangeOutcome(changes))))
    #expect(interface.statusLine.contains("Changed the “HOP” and “hop” of 2 beers."))
    interface.type("u")

    #expect(interface.changeRequests.last == .undo(changes))
  }

  /// What was typed for the value does not become a part of the field's name.
  @Test func keysAfterAFieldWaitUntilTheCustomFieldsAreRead() {
    var interface = interface()
    interface.holdsEffects = true
    interface.type("=hop=Citra")
    interface.press(Key(.enter))
    #expect(interface.changeRequests.isEmpty)
    interface.answerHeld()
    #expect(interface.changeRequests == [.set(.custom("hop"), of: [1], to: .text("Citra"))])
  }

  @Test func aLongChangeIsShownUntilItIsSaved() {
    var interface = interface(Size(width: 100, height: 24))
    interface.holdsEffects = true
    interface.type("*")
    interface.answerHeld()
    interface.holdsEffects = true
    interface.type("d")
    #expect(interface.state.needsTick && !interface.statusLine.contains("saving"))
    interface.tick(8)
    #expect(interface.statusLine.contains("saving"))
    interface.answerHeld()
    #expect(!interface.statusLine.contains("saving"))
  }

  /// The list may be empty when the question would be answered.
  @Test func nothingIsAskedWhileAChangeIsStillBeingSaved() {
    var interface = marked(5000)
    interface.type("d")
    interface.holdsEffects = true
    interface.type("y")
    interface.tick(8)
    interface.type("d")
    #expect(!interface.screen.contains("y/N") && interface.screen.contains("still being saved"))
    #expect(interface.changeRequests.count == 1)
    interface.answerHeld()
    #expect(!interface.screen.contains("y/N"))
  }

  private func marked(_ count: Int, inTrash: Bool = false) -> HeadlessInterface {
    var beers = SampleBeers.many(count)
    if inTrash {
      for index in beers.indices { beers[index].beer.deletedAt = DiaryDate("2024-06-01T12:00:00Z") }
    }
    var interface = HeadlessInterface(Size(width: 100, height: 24), diary: FakeDiary(beers))
    interface.type(inTrash ? "T*" : "*")
    return interface
  }

  @Test(arguments: [
    ("d", false, "Move 5,000 beers to the trash? y/N"),
    ("R", true, "Restore 5,000 beers from the trash? y/N"),
    ("=style=Porter\r", false, "Change the style of 5,000 beers to Porter? y/N"),
  ])
  func changingThousandsOfBeersAsksFirst(_ keys: String, _ inTrash: Bool, _ question: String) {
    for answer in [Key.character("n"), Key(.enter), Key(.escape), .character("y")] {
      var interface = marked(5000, inTrash: inTrash)
      for key in keys { interface.press(key == "\r" ? Key(.enter) : .character(key)) }
      #expect(interface.screen.contains(question) && interface.changeRequests.isEmpty)
      interface.press(answer)
      #expect(interface.changeRequests.map(\.beerCount) == (answer == .character("y") ? [5000] : []))
      #expect(!interface.screen.contains(question))
    }
  }

  @Test func aWrongKeyIsAnsweredAfterTheKeysIfTheQuestionFillsItsLine() {
    var interface = marked(5000)
    interface.type("=style=" + String(repeating: "x", count: 57))
    interface.press(Key(.enter))
    interface.type("x")
    #expect(interface.cursorLine.hasSuffix("x? y/N"))
    #expect(interface.lines.last == " y change   n/Enter/Esc cancel   Press y or n.")
  }

  @Test func theCursorOfAQuestionStandsInItsRow() {
    var interface = marked(5000)
    interface.type("=style=Porter")
    interface.press(Key(.enter))
    for width in 30...50 {
      interface.resize(width, 12)
      #expect(interface.cursorLine.contains("y/N"))
    }
  }

  @Test(arguments: [(20, 20), (21, nil), (999, nil)] as [(Int, Int?)])
  func movingMoreThan20BeersToTheTrashAsksFirst(_ count: Int, _ moved: Int?) {
    var interface = marked(count)
    interface.type("d")
    #expect(interface.changeRequests.map(\.beerCount) == (moved.map { [$0] } ?? []))
    #expect(interface.screen.contains("Move \(count) beers to the trash? y/N") == (moved == nil))
    if moved == nil { interface.type("y") }
    #expect(interface.changeRequests.map(\.beerCount) == [count])
  }

  @Test(arguments: [("=style=Porter\r", false), ("4.5", false), ("R", true)])
  func otherChangesOfMoreThan20BeersAskAsWell(_ keys: String, _ inTrash: Bool) {
    for (count, isAsked) in [(20, false), (21, true)] {
      var interface = marked(count, inTrash: inTrash)
      for key in keys { interface.press(key == "\r" ? Key(.enter) : .character(key)) }
      interface.tick(30)
      #expect(interface.changeRequests.map(\.beerCount) == (isAsked ? [] : [count]))
      #expect(interface.screen.contains("? y/N") == isAsked)
    }
  }

  @Test func aTypedValueIsKeptWhileAnotherChangeIsBeingSaved() {
    for keys in ["=style=Gose", "4.5"] {
      var interface = marked(21)
      interface.type(keys)
      interface.state.changes.noteRequest(.trash([1]))
      interface.press(Key(.enter))
      #expect(interface.state.prompt != nil && !interface.screen.contains("? y/N"), "\(keys)")
      #expect(interface.screen.contains("The last change is still being saved."), "\(keys)")
      interface.state.changes.noteAnswer(to: .trash([1]))
      // Enter is ignored for a moment after a problem appears.
      interface.tick(30)
      interface.press(Key(.enter))
      #expect(interface.screen.contains("? y/N"), "\(keys)")
    }
  }

  @Test func markedBeersThatAreNotShownAreAskedAboutBeforeTheyAreRated() {
    var interface = interface()
    interface.type(" /pliny")
    interface.press(Key(.enter))
    interface.type("2.5")
    interface.tick(30)
    #expect(interface.screen.contains("Rate 1 beer (not shown) 2.5? y/N"))
    #expect(interface.changeRequests.isEmpty)
  }

  @Test func theProgressOfALargeChangeIsShown() {
    var interface = marked(5000)
    interface.holdsEffects = true
    interface.type("dy")
    interface.send(.changing(done: 3000, total: 5000))
    #expect(interface.statusLine.contains("saving 3,000 of 5,000") && interface.state.needsTick)
    interface.tick(8)
    interface.type("u")
    #expect(interface.statusLine.contains("still being saved"))
    interface.answerHeld()
    #expect(!interface.statusLine.contains("saving"))
  }

  @Test func escapeStopsAChangeThatTakesLong() {
    var interface = marked(5000)
    interface.holdsEffects = true
    interface.type("dy")
    #expect(interface.screen.contains("Esc stop"))
    interface.press(Key(.escape))
    let request = interface.changeRequests[0]
    #expect(interface.effects.contains(.stopChange(request)) && interface.statusLine.contains("stopping…"))
    // Pressed again, the key does not clear the marks, with which the change may be repeated.
    interface.press(Key(.escape))
    #expect(interface.effects.count { $0 == .stopChange(request) } == 1)
    #expect(interface.state.list.marks.count == 5000)

    interface.send(.changed(request, .failure(.store(.cancelled))))
    #expect(interface.statusLine.contains("Stopped. Nothing was changed."))
    #expect(!interface.state.changes.canUndo)
    interface.press(Key(.escape))
    #expect(interface.state.list.marks.isEmpty)
  }

  @Test func otherScreensSayWhereAChangeCanBeStoppedBecauseEscapeGoesBack() throws {
    var interface = marked(5000)
    interface.holdsEffects = true
    interface.type("dy")
    let request = try #require(interface.changeRequests.first)
    interface.send(.changing(done: 3000, total: 5000))
    #expect(!interface.screen.contains("in the list"))
    interface.type("?")
    #expect(interface.statusLine.contains("saving 3,000 of 5,000, Esc in the list stops it"))

    interface.press(Key(.escape))
    #expect(interface.state.screen == .list && !interface.effects.contains(.stopChange(request)))
    interface.press(Key(.escape))
    #expect(interface.effects.contains(.stopChange(request)))
  }

  @Test func aNarrowScreenSaysOnlyHowFarAChangeIs() {
    var interface = marked(5000)
    interface.holdsEffects = true
    interface.type("dy?")
    interface.send(.changing(done: 3000, total: 5000))
    interface.resize(50, 24)
    #expect(interface.statusLine.contains("saving 3,000 of 5,000") && !interface.screen.contains("stops it"))
  }

  @Test func aChangeOfFewBeersCanBeStoppedOnlyIfItTakesLong() {
    var interface = marked(5)
    interface.holdsEffects = true
    interface.type("dy")
    #expect(!interface.screen.contains("Esc stop"))
    interface.tick(8)
    #expect(interface.screen.contains("Esc stop"))
  }

  @Test func escapeStopsOnlyTheChangeThatIsBeingMade() throws {
    var interface = interface()
    interface.holdsEffects = true
    interface.type("d")
    interface.tick(8)
    interface.type("jd")
    interface.tick(8)
    interface.press(Key(.escape))
    try #require(interface.changeRequests.count == 2)
    let (first, next) = (interface.changeRequests[0], interface.changeRequests[1])
    #expect(interface.effects.contains(.stopChange(first)) && !interface.effects.contains(.stopChange(next)))

    interface.send(.changed(first, .failure(.store(.cancelled))))
    #expect(!interface.statusLine.contains("stopping…"))
    interface.send(.changed(next, .success(ChangeOutcome())))
    #expect(!interface.statusLine.contains("Stopped."))
  }

  @Test func aStoppedUndoCanBeRepeated() {
    var interface = marked(1000)
    interface.diary.storesChanges = true
    interface.type("dy")
    interface.holdsEffects = true
    interface.type("u")
    interface.tick(8)
    interface.press(Key(.escape))
    let undo = interface.changeRequests.last
    guard case .undo(let made)? = undo else {
      Issue.record("\(interface.changeRequests)")
      return
    }
    #expect(interface.effects.contains(.stopChange(.undo(made))))

    interface.send(.changed(.undo(made), .failure(.store(.cancelled))))
    #expect(interface.statusLine.contains("Stopped. Nothing was changed."))
    #expect(interface.state.changes.canUndo && !interface.state.changes.canRedo)
  }

  @Test func escapeDoesNotStopAChangeForWhichQuittingWaits() {
    var interface = marked(5000)
    interface.holdsEffects = true
    interface.type("dyq")
    interface.tick(8)
    interface.press(Key(.escape))
    #expect(!interface.effects.contains { if case .stopChange = $0 { true } else { false } })
  }

  @Test func marksAreSeenWithoutUnicode() {
    var interface = HeadlessInterface(
      diary: FakeDiary(SampleBeers.all), appearance: Appearance(glyphs: .ascii))
    interface.type(" ")
    #expect(interface.lines.contains { $0.hasPrefix("* 1 Jun 2024") })
  }

  @Test(arguments: ScreenSnapshotTests.sizes) func marksMatchTheirSnapshots(_ size: Size) throws {
    var interface = interface(size)
    interface.type("  jV")
    try expectSnapshot(interface.screen, named: "marks-\(size.width)x\(size.height)")
    interface.type("V=")
    try expectSnapshot(interface.screen, named: "set-field-\(size.width)x\(size.height)")
  }
}
