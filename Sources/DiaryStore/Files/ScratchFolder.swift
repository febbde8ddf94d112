import Foundation

/// A folder of the program's own for files that it needs for a while.
///
/// Its name cannot be guessed, only its owner can read it, and it is locked for as long as its process lives. A file in
/// it, the mark, records which folder it was made for. What a killed process left is removed only if the mark proves
/// that the program made this very folder; a folder that only has such a name belongs to the user.
package final class ScratchFolder: Sendable {
  /// What a folder is for.
  package enum Purpose: String, Sendable {
    /// A file that is built beside its later place.
    case staging
    /// A copy of a store, to look into it without changing it.
    case storeCopy = "copy"
    case demo
    case openedPhoto = "photo"
    /// Text in the user's editor: never removed by another process, since it may be all that is left of it.
    case editedNotes = "notes"
  }

  package let path: String
  private let descriptor: Int32

  /// Where programs put temporary files: `$TMPDIR`, or else `/tmp`.
  package static var temporaryParent: String { FileManager.default.temporaryDirectory.path }

  /// Makes a folder.
  ///
  /// - Parameter parent: The folder to make it in, which must be there.
  package convenience init(in parent: String, for purpose: Purpose) throws(DiaryError) {
    let parent = parent.isEmpty ? "." : parent
    // Beside the user's files it is hidden; other programs may not open what is in hidden folders.
    let prefix = purpose == .staging ? "." : ""
    var template = Array("\(parent)/\(prefix)\(Self.namePrefix)\(purpose.rawValue)-XXXXXX".utf8CString)
    guard mkdtemp(&template) != nil else { throw StoreFile.cannotCreate(parent) }
    let path = String(decoding: template.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self)
    self.init(path, try Self.markedFolder(path, purpose))
  }

  private init(_ path: String, _ descriptor: Int32) { (self.path, self.descriptor) = (path, descriptor) }

  /// Locks a new folder and writes its mark; removes it if that fails.
  private static func markedFolder(_ path: String, _ purpose: Purpose) throws(DiaryError) -> Int32 {
    let descriptor = open(path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
    guard descriptor >= 0 else {
      let error = StoreFile.cannotCreate(path)
      rmdir(path)
      throw error
    }
    // Where the file system has no locks, other processes leave the folder alone: they cannot lock it either.
    flock(descriptor, LOCK_EX | LOCK_NB)
    do throws(DiaryError) {
      try ScratchMark(of: descriptor, path: path, purpose: purpose).write(into: path)
    } catch {
      close(descriptor)
      rmdir(path)
      throw error
    }
    return descriptor
  }

  /// The folder of a process that was killed; `nil` unless its mark proves that and it can be locked.
  private static func leftover(_ path: String) -> ScratchFolder? {
    let descriptor = open(path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
    guard descriptor >= 0 else { return nil }
    var facts = stat()
    guard fstat(descriptor, &facts) == 0, facts.st_uid == geteuid(),
      flock(descriptor, LOCK_EX | LOCK_NB) == 0,
      let mark = ScratchMark(in: descriptor, path: path), mark.purpose != .editedNotes
    else {
      close(descriptor)
      return nil
    }
    return ScratchFolder(path, descriptor)
  }

  deinit {
    // What cannot be removed now is left to the next process.
    try? remove()
    close(descriptor)
  }

  private static let namePrefix = "beerdiary-"

  /// Removes the folder with what is in it; nothing if it is gone.
  ///
  /// The mark goes last, so that a process that is killed while it does this leaves the proof.
  package func remove() throws {
    guard fileSize(path) != nil else { return }
    let manager = FileManager.default
    for name in try manager.contentsOfDirectory(atPath: path) where name != ScratchMark.fileName {
      let item = "\(path)/\(name)"
      do {
        try manager.removeItem(atPath: item)
      } catch  where !FileMove.isTaken(item) {
        // SQLite has removed its own -wal or -shm.
        continue
      }
    }
    unlink("\(path)/\(ScratchMark.fileName)")
    guard rmdir(path) == 0 else { throw DiaryError(systemError: errno, path: path) }
  }

  /// Removes the folders that killed processes left in a folder.
  package static func removeLeftovers(in parent: String) {
    let parent = parent.isEmpty ? "." : parent
    // A folder that cannot be read has nothing that could be removed.
    let names = (try? FileManager.default.contentsOfDirectory(atPath: parent)) ?? []
    for name in names where name.hasPrefix(namePrefix) || name.hasPrefix("." + namePrefix) {
      // It is removed when the object goes.
      if let left = leftover("\(parent)/\(name)") { StagingFolder.takeBackSupport(into: left.path) }
    }
  }
}

/// What proves that the program made a folder: the folder's name and inode, written inside it.
private struct ScratchMark {
  static let fileName = "beerdiary-scratch"
  private static let heading = "This temporary folder belongs to beerdiary, which removes it.\n"
  private static let maxByteCount = 4096

  let purpose: ScratchFolder.Purpose
  private let identity: String

  /// - Parameter folder: A descriptor of the folder at `path`.
  init(of folder: Int32, path: String, purpose: ScratchFolder.Purpose) throws(DiaryError) {
    var facts = stat()
    guard fstat(folder, &facts) == 0 else { throw DiaryError(systemError: errno, path: path) }
    self.purpose = purpose
    identity = "name \((path as NSString).lastPathComponent)\ninode \(facts.st_ino)\n"
  }

  /// Reads the mark in a folder; `nil` unless it was written for that folder.
  init?(in folder: Int32, path: String) {
    guard let text = Self.text(in: folder) else { return nil }
    let word = text.dropFirst(Self.heading.count).split(separator: "\n").first?.split(separator: " ").last
    guard let purpose = word.flatMap({ ScratchFolder.Purpose(rawValue: String($0)) }),
      let expected = try? ScratchMark(of: folder, path: path, purpose: purpose), text == expected.text
    else { return nil }
    self = expected
  }

  private var text: String { "\(Self.heading)purpose \(purpose.rawValue)\n\(identity)" }

  private static func text(in folder: Int32) -> String? {
    let descriptor = openat(folder, fileName, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC)
    guard descriptor >= 0 else { return nil }
    let file = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
    var facts = stat()
    guard fstat(descriptor, &facts) == 0, facts.st_mode & S_IFMT == S_IFREG,
      let data = try? file.read(upToCount: maxByteCount)
    else { return nil }
    return String(validating: data, as: UTF8.self)
  }

  func write(into folder: String) throws(DiaryError) {
    let path = "\(folder)/\(Self.fileName)"
    let descriptor = open(path, O_CREAT | O_EXCL | O_WRONLY | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { throw StoreFile.cannotCreate(path) }
    defer { close(descriptor) }
    let bytes = Array(text.utf8)
    guard Foundation.write(descriptor, bytes, bytes.count) == bytes.count else {
      let error = DiaryError(systemError: errno, path: path)
      unlink(path)
      throw error
    }
  }
}
