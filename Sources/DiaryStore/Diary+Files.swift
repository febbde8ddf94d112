import Foundation
package import SQLiteKit

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

extension Diary {
  /// The other program that keeps a store from being written to; `nil` if there is none, or the system does not tell.
  package static func lockHolder(ofStoreAt path: String) -> LockHolder? {
    let holder = LockHolder.find(store: StoreFile.resolved(path))
    return holder.process == nil || holder.process == getpid() ? nil : holder
  }
}
