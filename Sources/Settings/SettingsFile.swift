package import DiaryUI
import Foundation

/// The user's configuration as it was read: what it says, and what is wrong with it.
package struct SettingsFile: Hashable, Sendable {
  package private(set) var preferences = Preferences()
  /// In the order of the file; the default applies to each.
  package private(set) var mistakes: [SettingsMistake] = []

  /// Nobody writes as much.
  private static let mostBytes = 1 << 20

  /// Reads the text of a configuration.
  package init(text: String) {
    var reader = SettingsReader(text)
    reader.read()
    (preferences, mistakes) = (reader.preferences, reader.mistakes)
  }

  /// Reads a configuration; where there is no file everything is as usual.
  package init(path: String) {
    guard let file = FileHandle(forReadingAtPath: path) else {
      self.init(text: "")
      if FileManager.default.fileExists(atPath: path) { mistakes = [.unreadable] }
      return
    }
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
