import DiaryModel
import DiaryStore
import SQLiteKit
import Terminal
import Testing

@testable import DiaryUI

/// The screen with beers that may be the same.
@Suite struct SuggestionTests {
  private static let beers =
    LabelListTests.beers + [
      SampleBeers.beer(7, name: "Orval 2019", brewery: "Brasserie d'Orval", abv: 6.2, rating: 4),
      SampleBeers.beer(8, name: "Saison Dupont Bio", brewery: "Dupont", style: "Saison"),
    ]

  private func interface(_ size: Size = Size(width: 100, height: 24)) -> HeadlessInterface {
    var interface = HeadlessInterface(size, diary: FakeDiary(Self.beers))
    interface.diary.storesChanges = true
    interface.type("L")
    return interface
  }

  @Test func pairsAreShownSideBySide() {
    let interface = interface()
    #expect(interface.lines[0].contains("Same beer?   2 pairs"))
    let names = interface.lines.first { $0.contains("Orval 2019") }
    #expect(names?.contains("Orval (Brasserie d'Orval)") == true)
    #expect(interface.screen.contains("3 times") && interface.screen.contains("extra: “2019”"))
  }

  @Test func namesThatAreCutToTheSameTextShowWhatDiffers() {
    let name = "Barrel Aged Imperial Stout with Vanilla and Coffee"
    let beers = [
      SampleBeers.beer(1, name: name, brewery: "De Molen"),
      SampleBeers.beer(2, name: "\(name) 2019", brewery: "De Molen"),
    ]
    var interface = HeadlessInterface(Size(width: 80, height: 24), diary: FakeDiary(beers))
    interface.type("L")
    #expect(interface.screen.contains("Coffee (De Molen)"))
    #expect(interface.screen.contains("Coffee 2019 (De Molen)"))
  }

  @Test func theStatusLineSaysWhichLabelStays() {
    var interface = interface()
    #expect(interface.statusLine.contains("m: both count as Orval (Brasserie d'Orval)"))
    interface.type("s")
    #expect(interface.statusLine.contains("m: both count as Saison Dupont Bio (Dupont)"))
    var readOnly = HeadlessInterface(diary: FakeDiary(Self.beers), isReadOnly: true)
    readOnly.type("L")
    #expect(!readOnly.statusLine.contains("both count as"))
  }

  @Test func aMergedPairBecomesOneBeerAndIsUndone() {
    var interface = interface()
    interface.type("m")
    // Orval was had more often than Orval 2019.
    let labels = [7, 1].map(SampleBeers.uuid)
    #expect(interface.changeRequests == [.mergeLabels(labels, into: labels[1])])
    #expect(interface.lines[0].contains("1 pair") && !interface.screen.contains("Orval 2019"))
    interface.type("q")
    #expect(interface.lines[0].contains("8 beers, 4 different"))
    interface.type("Lu")
    #expect(interface.lines[0].contains("2 pairs"))
    interface.press(.control("r"))
    #expect(interface.lines[0].contains("1 pair"))
  }

  @Test func aPairIsKeptApartForGood() {
    var interface = interface()
    interface.type("sa")
    #expect(interface.changeRequests == [.keepApart(SampleBeers.uuid(8), SampleBeers.uuid(4))])
    #expect(interface.lines[0].contains("1 pair") && interface.screen.contains("Orval 2019"))
    interface.type("qL")
    #expect(interface.lines[0].contains("1 pair"))
    interface.type("a")
    #expect(interface.screen.contains("No two beers look the same."))
    interface.type("m")
    #expect(interface.changeRequests.count == 2)
  }

  @Test func thePairComesBackUnderTheCursorIfTheDecisionIsUndone() {
    for key in ["m", "a"] {
      var interface = interface()
      interface.type("s" + key)
      #expect(interface.lines[0].contains("1 pair"))
      interface.type("u")
      let pair = interface.state.screens[SuggestionsScreen.self].pairUnderCursor
      let labels = [pair?.first.uuid, pair?.second.uuid]
      #expect(labels.contains(SampleBeers.uuid(8)), "\(key)")
    }
  }

  @Test func theCursorStaysOnItsPairWhenAnotherProgramAddsBeers() {
    var interface = HeadlessInterface(
      Size(width: 100, height: 24), diary: FakeDiary(Self.beers.filter { $0.beer.id != 7 }))
    interface.type("L")
    #expect(interface.lines[0].contains("1 pair"))
    interface.diary.beers = Self.beers
    interface.send(.storeChanged)
    #expect(interface.lines[0].contains("2 pairs"))
    #expect(interface.statusLine.contains("m: both count as Saison Dupont Bio (Dupont)"))
  }

  @Test func inWordsThePairUnderTheCursorIsSaidAfterADecision() {
    var words = Appearance()
    words.pictureMethod = .words
    var interface = HeadlessInterface(
      Size(width: 140, height: 24), diary: FakeDiary(Self.beers), appearance: words)
    interface.diary.storesChanges = true
    interface.type("L")
    #expect(interface.cursorLine.contains("Orval 2019") && interface.cursorLine.contains(", m keeps the "))
    interface.type("a")
    #expect(interface.cursorLine.contains("  Now: ") && interface.cursorLine.contains("Saison Dupont Bio"))
    interface.type(".")
    #expect(interface.cursorLine.contains("Saison Dupont Bio") && !interface.cursorLine.contains("Now: "))
    interface.type("a")
    #expect(interface.cursorLine.contains("  Now: No two beers look the same."))
  }

  @Test func theNextPairIsNotDecidedBeforeItIsSeen() {
    var interface = interface()
    interface.holdsEffects = true
    interface.type("mm")
    #expect(interface.changeRequests.count == 1)
    #expect(interface.statusLine.contains("The last change is still being saved."))
    interface.answerHeld()
    #expect(interface.lines[0].contains("1 pair"))
  }

  @Test func aFailedMergeLeavesThePair() {
    var interface = interface()
    interface.holdsEffects = true
    interface.type("m")
    interface.diary.failure = .store(.busy(path: "/diary.sqlite"))
    interface.answerHeldOnce()
    #expect(interface.screen.contains("The labels were not merged: "))
    #expect(interface.lines[0].contains("2 pairs"))
  }

  @Test(arguments: ScreenSnapshotTests.sizes) func theSuggestionsMatchTheirSnapshots(_ size: Size) throws {
    var interface = interface(size)
    interface.type("j")
    try expectSnapshot(interface.screen, named: "suggestions-\(size.width)x\(size.height)")
  }
}
