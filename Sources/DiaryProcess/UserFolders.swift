import Foundation

/// Where the program keeps its files, after the XDG Base Directory Specification.
///
/// See https://specifications.freedesktop.org/basedir-spec/latest/
package struct UserFolders {
  private let environment: Environment

  package init(_ environment: Environment = .process) { self.environment = environment }

  /// The diary, where no other store is named.
  package var defaultStore: String { folder(.dataHome, or: ".local/share") + "/diary.sqlite" }

  /// Telemetry's queue and identity.
  package var state: String { folder(.stateHome, or: ".local/state") }

  /// The user's settings.
  package var settings: String { folder(.configHome, or: ".config") }

  /// What can be made again at any time: thumbnails.
  package var cache: String { folder(.cacheHome, or: ".cache") }

  /// A relative path in a variable is ignored, as the specification asks.
  private func folder(_ variable: EnvironmentVariable, or fallback: String) -> String {
    let named = environment[variable].flatMap { $0.hasPrefix("/") ? $0 : nil }
    return (named ?? home + "/" + fallback) + "/beerdiary"
  }

  package var home: String { environment[.home].flatMap { $0.isEmpty ? nil : $0 } ?? Self.systemHome }

  /// Looked up by the user's name, once.
  private static let systemHome = NSHomeDirectory()
}
