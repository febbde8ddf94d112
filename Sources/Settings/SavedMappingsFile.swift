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
/// Only the program writes this file. What it saves here never changes the user's configuration.
struct SavedMappingsFile {
  static let name = "mappings.toml"
  static let columnsKey = "columns"
  static let identityKey = "identity"
  private static let note = "# Written by beerdiary. Comments are not kept.\n"

  let path: String
  private let folder: SettingsFolder

  init(folder: String) {
    self.folder = SettingsFolder(path: folder)
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
  ///
  /// - Parameter mayReplace: Returns whether another mapping with the same name may be replaced.
  /// - Returns: The mapping that may not be replaced, in which case nothing is saved; `nil` if the mapping was saved.
  /// - Throws: `SavingFailure` if the file cannot be read or written.
  @discardableResult
  func save(_ mapping: SavedMapping, mayReplace: (SavedMapping) -> Bool = { _ in true })
    throws(SettingsFile.SavingFailure) -> SavedMapping?
  {
    try folder.withLock { () throws(SettingsFile.SavingFailure) -> SavedMapping? in
      let old: String
      do throws(SettingsText.Unreadable) { old = try SettingsText.read(path) } catch {
        throw unwritable(error.reason)
      }
      if let other = Self.contents(of: old).mappings.first(where: { $0.name == mapping.name }),
        !other.hasSameContent(as: mapping), !mayReplace(other)
      {
        return other
      }
      let new = try text(old, adding: mapping)
      do throws(SettingsFolder.WritingFailure) { try folder.write(new, insteadOf: old, to: path) } catch {
        switch error {
        case .unwritable(let reason): throw unwritable(reason)
        case .failed(let error): throw unwritable(error.reason)
        case .changed: throw failure("another program has just written \(path). Try again")
        }
      }
      return nil
    }
  }

  private func unwritable(_ reason: String) -> SettingsFile.SavingFailure {
    failure("\(path) cannot be written: \(reason)")
  }

  private func failure(_ reason: String) -> SettingsFile.SavingFailure {
    SettingsFile.SavingFailure(sentence: "The mapping was not saved because \(reason).")
  }

  /// Returns the whole text of the file with a mapping in it.
  private func text(
    _ old: String, adding mapping: SavedMapping
  ) throws(SettingsFile.SavingFailure) -> String {
    guard let table = try? TOMLTable(string: old) else {
      throw unwritable("it is not valid TOML. Correct or remove it")
    }
    table[mapping.name] = Self.table(mapping)
    let text = Self.note + table.convert(to: .toml, options: [.allowUnicodeStrings]) + "\n"
    guard let read = Self.contents(of: text).mappings.first(where: { $0.name == mapping.name }),
      read.hasSameContent(as: mapping)
    else { throw unwritable("a name in it cannot be written as TOML") }
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
}

extension SavedMapping {
  /// Returns whether another mapping is the same, apart from its name and the order of the columns, which TOML does not
  /// keep.
  func hasSameContent(as other: SavedMapping) -> Bool {
    Set(assignments) == Set(other.assignments) && identity == other.identity
  }
}
