import DiaryUI
import Terminal
import Testing

/// The table that dispatch, hints, help and manual are made from.
@Suite struct ActionTableTests {
  private let table = ActionTable.standard

  @Test func everyActionIsInTheTableOnce() {
    #expect(
      table.actions.map(\.id).sorted { $0.rawValue < $1.rawValue }
        == ActionID.allCases.sorted { $0.rawValue < $1.rawValue })
  }

  @Test(arguments: ScreenKind.allCases) func aKeyMeansOneThingOnAScreen(_ screen: ScreenKind) {
    let keys = table.actions(on: screen).flatMap { $0.keys(on: screen) }
    #expect(Set(keys).count == keys.count)
  }

  @Test func everyActionIsReachedByEachOfItsKeys() {
    for action in table.actions {
      #expect(!action.bindings.flatMap(\.keys).isEmpty)
      for screen in ScreenKind.allCases {
        for key in action.keys(on: screen) { #expect(table.action(for: key, on: screen)?.id == action.id) }
      }
    }
  }

  @Test(arguments: ScreenKind.allCases) func everyScreenCanBeLeft(_ screen: ScreenKind) {
    let ids = Set(table.actions(on: screen).map(\.id))
    #expect(!ids.isDisjoint(with: [.quit, .back, .cancel, .putBack]))
    #expect(ids.contains(.interrupt))
  }

  @Test(arguments: [("", ScreenKind.list), ("l", .beer), ("p", .photos)])
  func helpListsEveryActionOfItsScreen(_ keys: String, _ screen: ScreenKind) {
    var interface = HeadlessInterface(
      Size(width: 120, height: 60), diary: FakeDiary(SampleBeers.all))
    interface.type(keys + "?")
    for action in table.actions(on: screen) {
      #expect(interface.screen.contains(action.help))
      for key in action.keys(on: screen) { #expect(interface.screen.contains(key.label)) }
    }
  }

  @Test func keysAreNamedAsPeopleNameThem() {
    let keys: [Key] = [
      .character("J"), .control("f"), Key(.up, .shift), Key(.pageDown), Key(.function(1)), .character(" "),
    ]
    #expect(keys.map(\.label) == ["J", "Ctrl-F", "Shift-Up", "PgDn", "F1", "Space"])
  }
}
