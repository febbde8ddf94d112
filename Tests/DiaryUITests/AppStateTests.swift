import DiaryUI
import Terminal
import Testing

/// What the screens share.
@Suite struct AppStateTests {
  @Test func theSharedStateStaysSmall() {
    let state = AppState(size: Size(width: 80, height: 24))
    let properties = Mirror(reflecting: state).children.compactMap(\.label)

    #expect(properties.count <= 15, "What only one screen needs belongs to that screen: \(properties)")
  }
}
