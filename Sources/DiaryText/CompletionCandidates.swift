import Foundation

/// Finds the values that complete typed text.
package enum CompletionCandidates {
  /// Returns the values that begin with the typed text, then those with a word that begins with it.
  package static func matches(for typed: String, among values: [String]) -> [String] {
    let plain = values.map { ($0, $0.replacing("\"", with: "")) }
    let starting = plain.filter { begins($0.1, with: typed) }.map(\.0)
    // A brewery is found by any of its words.
    let inside = plain.filter { _, text in
      !begins(text, with: typed)
        && text.indices.contains { text[$0] == " " && begins(String(text[$0...].dropFirst()), with: typed) }
    }
    return starting + inside.map(\.0)
  }

  /// Returns whether a text begins with another one, ignoring case and diacritics.
  package static func begins(_ text: String, with start: String) -> Bool {
    start.isEmpty
      || text.range(of: start, options: [.anchored, .caseInsensitive, .diacriticInsensitive]) != nil
  }
}
