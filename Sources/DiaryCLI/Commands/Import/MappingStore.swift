import DiaryModel
import DiaryProcess
import DiaryStore
import Interchange
import Settings

/// The user's mappings.
struct MappingStore {
  private let folder: String
  private let settings: SettingsFile

  init(_ folders: UserFolders) {
    folder = folders.settings
    settings = SettingsFile(folder: folder)
  }

  var names: [String] { settings.mappings.map(\.name) }

  /// Returns the mapping with a name.
  ///
  /// - Throws: `CommandFailure` if there is none, after the mistakes in the settings are printed to `errors`.
  func mapping(named name: String, errors: Console) throws(CommandFailure) -> SavedMapping {
    let mappings = settings.mappings
    if let mapping = mappings.first(where: { $0.name == name }) { return mapping }
    for mistake in settings.mistakes { errors.line("beerdiary: \(mistake.sentence)") }
    if settings.faultyMappingNames.contains(name) {
      throw CommandFailure(sentence: "The mapping \"\(name)\" has mistakes; see above.", status: .usage)
    }
    if names.isEmpty, !settings.mistakes.isEmpty {
      throw CommandFailure(sentence: "The mapping \"\(name)\" cannot be used; see above.", status: .usage)
    }
    let meant = Spelling.nearest(to: name, among: names).map { "; did you mean \"\($0)\"?" } ?? ""
    let saved =
      names.isEmpty
      ? "none is saved yet: --save-mapping NAME saves one"
      : "saved are \(names.map { "\"\($0)\"" }.joined(separator: ", "))"
    throw CommandFailure(sentence: "No mapping is called \"\(name)\"\(meant) (\(saved)).", status: .usage)
  }

  /// Saves a mapping and says where.
  func save(_ mapping: SavedMapping, errors: Console) throws(CommandFailure) {
    do throws(SettingsFile.SavingFailure) {
      let path = try SettingsFile.save(mapping, in: folder)
      let isReplaced = settings.savedMappingNames.contains(mapping.name)
      let shadows = !isReplaced && names.contains(mapping.name)
      errors.sentence(
        "The mapping \"\(mapping.name)\" was \(isReplaced ? "replaced" : "saved") in \(path)."
          + (shadows ? " It replaces the one of that name in config.toml." : ""))
    } catch {
      throw CommandFailure(sentence: error.sentence, status: .cannotCreate)
    }
  }
}
