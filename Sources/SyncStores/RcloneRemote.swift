import Foundation
import Sync

/// A folder on a remote of rclone, as rclone names it: `NAME:PATH`, or `:BACKEND,KEY=VALUE:PATH` for a remote that is
/// not configured.
package struct RcloneRemote: Sendable, Equatable {
  /// The text as the user writes it, which may contain passwords.
  package let text: String

  /// The same text with `…` instead of passwords.
  package let redactedText: String

  /// Variables of rclone that configure the remote; empty if it has a name.
  ///
  /// Other users can see arguments, but not variables.
  package let variables: [String: String]

  /// The remote in arguments.
  private let argument: String

  /// The values of options that may be passwords or keys, the longest first.
  private let secrets: [String]

  /// Parses a remote.
  ///
  /// - Returns: `nil` if rclone would take the text for a local path or an option, or reject it.
  package init?(_ text: String) {
    guard let parts = Parts(text) else { return nil }
    self.text = text
    redactedText = parts.redacted + parts.path
    secrets = parts.secrets.filter { $0.count >= Self.minSecretSize }.sorted { $0.count > $1.count }
    if let backend = parts.backend {
      let prefix = "RCLONE_CONFIG_\(Self.name.uppercased())_"
      variables = parts.options.reduce(into: [prefix + "TYPE": backend]) { variables, option in
        variables[prefix + option.key.uppercased().replacing("-", with: "_")] = option.value
      }
      argument = Self.name + parts.path
    } else {
      variables = [:]
      argument = text
    }
  }

  /// The name of a remote that has none.
  private static let name = "beerdiarystore"

  /// Returns the remote of a folder in this one, or this one if the name is empty.
  ///
  /// It ends with a slash, so that rclone does not ask the server first whether it is a file. The exception is a folder
  /// called `diary`, as the object in it: with a slash, rclone 1.60 takes it for a file on SFTP.
  package func folder(_ name: String = "") -> String {
    let folder = [argument, name].filter { !$0.isEmpty }.reduce("") { path, part in
      path + part + (part.hasSuffix(":") || part.hasSuffix("/") ? "" : "/")
    }
    let hasOwnName = folder.hasSuffix("/\(ObjectName.diary)/") || folder.hasSuffix(":\(ObjectName.diary)/")
    return hasOwnName ? String(folder.dropLast()) : folder
  }

  /// Returns a message of rclone with `…` instead of passwords.
  package func redacted(_ message: String) -> String {
    secrets.reduce(message.replacingOccurrences(of: text, with: redactedText)) {
      $0.replacingOccurrences(of: $1, with: "…")
    }
    .replacing(/:\/\/[^\s\/@"']+@/, with: "://…@")
  }

  /// The minimum size of a value that is replaced in messages, in characters; a shorter one could occur in any text.
  private static let minSecretSize = 4
}

/// The parts of a remote.
private struct Parts {
  /// The kind of a remote without a name; `nil` if it has one.
  private(set) var backend: String?
  private(set) var options: [(key: String, value: String)] = []

  /// The name and the options, with `…` instead of passwords.
  private(set) var redacted = ""

  /// The values that may be passwords or keys, as they are and as they are written.
  private(set) var secrets: [String] = []

  /// The path, with the colon before it.
  private(set) var path: Substring = ""

  /// Parts of the names of options whose values are not shown.
  private static let secretWords = ["pass", "secret", "token", "key", "auth", "cred", "sas", "cookie"]

  /// What a character before the path belongs to.
  private enum State {
    case name, key, value, quotedValue, valueEnd
  }

  /// Parses a text as rclone does, character by character.
  ///
  /// Source: `fs/fspath/path.go` of rclone.
  init?(_ text: String) {
    guard let first = text.first, first != "-", !text.contains(where: \.isControl) else { return nil }
    var state = State.name
    var key = ""
    var value = ""
    var quote: Character = "'"
    for (offset, character) in text.enumerated() {
      if offset > 0, ":,".contains(character), state != .quotedValue {
        switch state {
        case .name:
          guard redacted != ":" else { return nil }
          if redacted.hasPrefix(":") { backend = String(redacted.dropFirst()) }
        case .key:
          guard !key.isEmpty else { return nil }
          append(key, "true", written: "")
        case .value: append(key, value, written: "=" + value)
        case .quotedValue, .valueEnd:
          let plain = value.replacingOccurrences(of: "\(quote)\(quote)", with: String(quote))
          append(key, plain, written: "=\(quote)\(value)\(quote)")
          secrets += Self.isSecret(key) ? [value] : []
        }
        guard character == "," else {
          path = text.dropFirst(offset)
          return
        }
        redacted.append(",")
        (state, key, value) = (.key, "", "")
        continue
      }
      switch (state, character) {
      case (.name, "/"), (.name, "\\"), (.name, ","): return nil
      case (.name, _): redacted.append(character)
      case (.key, "="):
        guard !key.isEmpty else { return nil }
        state = .value
      case (.key, _): key.append(character)
      case (.value, "'") where value.isEmpty, (.value, "\"") where value.isEmpty:
        quote = character
        state = .quotedValue
      case (.value, _): value.append(character)
      case (.quotedValue, quote): state = .valueEnd
      case (.quotedValue, _): value.append(character)
      case (.valueEnd, quote):
        // A doubled quotation mark is one in the value.
        value += "\(quote)\(quote)"
        state = .quotedValue
      case (.valueEnd, _): return nil
      }
    }
    return nil
  }

  /// Appends an option.
  ///
  /// - Parameter written: What follows the key in the text.
  private mutating func append(_ key: String, _ value: String, written: String) {
    options.append((key, value))
    if Self.isSecret(key), !written.isEmpty {
      secrets.append(value)
      redacted += key + "=…"
    } else {
      redacted += key + written.replacing(/:\/\/[^\s\/@"']+@/, with: "://…@")
    }
  }

  private static func isSecret(_ key: String) -> Bool {
    secretWords.contains { key.lowercased().contains($0) }
  }
}

extension Character {
  /// Whether the character would not be shown as text.
  var isControl: Bool { unicodeScalars.contains { $0.properties.generalCategory == .control } }
}
