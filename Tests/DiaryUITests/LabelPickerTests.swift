import DiaryModel
import DiaryStore
import SQLiteKit
import Terminal
import Testing

@testable import DiaryUI

/// Going to a beer, merging labels, and choosing values, all by typing.
@Suite struct LabelPickerTests {
  private func interface(_ size: Size = Size(width: 80, height: 24)) -> HeadlessInterface {
    var diary = FakeDiary(LabelPageTests.beers)
    diary.storesChanges = true
    return HeadlessInterface(size, diary: diary)
  }

  // MARK: - Going to a beer

  @Test func aBeerIsFoundByItsNameOrBrewery() {
    var interface = interface()
    interface.type("B")
    #expect(interface.lines.contains { $0.hasPrefix("▌Orval") && $0.contains("Brasserie d'Orval · 3 times") })
    interface.type("dup")
    #expect(interface.lines.contains { $0.hasPrefix("▌Saison Dupont") && $0.contains("1 time") })
    interface.press(Key(.enter))
    #expect(interface.state.path == [.list, .beer] && interface.lines[0].contains("Saison Dupont"))
  }

  @Test func aBeerIsFoundFromAListWithoutMatches() {
    var interface = interface()
    interface.type("/zzz")
    interface.press(Key(.enter))
    #expect(interface.screen.contains("No beers match"))
    interface.type("Bdup")
    interface.press(Key(.enter))
    #expect(interface.state.path == [.list, .beer] && interface.lines[0].contains("Saison Dupont"))
  }

  @Test func aBeerWithTheTypedNameComesFirst() {
    var interface = interface()
    for id in [21, 22] as [Int64] {
      interface.diary.beers.append(SampleBeers.beer(id, name: "Pils Extra", brewery: "Many"))
    }
    interface.diary.beers.append(SampleBeers.beer(23, name: "Pils", brewery: "Few"))
    interface.type("Bpils")
    #expect(interface.lines.contains { $0.hasPrefix("▌Pils  ") && $0.contains("Few") })
  }

  @Test func anEmptyDiarySaysThatThereIsNoBeerToGoTo() {
    var interface = HeadlessInterface(Size(width: 80, height: 24), diary: FakeDiary([]))
    interface.type("B")
    #expect(interface.state.prompt == nil)
    #expect(interface.statusLine.contains("There are no beers to search yet."))
  }

  @Test func aBeerThatWasHadSeveralTimesOpensItsLabel() {
    var interface = interface()
    interface.type("Borv")
    interface.press(Key(.enter))
    #expect(interface.state.path == [.list, .label] && interface.screen.contains("Times  3"))
  }

  @Test func typingReplacesTheRequestAndEnterWaitsForTheAnswer() {
    var interface = interface()
    interface.holdsEffects = true
    interface.type("Bdu")
    let older = interface.held
    interface.type("p")
    interface.press(Key(.enter))
    #expect(interface.screen.contains("open (reading…)"))
    for case .loadChoices(let request) in older {
      interface.send(.choices(request, .success(.labels([]))))
    }
    #expect(interface.state.prompt != nil)
    interface.answerHeld()
    #expect(interface.state.path == [.list, .beer] && interface.lines[0].contains("Saison Dupont"))
  }

  @Test func eachTextIsRequestedOnce() {
    var interface = interface()
    interface.type("Borv")
    let requests = interface.effects.compactMap { effect -> ChoiceRequest? in
      if case .loadChoices(let request) = effect { request } else { nil }
    }
    #expect(requests.map(\.text) == ["", "o", "or", "orv"])
    #expect(zip(requests, requests.dropFirst()).allSatisfy { $0.generation < $1.generation })
  }

  @Test func anErrorIsShownAndEnterOpensNothing() throws {
    var interface = interface()
    interface.holdsEffects = true
    interface.type("B")
    for case .loadChoices(let request) in interface.held {
      interface.send(.choices(request, .failure(.busy(path: "x"))))
    }
    #expect(interface.screen.contains("The diary cannot be read: another program"))
    interface.press(Key(.enter))
    #expect(interface.state.path == [.list])
  }

  // MARK: - The same beer

  @Test func aLabelIsMergedIntoOneThatIsFound() {
    var interface = interface()
    interface.type("b")
    interface.press(Key(.enter))
    interface.type("M")
    #expect(interface.screen.contains("Orval is the same as → Saison Dupont"))
    interface.type("sais")
    interface.press(Key(.enter))
    let own = SampleBeers.uuid(1)
    let target = SampleBeers.uuid(3)
    #expect(interface.changeRequests == [.mergeLabels([own, target], into: target)])
    #expect(interface.state.path == [.list, .label] && interface.screen.contains("Times  4"))
    interface.type("u")
    #expect(interface.state.path == [.list, .label] && interface.screen.contains("Times  3"))
  }

  @Test func aBeersPageOffersTheSame() {
    var interface = interface()
    interface.press(Key(.end))
    interface.type("BSai")
    interface.press(Key(.enter))
    interface.type("Morv")
    interface.press(Key(.enter))
    let target = SampleBeers.uuid(1)
    #expect(interface.changeRequests == [.mergeLabels([SampleBeers.uuid(3), target], into: target)])
    #expect(interface.state.path == [.list, .beer])
  }

  @Test func aReadOnlyDiaryMergesNothing() {
    var interface = HeadlessInterface(diary: FakeDiary(LabelPageTests.beers), isReadOnly: true)
    interface.type("b")
    interface.press(Key(.enter))
    interface.type("M")
    #expect(interface.state.prompt == nil && interface.changeRequests.isEmpty)
  }

  // MARK: - Values in the form

  @Test func aVenueIsChosenInTheForm() {
    var interface = interface()
    interface.type("a")
    interface.press(Key(.down), until: "the venue") {
      $0.state.screens[FormScreen.self].form?.field.kind == .place
    }
    interface.type("ho")
    interface.press(.control("t"))
    #expect(interface.lines.contains { $0.hasPrefix("▌ho") && $0.contains("unchanged") })
    #expect(interface.lines.contains { $0.hasPrefix(" Home") && $0.contains("1 beer") })
    interface.press(Key(.down), Key(.enter))
    #expect(interface.state.prompt == nil)
    #expect(interface.state.screens[FormScreen.self].form?.field.input.text == "Home")
  }

  @Test func enterKeepsTheTextOfTheFieldThatBeginsAnotherValue() {
    var interface = interface()
    interface.type("a")
    interface.press(Key(.down), until: "the venue") {
      $0.state.screens[FormScreen.self].form?.field.kind == .place
    }
    interface.type("Hom")
    interface.press(.control("t"), Key(.enter))
    #expect(interface.state.prompt == nil)
    #expect(interface.state.screens[FormScreen.self].form?.field.input.text == "Hom")
  }

  @Test func aFieldWithoutSharedValuesHasNoChoices() {
    var interface = interface()
    interface.type("a")
    interface.press(.control("t"))
    #expect(interface.state.prompt == nil)
    #expect(interface.statusLine.contains("There is no list of values for this field."))
  }

  @Test(arguments: [Size(width: 20, height: 5), Size(width: 40, height: 12)])
  func smallScreensShowTheChoiceAndTheInput(_ size: Size) {
    var interface = interface(size)
    interface.type("Bsai")
    #expect(interface.lines.contains { $0.hasPrefix("▌Saison Dup") })
    #expect(interface.cursorLine.contains("sai"))
    interface.press(Key(.enter))
    #expect(interface.state.path == [.list, .beer])
  }
}
