import Foundation

/// Paths as file managers and terminals drop or paste them: in quotes, with backslashes, or as a `file://` URL.
package enum DroppedPath {
  private static let scheme = "file://"

  /// Returns the path in a text that is in quotes or a URL; other texts as they are.
  package static func path(_ text: String) -> String {
    let word = text.trimmingCharacters(in: .whitespaces)
    return pathOfURL(word) ?? unquoted(word) ?? text
  }

  /// Returns the path in a pasted text, which may have backslashes as well.
  package static func pasted(_ text: String) -> String {
    let path = path(text)
    return path == text ? withoutBackslashes(text) : path
  }

  /// Returns a path without the backslashes that shells need before blanks and signs; a text without them as it is.
  package static func withoutBackslashes(_ text: String) -> String {
    guard text.contains("\\") else { return text }
    return text.trimmingCharacters(in: .whitespaces).replacing(/\\([^\p{L}\p{N}\/])/) { String($0.output.1) }
  }

  private static func pathOfURL(_ word: String) -> String? {
    guard word.lowercased().hasPrefix(scheme) else { return nil }
    let rest = word.dropFirst(scheme.count)
    let path = rest.hasPrefix("localhost/") ? rest.dropFirst("localhost".count) : rest
    guard path.hasPrefix("/") else { return nil }
    return path.removingPercentEncoding ?? String(path)
  }

  /// Returns a word as a shell reads it, such as `it's` for `'it'\''s'`; `nil` unless it begins with a quote and is a
  /// single word.
  private static func unquoted(_ word: String) -> String? {
    guard let first = word.first, first == "'" || first == "\"", word.count > 1 else { return nil }
    var path = ""
    var quote: Character?
    var isEscaped = false
    for character in word {
      switch character {
      case _ where isEscaped:
        path.append(character)
        isEscaped = false
      case "\\" where quote != "'": isEscaped = true
      case "'", "\"":
        if quote == nil {
          quote = character
        } else if quote == character {
          quote = nil
        } else {
          path.append(character)
        }
      case _ where quote == nil && character.isWhitespace: return nil
      default: path.append(character)
      }
    }
    return quote == nil && !isEscaped ? path : nil
  }
}
