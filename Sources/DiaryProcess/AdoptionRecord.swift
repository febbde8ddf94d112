import Foundation
import Synchronization

/// A file that says which other diary is being adopted, so that the next start can offer to finish an adoption that was
/// interrupted.
///
/// It is locked while the adoption runs, so another window does not take it for an interrupted one.
package final class AdoptionRecord: Sendable {
  private let folder: String
  private let file: String
  private let warningsFile: String
  /// The locked file while the adoption runs.
  private let descriptor = Mutex<Int32?>(nil)

  /// Creates access to the record of one diary.
  ///
  /// - Parameters:
  ///   - folder: The folder of the program's state.
  ///   - store: The path of the diary.
  package init(_ folder: String, store: String) {
    self.folder = folder
    let path = URL(fileURLWithPath: store).standardizedFileURL.path
    let name = "\(folder)/adoption-\(StoreHash.text(of: path))"
    file = name + ".txt"
    warningsFile = name + "-warnings.txt"
  }

  deinit { closeFile() }

  /// Records the other diary when its beers begin to be added; without effect after the first time.
  ///
  /// Nothing is recorded if the file cannot be written: the adoption matters more.
  package func begin(_ source: String) {
    descriptor.withLock { descriptor in
      guard descriptor == nil else { return }
      makeFolder()
      let opened = open(file, O_WRONLY | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o600)
      guard opened >= 0 else { return }
      descriptor = opened
      // Another process that adopts keeps its record.
      guard flock(opened, LOCK_EX | LOCK_NB) == 0, ftruncate(opened, 0) == 0 else { return }
      let path = URL(fileURLWithPath: source).standardizedFileURL.path
      try? FileHandle(fileDescriptor: opened, closeOnDealloc: false).write(contentsOf: Data(path.utf8))
    }
  }

  /// Deletes the record, because the adoption is complete or will not be finished.
  package func end() {
    unlink(file)
    closeFile()
  }

  /// Keeps the warnings of an adoption that has ended for the screen, in place of those of the last one.
  package func keep(_ warnings: [String]) {
    unlink(warningsFile)
    guard !warnings.isEmpty else { return }
    makeFolder()
    // A warning is a sentence on one line.
    let lines = warnings.map { $0.replacing("\n", with: " ") + "\n" }.joined()
    _ = FileManager.default.createFile(
      atPath: warningsFile, contents: Data(lines.utf8), attributes: [.posixPermissions: 0o600])
  }

  /// Returns the warnings of the last adoption.
  package func warnings() -> [String] {
    let text = try? String(contentsOfFile: warningsFile, encoding: .utf8)
    return text?.split(separator: "\n").map(String.init) ?? []
  }

  /// Returns the path of the other diary whose adoption was interrupted; `nil` if there is none.
  package func interruptedSource() -> String? {
    let opened = open(file, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK)
    guard opened >= 0 else { return nil }
    let handle = FileHandle(fileDescriptor: opened, closeOnDealloc: true)
    guard flock(opened, LOCK_EX | LOCK_NB) == 0 || errno != EWOULDBLOCK,
      let data = try? handle.read(upToCount: Int(PATH_MAX)), !data.isEmpty
    else { return nil }
    return String(data: data, encoding: .utf8)
  }

  private func makeFolder() {
    try? FileManager.default.createDirectory(
      atPath: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
  }

  private func closeFile() {
    descriptor.withLock { descriptor in
      if let opened = descriptor.take() { close(opened) }
    }
  }
}
