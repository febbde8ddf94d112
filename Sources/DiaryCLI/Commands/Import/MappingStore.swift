import DiaryModel
import DiaryProcess
import DiaryStore
import Interchange
import Settings

/// The user's saved mappings.
struct MappingStore {
  private let file: SettingsFile
  private let settings: CommandSettings

  init(_ settings: CommandSettings) {
    self.settings = settings
    file = settings.file
  }

  private var names: [String] { file.mappings.map(\.name) }

  /// Returns the mapping with a name.
  ///
  /// - Throws: `CommandFailure` if there is none, after the mistakes in the settings are reported.
  func mapping(named name: String) throws(CommandFailure) -> SavedMapping {
    if let mapping = file.mappings.first(where: { $0.name == name }) { return mapping }
    settings.reportMistakes()
    if file.faultyMappingNames.contains(name) {
      throw CommandFailure(
        sentence: "The mapping “\(name)” has errors, which are listed above.", status: .usage)
    }
    if names.isEmpty, !file.mistakes.isEmpty {
      throw CommandFailure(
        sentence: "The mapping “\(name)” cannot be read because of the errors above.", status: .usage)
    }
    let meant = Spelling.nearest(to: name, among: names).map { " Did you mean “\($0)”?" } ?? ""
    let saved =
      names.isEmpty
      ? "No mapping is saved yet. Save one with --save-mapping NAME."
      : "Saved mappings: \(names.map { "“\($0)”" }.joined(separator: ", "))."
    throw CommandFailure(sentence: "There is no mapping “\(name)”.\(meant) \(saved)", status: .usage)
  }

  /// Saves a mapping and prints where.
  func save(_ mapping: SavedMapping, errors: Console) throws(CommandFailure) {
    do throws(SettingsFile.SavingFailure) {
      let path = try SettingsFile.save(mapping, in: settings.folder)
      let isReplaced = file.savedMappingNames.contains(mapping.name)
      let shadows = !isReplaced && names.contains(mapping.name)
      errors.sentence(
        "\(isReplaced ? "Replaced" : "Saved") the mapping “\(mapping.name)” in \(path)."
          + (shadows ? " It overrides the mapping of that name in config.toml." : ""))
    } catch {
      throw CommandFailure(sentence: error.sentence, status: .cannotCreate)
    }
  }
}
