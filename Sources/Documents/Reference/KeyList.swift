import DiaryUI
import Terminal

/// The actions of one screen with their keys, from the table that the interface uses.
struct KeyList: Sendable {
  struct Entry: Sendable {
    let name: String
    /// Such as `j, Down`.
    let keys: String
    /// What the action does, without a full stop.
    let help: String
  }

  let title: String
  let actions: [Entry]

  /// The screens in the order of the manual, each with its actions.
  static let screens: [KeyList] = ScreenKind.allCases.compactMap { screen in
    screen.title.map { KeyList(title: $0, screen: screen) }
  }

  private init(title: String, screen: ScreenKind) {
    self.title = title
    actions = ActionTable.standard.actions(on: screen).map { action in
      Entry(
        name: action.name, keys: action.keys(on: screen).map(\.label).joined(separator: ", "),
        help: action.help)
    }
  }
}
