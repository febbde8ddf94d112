extension Diary {
  /// The ends of the names that belong to a store: its own, what SQLite keeps next to it, and a migration's lock.
  private static let ends = ["", "-wal", "-shm", "-journal", "-migration"]

  /// The files that belong to a store, those that do not exist at the moment included.
  package static func files(ofStoreAt path: String) -> [String] {
    let file = StoreFile.resolved(path)
    return ends.map { file + $0 }
  }

  /// The folder in which Core Data keeps images next to a store; it does not have to exist.
  package static func imageFolder(ofStoreAt path: String) -> String {
    StoreFile.supportFolder(ofStore: StoreFile.resolved(path))
  }
}
