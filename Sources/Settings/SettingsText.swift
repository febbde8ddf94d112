import DiaryStore
import Foundation
import Interchange

/// The text of a configuration on its way to another.
struct SettingsText {
  /// Why it cannot be changed, without a full stop.
  struct Refusal: Error, Hashable { let reason: String }

  let text: String
  /// The file itself, behind every link, so that a link stays one; it need not be there yet.
  private let file: String
  private let permissions: mode_t?

  /// Reads a configuration; a file that is not there is empty.
  init(path: String) throws(Refusal) {
    do throws(ExportError) {
      file = try LinkedPath.end(of: path)
    } catch {
      throw Refusal(reason: error.reason)
    }
    var facts = stat()
    guard stat(path, &facts) == 0 else {
      guard errno == ENOENT else { throw Refusal(reason: String(cString: strerror(errno))) }
      (text, permissions) = ("", nil)
      return
    }
    guard !Diary.hasOpen(path), facts.st_mode & S_IFMT == S_IFREG,
      facts.st_size <= SettingsFile.mostBytes,
      let data = FileManager.default.contents(atPath: path),
      let text = String(validating: data, as: UTF8.self)
    else { throw Refusal(reason: "it cannot be read as text") }
    self.text = text
    permissions = facts.st_mode & 0o7777
  }

  /// Puts another text in its place, wholly or not at all.
  func replace(by text: String) throws(Refusal) {
    do throws(ExportError) {
      if permissions == nil { makeFolder() }
      let output = try OutputFile(replacing: file, permissions: permissions)
      try output.write(Array(text.utf8))
      try output.finish()
    } catch {
      throw Refusal(reason: error.reason)
    }
  }

  /// Where it cannot be made, the file tells why.
  private func makeFolder() {
    try? FileManager.default.createDirectory(
      atPath: FilePath(file).folder, withIntermediateDirectories: true,
      attributes: [.posixPermissions: 0o700])
  }
}
