import DiaryStore
import Foundation

/// Reads the text of a settings file.
enum SettingsText {
  /// The largest size of a settings file.
  private static let maxBytes = 1 << 20

  struct Unreadable: Error, Hashable {
    let reason = "it cannot be read as text. Check the file and its permissions"
  }

  /// Returns the text at a path, or an empty text if there is no file.
  static func read(_ path: String) throws(Unreadable) -> String {
    // Closing a descriptor of the open diary would release SQLite's locks.
    if Diary.hasOpen(path) { throw Unreadable() }
    // A FIFO without a writer must not block.
    let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard descriptor >= 0 else {
      if errno == ENOENT || errno == ENOTDIR { return "" }
      throw Unreadable()
    }
    let file = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
    guard let data = try? file.read(upToCount: maxBytes + 1) ?? Data(), data.count <= maxBytes,
      let text = String(validating: data, as: UTF8.self)
    else { throw Unreadable() }
    return text
  }
}
