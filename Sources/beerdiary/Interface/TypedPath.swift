import Foundation

/// Paths as people type them.
enum TypedPath {
  /// The path with `~` at its beginning as the home folder, and without the quotes that file managers put around it.
  static func expanded(_ typed: String, home: String = UserFolders().home) -> String {
    var path = typed.trimmingCharacters(in: .whitespaces)
    if path.count > 1, let first = path.first, first == "'" || first == "\"", path.last == first {
      path = String(path.dropFirst().dropLast())
    }
    if path == "~" { return home }
    return path.hasPrefix("~/") ? home + path.dropFirst() : path
  }

  /// What is in a folder, folders with `/` at their end; `nil` where it is none that can be read.
  static func names(in typed: String) -> [String]? {
    let folder = typed.isEmpty ? "." : expanded(typed)
    guard let names = try? FileManager.default.contentsOfDirectory(atPath: folder) else { return nil }
    return names.map { name in
      var isFolder: ObjCBool = false
      _ = FileManager.default.fileExists(atPath: "\(folder)/\(name)", isDirectory: &isFolder)
      return isFolder.boolValue ? name + "/" : name
    }
  }
}
