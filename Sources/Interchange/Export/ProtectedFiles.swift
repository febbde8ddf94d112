import Foundation
import SQLiteKit

/// The files and folders that no output may replace or add to.
package struct ProtectedFiles {
  private enum Entry {
    case file(path: String)
    case folder(path: String)
    case open(FileIdentity)
  }

  private var entries: [(entry: Entry, reason: String)] = []

  /// Creates a set that protects nothing.
  package init() {}

  /// Protects a file from every path and hard link that leads to it; it does not have to exist.
  ///
  /// - Parameter reason: The end of a sentence, such as “it is the diary itself”.
  package mutating func add(file path: String, _ reason: String) {
    entries.append((.file(path: path), reason))
  }

  /// Protects everything below a folder.
  package mutating func add(folder path: String, _ reason: String) {
    entries.append((.folder(path: path), reason))
  }

  /// Protects the file that is open as a descriptor.
  package mutating func add(descriptor: Int32, _ reason: String) {
    if let identity = FileIdentity(descriptor: descriptor) { entries.append((.open(identity), reason)) }
  }

  /// Returns why a path must not be written to, or `nil` if it is not protected.
  func reason(against path: String) -> String? {
    let identity = FileIdentity(path: path)
    let location = FileLocation(path)
    let folders = Self.folders(above: path)
    return entries.first { entry, _ in
      switch entry {
      case .file(let own):
        // If a file does not exist, only its name can be compared.
        if let ownIdentity = FileIdentity(path: own) {
          identity == ownIdentity
        } else {
          location != nil && location == FileLocation(own)
        }
      // A folder that does not exist yet can only be recognized by its path.
      case .folder(let own): FileIdentity(path: own).map(folders.contains) ?? Self.isBelow(own, path)
      case .open(let own): identity == own
      }
    }?.reason
  }

  /// Returns why an open file must not be written to, or `nil` if it is not protected.
  func reason(against identity: FileIdentity) -> String? {
    entries.first { entry, _ in
      switch entry {
      case .file(let own): identity == FileIdentity(path: own)
      case .folder: false
      case .open(let own): identity == own
      }
    }?.reason
  }

  private static func isBelow(_ folder: String, _ path: String) -> Bool {
    let parent = URL(fileURLWithPath: path).deletingLastPathComponent().standardizedFileURL.pathComponents
    return parent.starts(with: URL(fileURLWithPath: folder).standardizedFileURL.pathComponents)
  }

  /// The folder of a file and all folders above that.
  private static func folders(above path: String) -> Set<FileIdentity> {
    var folders: Set<FileIdentity> = []
    var folder = FilePath(path).folder
    // Folders that do not exist yet will be created in one that does.
    while FileIdentity(path: folder) == nil, folder != ".", folder != "/" { folder = FilePath(folder).folder }
    // The root is its own parent.
    while let identity = FileIdentity(path: folder), folders.insert(identity).inserted { folder += "/.." }
    return folders
  }
}

/// A name in a folder, for files that may not exist yet.
private struct FileLocation: Equatable {
  private let folder: FileIdentity
  /// In lower case, as some file systems ignore case.
  private let name: String

  /// `nil` if there is no such folder.
  init?(_ path: String) {
    let parts = FilePath(path)
    guard let folder = FileIdentity(path: parts.folder) else { return nil }
    self.folder = folder
    name = parts.name.lowercased()
  }
}
