package import DiaryText
import Foundation
import Interchange
import Terminal

extension SettingsFile {
  /// Lets the user edit the settings file, and reads the settings again.
  ///
  /// A file that does not exist is created with all settings as comments.
  ///
  /// - Parameters:
  ///   - folder: The folder of the settings, which is created if it does not exist.
  ///   - editor: Lets the user edit the file at a path; returns why that failed, or `nil` if it succeeded.
  /// - Returns: The settings; `nil` if the user did not change the file.
  /// - Throws: `Problem` if the file cannot be created, or the editor failed without changing it.
  package static func edit(
    in folder: String, with editor: (_ path: String) -> Problem?
  ) throws(Problem) -> SettingsFile? {
    let path = path(in: folder)
    if !FileManager.default.fileExists(atPath: path) { try create(path, in: folder) }
    let before = try? SettingsText.read(path)
    let problem = editor(path)
    // A failed editor may have written the file.
    if (try? SettingsText.read(path)) != before { return SettingsFile(folder: folder) }
    if let problem { throw problem }
    return nil
  }

  private static func create(_ path: String, in folder: String) throws(Problem) {
    do throws(ChangeFailure) {
      try SettingsFolder(path: folder).withLock { () throws(ChangeFailure) in
        try write(template, insteadOf: "", to: path, in: folder)
      }
    } catch {
      switch error {
      case .unwritable(let sentence): throw Problem(sentence: sentence)
      case .failed(let error): throw Problem(sentence: error.sentence)
      case .refused, .malformed, .unsafe: return
      }
    }
  }

  /// The content of a new file, with each setting and its explanation as comments.
  ///
  /// The colors of a theme are left out, because `theme` cannot be both a name and a table.
  package static var template: String {
    let settings = SettingDescription.all.filter { !$0.name.hasPrefix("theme.") }
    return ([heading] + settings.map(\.comment)).joined(separator: "\n") + "\n"
  }

  private static let heading = """
    # The settings of Beer Diary. Remove the # before a setting to change it.
    # `beerdiary config` lists the settings that apply, and `beerdiary config check` reports mistakes.

    """
}

extension SettingDescription {
  /// The explanation of the setting with all its values, and the setting with its default value, or with an example if it
  /// has none.
  fileprivate var comment: String {
    let value = defaultValue ?? choices.first ?? ""
    let hasNamedValues = isClosed && choices != ["true", "false"]
    let values = hasNamedValues ? " Values: \(choices.joined(separator: ", "))." : ""
    let lines = (summary + values).wrapped(to: 78) + ["\(name) = \(value)"]
    return lines.map { "# \($0)\n" }.joined()
  }
}
