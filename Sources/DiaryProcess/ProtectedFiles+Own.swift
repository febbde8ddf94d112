import DiaryStore
package import Interchange

extension ProtectedFiles {
  /// Creates the set of the program's own files, which no output may replace: diaries, settings, drafts, thumbnails.
  ///
  /// - Parameters:
  ///   - stores: The paths of diaries; the default one is always protected.
  ///   - settingsFiles: The names of the files with settings.
  package init(stores: [String], settingsFiles: [String], in folders: UserFolders = UserFolders()) {
    self.init()
    for store in Set(stores + [folders.defaultStore]) { add(store: store) }
    // A settings file may be a link to a file elsewhere.
    for name in settingsFiles { add(file: "\(folders.settings)/\(name)", "it is a settings file") }
    for folder in [folders.settings, folders.state, folders.cache] {
      add(folder: folder, "its folder is reserved for the program's own files")
    }
  }

  private mutating func add(store path: String) {
    let files = Diary.files(ofStoreAt: path)
    for file in files {
      add(file: file, file == files.first ? "it is the diary itself" : "it belongs to the diary")
    }
    add(folder: Diary.supportFolder(ofStoreAt: path), "its folder contains the diary's photos")
  }
}
