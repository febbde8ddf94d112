import DiaryText
import Foundation

/// Expands and completes typed paths.
package enum TypedPath {
  /// Returns the path with `~` expanded, and without the quotes, backslashes and scheme that file managers add.
  package static func expanded(_ typed: String, home: String = UserFolders().home) -> String {
    let path = withHome(DroppedPath.path(typed.trimmingCharacters(in: .whitespaces)), home)
    // A name may have a backslash.
    guard path.contains("\\"), !FileManager.default.fileExists(atPath: path) else { return path }
    return DroppedPath.withoutBackslashes(path)
  }

  /// Returns the absolute path, as ``expanded(_:home:)`` returns it.
  package static func absolute(_ typed: String) -> String { URL(fileURLWithPath: expanded(typed)).path }

  private static func withHome(_ path: String, _ home: String) -> String {
    if path == "~" { return home }
    return path.hasPrefix("~/") ? home + path.dropFirst() : path
  }

  /// Returns the path of a folder without `..`, with `~` for the home folder and `/` at the end.
  package static func normalized(_ typed: String, home: String = UserFolders().home) -> String {
    let folder = typed.isEmpty ? "." : expanded(typed, home: home)
    let path = URL(fileURLWithPath: folder, isDirectory: true).standardizedFileURL.path
    return abbreviated(path.hasSuffix("/") ? path : path + "/", home)
  }

  /// Returns the whole path of a file without `..`, with `~` for the home folder.
  package static func normalized(file typed: String, home: String = UserFolders().home) -> String {
    abbreviated(URL(fileURLWithPath: expanded(typed, home: home)).standardizedFileURL.path, home)
  }

  private static func abbreviated(_ path: String, _ home: String) -> String {
    let homeFolder = home.hasSuffix("/") ? home : home + "/"
    return home.count > 1 && path.hasPrefix(homeFolder) ? "~/" + path.dropFirst(homeFolder.count) : path
  }

  /// Returns the names in a folder, with `/` after folders; `nil` if it cannot be read.
  package static func names(in typed: String) -> [String]? {
    let folder = typed.isEmpty ? "." : expanded(typed)
    guard let names = try? FileManager.default.contentsOfDirectory(atPath: folder) else { return nil }
    return names.map { name in
      var isFolder: ObjCBool = false
      _ = FileManager.default.fileExists(atPath: "\(folder)/\(name)", isDirectory: &isFolder)
      return isFolder.boolValue ? name + "/" : name
    }
  }

  /// Returns the paths that begin with the typed text, with `/` after folders.
  ///
  /// - Parameter extensions: The lowercase extensions of the files to return; all files if none has one, no files if `nil`.
  package static func paths(beginningWith typed: String, extensions: [String]?) -> [String] {
    let request = FolderRequest(typed: typed)
    let start = typed.dropFirst(request.folder.count)
    let names = (names(in: request.folder) ?? []).filter {
      $0.hasPrefix(start) && (start.hasPrefix(".") || !$0.hasPrefix("."))
    }
    let folders = names.filter { $0.hasSuffix("/") }
    let files = extensions == nil ? [] : names.filter { !$0.hasSuffix("/") }
    let fitting = files.filter { file in
      extensions?.contains { file.lowercased().hasSuffix("." + $0) } ?? false
    }
    return (folders + (fitting.isEmpty ? files : fitting)).map { name in
      // Otherwise the program would read it as an option.
      (request.folder.isEmpty && name.hasPrefix("-") ? "./" : request.folder) + name
    }
  }
}
