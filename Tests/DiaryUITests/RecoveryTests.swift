import DiaryModel
import DiaryStore
import DiaryUI
import Foundation
import SQLiteKit
import Terminal
import Testing

/// A form that a signal kept from being saved.
@Suite struct RecoveryTests {
  private func kept(_ interface: HeadlessInterface) -> FormDraft? {
    interface.effects.compactMap { if case .keepDraft(let draft, _) = $0 { draft } else { nil } }.last
  }

  /// What came of a start with what was kept, as through a file.
  private func restarted(with draft: FormDraft, _ beers: [BeerDetail] = SampleBeers.all) throws
    -> HeadlessInterface
  {
    try restarted(with: [draft], beers)
  }

  /// Under the names `draft-0`, `draft-1` and so on.
  private func restarted(with drafts: [FormDraft], _ beers: [BeerDetail] = SampleBeers.all) throws
    -> HeadlessInterface
  {
    let copies = try JSONDecoder().decode([FormDraft].self, from: JSONEncoder().encode(drafts))
    var interface = HeadlessInterface(diary: FakeDiary(beers))
    let drafts = copies.enumerated().map { KeptDraft(id: "draft-\($0)", draft: $1) }
    interface.send(.draftsFound(KeptDrafts(drafts)))
    return interface
  }

  @Test(arguments: [SystemSignal.terminate, .hangup, .interrupt])
  func anUnsavedNewBeerIsKeptAndRestored(_ signal: SystemSignal) throws {
    var interface = interface()
    interface.type("aOrval")
    interface.press(Key(.down))
    interface.type("Villers")
    interface.send(.signal(signal))
    #expect(interface.ending == .signal(signal))

    var next = try restarted(with: try #require(kept(interface)))
    #expect(next.screen.contains("Resume the unsaved beer? y/N"))
    next.type("y")

    #expect(next.screen.contains("New beer") && next.screen.contains("Orval"))
    #expect(next.screen.contains("Villers"))
    #expect(!next.effects.contains(.dropDraft("draft-0")))
    next.press(Key(.escape), .character("y"))
    #expect(next.effects.contains(.dropDraft("draft-0")))
  }

  @Test(arguments: ["a", "je"]) func theCursorIsOnTheFieldWhereItWas(_ keys: String) throws {
    var interface = interface()
    interface.type(keys + "Orval")
    interface.press(Key(.up))
    interface.type("malt=pale")
    interface.press(Key(.enter), Key(.up))
    #expect(interface.cursorLine.contains("malt"))
    interface.send(.signal(.terminate))

    var next = try restarted(with: try #require(kept(interface)))
    next.type("y")
    #expect(next.cursorLine.contains("malt") && next.cursorLine.contains("pale"))
  }

  /// A form for a beer that is drunk again, with a typed rating.
  private func repeated() throws -> FormDraft {
    var interface = HeadlessInterface(diary: FakeDiary(LabelListTests.beers))
    interface.type("D4")
    interface.send(.signal(.terminate))
    return try #require(kept(interface))
  }

  @Test func aBeerThatIsDrunkAgainKeepsItsLabel() throws {
    var next = try restarted(with: repeated(), LabelListTests.beers)
    next.type("y")
    #expect(next.screen.contains("Orval, the 4th time") && next.cursorLine.contains("Rating"))
    next.press(.control("s"))
    let fields = BeerFields(
      name: "Orval", brewery: "Brasserie d'Orval", style: "Trappist", abv: 6.2, rating: 4,
      drunkAt: DiaryDate("2024-06-15"))
    #expect(next.changeRequests == [.addAgain(fields, toLabel: SampleBeers.uuid(1))])
  }

  @Test func aDraftKeepsTheLabelOfAnAcceptedName() throws {
    var interface = HeadlessInterface(diary: FakeDiary(LabelListTests.beers))
    interface.type("aorv")
    interface.press(Key(.tab), Key(.down), Key(.down), .control("u"))
    interface.send(.signal(.terminate))

    var next = try restarted(with: try #require(kept(interface)), LabelListTests.beers)
    next.type("y")
    #expect(next.screen.contains("Orval, the 4th time") && next.cursorLine.contains("Style"))
    next.press(.control("s"))
    // The style was removed.
    let fields = BeerFields(
      name: "Orval", brewery: "Brasserie d'Orval", abv: 6.2, drunkAt: DiaryDate("2024-06-15"))
    #expect(next.changeRequests == [.addAgain(fields, toLabel: SampleBeers.uuid(1))])
  }

  @Test func aDraftWithAnotherNameHasAnotherLabel() throws {
    var next = try restarted(with: repeated(), LabelListTests.beers)
    next.type("y")
    for _ in 0..<20 where !next.cursorLine.contains("Name") { next.press(Key(.up)) }
    next.type(" Vert")
    next.press(.control("s"))
    guard case .save(nil, let fields, nil) = next.changeRequests.first else {
      Issue.record("\(next.changeRequests)")
      return
    }
    #expect(fields.name == "Orval Vert" && fields.rating == 4)
  }

  @Test func aDraftWhoseLabelIsGoneBecomesANewBeer() throws {
    var next = try restarted(with: repeated(), [SampleBeers.rochefort])
    next.type("y")
    #expect(next.screen.contains("New beer") && next.screen.contains("Brasserie d'Orval"))
    next.press(.control("s"))
    guard case .save(nil, let fields, nil) = next.changeRequests.first else {
      Issue.record("\(next.changeRequests)")
      return
    }
    #expect(fields.name == "Orval" && fields.abv == 6.2 && fields.rating == 4)
  }

  @Test func aDraftIsKeptIfItsFormIsLeftBeforeTheLabelHasBeenRead() throws {
    var next = try restarted(with: repeated(), LabelListTests.beers)
    next.holdsEffects = true
    next.type("y")
    next.press(Key(.escape))
    #expect(next.lines[0].hasPrefix(" Beer Diary") && drops(next).isEmpty)
    next.answerHeld()
    #expect(next.lines[0].hasPrefix(" Beer Diary"))
  }

  @Test func changesOfABeerAreAppliedToItsCurrentFields() throws {
    var interface = interface()
    interface.type("je")
    interface.type(" the Younger")
    interface.send(.signal(.terminate))

    var beers = SampleBeers.all
    beers[1] = SampleBeers.beer(2, name: "Pliny the Elder", place: "Elsewhere")
    var next = try restarted(with: try #require(kept(interface)), beers)
    next.type("y")

    #expect(next.screen.contains("Pliny the Elder the Younger") && next.screen.contains("Elsewhere"))
  }

  /// The draft of a form of the second beer with another name typed.
  ///
  /// - Parameter body: Called before a signal ends the program.
  private func renamed(_ body: (inout HeadlessInterface) -> Void = { _ in }) throws -> FormDraft {
    var interface = interface()
    interface.type("je")
    interface.press(.control("u"))
    interface.type("Mine")
    body(&interface)
    interface.send(.signal(.terminate))
    return try #require(kept(interface))
  }

  @Test func aValueThatWasChangedElsewhereBeforeADraftIsResumedIsNotOverwrittenWithoutAQuestion() throws {
    var beers = SampleBeers.all
    beers[1].beer.fields.name = "Theirs"
    var next = try restarted(with: renamed(), beers)
    next.type("y")
    #expect(next.screen.contains("Changed elsewhere: Name Theirs. You have changed Name as well."))
    #expect(next.cursorLine.contains("Mine") && next.cursorLine.hasSuffix("Theirs elsewhere"))

    next.press(.control("s"))
    #expect(next.changeRequests.isEmpty && next.cursorLine.contains("Name was changed elsewhere."))
    next.press(Key(.enter))
    guard case .save(2, let fields, let expected?) = next.changeRequests.first else {
      Issue.record("\(next.changeRequests)")
      return
    }
    #expect(fields.name == "Mine" && expected.name == "Theirs")
  }

  @Test func aDraftOfAnUnchangedValueIsSavedWithoutAQuestion() throws {
    var next = try restarted(with: renamed())
    next.type("y")
    #expect(!next.screen.contains("elsewhere"))
    next.press(.control("s"))
    #expect(next.changeRequests.count == 1)
  }

  @Test func aValueThatWasUndecidedIsStillAskedAboutWhenADraftIsResumed() throws {
    var beers = SampleBeers.all
    beers[1].beer.fields.name = "Theirs"
    let draft = try renamed {
      $0.diary.beers[1].beer.fields.name = "Theirs"
      $0.send(.storeChanged)
    }
    var next = try restarted(with: draft, beers)
    next.type("y")
    next.press(.control("s"))
    #expect(next.changeRequests.isEmpty && next.cursorLine.contains("Name was changed elsewhere."))
  }

  /// Such drafts do not say what their texts are based on.
  @Test func aDraftOfAnEarlierVersionIsAskedAbout() throws {
    let json = """
      {"beer": 2, "uuid": "\(SampleBeers.uuid(2).uuidString)",
        "texts": [{"kind": {"name": {}}, "text": "Mine"}]}
      """
    var next = try restarted(with: JSONDecoder().decode(FormDraft.self, from: Data(json.utf8)))
    next.type("y")
    next.press(.control("s"))
    #expect(next.changeRequests.isEmpty && next.cursorLine.contains("Name was changed elsewhere."))
    next.press(Key(.enter))
    #expect(next.changeRequests.count == 1)
  }

  @Test func changesOfAMissingBeerBecomeANewBeer() throws {
    var interface = interface()
    interface.type("je")
    interface.type("!")
    interface.send(.signal(.terminate))

    var next = try restarted(with: try #require(kept(interface)), [SampleBeers.rochefort])
    next.type("y")

    #expect(next.screen.contains("New beer") && next.screen.contains("Pliny the Elder!"))
  }

  @Test func aBeerThatCannotBeReadAtFirstIsNotAddedAgain() throws {
    var next = try restarted(with: renamed())
    next.diary.failure = .store(.busy(path: "/diary.sqlite"))
    next.type("y")
    #expect(next.screen.contains("This beer cannot be shown: ") && !next.screen.contains("no longer exists"))
    next.diary.failure = nil
    next.send(.storeChanged)
    #expect(next.cursorLine.contains("Mine"))
    next.press(.control("s"))
    guard case .save(2, _, _) = next.changeRequests.first else {
      Issue.record("\(next.changeRequests)")
      return
    }
  }

  @Test func aFieldOfALaterVersionBecomesACustomField() throws {
    let json =
      "{\"texts\": [{\"kind\": {\"name\": {}}, \"text\": \"Orval\"}, "
      + "{\"kind\": {\"mouthfeel\": {}}, \"text\": \"silky\"}]}"
    let draft = try JSONDecoder().decode(FormDraft.self, from: Data(json.utf8))
    var next = try restarted(with: draft)
    next.type("y")
    #expect(next.screen.contains("mouthfeel") && next.screen.contains("silky"))
    next.press(.control("s"))
    let saved = next.effects.compactMap {
      if case .change(.save(_, let fields, _)) = $0 { fields } else { nil }
    }
    #expect(saved.last?.extras["mouthfeel"] == .text("silky"))
  }

  @Test func nothingIsKeptOfAFormThatWasNotTouched() {
    for keys in ["a", "e", ""] {
      var interface = interface()
      interface.type(keys)
      interface.send(.signal(.terminate))
      #expect(kept(interface) == nil)
    }
  }

  @Test(arguments: [Key.character("n"), Key(.enter), Key(.escape)])
  func aDraftThatIsNotResumedIsOfferedAgain(_ key: Key) throws {
    var next = try restarted(with: draft(named: "Orval"))
    next.press(key)
    #expect(drops(next).isEmpty && next.screen.contains("6 beers"))
    #expect(next.screen.contains("It is offered again when you press a, and at the next start."))
  }

  @Test func aDraftThatWasPutOffIsOfferedBeforeABeerIsAdded() throws {
    var next = try restarted(with: [draft(named: "Second"), draft(named: "First")])
    next.press(Key(.enter), Key(.enter))
    next.type("a")
    #expect(next.screen.contains("Resume the unsaved beer? y/N") && next.screen.contains("“Second” was not"))
    next.type("n")
    #expect(next.lines[0].hasPrefix(" New beer") && !next.screen.contains("Second"))
    next.press(Key(.escape))
    next.type("ay")
    #expect(next.lines[0].hasPrefix(" New beer") && next.cursorLine.contains("First"))
    next.press(Key(.escape), .character("y"))
    #expect(drops(next) == ["draft-1"])
    next.type("ax")
    next.pause()
    next.type("y")
    #expect(drops(next) == ["draft-1", "draft-0"])
    #expect(next.lines[0].hasPrefix(" New beer") && !next.screen.contains("y/N"))
  }

  @Test func aDraftIsDiscardedAfterAQuestion() throws {
    var next = try restarted(with: [draft(named: "Second"), draft(named: "First")])
    #expect(next.screen.contains("x discard"))
    next.type("x")
    #expect(next.screen.contains("Discard the unsaved beer? y/N") && next.screen.contains("“Second” cannot"))
    next.pause()
    next.type("y")
    #expect(drops(next) == ["draft-0"])
    #expect(next.screen.contains("“First” was not saved when the program ended."))
  }

  @Test func aDraftIsNotDiscardedByASlip() throws {
    var next = try restarted(with: draft(named: "Orval"))
    next.type("xy")
    #expect(drops(next).isEmpty && next.screen.contains("Discard the unsaved beer? y/N"))
    next.pause()
    next.type("n")
    #expect(drops(next).isEmpty && next.screen.contains("Resume the unsaved beer? y/N"))
    next.type("y")
    #expect(next.screen.contains("New beer") && next.screen.contains("Orval"))
  }

  @Test func aSmallScreenHasTheQuestionAndItsAnswers() throws {
    var next = try restarted(with: draft(named: "Orval"))
    next.resize(20, 8)
    for text in [" Resume the unsaved", " beer? y/N/x", " y resume", " x discard", " n/Enter/Esc later"] {
      #expect(next.lines.contains(text), "\(next.lines)")
    }
  }

  /// What is typed immediately is not meant for a question that has just appeared, nor for the list behind it.
  @Test(arguments: ["/stout", "/any", "jjn"])
  func keysTypedBeforeTheQuestionIsShownDoNotAnswerIt(_ keys: String) throws {
    var interface = try restarted(with: try draft(named: "Orval"))
    interface.type(keys)
    interface.press(Key(.enter))
    interface.type("d")
    #expect(interface.screen.contains("Resume the unsaved beer? y/N") && interface.state.needsTick)
    #expect(!interface.effects.contains { if case .change = $0 { true } else { false } })
    interface.tick(6)
    interface.type("n")
    #expect(!interface.screen.contains("Resume the unsaved beer? y/N"))
  }

  private func draft(named name: String) throws -> FormDraft {
    var interface = interface()
    interface.type("a" + name)
    interface.send(.signal(.hangup))
    return try #require(kept(interface))
  }

  private func drops(_ interface: HeadlessInterface) -> [String] {
    interface.effects.compactMap { if case .dropDraft(let id) = $0 { id } else { nil } }
  }

  @Test func aDraftThatIsOfferedAgainIsNotOverwrittenByAnotherForm() throws {
    var next = try restarted(with: draft(named: "Precious"))
    next.press(Key(.escape))
    next.type("anThird")
    next.send(.signal(.hangup))

    let third = try #require(kept(next))
    #expect(next.effects.contains(.keepDraft(third, replacing: nil)))
    #expect(drops(next).isEmpty)
  }

  @Test func severalDraftsAreOfferedOneAfterTheOther() throws {
    var next = try restarted(with: ["Third", "Second", "First"].map(draft(named:)))
    #expect(
      next.screen.contains(
        "“Third” was not saved when the program ended. 2 more unsaved beers after it."))
    next.press(Key(.escape))
    #expect(
      next.screen.contains(
        "“Second” was not saved when the program ended. 1 more unsaved beer after it."))
    next.type("y")
    next.press(Key(.escape), .character("y"))
    #expect(drops(next) == ["draft-1"])
    next.type("y")
    #expect(next.screen.contains("New beer") && next.screen.contains("First"))
    #expect(drops(next) == ["draft-1"])
  }

  @Test func theNextDraftIsOfferedWhenTheFormIsClosed() throws {
    var next = try restarted(with: [draft(named: "Second"), draft(named: "First")])
    next.type("y")
    next.press(Key(.escape), .character("y"))
    #expect(drops(next) == ["draft-0"])
    #expect(next.screen.contains("“First” was not saved when the program ended."))
  }

  @Test func aResumedDraftIsReplacedByTheDraftOfItsForm() throws {
    var next = try restarted(with: draft(named: "Orval"))
    next.type("y")
    next.type(" 2019")
    next.send(.signal(.hangup))
    let draft = try #require(kept(next))
    #expect(next.effects.contains(.keepDraft(draft, replacing: "draft-0")))
  }

  @Test func helpOverTheFormDoesNotDiscardTheDraft() throws {
    var next = try restarted(with: draft(named: "Orval"))
    next.type("y")
    next.press(Key(.function(1)))
    #expect(next.screen.contains("Help"))
    #expect(drops(next).isEmpty)
  }

  @Test func aFormThatIsLeftBeforeItHasTheDraftDoesNotDiscardIt() throws {
    var interface = interface()
    interface.type("je")
    interface.type("!")
    interface.send(.signal(.terminate))
    var next = try restarted(with: try #require(kept(interface)))
    next.holdsEffects = true
    next.type("y")
    next.press(Key(.escape))
    #expect(next.screen.contains("6 beers"))
    #expect(drops(next).isEmpty)
  }

  @Test func anInterruptedCaptionIsPrintedAtTheEnd() {
    var interface = interface()
    interface.type("pc")
    interface.press(.control("u"))
    interface.type("By the window")
    interface.send(.signal(.interrupt))
    #expect(interface.effects.contains(.printAtExit("The caption “By the window” was not saved.")))
    #expect(interface.ending == .signal(.interrupt))
  }

  @Test func anInterruptedValueIsPrintedAtTheEnd() {
    var interface = interface()
    interface.type("=venue=The garden")
    interface.send(.signal(.terminate))
    #expect(
      interface.effects.contains(.printAtExit("“The garden” was not saved as the venue of 1 beer.")))
  }

  @Test(arguments: ["/", "f", "s", "4", ":", "a"])
  func theFirstInterruptCancelsWhatIsTyped(_ key: String) {
    var interface = interface()
    let before = interface.lines[0]
    interface.type(key)
    interface.press(.control("c"))
    #expect(interface.ending == nil && interface.lines[0] == before)
    #expect(!interface.screen.contains("Esc cancel"))
    interface.press(.control("c"))
    #expect(interface.ending == .signal(.interrupt))
  }

  @Test func theFirstInterruptAsksAboutAFormAndTheSecondKeepsIt() throws {
    var interface = interface()
    interface.type("aOrval")
    interface.press(.control("c"))
    #expect(interface.ending == nil && interface.screen.contains("y/N"))
    // As the event loop does for the second one within a second.
    interface.send(.signal(.interrupt))
    #expect(interface.ending == .signal(.interrupt))
    _ = try #require(kept(interface))
  }

  @Test func aDraftThatCannotBeReadIsNamed() {
    var interface = interface()
    interface.send(.draftsFound(KeptDrafts([], unreadableFiles: ["/home/ada/draft-1.json"])))
    #expect(interface.screen.contains("An unsaved form cannot be read: /home/ada/draft-1.json."))
  }

  @Test func noDraftIsOfferedDuringOtherInput() throws {
    let draft = try draft(named: "Orval")
    var interface = interface()
    interface.type("a")
    interface.send(.draftsFound(KeptDrafts([KeptDraft(id: "draft-0", draft: draft)])))
    #expect(!interface.screen.contains("Resume the unsaved beer? y/N"))
    interface.press(Key(.escape))
    #expect(interface.screen.contains("Resume the unsaved beer? y/N"))
  }

  @Test(arguments: [("", "2024-06-15"), ("yesterday 18:04", "2024-06-14 18:04"), ("2019-06", "2019-06")])
  func aDraftKeepsTheDayThatAWordMeans(_ typed: String, _ kept: String) throws {
    var interface = interface()
    interface.type("aOrval")
    if !typed.isEmpty {
      for _ in 0..<20 where !interface.cursorLine.contains("Date") { interface.press(Key(.down)) }
      interface.press(.control("u"))
      interface.type(typed)
    }
    interface.send(.signal(.terminate))
    let draft = try #require(self.kept(interface))
    #expect(draft.lines.contains("Date: " + kept), "\(draft.lines)")
  }

  /// What is kept of the form while it is edited.
  private func keptSoon(_ interface: HeadlessInterface) -> [FormDraft?] {
    interface.effects.compactMap { if case .keepDraftSoon(let draft, _) = $0 { .some(draft) } else { nil } }
  }

  @Test func aFormIsKeptAfterEachChange() {
    var interface = interface()
    interface.type("a")
    #expect(keptSoon(interface).isEmpty)
    interface.type("Or")
    #expect(keptSoon(interface).map { $0?.name } == ["O", "Or"])
    interface.tick(50)
    #expect(keptSoon(interface).count == 2)
    // The first time only hides the suggestion.
    interface.press(Key(.escape), Key(.escape), .character("y"))
    #expect(keptSoon(interface).last == .some(nil))
  }

  @Test func aFormThatWasSavedIsNoLongerKept() {
    var interface = interface()
    interface.diary.storesChanges = true
    interface.type("aOrval")
    interface.press(.control("s"))
    #expect(keptSoon(interface).last == .some(nil))
  }

  @Test func aResumedDraftIsReplacedWhileItsFormIsEdited() throws {
    var next = try restarted(with: draft(named: "Orval"))
    next.type("y")
    next.type("!")
    let replaced = next.effects.compactMap {
      if case .keepDraftSoon(_?, let earlier) = $0 { earlier } else { nil }
    }
    #expect(Set(replaced) == ["draft-0"])
  }

  /// Other windows do not offer it until this one is closed.
  @Test func aDraftThatIsPutOffStaysWithItsWindow() throws {
    var next = try restarted(with: draft(named: "Orval"))
    next.press(Key(.escape))
    #expect(!next.effects.contains(.releaseDraft("draft-0")) && drops(next).isEmpty)
  }
}
