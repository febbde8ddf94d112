extension Diary {
  /// The suffixes of a store's files: its own, and those that SQLite keeps next to it.
  private static let suffixes = ["", "-wal", "-shm", "-journal"]

  /// The files that belong to a store, whether they exist or not.
  package static func files(ofStoreAt path: String) -> [String] {
    let file = StoreFile.resolved(path)
    return suffixes.map { file + $0 }
  }

  /// The folder next to a store in which Core Data keeps images; it does not have to exist.
  package static func imageFolder(ofStoreAt path: String) -> String {
    StoreFile.supportFolder(ofStore: StoreFile.resolved(path))
  }
}
