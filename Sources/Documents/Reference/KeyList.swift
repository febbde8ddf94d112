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
    KeyList.section(of: screen).map {
      (position: $0.position, list: KeyList(title: $0.title, screen: screen))
    }
  }
  .sorted { $0.position < $1.position }.map { $0.list }

  private init(title: String, screen: ScreenKind) {
    self.title = title
    actions = ActionTable.standard.actions(on: screen).map { action in
      Entry(
        name: action.name, keys: action.keys(on: screen).map(\.label).joined(separator: ", "),
        help: action.help)
    }
  }

  /// Returns the position of a screen in the manual, and its title; `nil` if the manual does not list it.
  private static func section(of screen: ScreenKind) -> (position: Int, title: String)? {
    switch screen {
    case .list: (1, "List")
    case .label: (2, "Label")
    case .beer: (3, "Beer")
    case .form: (4, "Form")
    case .photos: (5, "Photos")
    case .movingPhoto: (6, "Moving a photo")
    case .statistics: (7, "Statistics")
    case .importing: (8, "Import")
    case .menu: (9, "Have I had this?")
    case .suggestions: (10, "Same beer?")
    case .help: (11, "Help")
    case .palette: (12, "Palette")
    case .warnings: (13, "Warnings")
    case .opening: (14, "Opening")
    case .tooSmall: nil
    }
  }
}
