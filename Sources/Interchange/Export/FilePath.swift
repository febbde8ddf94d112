import Foundation

/// A path, split into its folder and its name.
package struct FilePath: Hashable, Sendable {
  /// The part before the last slash; `.` if there is none.
  package let folder: String
  /// The part after the last slash; empty if the path ends with one.
  package let name: String

  /// Splits a path at its last slash; the file system is not read.
  package init(_ path: String) {
    guard let slash = path.lastIndex(of: "/") else {
      folder = "."
      name = path
      return
    }
    folder = slash == path.startIndex ? "/" : String(path[..<slash])
    name = String(path[path.index(after: slash)...])
  }
}

extension FilePath {
  /// Returns a path as a document at this path refers to it: relative to the document's folder, or absolute if it is.
  ///
  /// Names are compared and no links followed, as programs do that resolve a reference as part of a URL.
  package func reference(to path: String) -> String {
    if path.hasPrefix("/") { return path }
    let base = Self.names(folder)
    let target = Self.names(path)
    let common = zip(base, target).prefix { $0 == $1 }.count
    let names = [Substring](repeating: "..", count: base.count - common) + target[common...]
    return names.isEmpty ? "." : names.joined(separator: "/")
  }

  /// The names from the root to a path, without `.` and `..`.
  private static func names(_ path: String) -> [Substring] {
    let absolute = path.hasPrefix("/") ? path : FileManager.default.currentDirectoryPath + "/" + path
    var names: [Substring] = []
    for name in absolute.split(separator: "/") where name != "." {
      if name == ".." { _ = names.popLast() } else { names.append(name) }
    }
    return names
  }
}
