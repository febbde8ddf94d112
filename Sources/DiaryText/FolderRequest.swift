/// A request for the names in a folder, to complete a typed path.
package struct FolderRequest: Hashable, Sendable {
  /// The text that was typed at the time of the request.
  package let typed: String
  /// The folder as typed, with `~` for the home folder; empty for the working folder.
  package let folder: String

  /// Creates a request for the folder of a typed path: everything up to its last slash.
  package init(typed: String) {
    self.typed = typed
    folder = typed.lastIndex(of: "/").map { String(typed[...$0]) } ?? ""
  }
}
