import Foundation
import Synchronization

/// Files that say which other diaries are being adopted, so that the next start can offer to finish adoptions that were
/// interrupted; each other diary has one.
///
/// A file is locked while the adoption runs, so another window does not take it for an interrupted one. It is only
/// written and deleted while it is locked.
package final class AdoptionRecord: Sendable {
  private let folder: String
  /// The prefix of the names of the diary's files.
  private let prefix: String
  /// The warnings of the last adoption.
  package let warnings: WarningsFile
  /// The file of the adoption that runs.
  private let running = Mutex<(path: String, lock: UseLock)?>(nil)

  /// Creates access to the records of one diary.
  ///
  /// - Parameters:
  ///   - folder: The folder of the program's state.
  ///   - store: The path of the diary.
  package init(_ folder: String, store: String) {
    self.folder = folder
    prefix = "adoption-\(StoreHash.text(ofStoreAt: store))-"
    warnings = WarningsFile(folder, name: prefix + "warnings.txt")
  }

  /// Records the other diary before its beers are added, and deletes the warnings of the last adoption; without effect
  /// after the first time.
  ///
  /// Nothing is recorded if the file cannot be written: the adoption matters more.
  package func begin(_ source: String) {
    running.withLock { running in
      guard running == nil else { return }
      warnings.save([])
      try? UserFolders.create(folder)
      // Another process that adopts this diary keeps its record.
      let path = file(of: source)
      guard let lock = lock(path, O_WRONLY | O_CREAT) else { return }
      running = (path, lock)
      guard (try? lock.handle.truncate(atOffset: 0)) != nil else { return }
      try? lock.handle.write(contentsOf: Data(StoreHash.absolutePath(source).utf8))
    }
  }

  /// Deletes the record of another diary, because its adoption is complete or will not be finished; without effect while
  /// another process adopts it.
  package func end(_ source: String) {
    running.withLock { running in
      let path = file(of: source)
      let own = running?.path == path ? running.take() : nil
      guard let lock = own?.lock ?? lock(path, O_RDONLY) else { return }
      withExtendedLifetime(lock) { _ = unlink(path) }
    }
  }

  /// Returns the paths of the other diaries whose adoption was interrupted.
  package func interruptedSources() -> [String] {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    let paths = names.filter { $0.hasPrefix(prefix) && $0.hasSuffix(".txt") }.map { "\(folder)/\($0)" }
    return paths.filter { $0 != warnings.path }.compactMap { path in
      guard let data = try? lock(path, O_RDONLY)?.handle.read(upToCount: Int(PATH_MAX)), !data.isEmpty
      else { return nil }
      return String(data: data, encoding: .utf8)
    }.sorted()
  }

  private func file(of source: String) -> String {
    "\(folder)/\(prefix)\(StoreHash.text(ofStoreAt: source)).txt"
  }

  /// Opens and locks a file; `nil` if it cannot be opened, or another process uses it or has deleted it.
  private func lock(_ path: String, _ flags: Int32) -> UseLock? {
    guard let lock = UseLock(opening: path, flags), !lock.isUnavailable else { return nil }
    return lock
  }
}
