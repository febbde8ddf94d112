import Foundation
package import Sync

/// Where a synchronized diary is stored for its devices.
package enum StoreLocation: Sendable, Equatable {
  /// A folder, with its absolute path.
  case folder(String)

  /// A folder on a remote of rclone.
  case rclone(RcloneRemote)

  /// A PostgreSQL database.
  case postgresql(PostgreSQLDatabase)

  /// Parses what a user enters: a path, which may begin with `~`, a URL with the scheme `file`, `postgresql` or
  /// `postgres`, or `rclone:` and a remote as rclone names it.
  ///
  /// A relative path whose first name has a colon must begin with `./`: `nas:beers` is more likely a remote.
  ///
  /// - Parameters:
  ///   - currentFolder: The folder that relative paths are relative to.
  ///   - home: The user's home folder.
  /// - Throws: ``StoreLocationError``.
  package init(_ text: String, currentFolder: String, home: String) throws(StoreLocationError) {
    if text.hasPrefix(Self.rclonePrefix) {
      guard let remote = RcloneRemote(String(text.dropFirst(Self.rclonePrefix.count))) else {
        throw .invalidRemote
      }
      self = .rclone(remote)
      return
    }
    if PostgreSQLDatabase.schemes.contains(where: text.hasPrefix) {
      guard let database = PostgreSQLDatabase(text) else { throw .invalidDatabase }
      self = .postgresql(database)
      return
    }
    let text = text.hasPrefix("file://") ? String(text.dropFirst("file://".count)) : text
    guard !text.isEmpty else { throw .empty }
    if let scheme = text.split(separator: ":", maxSplits: 1).first, text.contains("://") {
      throw .unknownScheme(String(scheme))
    }
    if !text.hasPrefix("/"), !text.hasPrefix("~/"), text.prefix(while: { $0 != "/" }).contains(":") {
      throw .remoteOrFolder(text)
    }
    let path =
      if text == "~" {
        home
      } else if text.hasPrefix("~/") {
        home + text.dropFirst()
      } else if text.hasPrefix("/") {
        text
      } else {
        currentFolder + "/" + text
      }
    self = .folder(URL(fileURLWithPath: path).standardizedFileURL.path)
  }

  private static let rclonePrefix = "rclone:"

  /// The location as it is shown, with `…` instead of passwords.
  package var text: String {
    switch self {
    case .folder(let path): path
    case .rclone(let remote): Self.rclonePrefix + remote.redactedText
    case .postgresql(let database): database.redactedText
    }
  }

  /// The location as ``init(_:currentFolder:home:)`` parses it, with passwords if it has any.
  package var completeText: String {
    switch self {
    case .folder(let path): path
    case .rclone(let remote): Self.rclonePrefix + remote.text
    case .postgresql(let database): database.text
    }
  }

  /// Returns the store at the location, without accessing it.
  ///
  /// - Parameter runner: Runs the programs that the store needs.
  package func store(runner: ProgramRunner = ProgramRunner()) -> any ObjectStore {
    switch self {
    case .folder(let path): FolderStore(path)
    case .rclone(let remote): RcloneStore(remote, runner: runner)
    case .postgresql(let database): PostgreSQLStore(database, runner: runner)
    }
  }
}

/// The reason why a text is not a location.
package enum StoreLocationError: Error, Equatable, Sendable {
  /// The text is empty.
  case empty
  /// A scheme that the program does not know, such as `ftp`.
  case unknownScheme(String)
  /// A name with a colon, such as `nas:beers`, which could be a remote of rclone or a folder.
  case remoteOrFolder(String)
  /// What follows `rclone:` is not a remote with a path, such as `name:path`.
  case invalidRemote
  /// The URL of a PostgreSQL database has spaces or control characters.
  case invalidDatabase

  /// What is wrong and what to enter instead, for the user.
  package var sentence: String {
    switch self {
    case .empty: "The location is empty. Name a folder."
    case .unknownScheme(let scheme):
      "\(scheme): is not a location that Beer Diary knows. Name a folder, rclone:REMOTE:PATH or postgresql://…"
    case .remoteOrFolder(let text): Self.sentence(remoteOrFolder: RcloneRemote(text)?.redactedText ?? text)
    case .invalidRemote: "This is not a remote of rclone with a path. Enter it as rclone:REMOTE:PATH."
    case .invalidDatabase:
      "The URL of the database has spaces or control characters. Enter it as postgresql://ROLE@HOST/DATABASE."
    }
  }

  private static func sentence(remoteOrFolder text: String) -> String {
    "\(text) may be a remote of rclone or a folder. Enter rclone:\(text) for the remote, or ./\(text) for the folder."
  }
}
