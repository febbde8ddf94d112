import Foundation
package import Interchange

/// The user's settings, and the mistakes in them.
///
/// A folder holds two files: `config.toml`, which the user writes and in which the program only changes the settings that
/// the user tells it to, and `mappings.toml`, which only the program writes.
package struct SettingsFile: Hashable, Sendable {
  /// The names of the files in the folder.
  package static let names = [configurationName, SavedMappingsFile.name]
  static let configurationName = "config.toml"

  /// Returns the path of `config.toml`; it may not exist.
  package static func path(in folder: String) -> String { "\(folder)/\(configurationName)" }

  /// What the settings say; the defaults apply to the rest, and to values with mistakes.
  package private(set) var preferences = Preferences()
  /// The mappings for imports, from both files.
  package var mappings: [SavedMapping] { preferences.mappings }
  /// The names of the mappings in `mappings.toml`.
  package private(set) var savedMappingNames: [String] = []
  /// The names of mappings that cannot be used because of mistakes in them.
  package private(set) var faultyMappingNames: [String] = []
  /// The positions of the values in `config.toml` that are used.
  private(set) var accepted: [[String]: SourcePosition] = [:]
  /// The mistakes in the order of the files; the default applies to each setting with one.
  package private(set) var mistakes: [SettingsMistake] = []

  /// The mistakes in the order of the files, with those that the interface found in the keys.
  package func mistakes(adding keyMistakes: [SettingsMistake]) -> [SettingsMistake] {
    let isConfiguration = { (mistake: SettingsMistake) in mistake.fileName == Self.configurationName }
    return (mistakes.filter(isConfiguration) + keyMistakes).sortedByPosition
      + mistakes.filter { !isConfiguration($0) }
  }

  /// Returns the settings with the defaults in place of those that the interface or the diary cannot use.
  ///
  /// - Parameter mistakes: What the interface and the diary found.
  package func leavingOut(_ mistakes: [SettingsMistake]) -> SettingsFile {
    var file = self
    for name in mistakes.compactMap(\.unusable) {
      file.accepted[name.path] = nil
      file.preferences.keys.removeAll { ["keys", $0.action] == name.path }
      if name.path == SettingsReader.orderPath { file.preferences.order = Preferences().order }
    }
    return file
  }

  /// Reads the text of a configuration.
  package init(text: String) {
    var reader = SettingsReader(text, file: Self.configurationName, consequence: "The defaults apply")
    reader.readConfiguration()
    preferences = reader.preferences
    mistakes = reader.mistakes
    faultyMappingNames = reader.faultyMappings
    accepted = reader.accepted
  }

  /// Reads the files in a folder; the defaults apply if there are none.
  package init(folder: String) {
    do throws(SettingsText.Unreadable) {
      self.init(text: try SettingsText.read(folder + "/" + Self.configurationName))
    } catch {
      self.init(text: "")
      mistakes = [
        SettingsMistake(at: nil, in: Self.configurationName, "\(error.reason). The defaults apply")
      ]
    }
    let saved = SavedMappingsFile(folder: folder).contents
    mistakes += saved.mistakes
    savedMappingNames = saved.mappings.map(\.name)
    faultyMappingNames += saved.faultyNames
    preferences.mappings.removeAll { mapping in saved.mappings.contains { $0.name == mapping.name } }
    preferences.mappings += saved.mappings
  }

  /// Saves a mapping, and replaces one with the same name.
  ///
  /// - Parameter folder: The folder of the settings, which is created if it does not exist.
  /// - Returns: The path of the file.
  @discardableResult
  package static func save(_ mapping: SavedMapping, in folder: String) throws(SavingFailure) -> String {
    let file = SavedMappingsFile(folder: folder)
    try file.save(mapping)
    return file.path
  }

  /// Saves a mapping, unless another process has saved a different one with its name.
  ///
  /// - Parameters:
  ///   - known: The saved mapping to replace; `nil` if no mapping has the name.
  ///   - folder: The folder of the settings, which is created if it does not exist.
  /// - Returns: The mapping of the other process, in which case nothing is saved; `nil` if the mapping was saved.
  /// - Throws: `SavingFailure` if the file cannot be read or written.
  package static func save(
    _ mapping: SavedMapping, replacing known: SavedMapping?, in folder: String
  ) throws(SavingFailure) -> SavedMapping? {
    try SavedMappingsFile(folder: folder).save(mapping) { known?.hasSameContent(as: $0) == true }
  }

  /// Why a mapping could not be saved.
  package struct SavingFailure: Error, Hashable, Sendable {
    /// One sentence for the user.
    package let sentence: String
  }
}
