import DiaryModel
import DiaryStore
import SQLiteKit
import Terminal
import Testing

@testable import DiaryUI

/// Completing the name in the form with the labels of the diary.
@Suite struct FormLabelTests {
  private let today = DiaryDate("2024-06-15")

  private func interface(_ beers: [BeerDetail] = LabelListTests.beers) -> HeadlessInterface {
    HeadlessInterface(diary: FakeDiary(beers))
  }

  private func text(_ kind: FormField.Kind, of interface: HeadlessInterface) -> String? {
    interface.state.screens[FormScreen.self].form?.fields.first { $0.kind == kind }?.input.text
  }

  private func requests(_ interface: HeadlessInterface) -> [String] {
    interface.effects.compactMap { effect in
      if case .loadChoices(let request) = effect { request.text } else { nil }
    }
  }

  private let orval = BeerFields(
    name: "Orval", brewery: "Brasserie d'Orval", style: "Trappist", abv: 6.2,
    drunkAt: DiaryDate("2024-06-15"))

  /// Two labels whose names begin with the same word.
  private let pales = [
    SampleBeers.beer(1, name: "Pale One", brewery: "A", abv: 5),
    SampleBeers.beer(2, name: "Pale One", brewery: "A", abv: 5),
    SampleBeers.beer(3, name: "Pale Two", brewery: "B", style: "IPA"),
  ]

  @Test(arguments: [Key(.tab), Key(.right), Key(.end)])
  func anAcceptedNameFillsInTheFactsOfItsLabel(_ key: Key) {
    var interface = interface()
    interface.type("aorv")
    #expect(interface.cursorLine.contains(" orval (Brasserie d'Orval)"))
    #expect(interface.lines[23].contains("Tab accept"))
    interface.press(key)
    #expect(interface.lines[0].hasPrefix(" Orval, the 4th time"))
    #expect(!interface.lines[23].contains("Tab accept"))
    interface.press(.control("s"))
    #expect(interface.changeRequests == [.addAgain(orval, toLabel: SampleBeers.uuid(1))])
  }

  @Test func aWordInsideOfANameFindsIt() {
    var interface = interface()
    interface.type("adup")
    interface.press(Key(.right))
    #expect(interface.cursorLine.contains("dup → Saison Dupont (Dupont)"))
    interface.press(Key(.tab))
    #expect(text(.name, of: interface) == "Saison Dupont" && text(.brewery, of: interface) == "Dupont")
  }

  @Test func withoutColorsASuggestionIsInBrackets() {
    var interface = HeadlessInterface(
      diary: FakeDiary(LabelListTests.beers), appearance: Appearance(theme: Theme(usesColor: false)))
    interface.type("aorv")
    #expect(interface.cursorLine.contains(" orv[al (Brasserie d'Orval)]"))
    interface.press(Key(.tab))
    #expect(text(.name, of: interface) == "Orval" && !interface.cursorLine.contains("["))
  }

  @Test func aCompleteNameIsFollowedByItsBrewery() {
    var interface = interface()
    interface.type("aorval")
    #expect(interface.cursorLine.contains(" orval (Brasserie d'Orval)"))
    interface.press(Key(.tab))
    #expect(text(.name, of: interface) == "Orval" && text(.style, of: interface) == "Trappist")
    // Nothing is suggested for a name whose label was accepted.
    interface.press(Key(.tab), Key(.up))
    #expect(interface.cursorLine.contains("Name") && !interface.cursorLine.contains("("))
  }

  @Test func whatWasTypedStays() {
    var interface = interface()
    interface.type("a")
    interface.press(Key(.down), Key(.down))
    interface.type("Stout")
    interface.press(Key(.up), Key(.up))
    interface.type("orv")
    interface.press(Key(.tab), .control("s"))
    var fields = orval
    fields.style = "Stout"
    #expect(interface.changeRequests == [.addAgain(fields, toLabel: SampleBeers.uuid(1))])
  }

  @Test func onlyLabelsOfATypedBreweryAreSuggested() {
    var interface = interface()
    interface.type("a")
    interface.press(Key(.down))
    interface.type("Dupont")
    interface.press(Key(.up))
    interface.type("orv")
    #expect(!interface.cursorLine.contains("Brasserie"))
    interface.press(.control("u"))
    interface.type("sai")
    #expect(interface.cursorLine.contains("saison Dupont (Dupont)"))
  }

  @Test func tabReplacesTheFactsOfALabelWithThoseOfTheNext() {
    var interface = interface(pales)
    interface.type("apale")
    #expect(interface.lines[23].contains("Tab accept"))
    interface.press(Key(.tab))
    #expect(interface.cursorLine.contains("Pale One") && interface.cursorLine.contains("1 of 2"))
    #expect(interface.lines[23].contains("Tab next "))
    #expect(text(.brewery, of: interface) == "A" && text(.column("abv"), of: interface) == "5")
    interface.press(Key(.tab), Key(.enter), .control("s"))
    let fields = BeerFields(name: "Pale Two", brewery: "B", style: "IPA", drunkAt: today)
    #expect(interface.changeRequests == [.addAgain(fields, toLabel: SampleBeers.uuid(3))])
  }

  @Test func oneUndoTakesBackACompletionWithAllCandidatesThatWereTried() {
    var interface = interface(pales)
    interface.type("apale")
    interface.press(Key(.tab), Key(.tab), .control("_"))
    #expect(text(.name, of: interface) == "pale")
    #expect(text(.brewery, of: interface) == "" && text(.style, of: interface) == "")
  }

  @Test func anotherNameReplacesTheFactsOfTheBeerThatIsDrunkAgain() {
    var interface = interface()
    interface.type("D")
    interface.press(Key(.up), until: "the name") { $0.cursorLine.contains("▌Name") }
    #expect(!interface.cursorLine.contains("("))
    interface.press(.control("u"))
    interface.type("sai")
    interface.press(Key(.tab), .control("s"))
    let fields = BeerFields(name: "Saison Dupont", brewery: "Dupont", drunkAt: today)
    #expect(interface.changeRequests == [.addAgain(fields, toLabel: SampleBeers.uuid(4))])
  }

  @Test func undoingTheNameTakesBackTheFacts() {
    var interface = interface()
    interface.type("aorv")
    interface.press(Key(.tab), Key(.down), Key(.down), .control("u"))
    interface.type("Ale")
    interface.press(Key(.up), Key(.up), .control("_"))
    #expect(text(.name, of: interface) == "orv" && text(.brewery, of: interface) == "")
    #expect(text(.style, of: interface) == "Ale" && text(.column("abv"), of: interface) == "")
    #expect(interface.lines[0].hasPrefix(" New beer"))
    interface.press(.control("r"))
    #expect(text(.name, of: interface) == "Orval" && text(.brewery, of: interface) == "Brasserie d'Orval")
    #expect(text(.style, of: interface) == "Ale" && text(.column("abv"), of: interface) == "6.2")
  }

  /// Otherwise another beer would be saved with them.
  @Test func removingTheNameTakesBackTheFacts() {
    var interface = interface()
    interface.type("aorv")
    interface.press(Key(.tab), Key(.down), Key(.down), .control("u"))
    interface.type("Ale")
    interface.press(Key(.up), Key(.up), .control("u"))
    #expect(text(.brewery, of: interface) == "" && text(.column("abv"), of: interface) == "")
    #expect(text(.style, of: interface) == "Ale")
    interface.press(.control("_"))
    #expect(text(.name, of: interface) == "Orval" && text(.brewery, of: interface) == "Brasserie d'Orval")
    interface.press(.control("u"))
    interface.type("Something")
    interface.press(.control("s"))
    let fields = BeerFields(name: "Something", style: "Ale", drunkAt: today)
    #expect(interface.changeRequests == [.save(beer: nil, fields: fields, expecting: nil)])
  }

  @Test func theFactsComeBackWithTheNameThatTheyCameWith() {
    var interface = interface()
    interface.type("aorv")
    interface.press(Key(.tab), Key(.backspace))
    interface.type("l")
    interface.press(.control("_"))
    #expect(text(.name, of: interface) == "Orva" && text(.brewery, of: interface) == "")
    interface.press(.control("_"))
    #expect(text(.name, of: interface) == "Orval" && text(.brewery, of: interface) == "Brasserie d'Orval")
    interface.press(.control("_"))
    #expect(text(.name, of: interface) == "orv" && text(.brewery, of: interface) == "")
  }

  /// They were in the form from the beginning.
  @Test func undoingAnEditOfTheNameKeepsTheFactsOfTheBeerThatIsDrunkAgain() {
    var interface = interface()
    interface.type("D")
    interface.press(Key(.up), until: "the name") { $0.cursorLine.contains("▌Name") }
    interface.press(Key(.backspace))
    interface.type("l")
    interface.press(.control("_"))
    #expect(text(.name, of: interface) == "Orva" && text(.brewery, of: interface) == "Brasserie d'Orval")
    interface.press(.control("_"), .control("s"))
    #expect(interface.changeRequests == [.addAgain(orval, toLabel: SampleBeers.uuid(1))])
  }

  @Test func aLongerNameKeepsTheFactsAndHasAnotherLabel() {
    var interface = interface()
    interface.type("aorv")
    interface.press(Key(.tab))
    interface.type(" Vert")
    #expect(interface.lines[0].hasPrefix(" New beer"))
    interface.press(.control("s"))
    var fields = orval
    fields.name = "Orval Vert"
    #expect(interface.changeRequests == [.save(beer: nil, fields: fields, expecting: nil)])
  }

  @Test func anAcceptedNameThatWasRemovedLeavesNothingToSave() {
    var interface = interface()
    interface.type("aorv")
    interface.press(Key(.tab), .control("u"), .control("s"))
    #expect(interface.changeRequests.isEmpty)
    #expect(interface.screen.contains("Nothing to save. Enter a name first."))
  }

  @Test(arguments: [Key(.enter), Key(.down), .control("s")])
  func typedTextStaysIfTheLabelIsNotAccepted(_ key: Key) {
    var interface = interface()
    interface.type("aorv")
    interface.press(key, .control("s"))
    let fields = BeerFields(name: "orv", drunkAt: today)
    #expect(interface.changeRequests.last == .save(beer: nil, fields: fields, expecting: nil))
  }

  @Test func escapeFirstRemovesTheSuggestion() {
    var interface = interface()
    interface.type("aorv")
    interface.press(Key(.escape))
    #expect(interface.cursorLine.hasSuffix(" orv"))
    interface.type("a")
    #expect(interface.cursorLine.contains("orval (Brasserie d'Orval)"))
    interface.press(Key(.tab), Key(.escape))
    #expect(interface.screen.contains("Discard your changes? y/N"))
  }

  @Test func anEmptyDiarySuggestsNothing() {
    var interface = interface([])
    interface.type("aorv")
    #expect(interface.cursorLine.hasSuffix(" orv"))
  }

  /// Two labels of one brewery; the first one is that of two beers.
  private let breweryOfPales = [
    SampleBeers.beer(1, name: "Pale One", brewery: "A", drunkAt: "2024-05-03"),
    SampleBeers.beer(2, name: "Pale One", brewery: "A", drunkAt: "2024-05-02"),
    SampleBeers.beer(3, name: "Pale Ale", brewery: "A", drunkAt: "2024-05-01"),
  ]

  @Test func theNameOfAnEditedBeerIsCompletedOnlyAfterItWasChanged() {
    var interface = interface(breweryOfPales)
    interface.type("e")
    #expect(requests(interface).isEmpty && !interface.cursorLine.contains("("))
    interface.press(Key(.tab))
    #expect(interface.cursorLine.contains("Brewery"))
    interface.press(Key(.up), .control("u"))
    interface.type("pale a")
    #expect(interface.cursorLine.contains("pale ale (A)"))
    interface.press(Key(.tab))
    #expect(text(.name, of: interface) == "Pale Ale")
  }

  @Test(arguments: ["Pale One", "Pale Ale"]) func anEditedBeerIsNotSuggestedForItself(_ name: String) {
    var interface = interface(breweryOfPales)
    interface.type(name == "Pale One" ? "e" : "Ge")
    #expect(text(.name, of: interface) == name)
    interface.press(Key(.backspace))
    #expect(!requests(interface).isEmpty && interface.cursorLine.hasSuffix(" \(name.dropLast())"))
    interface.press(Key(.tab))
    #expect(interface.cursorLine.contains("Brewery"))
  }

  // MARK: - A typed name

  @Test(arguments: [("Brewery", "Brasserie d'Orval"), ("Style", "Trappist"), ("ABV", "6.2")])
  func tabFillsInBreweryStyleAndABVForATypedName(_ field: String, _ fact: String) {
    var interface = interface()
    interface.type("aorval")
    for _ in 0..<4 where !interface.cursorLine.contains(field) { interface.press(Key(.down)) }
    #expect(interface.cursorLine.contains("\(field) "))
    #expect(interface.cursorLine.contains("(Tab: \(fact))"))
    #expect(interface.lines[23].contains("Tab accept"))
    #expect(text(.brewery, of: interface) == "")
    interface.press(Key(.tab))
    #expect(interface.lines[0].hasPrefix(" orval, the 4th time"))
    interface.press(.control("s"))
    var fields = orval
    fields.name = "orval"
    #expect(interface.changeRequests == [.addAgain(fields, toLabel: SampleBeers.uuid(1))])
  }

  @Test(arguments: ["orval ", " orval"]) func blanksAroundATypedNameDoNotLoseTheLabel(_ name: String) {
    var interface = interface()
    interface.type("a" + name)
    interface.press(Key(.down), Key(.tab))
    #expect(interface.lines[0].hasPrefix(" orval, the 4th time"))
    interface.press(.control("s"))
    var fields = orval
    fields.name = "orval"
    #expect(interface.changeRequests == [.addAgain(fields, toLabel: SampleBeers.uuid(1))])
  }

  @Test func aBlankAfterAnAcceptedNameDoesNotLoseTheLabel() {
    var interface = interface()
    interface.type("aorv")
    interface.press(Key(.tab))
    interface.type(" ")
    #expect(!interface.cursorLine.contains("("))
    interface.press(.control("s"))
    #expect(interface.changeRequests == [.addAgain(orval, toLabel: SampleBeers.uuid(1))])
  }

  @Test func aTypedBreweryStaysAsItWasTyped() {
    var interface = interface()
    interface.type("aorval")
    interface.press(Key(.down))
    interface.type("brasserie d'orval")
    interface.press(Key(.down))
    #expect(interface.cursorLine.contains("(Tab: Trappist)"))
    interface.press(Key(.tab), .control("s"))
    var fields = orval
    fields.name = "orval"
    fields.brewery = "brasserie d'orval"
    #expect(interface.changeRequests == [.addAgain(fields, toLabel: SampleBeers.uuid(1))])
  }

  @Test func aLabelWithoutStyleAndABVFillsInWhatItHas() {
    var interface = interface()
    interface.type("asaison dupont")
    interface.press(Key(.down))
    #expect(interface.cursorLine.contains("(Tab: Dupont)"))
    interface.press(Key(.tab), Key(.down))
    #expect(!interface.cursorLine.contains("(Tab:"))
    interface.press(Key(.down), .control("s"))
    let fields = BeerFields(name: "saison dupont", brewery: "Dupont", drunkAt: today)
    #expect(interface.changeRequests == [.addAgain(fields, toLabel: SampleBeers.uuid(4))])
  }

  @Test func theFactsOfATypedNameReplaceNothing() {
    var interface = interface()
    interface.type("aorval")
    interface.press(Key(.down), Key(.down))
    interface.type("Ale")
    interface.press(Key(.up), Key(.tab))
    #expect(text(.brewery, of: interface) == "Brasserie d'Orval" && text(.style, of: interface) == "Ale")
  }

  @Test func undoingATypedNameTakesBackItsFacts() {
    var interface = interface()
    interface.type("aorval")
    interface.press(Key(.down), Key(.tab), Key(.up), .control("_"))
    #expect(text(.name, of: interface) == "" && text(.brewery, of: interface) == "")
    #expect(text(.style, of: interface) == "" && text(.column("abv"), of: interface) == "")
    interface.press(.control("r"))
    #expect(text(.name, of: interface) == "orval" && text(.brewery, of: interface) == "Brasserie d'Orval")
  }

  @Test(arguments: ["Brewery", "Style", "ABV"])
  func undoInTheFieldInWhichTheLabelWasAcceptedTakesBackAllFacts(_ field: String) {
    var interface = interface()
    interface.type("aorval")
    for _ in 0..<4 where !interface.cursorLine.contains(field) { interface.press(Key(.down)) }
    interface.press(Key(.tab), .control("_"))
    let facts: [FormField.Kind] = [.brewery, .style, .column("abv")]
    #expect(facts.map { text($0, of: interface) } == ["", "", ""])
    #expect(text(.name, of: interface) == "orval")
    interface.press(.control("r"))
    #expect(facts.map { text($0, of: interface) } == ["Brasserie d'Orval", "Trappist", "6.2"])
    interface.press(.control("_"), .control("s"))
    let fields = BeerFields(name: "orval", drunkAt: today)
    #expect(interface.changeRequests == [.save(beer: nil, fields: fields, expecting: nil)])
  }

  @Test func undoInAnotherFieldTakesBackOnlyItsFact() {
    var interface = interface()
    interface.type("aorval")
    interface.press(Key(.down), Key(.tab), Key(.down), .control("_"))
    #expect(text(.brewery, of: interface) == "Brasserie d'Orval" && text(.style, of: interface) == "")
    #expect(text(.column("abv"), of: interface) == "6.2")
  }

  @Test func undoOfAFactKeepsWhatWasTyped() {
    var interface = interface()
    interface.type("aorval")
    interface.press(Key(.down), Key(.tab), Key(.down), .control("u"))
    interface.type("Ale")
    interface.press(Key(.up), .control("_"))
    #expect(text(.brewery, of: interface) == "" && text(.column("abv"), of: interface) == "")
    #expect(text(.style, of: interface) == "Ale")
    interface.press(.control("r"))
    #expect(text(.style, of: interface) == "Ale" && text(.column("abv"), of: interface) == "6.2")
  }

  @Test func redoOfTheNameBringsBackOnlyWhatItsUndoRemoved() {
    var interface = interface()
    interface.type("aorval")
    interface.press(Key(.down), Key(.tab), .control("_"), Key(.up), .control("_"), .control("r"))
    #expect(text(.name, of: interface) == "orval" && text(.brewery, of: interface) == "")
    #expect(text(.style, of: interface) == "" && text(.column("abv"), of: interface) == "")
  }

  @Test func aClearedFactIsAcceptedAgain() {
    var interface = interface()
    interface.type("aorval")
    interface.press(Key(.down), Key(.tab), .control("u"))
    #expect(interface.cursorLine.contains("(Tab: Brasserie d'Orval)"))
    interface.press(Key(.tab))
    #expect(text(.brewery, of: interface) == "Brasserie d'Orval" && text(.style, of: interface) == "Trappist")
    // The style was filled in once, so one undo removes it.
    interface.press(Key(.down), .control("_"))
    #expect(interface.cursorLine.contains("Style") && text(.style, of: interface) == "")
    interface.press(.control("_"))
    #expect(text(.style, of: interface) == "")
  }

  @Test func factsAreNotSuggestedForANameOfSeveralLabelsOrAnotherBrewery() {
    var interface = interface([
      SampleBeers.beer(1, name: "Pale", brewery: "A", style: "Ale"),
      SampleBeers.beer(2, name: "Pale", brewery: "B", style: "IPA"),
    ])
    interface.type("apale")
    interface.press(Key(.down))
    #expect(!interface.screen.contains("(Tab:"))
    interface.type("B")
    interface.press(Key(.down))
    #expect(interface.cursorLine.contains("(Tab: IPA)"))
    interface.press(Key(.up))
    interface.type("x")
    interface.press(Key(.down))
    #expect(!interface.screen.contains("(Tab:"))
  }

  @Test func escapeHidesAFactFirst() {
    var interface = interface()
    interface.type("aorval")
    interface.press(Key(.down), Key(.escape))
    #expect(interface.state.prompt == nil && !interface.screen.contains("(Tab:"))
    interface.press(Key(.tab))
    #expect(text(.brewery, of: interface) == "" && interface.cursorLine.contains("Style"))
  }

  // MARK: - The title

  @Test func theTitleFollowsTheTypedName() {
    var interface = interface()
    interface.type("aorva")
    #expect(interface.lines[0].hasPrefix(" New beer"))
    interface.type("l ")
    #expect(interface.lines[0].hasPrefix(" Orval, the 4th time"))
    interface.type("V")
    #expect(interface.lines[0].hasPrefix(" New beer"))
    interface.press(Key(.backspace), Key(.down))
    #expect(interface.lines[0].hasPrefix(" Orval, the 4th time"))
    // Nothing was accepted, so nothing else is filled in.
    #expect(text(.brewery, of: interface) == "")
    interface.press(.control("s"))
    let fields = BeerFields(name: "orval", drunkAt: today)
    #expect(interface.changeRequests == [.save(beer: nil, fields: fields, expecting: nil)])
  }

  @Test func theTitleFollowsTheTypedBrewery() {
    var interface = interface()
    interface.type("aorval")
    interface.press(Key(.down))
    interface.type("x")
    #expect(interface.lines[0].hasPrefix(" New beer"))
    interface.press(.control("u"))
    interface.type("brasserie d'orval")
    #expect(interface.lines[0].hasPrefix(" Orval, the 4th time"))
  }

  @Test func aNameOfSeveralLabelsIsThatOfANewBeer() {
    var interface = interface([
      SampleBeers.beer(1, name: "Pale", brewery: "A"), SampleBeers.beer(2, name: "Pale", brewery: "B"),
    ])
    interface.type("apale")
    #expect(interface.lines[0].hasPrefix(" New beer"))
    interface.press(Key(.down))
    interface.type("B")
    #expect(interface.lines[0].hasPrefix(" Pale, the 2nd time"))
  }

  @Test func theTitleWaitsForNothingAndShowsNoOlderAnswer() {
    var interface = interface()
    interface.holdsEffects = true
    interface.type("aorval")
    #expect(interface.lines[0].hasPrefix(" New beer") && interface.cursorLine.contains("orval"))
    let waiting = interface.held
    interface.type("s")
    for case .loadRepeatedBeer(let reference) in waiting {
      let orval = RepeatedBeer(
        label: BeerLabel(uuid: SampleBeers.uuid(1), times: 3), facts: LabelFacts(name: "Orval"))
      interface.send(.repeatedBeer(reference, .success(orval)))
    }
    #expect(interface.lines[0].hasPrefix(" New beer"))
    interface.press(Key(.backspace))
    interface.answerHeld()
    #expect(interface.lines[0].hasPrefix(" Orval, the 4th time"))
  }

  @Test func theTitleFollowsChangesOfTheDiary() {
    var interface = interface()
    interface.type("aorval")
    interface.diary.beers.append(SampleBeers.beer(9, name: "Orval", brewery: "Brasserie d'Orval"))
    interface.send(.storeChanged)
    #expect(interface.lines[0].hasPrefix(" Orval, the 5th time"))
  }

  @Test(arguments: ScreenSnapshotTests.sizes) func theTitleOfATypedNameFits(_ size: Size) {
    var interface = HeadlessInterface(size, diary: FakeDiary(LabelListTests.beers))
    interface.type("aorval")
    #expect(interface.lines[0].hasPrefix(" Orval, the 4th time") && interface.lines[0].hasSuffix("Unsaved"))
  }

  @Test func onlyTheLabelsOfTheNewestTextAreSuggested() {
    var interface = interface()
    interface.holdsEffects = true
    interface.type("aor")
    let older = interface.held
    interface.type("v")
    for case .loadChoices(let request) in older {
      interface.send(.choices(request, .failure(.busy(path: "x"))))
    }
    #expect(interface.cursorLine.hasSuffix(" orv"))
    interface.answerHeld()
    #expect(requests(interface) == ["o", "or", "orv"])
    #expect(interface.cursorLine.contains("orval (Brasserie d'Orval)"))
  }

  @Test func screenReadersGetTheLabelAfterItsKey() {
    var appearance = Appearance()
    appearance.pictureMethod = .words
    var interface = HeadlessInterface(diary: FakeDiary(LabelListTests.beers), appearance: appearance)
    interface.type("aorv")
    #expect(interface.cursorLine.hasSuffix("Tab: Orval (Brasserie d'Orval)"))
  }
}
