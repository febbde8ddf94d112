import Foundation
package import Telemetry

/// The folders of the program's files, by the XDG Base Directory Specification.
///
/// See https://specifications.freedesktop.org/basedir-spec/latest/
package struct UserFolders {
  private let environment: Environment

  /// Creates the folders of an environment; none of them has to exist.
  package init(_ environment: Environment = .process) { self.environment = environment }

  /// The path of the default diary.
  package var defaultStore: String { folder(.dataHome, or: ".local/share") + "/diary.sqlite" }

  /// The folder of drafts and the telemetry queue.
  package var state: String { folder(.stateHome, or: ".local/state") }

  /// The user's settings.
  package var settings: String { folder(.configHome, or: ".config") }

  /// The folder of thumbnails, which can be recreated.
  package var cache: String { folder(.cacheHome, or: ".cache") }

  /// Creates one of the folders for the user alone, unless it exists.
  package static func create(_ folder: String) throws {
    try FileManager.default.createDirectory(
      atPath: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
  }

  /// Relative paths in variables are ignored, as the specification requires.
  private func folder(_ variable: EnvironmentVariable, or fallback: String) -> String {
    let named = environment[variable].flatMap { $0.hasPrefix("/") ? $0 : nil }
    return (named ?? home + "/" + fallback) + "/beerdiary"
  }

  /// The user's home folder: `$HOME`, or else the one that the system has for the user.
  package var home: String { environment[.home].flatMap { $0.isEmpty ? nil : $0 } ?? Self.systemHome }

  /// Looked up by the user's name, once.
  private static let systemHome = NSHomeDirectory()
}

extension UserFolders {
  /// The user's telemetry folder.
  package var telemetry: TelemetryFolder { TelemetryFolder(URL(fileURLWithPath: state, isDirectory: true)) }
}
