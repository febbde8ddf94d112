package import DiaryStore
import Foundation

/// A file with the warnings of the last migration or adoption of a diary, which the screen shows again after a start.
package struct WarningsFile: Sendable {
  private let folder: String
  private let name: String
  /// The path of the file, which exists only if there are warnings.
  var path: String { "\(folder)/\(name)" }

  /// Describes the file; does not create it.
  ///
  /// - Parameter folder: The folder of the program's state.
  init(_ folder: String, name: String) {
    self.folder = folder
    self.name = name
  }

  /// Returns the file with the warnings of a diary's migration.
  ///
  /// - Parameters:
  ///   - store: The path of the diary.
  ///   - folder: The folder of the program's state.
  package static func forMigration(ofStore store: String, in folder: String) -> WarningsFile {
    WarningsFile(folder, name: "migration-\(StoreHash.text(ofStoreAt: store))-warnings.txt")
  }

  /// Keeps the warnings of a migration.
  ///
  /// An upgrade from an earlier version of this program that has none keeps those of the migration before.
  package func save(of migration: MigrationReport) {
    if migration.warnings.isEmpty, !StoreVersion.isLegacy(migration.fromVersion) { return }
    save(migration.warnings)
  }

  /// Keeps warnings in place of the earlier ones, which stay if the file cannot be written.
  package func save(_ warnings: [String]) {
    guard !warnings.isEmpty else {
      unlink(path)
      return
    }
    try? UserFolders.create(folder)
    // The file has one warning per line.
    let lines = warnings.map { $0.replacing("\n", with: " ") + "\n" }.joined()
    let temporary = path + ".part"
    let isWritten = FileManager.default.createFile(
      atPath: temporary, contents: Data(lines.utf8), attributes: [.posixPermissions: 0o600])
    if !isWritten || rename(temporary, path) != 0 { unlink(temporary) }
  }

  /// Returns the warnings; none if the file cannot be read.
  package func read() -> [String] {
    let text = try? String(contentsOfFile: path, encoding: .utf8)
    return text?.split(separator: "\n").map(String.init) ?? []
  }
}
