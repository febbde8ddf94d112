/// A command that a sentence suggests, ready to be copied into a shell.
package enum SuggestedCommand {
  private static let plain = Set("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_-+=:,./@%")

  /// Returns a command between backquotes, with quotes around words that a shell would change or split.
  ///
  ///     SuggestedCommand.text(["doctor"], store: "/mnt/my beers.sqlite")
  ///     // `beerdiary doctor --store '/mnt/my beers.sqlite'`
  ///
  /// - Parameter store: The diary that the command is for; `nil` for the default one.
  package static func text(_ words: [String], store: String? = nil) -> String {
    let words = ["beerdiary"] + words + (store.map { ["--store", $0] } ?? [])
    return "`\(words.map(quoted).joined(separator: " "))`"
  }

  private static func quoted(_ word: String) -> String {
    if !word.isEmpty, word.allSatisfy(plain.contains) { return word }
    return "'\(word.replacing("'", with: "'\\''"))'"
  }
}
