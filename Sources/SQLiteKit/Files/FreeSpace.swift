import Foundation

/// The free space of a file system, checked before anything large is written.
///
/// A full disk during the work loses no data either, but this way the user learns of it before waiting.
package struct FreeSpace: Sendable {
  /// Returns the bytes that this user may still write in a folder; `nil` if that is unknown.
  private let bytes: @Sendable (_ folder: String) -> Int?

  /// Creates a measure of free space from a closure.
  ///
  /// - Parameter bytes: Returns the free bytes in a folder; `nil` if that is unknown. Tests replace the file system
  ///   this way.
  package init(_ bytes: @escaping @Sendable (_ folder: String) -> Int?) { self.bytes = bytes }

  /// The free space that statvfs(3) reports.
  package static let ofFileSystem = FreeSpace { folder in
    var status = statvfs()
    guard statvfs(folder, &status) == 0 else { return nil }
    let (bytes, isTooLarge) = Int(clamping: status.f_bavail).multipliedReportingOverflow(
      by: Int(clamping: status.f_frsize))
    return isTooLarge ? Int.max : bytes
  }

  /// Returns the free bytes in the folder of a file; `nil` if that is unknown.
  ///
  /// Neither the file nor its folder need exist: the nearest folder above that exists counts.
  package func available(nextTo file: String) -> Int? {
    var folder = (file as NSString).deletingLastPathComponent
    while StoreFile.size(folder) == nil, folder.count > 1 {
      folder = (folder as NSString).deletingLastPathComponent
    }
    return bytes(folder.isEmpty ? "." : folder)
  }

  /// Throws `.noSpace` if there is too little free space; does nothing if the free space is unknown.
  ///
  /// - Parameters:
  ///   - needed: In bytes.
  ///   - path: The file that the error names, as the user named it.
  ///   - file: A file in the folder that is written to.
  package func require(_ needed: Int, for path: String, nextTo file: String) throws(StoreError) {
    guard let free = available(nextTo: file), free < needed else { return }
    throw .noSpace(path: path, needed: needed, free: free)
  }
}
