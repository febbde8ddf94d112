import DiaryStore
import DiaryUI
import Interchange
import Settings

/// The mappings that the user's configuration keeps.
struct MappingShelf {
  private let settings: SettingsFile
  private let path = UserFolders().configuration

  init() { settings = SettingsFile(path: path) }

  var names: [String] { settings.preferences.mappings.map(\.name) }

  /// - Throws: Where none has this name; what is wrong with the configuration is told first.
  func mapping(named name: String) throws(CommandFailure) -> SavedMapping {
    let mappings = settings.preferences.mappings
    if let mapping = mappings.first(where: { $0.name == name }) { return mapping }
    for mistake in settings.mistakes { Console.standardError.line("beerdiary: \(mistake.sentence)") }
    let names = mappings.map(\.name)
    let meant = Spelling.nearest(to: name, among: names).map { "; did you mean \"\($0)\"?" } ?? ""
    let kept =
      names.isEmpty
      ? "none is kept yet: --save-mapping NAME keeps one"
      : "kept are \(names.map { "\"\($0)\"" }.joined(separator: ", "))"
    throw CommandFailure(sentence: "No mapping is called \"\(name)\"\(meant) (\(kept)).", status: .usage)
  }

  /// Keeps a mapping and tells where.
  func save(_ mapping: SavedMapping) throws(CommandFailure) {
    let isThere = settings.preferences.mappings.contains { $0.name == mapping.name }
    do throws(SettingsFile.SavingFailure) {
      try SettingsFile.save(mapping, in: path)
    } catch {
      throw CommandFailure(sentence: error.sentence, status: .cannotCreate)
    }
    Console.standardError.sentence(
      "The mapping \"\(mapping.name)\" was \(isThere ? "replaced" : "kept") in \(path).")
  }
}
