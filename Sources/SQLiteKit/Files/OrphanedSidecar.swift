import Foundation

/// A -wal or journal that was left without its diary, and may hold the only copy of some beers.
///
/// SQLite deletes such a file when an empty file gets the diary's name, and applies it to any other database that gets
/// that name.
package enum OrphanedSidecar {
  /// Throws `.cannotCreate` if a diary must not be created at a path, because a sidecar without a diary is there.
  package static func refuse(creating file: String) throws(StoreError) {
    // The size is checked last: another program may be creating the diary, and writes its -wal after the file.
    guard let sidecar = find(for: file), StoreFile.size(file) == nil else { return }
    throw .cannotCreate(
      path: file,
      reason: "\(name(sidecar, file)) has no diary and may contain beers that are nowhere else")
  }

  /// Throws `.damaged` if an empty file must not become a diary, because it has a sidecar.
  ///
  /// - Parameter path: The file as the user named it.
  package static func refuse(fillingEmpty file: String, as path: String) throws(StoreError) {
    guard let sidecar = find(for: file), StoreFile.size(file) == 0 else { return }
    throw .damaged(path: path, detail: "it is empty, but \(name(sidecar, file)) may contain beers")
  }

  /// Returns a sidecar that belongs to a diary which is missing or empty; `nil` if there is none.
  ///
  /// A -shm holds no data. It counts only while a program uses it, because that program writes to the -wal.
  private static func find(for file: String) -> StoreSidecar? {
    if StoreSidecar.wal.hasBytes(of: file) { return .wal }
    if hasPages(journal: StoreSidecar.journal.path(of: file)) { return .journal }
    return SharedMemoryFile.isInUse(for: file) ? .sharedMemory : nil
  }

  private static func name(_ sidecar: StoreSidecar, _ file: String) -> String {
    (sidecar.path(of: file) as NSString).lastPathComponent
  }

  /// Returns whether a journal holds pages; the journal of a database that was empty before its transaction does not.
  ///
  /// Source: SQLite's "Database File Format", 3. The Rollback Journal.
  private static func hasPages(journal: String) -> Bool {
    guard StoreFile.size(journal) ?? 0 > 0 else { return false }
    // If the journal cannot be read, it may have pages.
    guard let file = LockableFile(journal, O_RDONLY | O_NONBLOCK) else { return true }
    defer { file.close() }
    guard let header = file.bytes(20) else { return true }
    return header[16...].contains { $0 != 0 }
  }
}
