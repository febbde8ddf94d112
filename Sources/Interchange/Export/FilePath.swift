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
