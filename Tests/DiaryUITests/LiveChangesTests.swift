import DiaryModel
import DiaryStore
import DiaryUI
import Foundation
import Terminal
import Testing

/// What other programs change appears, and nothing jumps.
@Suite struct LiveChangesTests {
  private func interface(_ count: Int, photos: Bool = false) -> HeadlessInterface {
    HeadlessInterface(diary: FakeDiary(SampleBeers.many(count, photos: photos)))
  }

  private func newBeers(_ count: Int) -> [BeerDetail] {
    (0..<Int64(count)).map { SampleBeers.beer(10_000 + $0, name: "New \($0)") }
  }

  /// The beers on the screen, without the scroll bar.
  private func body(_ interface: HeadlessInterface) -> [String] {
    interface.lines[2..<21].map { String($0.prefix(78)).trimmingCharacters(in: .whitespaces) }
  }

  @Test(arguments: [1, 40, 2000]) func rowsStayInPlaceWhenBeersAreAddedAbove(_ count: Int) {
    var interface = interface(500)
    interface.type(String(repeating: "j", count: 30))
    let before = body(interface)

    interface.diary.beers.insert(contentsOf: newBeers(count), at: 0)
    interface.send(.storeChanged)

    #expect(body(interface) == before)
    #expect(interface.screen.contains("\(31 + count)".grouped + " of " + "\(500 + count)".grouped))
  }

  @Test func theCursorStaysOnItsBeerAtTheEndOfTheList() {
    var interface = interface(300)
    interface.type("G")

    interface.diary.beers.insert(contentsOf: newBeers(3), at: 0)
    interface.send(.storeChanged)

    #expect(interface.cursorLine.contains("Beer 300 "))
    #expect(interface.screen.contains("303 of 303"))
  }

  @Test func keysBetweenAChangeAndItsAnswerAreForTheBeerThatIsSeen() {
    var interface = interface(100)
    interface.type("jjj")
    interface.diary.beers.insert(contentsOf: newBeers(5), at: 0)
    interface.holdsEffects = true
    interface.send(.storeChanged)
    interface.answerHeldOneByOne { #expect($0.cursorLine.contains("Beer 4 ")) }
    #expect(interface.screen.contains("9 of 105"))
  }

  @Test func theCursorStaysAtItsPositionWhenItsBeerGoes() {
    var interface = interface(100)
    interface.type("jjj")

    interface.diary.beers.remove(at: 3)
    interface.send(.storeChanged)

    #expect(interface.cursorLine.contains("Beer 5 "))
    #expect(interface.screen.contains("4 of 99"))
  }

  @Test(arguments: ["/", "/Beer", "f", "fname:Beer"])
  func leavingASearchOrAFilterLeadsBackToTheBeer(_ keys: String) {
    var interface = interface(100)
    interface.type("jjj" + keys)
    interface.diary.beers.insert(contentsOf: newBeers(5), at: 0)
    interface.send(.storeChanged)
    interface.press(Key(.escape))

    #expect(interface.cursorLine.contains("Beer 4 "))
    #expect(interface.screen.contains("9 of 105"))
  }

  @Test func anEmptyDiaryShowsItsFirstBeers() {
    var interface = HeadlessInterface(diary: FakeDiary())

    interface.diary.beers = newBeers(2)
    interface.send(.storeChanged)

    #expect(interface.screen.contains("New 0") && interface.screen.contains("2 beers"))
  }

  @Test func allScreensOnTopOfEachOtherCostOneReading() {
    var interface = interface(100, photos: true)
    interface.type("jjlp")
    let before = interface.effects.count

    interface.diary.beers.insert(contentsOf: newBeers(5), at: 0)
    interface.diary.beers[7].photos.insert(SampleBeers.photo(77, "PNG", 10, 10, 10), at: 0)
    interface.send(.storeChanged)

    let asked = interface.effects[before...]
    #expect(asked.count { if case .loadListItems = $0 { true } else { false } } == 1)
    #expect(asked.count { if case .loadPosition = $0 { true } else { false } } == 1)
    #expect(asked.count { if case .loadSummary = $0 { true } else { false } } == 1)
    #expect(asked.count { if case .loadBeer = $0 { true } else { false } } == 1)
    #expect(interface.lines[0].contains("3 photos") && interface.lines[0].contains("8 of 105"))
    // The photo that the cursor was on is the second now.
    #expect(interface.screen.contains("2 of 3"))
    interface.type("qn")
    #expect(interface.lines[0].contains("Beer 4 "))
  }

  @Test func constantExternalChangesDoNotDelayTheScreen() {
    var interface = interface(100)
    interface.holdsEffects = true
    let before = interface.effects.count

    for _ in 0..<50 { interface.send(.storeChanged) }

    let asked = interface.effects[before...]
    #expect(asked.count { if case .loadSyncStatus = $0 { true } else { false } } == 1 && asked.count == 2)
    interface.diary.beers.insert(contentsOf: newBeers(2), at: 0)
    interface.answerHeld()
    #expect(interface.screen.contains("102 beers"))
  }

  @Test func aNewBeerIsUnderTheCursorAtAnyPosition() {
    var interface = interface(100)
    interface.sort("n")
    interface.type("a")
    interface.type("Zymatore")
    interface.holdsEffects = true
    interface.press(.control("s"))
    let beer = SampleBeers.beer(999, name: "Zymatore")
    interface.diary.beers.append(beer)
    for case .change(let request) in interface.held {
      interface.holdsEffects = false
      interface.send(.changed(request, .success(ChangeOutcome([.added(beer.beer)], beer: 999))))
    }

    #expect(interface.cursorLine.contains("Zymatore"))
  }

  @Test(arguments: [false, true])
  func theCursorStaysOnTheOldBeerUntilTheNewOneIsLoaded(_ isFar: Bool) throws {
    var interface = interface(isFar ? 1000 : 5)
    interface.sort("n")
    let old = interface.cursorLine
    let beer = SampleBeers.beer(999_999, name: isFar ? "Zymatore" : "Beer 3b")
    interface.diary.beers.append(beer)
    interface.holdsEffects = true

    interface.send(
      .changed(
        .save(beer: nil, fields: beer.beer.fields, expecting: nil),
        .success(ChangeOutcome([.added(beer.beer)], beer: 999_999))))
    let name = beer.beer.fields.name ?? "?"
    #expect(interface.cursorLine == old || interface.cursorLine.contains(name))
    interface.answerHeldOneByOne { #expect($0.cursorLine == old || $0.cursorLine.contains(name)) }

    #expect(interface.cursorLine.contains(name))
    #expect(!interface.state.needsTick)
  }
}

extension String {
  /// With a comma between thousands.
  fileprivate var grouped: String { count > 3 ? dropLast(3) + "," + suffix(3) : self }
}
