import Foundation

/// A file with the warnings of the last migration or adoption of a diary, which the screen shows again after a start.
package struct WarningsFile: Sendable {
  private let folder: String
  private let name: String
  /// The path of the file, which exists only if there are warnings.
  var path: String { "\(folder)/\(name)" }

  /// Creates access to a file.
  ///
  /// - Parameter folder: The folder of the program's state.
  init(_ folder: String, name: String) {
    self.folder = folder
    self.name = name
  }

  /// Returns the file for migrations.
  ///
  /// - Parameters:
  ///   - folder: The folder of the program's state.
  ///   - store: The path of the diary.
  package static func ofMigrations(_ folder: String, store: String) -> WarningsFile {
    let hash = StoreHash.text(of: AdoptionRecord.absolute(store))
    return WarningsFile(folder, name: "migration-\(hash)-warnings.txt")
  }

  /// Keeps warnings in place of the earlier ones; without effect if the file cannot be written.
  package func save(_ warnings: [String]) {
    unlink(path)
    guard !warnings.isEmpty else { return }
    try? FileManager.default.createDirectory(
      atPath: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    // A warning is a sentence on one line.
    let lines = warnings.map { $0.replacing("\n", with: " ") + "\n" }.joined()
    _ = FileManager.default.createFile(
      atPath: path, contents: Data(lines.utf8), attributes: [.posixPermissions: 0o600])
  }

  /// Returns the warnings; none if the file cannot be read.
  package func read() -> [String] {
    let text = try? String(contentsOfFile: path, encoding: .utf8)
    return text?.split(separator: "\n").map(String.init) ?? []
  }
}
