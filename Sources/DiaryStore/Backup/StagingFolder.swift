import Foundation

/// A folder beside a file that is to be made, in which it is built before it gets its place.
///
/// The file appears whole or not at all. A process that is killed leaves the folder, and the next one removes it; one
/// that is alive has it locked.
final class StagingFolder {
  let path: String
  /// Where the file is built; it has its later name, which Core Data's folder of images is named after.
  let file: String
  private let target: String
  private var descriptor: Int32

  /// - Parameters:
  ///   - target: The file to be made, behind every link.
  ///   - purpose: The end of the folder's name.
  init(for target: String, purpose: String, _ stop: MigrationStop) throws(DiaryError) {
    self.target = target
    path = "\(target)-\(purpose)"
    file = "\(path)/\((target as NSString).lastPathComponent)"
    try StoreFile.makeFolder((target as NSString).deletingLastPathComponent)
    descriptor = try Self.lockedFolder(path, for: target, stop)
    do {
      try empty()
    } catch {
      close(descriptor)
      throw .inputOutput(path: path, reason: "what an earlier run left cannot be removed")
    }
  }

  /// Removes what was built, whole or not; also when it has its place already.
  deinit {
    // Where it cannot be removed, the next one that is built here tries again.
    try? FileManager.default.removeItem(atPath: path)
    close(descriptor)
  }

  private static func lockedFolder(_ path: String, for target: String, _ stop: MigrationStop)
    throws(DiaryError) -> Int32
  {
    while true {
      guard mkdir(path, 0o700) == 0 || errno == EEXIST else { throw StoreFile.cannotCreate(target) }
      let descriptor = open(path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
      if descriptor < 0, errno == ENOENT { continue }
      guard descriptor >= 0 else { throw StoreFile.cannotCreate(path) }
      guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 else {
        close(descriptor)
        throw .busy(path: target)
      }
      // Whoever had it may have removed it between the opening and the locking.
      var (named, opened) = (stat(), stat())
      if stat(path, &named) == 0, fstat(descriptor, &opened) == 0, named.st_ino == opened.st_ino {
        return descriptor
      }
      close(descriptor)
    }
  }

  /// Removes what a killed process left.
  private func empty() throws {
    let manager = FileManager.default
    // It was killed between the two moves of `publish`: the folder of images has no store and never had.
    if fileSize(publishing) != nil, fileSize(target) == nil, fileSize(file) != nil, fileSize(support) == nil,
      fileSize(targetSupport) != nil
    {
      try manager.removeItem(atPath: targetSupport)
    }
    for name in try manager.contentsOfDirectory(atPath: path) {
      try manager.removeItem(atPath: "\(path)/\(name)")
    }
  }

  /// Core Data's folder beside the file that is built.
  var support: String { StoreFile.supportFolder(ofStore: file) }
  private var targetSupport: String { StoreFile.supportFolder(ofStore: target) }
  private var publishing: String { path + "/publishing" }

  /// Gives what was built its place; the file comes last, and nothing that is there is ever replaced.
  ///
  /// - Parameter withSupport: Whether Core Data's folder of images goes with it.
  /// - Returns: `false` where a file has taken the place meanwhile.
  func publish(withSupport: Bool = false) throws(DiaryError) -> Bool {
    if fileSize(target) != nil { return false }
    try StoreFile.synchronize(file)
    try StoreFile.synchronize(path)
    if withSupport {
      let marker = open(publishing, O_CREAT | O_WRONLY | O_CLOEXEC, 0o600)
      guard marker >= 0 else { throw StoreFile.cannotCreate(target) }
      close(marker)
      try StoreFile.synchronize(path)
      // A folder of that name that has something in it makes this fail.
      guard rename(support, targetSupport) == 0 else { throw StoreFile.cannotCreate(targetSupport) }
    }
    guard try place() else {
      if withSupport { rename(targetSupport, support) }
      return false
    }
    try StoreFile.synchronize((target as NSString).deletingLastPathComponent)
    return true
  }

  /// A link fails where a file has the name, unlike a move; some file systems have none.
  private func place() throws(DiaryError) -> Bool {
    if link(file, target) == 0 { return true }
    if errno == EEXIST { return false }
    guard fileSize(target) == nil else { return false }
    guard rename(file, target) == 0 else { throw StoreFile.cannotCreate(target) }
    return true
  }
}
