import Foundation
import Interchange
import TOMLKit

/// The file of saved mappings, with a table for each.
///
///     [club]
///     identity = ["Nr"]
///
///     [club.columns]
///     "My Score" = "rating"
///
/// The program writes this file, and never changes the user's configuration.
struct SavedMappingsFile {
  static let name = "mappings.toml"
  static let columnsKey = "columns"
  static let identityKey = "identity"
  private static let note = "# Written by beerdiary. Comments are not kept.\n"

  let path: String
  private let folder: String

  init(folder: String) {
    self.folder = folder
    path = folder + "/" + Self.name
  }

  /// The contents of the file.
  struct Contents {
    var mappings: [SavedMapping] = []
    /// The names of mappings that cannot be used.
    var faultyNames: [String] = []
    var mistakes: [SettingsMistake] = []
  }

  /// The mappings and the mistakes in the file.
  var contents: Contents {
    do throws(SettingsText.Unreadable) {
      return Self.contents(of: try SettingsText.read(path))
    } catch {
      return Contents(mistakes: [SettingsMistake(at: nil, in: Self.name, error.reason)])
    }
  }

  private static func contents(of text: String) -> Contents {
    var reader = SettingsReader(text, file: name, consequence: "No saved mapping can be used")
    reader.readSavedMappings()
    return Contents(
      mappings: reader.preferences.mappings, faultyNames: reader.faultyMappings, mistakes: reader.mistakes)
  }

  /// Saves a mapping, and replaces one with the same name; the whole file is replaced.
  func save(_ mapping: SavedMapping) throws(SettingsFile.SavingFailure) {
    let text = try text(adding: mapping)
    createFolder()
    var status = stat()
    // The superuser could write it, but its owner has protected it.
    if stat(path, &status) == 0, status.st_mode & 0o222 == 0 { throw failure("it is write-protected") }
    do throws(ExportError) {
      let output = try OutputFile(OutputDestination(path, protecting: ProtectedFiles()))
      try output.write(Array(text.utf8))
      try output.finish()
    } catch {
      throw failure(error.reason)
    }
  }

  private func failure(_ reason: String) -> SettingsFile.SavingFailure {
    SettingsFile.SavingFailure(
      sentence: "The mapping was not saved because \(path) cannot be written: \(reason).")
  }

  /// Returns the whole text of the file with a mapping in it.
  private func text(adding mapping: SavedMapping) throws(SettingsFile.SavingFailure) -> String {
    let old: String
    do throws(SettingsText.Unreadable) { old = try SettingsText.read(path) } catch {
      throw failure(error.reason)
    }
    guard let table = try? TOMLTable(string: old) else {
      throw failure("it is not valid TOML. Correct or remove it")
    }
    table[mapping.name] = Self.table(mapping)
    let text = Self.note + table.convert(to: .toml, options: [.allowUnicodeStrings]) + "\n"
    guard let read = Self.contents(of: text).mappings.first(where: { $0.name == mapping.name }),
      Set(read.assignments) == Set(mapping.assignments), read.identity == mapping.identity
    else { throw failure("a name in it cannot be written as TOML") }
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

  /// If the folder cannot be created, opening the file says why.
  private func createFolder() {
    try? FileManager.default.createDirectory(
      atPath: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
  }
}
