import DiaryStore
import DiaryUI
import Foundation
import Terminal
import Testing

/// A form that a signal kept from being stored.
@Suite struct RecoveryTests {
  private func interface() -> HeadlessInterface { HeadlessInterface(diary: FakeDiary(SampleBeers.all)) }

  private func kept(_ interface: HeadlessInterface) -> FormDraft? {
    interface.effects.compactMap { if case .keepDraft(let draft) = $0 { draft } else { nil } }.last
  }

  /// What came of a start with what was kept, as through a file.
  private func restarted(with draft: FormDraft, _ beers: [BeerDetail] = SampleBeers.all) throws
    -> HeadlessInterface
  {
    let copy = try JSONDecoder().decode(FormDraft.self, from: JSONEncoder().encode(draft))
    var interface = HeadlessInterface(diary: FakeDiary(beers))
    interface.send(.draftFound(copy))
    return interface
  }

  @Test(arguments: [SystemSignal.terminate, .hangup, .interrupt])
  func aNewBeerIsKeptAndComesBack(_ signal: SystemSignal) throws {
    var interface = interface()
    interface.type("aOrval")
    interface.press(Key(.down))
    interface.type("Villers")
    interface.send(.signal(signal))
    #expect(interface.ending == .signal(signal))

    var next = try restarted(with: try #require(kept(interface)))
    #expect(next.screen.contains("Go on with it?"))
    next.type("y")
    next.press(Key(.enter))

    #expect(next.screen.contains("A new beer") && next.screen.contains("Orval"))
    #expect(next.screen.contains("Villers"))
    #expect(!next.effects.contains(.dropDraft))
    next.press(Key(.escape))
    next.type("y")
    next.press(Key(.enter))
    #expect(next.effects.contains(.dropDraft))
  }

  @Test func changesOfABeerAreTypedAgainOnWhatItIsNow() throws {
    var interface = interface()
    interface.type("je")
    interface.type(" the Younger")
    interface.send(.signal(.terminate))

    var beers = SampleBeers.all
    beers[1] = SampleBeers.beer(2, name: "Pliny the Elder", place: "Elsewhere")
    var next = try restarted(with: try #require(kept(interface)), beers)
    next.type("y")
    next.press(Key(.enter))

    #expect(next.screen.contains("Pliny the Elder the Younger") && next.screen.contains("Elsewhere"))
  }

  @Test func whatBelongedToABeerThatIsGoneBecomesANewOne() throws {
    var interface = interface()
    interface.type("je")
    interface.type("!")
    interface.send(.signal(.terminate))

    var next = try restarted(with: try #require(kept(interface)), [SampleBeers.rochefort])
    next.type("y")
    next.press(Key(.enter))

    #expect(next.screen.contains("A new beer") && next.screen.contains("Pliny the Elder!"))
  }

  @Test func nothingIsKeptOfAFormThatWasNotTouched() {
    for keys in ["a", "e", ""] {
      var interface = interface()
      interface.type(keys)
      interface.send(.signal(.terminate))
      #expect(kept(interface) == nil)
    }
  }

  @Test func noThrowsItAwayAndEscapeAsksAgainNextTime() throws {
    var interface = interface()
    interface.type("aOrval")
    interface.send(.signal(.terminate))
    let draft = try #require(kept(interface))

    var next = try restarted(with: draft)
    next.type("n")
    next.press(Key(.enter))
    #expect(next.effects.contains(.dropDraft))

    next = try restarted(with: draft)
    next.press(Key(.escape))
    #expect(!next.effects.contains(.dropDraft))
    #expect(next.screen.contains("6 beers"))
  }
}
