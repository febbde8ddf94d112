import Foundation

/// A PostgreSQL database with a diary, as the URL that libpq reads: `postgresql://ROLE@HOST/DATABASE`.
package struct PostgreSQLDatabase: Sendable, Equatable {
  /// The URL, which may contain passwords.
  package let text: String

  /// The URL with `…` instead of passwords.
  package let redactedText: String

  /// Parses a URL.
  ///
  /// The server and libpq check the rest when the URL is used.
  ///
  /// - Returns: `nil` if it does not begin with `postgresql://` or `postgres://`, or has spaces or control characters.
  package init?(_ text: String) {
    guard let scheme = Self.schemes.first(where: text.hasPrefix),
      !text.contains(where: { $0.isWhitespace || $0.isControl })
    else { return nil }
    self.text = text
    redactedText = scheme + Self.redacted(text.dropFirst(scheme.count))
  }

  /// The beginnings of URLs of databases.
  static let schemes = ["postgresql://", "postgres://"]

  private static func redacted(_ text: Substring) -> String {
    let parts = text.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
    var address = String(parts[0])
    // A password should not contain this character, but if it does, all of it is hidden.
    if let end = address.lastIndex(of: "@"), let start = address[..<end].firstIndex(of: ":") {
      address.replaceSubrange(address.index(after: start)..<end, with: "…")
    }
    guard parts.count > 1 else { return address }
    let options = parts[1].split(separator: "&", omittingEmptySubsequences: false).map { option in
      guard let separator = option.firstIndex(of: "=") else { return String(option) }
      let key = option[..<separator]
      return (key.removingPercentEncoding ?? "").hasSuffix("password") ? "\(key)=…" : String(option)
    }
    return address + "?" + options.joined(separator: "&")
  }
}
