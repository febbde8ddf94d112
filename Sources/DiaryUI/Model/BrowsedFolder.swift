/// What a folder contains.
package struct BrowsedFolder: Hashable, Sendable {
  /// The path without `..`, with `~` for the home folder and `/` at the end.
  package let path: String
  /// The names in the folder; those of folders end with `/`.
  package let names: [String]

  package init(path: String, names: [String]) {
    self.path = path
    self.names = names
  }
}
