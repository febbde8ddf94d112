import DiaryStore
import Foundation
import SQLiteKit

/// A file that is written in a temporary folder next to its destination, and moved there when it is complete.
struct AtomicFile {
  private static let partSize = 1 << 18

  private let folder: String
  private let scratch: ScratchFolder
  private let path: String
  private let descriptor: Int32

  /// Creates the temporary folder in which the file is written.
  ///
  /// - Parameter removesLeftovers: Whether files of killed processes are removed from the folder.
  init(in folder: String, removesLeftovers: Bool = true) throws(ExportError) {
    self.folder = folder
    if removesLeftovers { ScratchFolder.removeLeftovers(in: folder) }
    do throws(StoreError) {
      scratch = try ScratchFolder(in: folder, for: .staging)
    } catch {
      throw ExportError(path: folder, error)
    }
    path = scratch.path + "/draft"
    descriptor = open(path, O_CREAT | O_EXCL | O_RDWR | O_CLOEXEC, 0o666)
    guard descriptor >= 0 else { throw ExportError(lastErrorAt: folder) }
  }

  func write(_ bytes: UnsafeRawBufferPointer) throws(ExportError) {
    var rest = bytes
    while !rest.isEmpty {
      let count = Foundation.write(descriptor, rest.baseAddress, rest.count)
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { throw ExportError(lastErrorAt: folder) }
      rest = UnsafeRawBufferPointer(rebasing: rest[count...])
    }
  }

  /// Gives the file the owner and the group of another.
  func setOwner(_ user: uid_t, _ group: gid_t) throws(ExportError) {
    var own = stat()
    guard fstat(descriptor, &own) == 0 else { throw ExportError(lastErrorAt: folder) }
    if own.st_uid == user, own.st_gid == group { return }
    guard fchown(descriptor, user, group) == 0 else {
      throw ExportError(
        path: folder, reason: "it belongs to another user or group, which cannot be kept")
    }
  }

  func setPermissions(_ permissions: mode_t) throws(ExportError) {
    guard fchmod(descriptor, permissions) == 0 else { throw ExportError(lastErrorAt: folder) }
  }

  /// Waits until the file is on the disk, so that a crash does not leave an empty file under its name.
  func synchronize() throws(ExportError) {
    guard fsync(descriptor) == 0 else { throw ExportError(lastErrorAt: folder) }
  }

  /// Gives the file its name; returns `false` if the name is taken.
  func rename(to name: String) throws(ExportError) -> Bool {
    guard try rename(toFree: "\(folder)/\(name)") else { return false }
    try synchronizeFolder()
    return true
  }

  private func rename(toFree target: String) throws(ExportError) -> Bool {
    // Unlike a renamed file, a link never replaces another.
    if link(path, target) == 0 { return true }
    switch errno {
    case EEXIST: return false
    case EPERM, EOPNOTSUPP, ENOSYS, EMLINK: return try renameOntoReserved(target)
    default: throw ExportError(lastErrorAt: target)
    }
  }

  /// Gives the file its name, replacing a file of that name.
  func replace(_ name: String) throws(ExportError) {
    let target = "\(folder)/\(name)"
    guard Foundation.rename(path, target) == 0 else { throw ExportError(lastErrorAt: target) }
    try synchronizeFolder()
  }

  /// Waits until the name is on the disk as well.
  private func synchronizeFolder() throws(ExportError) {
    let descriptor = open(folder, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else {
      // Files can be created in some folders that cannot be read.
      if errno == EACCES { return }
      throw ExportError(lastErrorAt: folder)
    }
    defer { close(descriptor) }
    // Some file systems cannot do this for folders.
    guard fsync(descriptor) == 0 || errno == EINVAL else { throw ExportError(lastErrorAt: folder) }
  }

  /// Reserves the name with an empty file and replaces that, for file systems without links.
  func renameOntoReserved(_ target: String) throws(ExportError) -> Bool {
    let reserved = open(target, O_CREAT | O_EXCL | O_WRONLY | O_CLOEXEC, 0o666)
    guard reserved >= 0 else {
      if errno == EEXIST { return false }
      throw ExportError(lastErrorAt: target)
    }
    close(reserved)
    guard Foundation.rename(path, target) == 0 else {
      let error = ExportError(lastErrorAt: target)
      unlink(target)
      throw error
    }
    return true
  }

  /// Returns whether a regular file in the folder has the same bytes.
  func isSame(as name: String) -> Bool {
    if Diary.hasOpen("\(folder)/\(name)") { return false }
    let other = open("\(folder)/\(name)", O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK)
    guard other >= 0 else { return false }
    defer { close(other) }
    var own = stat()
    var theirs = stat()
    guard fstat(descriptor, &own) == 0, fstat(other, &theirs) == 0, theirs.st_mode & S_IFMT == S_IFREG,
      own.st_size == theirs.st_size
    else { return false }
    var offset: off_t = 0
    while offset < own.st_size {
      let part = Self.part(of: descriptor, at: offset)
      guard !part.isEmpty, part == Self.part(of: other, at: offset) else { return false }
      offset += off_t(part.count)
    }
    return true
  }

  private static func part(of descriptor: Int32, at offset: off_t) -> [UInt8] {
    [UInt8](unsafeUninitializedCapacity: partSize) { buffer, count in
      while count < partSize {
        let got = pread(
          descriptor, buffer.baseAddress?.advanced(by: count), partSize - count, offset + off_t(count))
        if got < 0, errno == EINTR { continue }
        guard got > 0 else { break }
        count += got
      }
    }
  }

  /// Closes the file, and removes it unless it has its name.
  func discard() {
    close(descriptor)
    // If it cannot be removed now, writing the next file removes it.
    try? scratch.remove()
  }
}

extension ExportError {
  fileprivate init(path: String, _ error: StoreError) {
    let code: Int32?
    let reason: String
    switch error {
    case .permissionDenied:
      code = EACCES
      reason = String(cString: strerror(EACCES))
    case .diskFull:
      code = ENOSPC
      reason = String(cString: strerror(ENOSPC))
    case .cannotCreate(_, let why):
      code = nil
      reason = why
    default:
      code = nil
      reason = error.sentence
    }
    self.init(path: path, reason: reason)
    self.code = code
  }
}
