import Foundation
package import Sync

/// Where a synchronized diary is stored for its devices.
package enum StoreLocation: Sendable, Equatable {
  /// A folder, with its absolute path.
  case folder(String)

  /// Parses what a user enters: a path, which may begin with `~`, or a URL with the scheme `file`.
  ///
  /// - Parameters:
  ///   - currentFolder: The folder that relative paths are relative to.
  ///   - home: The user's home folder.
  /// - Throws: ``StoreLocationError``.
  package init(_ text: String, currentFolder: String, home: String) throws(StoreLocationError) {
    let text = text.hasPrefix("file://") ? String(text.dropFirst("file://".count)) : text
    guard !text.isEmpty else { throw .empty }
    if let scheme = text.split(separator: ":", maxSplits: 1).first, text.contains("://") {
      throw .unknownScheme(String(scheme))
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

  /// The location as ``init(_:currentFolder:home:)`` parses it, without a password.
  package var text: String {
    switch self {
    case .folder(let path): path
    }
  }

  /// Returns the store at the location.
  package func store() throws -> any ObjectStore {
    switch self {
    case .folder(let path): FolderStore(path)
    }
  }
}

/// The reason why a text is not a location.
package enum StoreLocationError: Error, Equatable, Sendable {
  case empty
  /// A scheme that the program does not know, such as `ftp`.
  case unknownScheme(String)

  /// What is wrong and what to enter instead, for the user.
  package var sentence: String {
    switch self {
    case .empty: "The location is empty. Name a folder."
    case .unknownScheme(let scheme): "\(scheme): is not a location that Beer Diary knows. Name a folder."
    }
  }
}
