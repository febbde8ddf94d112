/// A path in two parts.
package struct FilePath: Hashable, Sendable {
  /// What stands before the last slash; `.` where there is none.
  package let folder: String
  package let name: String

  package init(_ path: String) {
    guard let slash = path.lastIndex(of: "/") else {
      (folder, name) = (".", path)
      return
    }
    folder = slash == path.startIndex ? "/" : String(path[..<slash])
    name = String(path[path.index(after: slash)...])
  }
}
