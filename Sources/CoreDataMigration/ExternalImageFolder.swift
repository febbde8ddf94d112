import Foundation
package import Pictures
import SQLiteKit

/// The folder next to a store in which Core Data keeps large images as files of their own.
///
/// A store may come from an untrusted source. So a name must be a UUID, which cannot lead out of the folder, and neither
/// the file nor the folder may be a symbolic link. The support folder around it may be one: restoring a backup links it.
package struct ExternalImageFolder {
  /// The maximum size of an image in bytes: SQLite's limit for a row, less room for the columns that a migrated store has
  /// next to the image.
  ///
  /// Source: https://www.sqlite.org/limits.html, 1. Maximum length of a string or BLOB.
  package static let maxByteCount = 1_000_000_000 - (1 << 20)

  private let path: String

  /// Creates a reference to the folder; nothing is read until an image is opened.
  ///
  /// - Parameter path: The folder `_EXTERNAL_DATA`, which may not exist.
  package init(_ path: String) { self.path = path }

  /// Opens the file of an image; `nil` if it is missing, empty, truncated, too large for the diary, a link or a folder, or
  /// cannot be read.
  ///
  /// - Parameters:
  ///   - name: A UUID.
  ///   - byteCount: The recorded size of the image; 0 if it is not known. A shorter file is an interrupted copy and
  ///     counts as missing; a longer one was still being copied when its size was recorded.
  package func open(_ name: String, byteCount: Int) -> FileBytes? {
    let image = "\(path)/\(name)"
    guard UUID(uuidString: name) != nil, Self.isFolder(path), !OpenDatabase.owns(image) else { return nil }
    do {
      let file = try FileBytes(path: image, followsLinks: false)
      guard 1...Self.maxByteCount ~= file.count, file.count >= byteCount, try !ImageEnd(of: file).isMissing
      else { return nil }
      return file
    } catch {
      // An image that cannot be read is missing; the others are not affected.
      return nil
    }
  }

  /// Returns the size of an image's file in bytes; `nil` if `open` would not open it.
  func byteCount(of name: String) -> Int? { open(name, byteCount: 0)?.count }

  /// Returns whether anything has that name, even if `open` does not open it.
  func hasEntry(_ name: String) -> Bool { status(of: name) != nil }

  /// Returns whether a file is larger than ``maxByteCount``.
  func isTooLarge(_ name: String) -> Bool {
    status(of: name).map { $0.st_mode & S_IFMT == S_IFREG && $0.st_size > Self.maxByteCount } ?? false
  }

  private func status(of name: String) -> stat? {
    var status = stat()
    guard UUID(uuidString: name) != nil, Self.isFolder(path), lstat("\(path)/\(name)", &status) == 0 else {
      return nil
    }
    return status
  }

  /// Returns whether a path is a folder and not a symbolic link to one.
  package static func isFolder(_ path: String) -> Bool {
    var status = stat()
    return lstat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
  }
}
