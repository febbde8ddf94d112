import DiaryText

/// The folder that has the photos of an imported file.
struct PhotoFolderPrompt: PathPrompt {
  var label: String { "Folder of the photos" }
  var choosesFolder: Bool { true }

  /// Reads the file again with the photos of the folder; blanks remove the photos.
  func submit(_ text: String, in state: inout AppState) -> [Effect] {
    guard state.canRereadImport else { return [] }
    let folder = text.allSatisfy(\.isWhitespace) ? nil : text
    guard folder != state.screens.importing.file?.request.photoFolder else { return [] }
    state.screens.importing.file?.request.photoFolder = folder
    return state.rereadImport()
  }
}

extension AppState {
  /// Asks for the folder of the photos, beginning with the present one or with the folder of the file.
  mutating func askForPhotoFolder() {
    guard let request = screens.importing.file?.request else { return }
    prompt =
      if let folder = request.photoFolder {
        Prompt(PhotoFolderPrompt(), text: folder)
      } else {
        Prompt(PhotoFolderPrompt(), folder: FolderRequest(typed: request.path).folder)
      }
  }
}
