import DiaryModel
import DiaryStore
import Terminal
import Testing

@testable import DiaryUI

/// Sentences that name keys.
@Suite struct KeyAdviceTests {
  private static let newKey = Key(.function(6))

  /// The actions, one of which has another key.
  private static func actions(rebinding action: Action, to keys: [Key] = [newKey]) -> ActionTable {
    ActionTable(
      ActionTable.standard.actions.map { original in
        guard original == action else { return original }
        var rebound = original
        rebound.bindings = original.bindings.map { Action.Binding(keys: keys, screens: $0.screens) }
        return rebound
      })
  }

  private static func interface(
    _ beers: [BeerDetail] = SampleBeers.all, actions: ActionTable = .standard, isReadOnly: Bool = false
  ) -> HeadlessInterface {
    HeadlessInterface(
      Size(width: 120, height: 30), diary: FakeDiary(beers), actions: actions, isReadOnly: isReadOnly)
  }

  /// Beers, the last of which is in the trash.
  private static let beers: [BeerDetail] = {
    var beers = SampleBeers.all
    beers[5].beer.deletedAt = DiaryDate("2024-06-01T12:00:00Z")
    return beers
  }()

  @Test(arguments: [
    (Action.search, "n", "Nothing to find. Press F6 to search."),
    (.open, "jVj", "Range of 2 beers: F6 marks them, Esc cancels."),
    (.showAll, "jVj", "Range of 2 beers: Enter marks them, F6 cancels."),
    (.drop, "pm", "moving photo 1: arrows move, F6 places"),
    (.moveDown, "pm", "moving photo 1: h/F6/k/l move, Enter places"),
    (.addPhoto, "jjlp", "This beer has no photos. Press F6 to add one."),
    (.restoreBeer, "Ta", "This is the trash. Press F6 to restore a beer, T to go back."),
    (.restoreBeer, "Tld", "This beer is in the trash. Press F6 to restore it."),
  ])
  func aSentenceNamesTheKeyThatTheUserHasBound(_ action: Action, _ typed: String, _ sentence: String) {
    var interface = Self.interface(Self.beers, actions: Self.actions(rebinding: action))
    interface.type(typed)
    #expect(interface.screen.contains(sentence))
  }

  @Test func theWelcomeNamesTheKeysThatTheUserHasBound() {
    let interface = Self.interface([], actions: Self.actions(rebinding: .addBeer))
    #expect(interface.screen.contains("F6   Write down your first beer"))
  }

  @Test func aChangeNamesTheKeyThatUndoesIt() {
    let done = Message.changed(.trash([3]), .success(ChangeOutcome([.trashed([3])])))
    var rebound = Self.interface(actions: Self.actions(rebinding: .undo))
    rebound.send(done)
    #expect(rebound.statusLine.contains("  F6: undo"))
    // The statistics have no undo.
    var statistics = Self.interface()
    statistics.type("S")
    #expect(statistics.state.screen == .statistics)
    statistics.send(done)
    #expect(statistics.statusLine.contains("trash") && !statistics.statusLine.contains("undo"))
  }

  @Test func anActionWithoutAKeyIsNotMentioned() {
    var interface = Self.interface(actions: Self.actions(rebinding: .addPhoto, to: []))
    interface.type("jjlp")
    #expect(interface.screen.contains("This beer has no photos."))
    #expect(!interface.screen.contains("Press"))
  }

  @Test func aReadOnlyDiaryDoesNotAdviseToChangeIt() {
    #expect(!Self.interface([], isReadOnly: true).screen.contains("Press"))
  }

  @Test func anActionOfTheImportIsAskedForByItsKey() {
    #expect(ActionTable.standard.request(of: .changeReading, on: .importing) == "press r")
    let rebound = Self.actions(rebinding: .changeReading)
    #expect(rebound.request(of: .changeReading, on: .importing) == "press F6")
    let keyless = Self.actions(rebinding: .changeReading, to: [])
    #expect(
      keyless.request(of: .changeReading, on: .importing) == "choose change-reading in the palette")
  }

  @Test func onlyTheWholeTrashIsEmptied() {
    var interface = Self.interface(Self.beers)
    interface.type("T")
    #expect(interface.screen.contains("X empty"))
    interface.type("frating>=2")
    interface.press(Key(.enter))
    #expect(interface.lines[0].contains("Trash") && !interface.screen.contains("X empty"))
    interface.type("X")
    #expect(interface.screen.contains("Press Esc to show the whole trash first."))
    #expect(interface.state.prompt == nil && interface.changeRequests.isEmpty)
  }
}
