import DiaryModel
import DiaryStore
import Terminal
import Testing

@testable import DiaryUI

/// The cursor after a beer has left the list and undo has brought it back.
@Suite struct UndoCursorTests {
  /// A filtered list with the cursor on the second of its three beers, which has the id 2.
  private func interface(filter: String) -> HeadlessInterface {
    var interface = DiaryUITests.interface()
    interface.diary.storesChanges = true
    interface.type("f" + filter)
    interface.press(Key(.enter), Key(.down))
    #expect(selected(interface) == 2 && interface.state.list.window.count == 3)
    return interface
  }

  /// The beer under the list's cursor.
  private func selected(_ interface: HeadlessInterface) -> Int64? {
    interface.state.list.window[interface.state.list.scroll.cursor]?.id
  }

  private func rate(_ rating: String, _ interface: inout HeadlessInterface) {
    interface.pause()
    interface.type(rating)
    interface.press(Key(.enter))
  }

  @Test func thePageOfABeerKeepsItAfterUndo() {
    var interface = interface(filter: "rating>=4")
    interface.press(Key(.enter))
    rate("3", &interface)
    #expect(interface.state.list.window.count == 2)
    interface.type("u")
    #expect(interface.lines[0].contains("2 of 3"))
    interface.type("q")
    #expect(selected(interface) == 2)
  }

  @Test func thePageOfTheLastBeerKeepsItAfterUndo() {
    var interface = interface(filter: "rating>=4")
    interface.press(Key(.down), Key(.enter))
    rate("3", &interface)
    interface.type("uq")
    #expect(selected(interface) == 4)
  }

  @Test func thePhotosOfABeerKeepItAfterUndo() {
    var interface = interface(filter: "has:photo")
    interface.type("px")
    #expect(interface.state.list.window.count == 2)
    interface.type("uq")
    #expect(interface.state.screen == .list && selected(interface) == 2)
  }

  @Test func undoInTheListSelectsTheBeerThatComesBack() {
    var interface = interface(filter: "rating>=4")
    rate("3", &interface)
    #expect(selected(interface) == 4)
    interface.type("u")
    #expect(selected(interface) == 2)
  }

  @Test func undoAndRedoInTheListSelectTheBeerThatTheyChange() {
    var interface = interface(filter: "rating>=4")
    rate("5", &interface)
    rate("4.5", &interface)
    interface.type("g")
    interface.type("u")
    #expect(selected(interface) == 2)
    interface.type("g")
    interface.press(.control("r"))
    #expect(selected(interface) == 2)
  }

  @Test func aBeerThatUndoRemovesFromTheListIsNotFollowed() {
    var interface = interface(filter: "rating>=4")
    interface.type("du")
    #expect(selected(interface) == 2)
    interface.type("g")
    interface.press(.control("r"))
    #expect(selected(interface) == 1 && interface.state.list.window.count == 2)
    #expect(!interface.statusLine.contains("not in this list"))
  }

  // MARK: - Several beers

  private func longList() -> HeadlessInterface {
    var interface = HeadlessInterface(diary: FakeDiary(SampleBeers.many(50)))
    interface.diary.storesChanges = true
    return interface
  }

  @Test func theBeerAfterADeletedRangeTakesItsPlaceAndUndoSelectsTheFirstOfTheRange() {
    var interface = longList()
    interface.type("jjVjjd")
    #expect(interface.state.list.window.count == 47 && selected(interface) == 6)
    #expect(interface.state.list.scroll.cursor == 2)
    interface.type("Gu")
    #expect(interface.state.list.window.count == 50 && selected(interface) == 3)
    interface.press(.control("r"))
    #expect(interface.state.list.window.count == 47 && selected(interface) == 6)
  }

  @Test func afterTheEndOfTheListWasDeletedTheCursorIsOnTheLastBeer() {
    var interface = longList()
    interface.type("GVkkd")
    #expect(selected(interface) == 47)
  }

  @Test func aBeerThatStaysKeepsTheCursorWhenMarkedOnesLeave() {
    var interface = longList()
    interface.type("j j jjjd")
    #expect(interface.state.list.window.count == 48 && selected(interface) == 8)
  }

  @Test func undoOfARestoredRangeSelectsItsFirstBeerInTheTrash() {
    var interface = longList()
    interface.type("VjjjjdT")
    interface.type("jVjjR")
    #expect(interface.state.list.isInTrash && interface.state.list.window.count == 2)
    let first = selected(interface)
    interface.type("gu")
    #expect(interface.state.list.window.count == 5 && selected(interface) != first)
  }
}
