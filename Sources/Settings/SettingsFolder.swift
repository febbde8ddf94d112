import Foundation
import Interchange

/// A folder with settings, whose files several processes may change.
package struct SettingsFolder: Sendable {
  let path: String

  /// Creates a reference to a folder, which does not have to exist.
  package init(path: String) { self.path = path }

  /// Why a file was not replaced.
  enum WritingFailure: Error, Hashable {
    /// The end of a sentence, without a full stop.
    case unwritable(reason: String)
    /// The system reported an error, such as that the disk is full.
    case failed(ExportError)
    /// The file has changed since it was read.
    case changed
  }

  /// Runs `body`, which reads a file and replaces it, while no other process does the same.
  ///
  /// Creates the folder if it does not exist. The system releases the lock of a process that is killed.
  package func withLock<Value, Failure: Error>(_ body: () throws(Failure) -> Value) throws(Failure) -> Value {
    // If the folder cannot be created, writing the file says why.
    try? FileManager.default.createDirectory(
      atPath: path, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    let descriptor = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    defer { if descriptor >= 0 { close(descriptor) } }
    // On a file system without locks, only the comparison before writing protects what another process has written.
    while descriptor >= 0, flock(descriptor, LOCK_EX) != 0, errno == EINTR {}
    return try body()
  }

  /// Replaces the text of a file by a new file; permissions and symbolic links stay.
  ///
  /// - Parameter old: The text that was read; if the file has changed since then, for example in an editor, it is left
  ///   alone.
  func write(_ text: String, insteadOf old: String, to path: String) throws(WritingFailure) {
    var status = stat()
    // The superuser could write it, but its owner has protected it.
    if stat(path, &status) == 0, status.st_mode & 0o222 == 0 {
      throw .unwritable(reason: "it is write-protected")
    }
    do throws(ExportError) {
      let output = try OutputFile(OutputDestination(path, protecting: ProtectedFiles()))
      try output.write(Array(text.utf8))
      if (try? SettingsText.read(path)) == old { return try output.finish() }
    } catch {
      throw .failed(error)
    }
    throw .changed
  }
}
