/// Asks for the names in a folder, to complete a path that is being typed.
package struct FolderRequest: Hashable, Sendable {
  /// What was typed when it was asked for.
  package let typed: String
  /// The folder as it was typed, with `~` for the home folder; empty for the one that the program was started in.
  package let folder: String

  package init(typed: String) {
    self.typed = typed
    folder = typed.lastIndex(of: "/").map { String(typed[...$0]) } ?? ""
  }
}
