import CoreDataMigration
package import DiaryStore
import Foundation
import Pictures
package import SQLiteKit

/// Copies a store of any version with its folder of images, before it is changed.
struct StoreBackup {
  /// The store as the user named it.
  let path: String
  /// The store's file, with symbolic links resolved.
  let file: String
  let cancellation: CancellationToken
  let freeSpace: FreeSpace
  let progress: (_ done: Int, _ total: Int) -> Void

  /// Makes the copy; after an error, nothing is left of it.
  ///
  /// - Parameter target: The path of the copy, at which nothing may exist.
  /// - Returns: Whether indexes of the copy had to be rebuilt.
  func make(at target: String) throws -> Bool {
    let target = StoreFile.resolvedDestination(target)
    // A killed backup may have left its staging folder.
    ScratchFolder.removeLeftovers(in: (target as NSString).deletingLastPathComponent)
    try requireNothing(at: target)
    let staging = try StagingFolder(for: target)
    let images = try externalImages()
    let imageBytes = images.reduce(0) { $0 + (StoreFile.regularFileSize(imageFolder + "/" + $1) ?? 0) }
    let isRepaired = try StoreCopy(
      path: path, original: file, copy: staging.file, cancellation: cancellation, freeSpace: freeSpace,
      progress: { progress($0, $1 + 2 * imageBytes) }
    ).make(reserving: imageBytes)
    try copy(images, into: StoreFile.externalDataFolder(ofStore: staging.file), imageBytes)
    guard try staging.publish(withSupport: !images.isEmpty) else { throw alreadyExists(target) }
    return isRepaired
  }

  private func requireNothing(at target: String) throws {
    let paths = StoreFile.withSidecars(target) + [StoreFile.supportFolder(ofStore: target)]
    if let path = paths.first(where: AtomicRename.itemExists(atPath:)) { throw alreadyExists(path) }
  }

  private func alreadyExists(_ path: String) -> StoreError {
    .cannotCreate(path: path, reason: "it already exists, and a backup never replaces a file")
  }

  private var imageFolder: String { StoreFile.externalDataFolder(ofStore: file) }

  /// Returns the names of the files in Core Data's folder of images.
  ///
  /// - Throws: `.unusableImage` or `.store` if one of them cannot be copied, because a backup must have all images.
  private func externalImages() throws(BackupError) -> [String] {
    for folder in [StoreFile.supportFolder(ofStore: file), imageFolder] {
      if let target = SpecialFile.danglingLinkTarget(folder) {
        throw .store(.danglingLink(path: folder, target: target))
      }
    }
    guard access(imageFolder, R_OK | X_OK) == 0 else {
      // Core Data creates the folder for the first large image.
      if errno == ENOENT { return [] }
      throw .store(StoreError(systemError: errno, path: imageFolder))
    }
    guard ExternalImageFolder.isFolder(imageFolder) else {
      throw .unusableImage(
        path: imageFolder, reason: "it is a symbolic link or a file. Replace it with the folder itself")
    }
    let names: [String]
    do {
      names = try FileManager.default.contentsOfDirectory(atPath: imageFolder)
    } catch {
      throw .store(.inputOutput(path: imageFolder, reason: "its files cannot be listed"))
    }
    for name in names { try requireFile(imageFolder + "/" + name) }
    return names
  }

  private func requireFile(_ image: String) throws(BackupError) {
    var status = stat()
    guard lstat(image, &status) == 0 else { throw .store(StoreError(systemError: errno, path: image)) }
    let kind = status.st_mode & S_IFMT
    guard kind == S_IFREG else {
      let special = SpecialFile(mode: UInt32(status.st_mode))?.name
      let what = special ?? (kind == S_IFLNK ? "a symbolic link" : "a folder")
      throw .unusableImage(path: image, reason: "it is \(what), not a file. Move it to another folder")
    }
    guard access(image, R_OK) == 0 else { throw .store(StoreError(systemError: errno, path: image)) }
  }

  private func copy(_ images: [String], into folder: String, _ total: Int) throws {
    if images.isEmpty { return }
    try StoreFile.makeFolder(folder)
    var done = 0
    for name in images {
      let copy = FileCopy(from: imageFolder + "/" + name, to: folder + "/" + name) { count in
        try cancellation.check()
        done += count
        progress(min(done, 2 * total), 2 * total)
      }
      try copy.make()
      guard try copy.isEqual() else { throw StoreError.busy(path: copy.from) }
    }
    try StoreFile.synchronize(folder)
  }
}

extension Diary {
  /// Copies a store of any version to a new file, without migrating it.
  ///
  /// The copy is a single file, without a -wal, and the folder of images that Core Data stores next to it. It is
  /// compared with the original and opened before it is renamed to `target`. If the file system can do so, both share
  /// their blocks.
  ///
  /// - Parameters:
  ///   - path: The store's file; its -wal and Core Data's folder of images next to it are included.
  ///   - target: The path of the new file, at which nothing may exist.
  ///   - progress: Called from this thread with the number of bytes that are done, and of all bytes.
  ///   - isCancelled: Called often; return `true` to stop with `.cancelled` and leave nothing behind.
  ///   - freeSpace: Returns the free space of the disk; a copy that would not fit is refused with `.noSpace`.
  /// - Returns: Whether indexes of the store are damaged, and were rebuilt in the copy.
  /// - Throws: What opening the store would throw; `.cannotCreate` if `target` exists; `.unusableImage`; `.busy` if
  ///   another program writes to the store continuously.
  @discardableResult package static func backUp(
    _ path: String, to target: String, progress: (_ done: Int, _ total: Int) -> Void = { _, _ in },
    isCancelled: @escaping @Sendable () -> Bool = { false }, freeSpace: FreeSpace = .ofFileSystem
  ) throws(BackupError) -> Bool {
    try BackupError.mapErrors(at: path) {
      guard let version = try version(ofStoreAt: path) else { throw StoreError.notFound(path: path) }
      if version == 0 { throw OpeningError.emptyFile(path: path) }
      return try withoutActuallyEscaping(progress) { progress in
        try StoreBackup(
          path: path, file: StoreFile.resolved(path), cancellation: CancellationToken(isCancelled),
          freeSpace: freeSpace,
          progress: progress
        ).make(at: target)
      }
    }
  }
}
