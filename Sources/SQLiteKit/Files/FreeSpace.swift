import Foundation

/// How much room a file system has, asked before anything large is written.
///
/// A disk that fills up amid the work loses nothing either, but whoever is told before need not wait for that.
package struct FreeSpace: Sendable {
  /// Bytes free for this user in a folder; `nil` where nobody can tell.
  private let bytes: @Sendable (_ folder: String) -> Int?

  package init(_ bytes: @escaping @Sendable (_ folder: String) -> Int?) { self.bytes = bytes }

  /// What the file system itself says.
  package static let ofFileSystem = FreeSpace { folder in
    var facts = statvfs()
    guard statvfs(folder, &facts) == 0 else { return nil }
    let (bytes, isTooLarge) = Int(clamping: facts.f_bavail).multipliedReportingOverflow(
      by: Int(clamping: facts.f_frsize))
    return isTooLarge ? Int.max : bytes
  }

  /// Bytes free beside a file, which need not be there yet, nor its folder.
  package func beside(_ file: String) -> Int? {
    var folder = (file as NSString).deletingLastPathComponent
    while fileSize(folder) == nil, folder.count > 1 {
      folder = (folder as NSString).deletingLastPathComponent
    }
    return bytes(folder.isEmpty ? "." : folder)
  }

  /// Refuses work that would not fit.
  ///
  /// - Parameters:
  ///   - path: What the room is for, as the user named it.
  ///   - file: The file that is written, or one beside it.
  /// - Throws: `.noSpace`.
  package func require(_ needed: Int, for path: String, beside file: String) throws(StoreError) {
    guard let free = beside(file), free < needed else { return }
    throw .noSpace(path: path, needed: needed, free: free)
  }
}
