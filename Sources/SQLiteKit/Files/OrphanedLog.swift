import Foundation

/// A -wal or journal that was left without its diary, which may hold beers that are nowhere else.
///
/// SQLite deletes such a file as soon as an empty file has the diary's name, and takes it for a part of any other
/// database that gets that name.
package enum OrphanedLog {
  /// The ends of the names under which SQLite keeps a part of a database beside it.
  package static let ends = ["-wal", "-journal"]

  /// The file beside a diary that is missing or empty; `nil` if there is none.
  ///
  /// A -shm is one only while a program uses it: it holds nothing, but that program writes to the -wal beside it.
  static func find(besideStore file: String) -> String? {
    if fileSize(file + "-wal") ?? 0 > 0 { return file + "-wal" }
    if holdsPages(journal: file + "-journal") { return file + "-journal" }
    return SharedMemoryFile.isInUse(besideStore: file) ? file + "-shm" : nil
  }

  /// Refuses to make a diary beside one.
  package static func refuse(besideStore file: String) throws(StoreError) {
    // A program that has just made the diary made its -wal later.
    guard let log = find(besideStore: file), fileSize(file) == nil else { return }
    let name = (log as NSString).lastPathComponent
    throw .cannotCreate(
      path: file, reason: "\(name) is there without its diary and may hold beers that are nowhere else")
  }

  /// Refuses to fill an empty file beside one.
  package static func refuse(besideEmpty file: String, as path: String) throws(StoreError) {
    guard let log = find(besideStore: file), fileSize(file) == 0 else { return }
    let name = (log as NSString).lastPathComponent
    throw .damaged(path: path, detail: "it is empty, but \(name) may hold beers")
  }

  /// Whether a journal has pages of a database, and not of one that was empty as a crash left while it was made.
  ///
  /// Source: SQLite's "Database File Format", 3. The Rollback Journal.
  private static func holdsPages(journal: String) -> Bool {
    guard fileSize(journal) ?? 0 > 0 else { return false }
    // One that cannot be read may have some.
    guard let file = LockableFile(journal, O_RDONLY | O_NONBLOCK) else { return true }
    defer { file.close() }
    guard let header = file.bytes(20) else { return true }
    return header[16...].contains { $0 != 0 }
  }
}
