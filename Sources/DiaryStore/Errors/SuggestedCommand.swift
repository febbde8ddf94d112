/// A command that a sentence suggests, ready to be copied into a shell.
package enum SuggestedCommand {
  private static let plain = Set("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_-+=:,./@%")

  /// The command between backquotes, with words quoted where a shell would take them apart.
  ///
  /// - Parameter store: The diary that it is for; `nil` for the user's usual one.
  package static func text(_ words: [String], store: String? = nil) -> String {
    let words = ["beerdiary"] + words + (store.map { ["--store", $0] } ?? [])
    return "`\(words.map(quoted).joined(separator: " "))`"
  }

  private static func quoted(_ word: String) -> String {
    if !word.isEmpty, word.allSatisfy(plain.contains) { return word }
    return "'\(word.replacing("'", with: "'\\''"))'"
  }
}
