import Foundation

/// A temporary folder next to a new file, in which the file is built before it is renamed to its destination.
///
/// The file appears complete or not at all. Leftovers of a killed process are removed by the next one that builds a
/// file in the same folder; see ``ScratchFolder``.
package final class StagingFolder {
  /// The file to be built; it has the name of the destination, after which Core Data's image folder is named.
  package let file: String
  private let target: String
  private let folder: ScratchFolder

  /// Creates the folder, and removes leftovers of killed processes.
  ///
  /// - Parameter target: The destination, with symbolic links resolved. Its folder is created if it is missing.
  /// - Throws: `.cannotCreate`, `.permissionDenied` or `.diskFull` for `target`.
  package init(for target: String) throws(StoreError) {
    self.target = target
    let parent = (target as NSString).deletingLastPathComponent
    try StoreFile.makeFolder(parent)
    ScratchFolder.removeLeftovers(in: parent)
    do throws(StoreError) {
      folder = try ScratchFolder(in: parent, for: .staging)
    } catch {
      throw error.naming(target)
    }
    file = "\(folder.path)/\((target as NSString).lastPathComponent)"
  }

  /// Core Data's image folder next to the file that is built.
  package var supportFolder: String { StoreFile.supportFolder(ofStore: file) }

  /// Moves the file, and the image folder before it, to the destination; never replaces anything.
  ///
  /// - Parameter withSupport: Whether Core Data's image folder is moved too.
  /// - Returns: `false`, with nothing moved, if the destination exists.
  /// - Throws: `.cannotCreate` if the destination has a -wal or journal, which SQLite would apply to the new file;
  ///   `.diskFull` if the file that was built has a -wal with pages, without which it would be damaged.
  package func publish(withSupport: Bool = false) throws(StoreError) -> Bool {
    if StoreFile.size(target) != nil { return false }
    try OrphanedSidecar.refuse(creating: target)
    // SQLite does not report that the disk was too full for its last checkpoint.
    if StoreSidecar.wal.hasBytes(of: file) { throw .diskFull(path: target) }
    try StoreFile.synchronize(file)
    try StoreFile.synchronize(folder.path)
    let published = withSupport ? try publishSupport() : nil
    guard try AtomicRename.renameNoReplace(file, to: target) else {
      try published?.rollBack(into: folder.path)
      return false
    }
    try StoreFile.synchronize((target as NSString).deletingLastPathComponent)
    return true
  }

  private func publishSupport() throws(StoreError) -> PublishedSupportFolder {
    let support = try PublishedSupportFolder(
      supportFolder, at: StoreFile.supportFolder(ofStore: target), of: target)
    try support.write(into: folder.path)
    try StoreFile.synchronize(folder.path)
    guard try AtomicRename.renameNoReplace(supportFolder, to: support.path) else {
      throw StoreError.cannotCreate(
        path: support.path, reason: "it already exists, and a backup never replaces a file")
    }
    return support
  }

  /// Undoes a `publish` that was killed after it published the image folder and before it published the store.
  ///
  /// - Parameter folder: The staging folder of the killed process.
  static func rollBackSupportFolder(into folder: String) {
    guard let support = PublishedSupportFolder(in: folder) else { return }
    // The folder stays if it cannot be moved: it only holds copies.
    try? support.rollBack(into: folder)
  }
}

/// Records that the image folder was published and its store was not yet.
private struct PublishedSupportFolder: Codable {
  private static let fileName = "published-support"

  /// The published folder.
  let path: String
  /// The store to be published next.
  private let store: String
  /// Distinguishes it from another folder with the same name.
  private let inode: UInt64

  init(_ folder: String, at path: String, of store: String) throws(StoreError) {
    var status = stat()
    guard lstat(folder, &status) == 0 else { throw StoreError(systemError: errno, path: folder) }
    self.path = path
    self.store = store
    inode = UInt64(status.st_ino)
  }

  /// Reads the record in a folder; `nil` if there is none.
  init?(in folder: String) {
    guard let data = FileManager.default.contents(atPath: "\(folder)/\(Self.fileName)"),
      let record = try? JSONDecoder().decode(Self.self, from: data)
    else { return nil }
    self = record
  }

  func write(into folder: String) throws(StoreError) {
    let path = "\(folder)/\(Self.fileName)"
    do {
      try JSONEncoder().encode(self).write(to: URL(fileURLWithPath: path))
    } catch {
      throw .inputOutput(path: path, reason: "\(error.localizedDescription)")
    }
    try StoreFile.synchronize(path)
  }

  /// Moves the folder back next to its store, unless the store was published.
  func rollBack(into folder: String) throws(StoreError) {
    var status = stat()
    let staged = "\(folder)/\((store as NSString).lastPathComponent)"
    guard StoreFile.size(staged) != nil, !StoreFile.isSame(staged, store), lstat(path, &status) == 0,
      UInt64(status.st_ino) == inode
    else { return }
    _ = try AtomicRename.renameNoReplace(path, to: StoreFile.supportFolder(ofStore: staged))
  }
}
