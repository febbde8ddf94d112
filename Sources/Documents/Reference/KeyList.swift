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
  static let screens: [KeyList] = [
    ("List", ScreenKind.list), ("Beer", .beer), ("Form", .form), ("Photos", .photos),
    ("Moving a photo", .movingPhoto), ("Statistics", .statistics), ("Import", .importing), ("Help", .help),
    ("Palette", .palette), ("Warnings", .warnings), ("Opening", .opening),
  ].map { title, screen in
    KeyList(
      title: title,
      actions: ActionTable.standard.actions(on: screen).map { action in
        Entry(
          name: action.name, keys: action.keys(on: screen).map(\.label).joined(separator: ", "),
          help: action.help)
      })
  }
}
