import Foundation
import Interchange
import TOMLKit

/// The file that saved mappings are kept in, a table for each:
///
///     [club]
///     identity = ["Nr"]
///
///     [club.columns]
///     "My Score" = "rating"
///
/// Only the program writes it, so that it never has to change the user's own configuration.
struct SavedMappingsFile {
  static let name = "mappings.toml"
  static let columnsKey = "columns"
  static let identityKey = "identity"
  private static let note = "# Written by beerdiary, which keeps no comments here.\n"

  let path: String
  private let folder: String

  init(folder: String) {
    self.folder = folder
    path = folder + "/" + Self.name
  }

  /// The mappings and the mistakes in the file.
  var contents: (mappings: [SavedMapping], mistakes: [SettingsMistake]) {
    do throws(SettingsText.Unreadable) {
      return Self.contents(of: try SettingsText.read(path))
    } catch {
      return ([], [SettingsMistake(at: nil, in: Self.name, error.reason)])
    }
  }

  private static func contents(of text: String) -> (mappings: [SavedMapping], mistakes: [SettingsMistake]) {
    var reader = SettingsReader(text, file: name, consequence: "no saved mapping can be used")
    reader.readSavedMappings()
    return (reader.preferences.mappings, reader.mistakes)
  }

  /// Saves a mapping in place of one with its name; the file is replaced as a whole.
  func save(_ mapping: SavedMapping) throws(SettingsFile.SavingFailure) {
    do throws(ExportError) {
      let text = try text(adding: mapping)
      createFolder()
      let destination = try OutputDestination(path, protecting: ProtectedFiles())
      if case .existingFile(let file) = destination, !Self.isWritable(file) {
        throw ExportError(path: path, reason: "it is write-protected")
      }
      let output = try OutputFile(destination)
      try output.write(Array(text.utf8))
      try output.finish()
    } catch {
      throw SettingsFile.SavingFailure(
        sentence: "The mapping was not saved: \(path) cannot be written (\(error.reason)).")
    }
  }

  /// Returns the whole text of the file with a mapping in it.
  private func text(adding mapping: SavedMapping) throws(ExportError) -> String {
    guard let old = try? SettingsText.read(path), let table = try? TOMLTable(string: old) else {
      throw ExportError(path: path, reason: "it is not TOML; correct or remove it")
    }
    table[mapping.name] = Self.table(mapping)
    let text = Self.note + table.convert(to: .toml, options: [.allowUnicodeStrings]) + "\n"
    guard let read = Self.contents(of: text).mappings.first(where: { $0.name == mapping.name }),
      Set(read.assignments) == Set(mapping.assignments), read.identity == mapping.identity
    else { throw ExportError(path: path, reason: "its names cannot be written as TOML") }
    return text
  }

  private static func table(_ mapping: SavedMapping) -> TOMLTable {
    let columns = TOMLTable()
    for assignment in mapping.assignments { columns[assignment.column] = assignment.role.name }
    let table = TOMLTable()
    if !mapping.identity.isEmpty { table[identityKey] = TOMLArray(mapping.identity) }
    table[columnsKey] = columns
    return table
  }

  /// Whether a file has permissions for writing, which the superuser does not need.
  private static func isWritable(_ path: String) -> Bool {
    var facts = stat()
    return stat(path, &facts) == 0 && facts.st_mode & 0o222 != 0 && access(path, W_OK) == 0
  }

  /// If the folder cannot be created, opening the file says why.
  private func createFolder() {
    try? FileManager.default.createDirectory(
      atPath: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
  }
}
