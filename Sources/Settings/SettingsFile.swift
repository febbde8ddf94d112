import DiaryStore
package import DiaryUI
import Foundation
package import Interchange

/// The user's configuration as it was read: what it says, and what is wrong with it.
package struct SettingsFile: Hashable, Sendable {
  package private(set) var preferences = Preferences()
  /// In the order of the file; the default applies to each.
  package private(set) var mistakes: [SettingsMistake] = []

  /// Nobody writes as much.
  static let mostBytes = 1 << 20

  /// Reads the text of a configuration.
  package init(text: String) {
    var reader = SettingsReader(text)
    reader.read()
    (preferences, mistakes) = (reader.preferences, reader.mistakes)
  }

  /// Reads a configuration; where there is no file everything is as usual.
  package init(path: String) {
    if Diary.hasOpen(path) {
      self.init(text: "")
      mistakes = [.unreadable]
      return
    }
    // A named pipe that nobody writes to must not keep the program waiting.
    let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard descriptor >= 0 else {
      self.init(text: "")
      if FileManager.default.fileExists(atPath: path) { mistakes = [.unreadable] }
      return
    }
    let file = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
    // A folder can be opened, but not read.
    guard let data = try? file.read(upToCount: Self.mostBytes + 1) ?? Data(), data.count <= Self.mostBytes,
      let text = String(validating: data, as: UTF8.self)
    else {
      self.init(text: "")
      mistakes = [.unreadable]
      return
    }
    self.init(text: text)
  }
}

extension SettingsFile {
  /// Why a mapping could not be kept: one sentence that says what to do.
  package struct SavingFailure: Error, Hashable, Sendable { package let sentence: String }

  /// Keeps a mapping in the configuration at a path, in the place of one of its name; all else stays byte for byte.
  ///
  /// The file is replaced as a whole, and made where there is none.
  package static func save(_ mapping: SavedMapping, in path: String) throws(SavingFailure) {
    do throws(SettingsText.Refusal) {
      let file = try SettingsText(path: path)
      try file.replace(by: MappingTable(mapping: mapping).written(into: file.text))
    } catch {
      throw SavingFailure(
        sentence: "The mapping was not kept, as \(path) cannot be changed: "
          + "\(error.reason).")
    }
  }
}
