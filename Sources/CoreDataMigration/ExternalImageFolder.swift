import Foundation
package import Pictures
import SQLiteKit

/// The folder of images that are files of their own, as Core Data keeps it next to a store.
///
/// A store may come from anywhere, so what it names is opened with care: a name is a UUID, which cannot lead out of the
/// folder, and a symbolic link is not followed. Nor is the folder itself read if it is one; the support folder around it
/// may be a link, as a restored diary has it for a moment.
package struct ExternalImageFolder {
  private let path: String

  package init(_ path: String) { self.path = path }

  /// Opens the file of an image; `nil` if it is missing, empty, cut short, a link or a folder, or cannot be read.
  ///
  /// - Parameter byteCount: The size recorded for the image, 0 if none is. A shorter file is an interrupted copy and
  ///   counts as missing; a longer one was still being copied when its size was recorded.
  package func open(_ name: String, byteCount: Int) -> FileBytes? {
    let image = "\(path)/\(name)"
    guard UUID(uuidString: name) != nil, Self.isFolder(path), !OpenDatabase.owns(image) else { return nil }
    do {
      let file = try FileBytes(path: image, followsLinks: false)
      guard file.count > 0, file.count >= byteCount, try !ImageEnd(of: file).isMissing else { return nil }
      return file
    } catch {
      // An image that cannot be read is missing; the others are not affected.
      return nil
    }
  }

  /// The size of an image's file in bytes; `nil` if `open` would not open it.
  func byteCount(of name: String) -> Int? { open(name, byteCount: 0)?.count }

  /// Whether there is anything by that name, even if `open` does not open it.
  func hasEntry(_ name: String) -> Bool {
    var status = stat()
    return UUID(uuidString: name) != nil && Self.isFolder(path) && lstat("\(path)/\(name)", &status) == 0
  }

  /// Whether a path leads to a folder and not to a symbolic link.
  package static func isFolder(_ path: String) -> Bool {
    var status = stat()
    return lstat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
  }
}
