import Terminal

// Actions of the screen with files.
extension Action {
  static let parentFolder = Action(
    "parent-folder", .moving, "Go to the folder above", hint: "folder above", keys: [Key(.left)],
    on: [.files], changing: FilesScreen.self
  ) { files, _ in files.goUp() }

  static let hiddenFiles = Action(
    "hidden-files", .program, "Show or hide hidden files", hint: "hidden files", keys: [.control("t")],
    on: [.files], changing: FilesScreen.self
  ) { files, _ in
    files.toggleHidden()
    return []
  }

  static let onFiles: [Action] = [parentFolder, hiddenFiles]
}
