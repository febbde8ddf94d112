import Foundation

/// A folder on a remote of rclone, as rclone names it: `NAME:PATH`, or `:BACKEND,KEY=VALUE:PATH` for a remote that is
/// not configured.
package struct RcloneRemote: Sendable, Equatable {
  /// The text for rclone, which may contain passwords.
  package let text: String

  /// The same text with `…` instead of passwords.
  package let redactedText: String

  /// The values of options that may be passwords or keys, the longest first.
  private let secrets: [String]

  /// Parses a remote.
  ///
  /// - Returns: `nil` if rclone would take the text for a local path or an option, or reject it.
  package init?(_ text: String) {
    guard let parsed = Self.parse(text) else { return nil }
    self.text = text
    redactedText = parsed.redacted
    secrets = parsed.secrets.filter { $0.count >= Self.leastSecretSize }.sorted { $0.count > $1.count }
  }

  /// Returns the remote of a folder in this one, or this one if the name is empty.
  ///
  /// It ends with a slash, so that rclone does not ask the server first whether it is a file.
  package func folder(_ name: String = "") -> String {
    [text, name].filter { !$0.isEmpty }.reduce("") { path, part in
      path + part + (part.hasSuffix(":") || part.hasSuffix("/") ? "" : "/")
    }
  }

  /// Returns a message of rclone with `…` instead of passwords.
  package func redacted(_ message: String) -> String {
    secrets.reduce(message.replacingOccurrences(of: text, with: redactedText)) {
      $0.replacingOccurrences(of: $1, with: "…")
    }
    .replacing(/:\/\/[^\s\/@"']+@/, with: "://…@")
  }

  /// Parts of the names of options whose values are not shown.
  private static let secretWords = ["pass", "secret", "token", "key", "auth", "cred", "sas", "cookie"]

  /// The size of the shortest value that is replaced in messages, in characters; a shorter one occurs in any text.
  private static let leastSecretSize = 4

  /// What a character of the remote's name belongs to.
  private enum Part {
    case name, key, value, quotedValue, valueEnd
  }

  /// Parses the text as rclone does, character by character.
  ///
  /// Source: `fs/fspath/path.go` of rclone.
  private static func parse(_ text: String) -> (redacted: String, secrets: [String])? {
    guard let first = text.first, first != "-", !text.contains(where: \.isControl) else { return nil }
    var part = Part.name
    var redacted = ""
    var secrets: [String] = []
    var key = ""
    var value = ""
    var quote: Character = "'"
    var isSecret: Bool { secretWords.contains { key.lowercased().contains($0) } }

    /// Appends the option that ends here.
    func finishOption() {
      redacted += key
      if part == .value || part == .valueEnd {
        var plain = value
        if part == .valueEnd {
          plain = String(value.dropFirst().dropLast())
          secrets += isSecret ? [plain] : []
          plain = plain.replacingOccurrences(of: "\(quote)\(quote)", with: String(quote))
        }
        secrets += isSecret ? [plain] : []
        redacted += isSecret ? "=…" : "=" + value.replacing(/:\/\/[^\s\/@"']+@/, with: "://…@")
      }
      (key, value) = ("", "")
    }

    for (offset, character) in text.enumerated() {
      if offset > 0, ":,".contains(character), part != .quotedValue {
        guard part == .name ? redacted != ":" : part != .key || !key.isEmpty else { return nil }
        finishOption()
        guard character == "," else { return (redacted + text.dropFirst(offset), secrets) }
        redacted.append(",")
        part = .key
        continue
      }
      switch (part, character) {
      case (.name, "/"), (.name, "\\"), (.name, ","): return nil
      case (.name, _): redacted.append(character)
      case (.key, "="):
        guard !key.isEmpty else { return nil }
        part = .value
      case (.key, _): key.append(character)
      case (.value, "'") where value.isEmpty, (.value, "\"") where value.isEmpty:
        quote = character
        value.append(character)
        part = .quotedValue
      case (.value, _): value.append(character)
      case (.quotedValue, _):
        value.append(character)
        if character == quote { part = .valueEnd }
      case (.valueEnd, quote):
        value.append(character)
        part = .quotedValue
      case (.valueEnd, _): return nil
      }
    }
    return nil
  }
}

extension Character {
  /// Whether the character would not be shown as text.
  var isControl: Bool { unicodeScalars.contains { $0.properties.generalCategory == .control } }
}
