import DiaryText

/// The folder with the photos of an imported file.
struct PhotoFolderPrompt: PathPrompt {
  typealias Owner = ImportScreen

  var label: String { "Photo folder" }
  var choosesFolder: Bool { true }

  /// Reads the file again with the photos of the folder; an empty text removes the photos.
  func use(
    _ text: String, changing screen: inout ImportScreen, in context: ScreenContext
  ) -> [Intent] {
    guard screen.canReread else { return [] }
    let folder = text.allSatisfy(\.isWhitespace) ? nil : text
    guard folder != screen.file?.request.photoFolder else { return [] }
    screen.file?.request.photoFolder = folder
    return screen.reread()
  }
}

extension ImportScreen {
  /// Asks for the photo folder, starting with the present one or with the folder of the file.
  func askForPhotoFolder() -> [Intent] {
    guard let request = file?.request else { return [] }
    if let folder = request.photoFolder { return [.prompt(Prompt(PhotoFolderPrompt(), text: folder))] }
    return [.prompt(Prompt(PhotoFolderPrompt(), path: FolderRequest(typed: request.path).folder))]
  }
}
