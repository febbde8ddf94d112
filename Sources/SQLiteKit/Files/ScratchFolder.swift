import Foundation
import Synchronization

/// A private temporary folder.
///
/// It has a random name and mode 0700, and stays locked while its process lives. A marker file inside records the
/// folder's name and inode; leftovers of killed processes are removed only if the marker matches.
package final class ScratchFolder: Sendable {
  /// What a folder is for.
  package enum Purpose: String, Sendable {
    /// A file that is built next to its destination.
    case staging
    /// A copy of a store, to read it without changing it.
    case storeCopy = "copy"
    /// The sample diary.
    case demo
    /// Photos that another program shows.
    case openedPhoto = "photo"
    /// A text in the user's editor. Another process never removes them: they may be the only copy.
    case editedNotes = "notes"
  }

  /// The path of the folder.
  package let path: String
  private let descriptor: Int32
  private let isKept = Atomic(false)

  /// Where programs put temporary files: `$TMPDIR`, or else `/tmp`.
  package static var temporaryParent: String { FileManager.default.temporaryDirectory.path }

  /// Creates a folder.
  ///
  /// - Parameter parent: The folder to create it in, which must exist; empty for the current one.
  /// - Throws: `.cannotCreate`, `.permissionDenied` or `.diskFull`.
  package convenience init(in parent: String, for purpose: Purpose) throws(StoreError) {
    let parent = parent.isEmpty ? "." : parent
    // Next to the user's files it is hidden; elsewhere not, since some programs cannot open files in hidden folders.
    let prefix = purpose == .staging ? "." : ""
    let template = "\(parent)/\(prefix)\(Self.namePrefix)\(purpose.rawValue)-XXXXXX"
    let (path, descriptor) = try Self.makeMarkedFolder(template, in: parent, purpose)
    self.init(path, descriptor)
  }

  private static let maxAttempts = 10

  private static func makeMarkedFolder(_ template: String, in parent: String, _ purpose: Purpose)
    throws(StoreError) -> (path: String, descriptor: Int32)
  {
    var attempt = 1
    while true {
      let path = try makeFolder(template, in: parent)
      do throws(StoreError) {
        return (path, try markedFolder(path, purpose))
      } catch {
        // Another process may have removed the folder before it was locked; see `removeUnmarkedFolder`.
        guard attempt < maxAttempts else { throw error }
        attempt += 1
      }
    }
  }

  private static func makeFolder(_ template: String, in parent: String) throws(StoreError) -> String {
    var template = Array(template.utf8CString)
    guard mkdtemp(&template) != nil else { throw StoreFile.cannotCreate(parent) }
    return String(decoding: template.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self)
  }

  private init(_ path: String, _ descriptor: Int32) {
    self.path = path
    self.descriptor = descriptor
  }

  /// Locks a new folder and writes its marker; removes the folder if that fails.
  private static func markedFolder(_ path: String, _ purpose: Purpose) throws(StoreError) -> Int32 {
    let descriptor = open(path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
    guard descriptor >= 0 else {
      let error = StoreFile.cannotCreate(path)
      rmdir(path)
      throw error
    }
    do throws(StoreError) {
      try lock(descriptor, of: path)
      try OwnershipMarker(of: descriptor, path: path, purpose: purpose).write(into: path)
    } catch {
      close(descriptor)
      rmdir(path)
      throw error
    }
    return descriptor
  }

  /// Locks a new folder, and waits while another process looks whether it can be removed.
  ///
  /// - Throws: `.cannotCreate` if that process removed the folder.
  private static func lock(_ descriptor: Int32, of path: String) throws(StoreError) {
    // On a file system without locks, no other process removes the folder: it cannot lock it either.
    while flock(descriptor, LOCK_EX) != 0, errno == EINTR {}
    var opened = stat()
    var current = stat()
    guard fstat(descriptor, &opened) == 0, lstat(path, &current) == 0, opened.st_ino == current.st_ino,
      opened.st_dev == current.st_dev
    else { throw StoreFile.cannotCreate(path) }
  }

  /// Returns the folder of a killed process; `nil` unless its marker matches and it can be locked.
  private static func abandonedFolder(at path: String) -> ScratchFolder? {
    let descriptor = open(path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
    guard descriptor >= 0 else { return nil }
    var status = stat()
    guard fstat(descriptor, &status) == 0, status.st_uid == geteuid(),
      flock(descriptor, LOCK_EX | LOCK_NB) == 0,
      let marker = OwnershipMarker(in: descriptor, path: path), marker.purpose != .editedNotes
    else {
      close(descriptor)
      return nil
    }
    return ScratchFolder(path, descriptor)
  }

  deinit {
    defer { close(descriptor) }
    if isKept.load(ordering: .relaxed) { return }
    // If this fails, the next process removes the folder.
    try? remove()
  }

  /// Keeps the folder after this object and the process are gone; the caller tells the user its path.
  package func keep() { isKept.store(true, ordering: .relaxed) }

  private static let namePrefix = "beerdiary-"

  /// Returns whether a path leads to or into a scratch folder, judged by its name only.
  static func isWithin(_ path: String) -> Bool {
    path.split(separator: "/").contains { $0.hasPrefix(namePrefix) || $0.hasPrefix("." + namePrefix) }
  }

  /// Removes the folder and its contents, unless ``keep()`` was called; does nothing if it does not exist.
  ///
  /// The marker is removed last, so that another process can finish a removal that was killed.
  ///
  /// - Throws: `CocoaError` or `StoreError` if an item cannot be removed.
  package func remove() throws {
    if isKept.load(ordering: .relaxed) { return }
    guard StoreFile.size(path) != nil else { return }
    let manager = FileManager.default
    for name in try manager.contentsOfDirectory(atPath: path) where name != OwnershipMarker.fileName {
      let item = "\(path)/\(name)"
      do {
        try manager.removeItem(atPath: item)
      } catch  where !AtomicRename.itemExists(atPath: item) {
        // SQLite has removed its own -wal or -shm.
        continue
      }
    }
    unlink("\(path)/\(OwnershipMarker.fileName)")
    guard rmdir(path) == 0 else { throw StoreError(systemError: errno, path: path) }
  }

  /// Removes the folders that killed processes left in the folder of a store.
  package static func removeLeftovers(nextTo path: String) {
    removeLeftovers(in: (StoreFile.resolved(path) as NSString).deletingLastPathComponent)
  }

  /// Removes the folders that killed processes left in a folder.
  package static func removeLeftovers(in parent: String) {
    let parent = parent.isEmpty ? "." : parent
    // A folder that cannot be read has nothing that could be removed.
    let names = (try? FileManager.default.contentsOfDirectory(atPath: parent)) ?? []
    for name in names where name.hasPrefix(namePrefix) || name.hasPrefix("." + namePrefix) {
      let path = "\(parent)/\(name)"
      // `deinit` removes it.
      if let left = abandonedFolder(at: path) {
        StagingFolder.rollBackSupportFolder(into: left.path)
      } else {
        removeUnmarkedFolder(at: path)
      }
    }
  }
}

extension ScratchFolder {
  /// Removes the folder of a process that was killed before it wrote the marker, or after it removed it.
  ///
  /// The folder must be empty but for a part of the marker, unlocked, the user's, and have a name that this program
  /// gives.
  private static func removeUnmarkedFolder(at path: String) {
    guard let purpose = purpose(ofName: (path as NSString).lastPathComponent) else { return }
    let descriptor = open(path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
    guard descriptor >= 0 else { return }
    defer { close(descriptor) }
    var status = stat()
    guard fstat(descriptor, &status) == 0, status.st_uid == geteuid(), status.st_mode & 0o777 == 0o700,
      flock(descriptor, LOCK_EX | LOCK_NB) == 0
    else { return }
    if OwnershipMarker.isUnfinished(in: descriptor, path: path, purpose: purpose),
      (try? FileManager.default.contentsOfDirectory(atPath: path)) == [OwnershipMarker.fileName]
    {
      unlinkat(descriptor, OwnershipMarker.fileName, 0)
    }
    // Fails unless the folder is empty.
    rmdir(path)
  }

  /// The purpose in a name that `mkdtemp` made; `nil` if a person may have chosen the name, such as
  /// `beerdiary-photo-export`.
  private static func purpose(ofName name: String) -> Purpose? {
    guard let parts = name.wholeMatch(of: /(\.?)beerdiary-([a-z]+)-([A-Za-z0-9]{6})/),
      let purpose = Purpose(rawValue: String(parts.2)), parts.1.isEmpty == (purpose != .staging),
      !parts.3.allSatisfy(\.isLowercase)
    else { return nil }
    return purpose
  }
}

/// A file with the folder's name and inode, which proves that the program created the folder.
private struct OwnershipMarker {
  static let fileName = "beerdiary-scratch"
  private static let heading = "This temporary folder belongs to beerdiary, which removes it.\n"
  private static let maxByteCount = 4096

  let purpose: ScratchFolder.Purpose
  private let identity: String

  /// Creates the marker for an open folder.
  ///
  /// - Parameter folder: A descriptor of the folder at `path`.
  init(of folder: Int32, path: String, purpose: ScratchFolder.Purpose) throws(StoreError) {
    var status = stat()
    guard fstat(folder, &status) == 0 else { throw StoreError(systemError: errno, path: path) }
    self.purpose = purpose
    identity = "name \((path as NSString).lastPathComponent)\ninode \(status.st_ino)\n"
  }

  /// Reads the marker in a folder; `nil` unless it was written for that folder.
  init?(in folder: Int32, path: String) {
    guard let text = Self.text(in: folder) else { return nil }
    let word = text.dropFirst(Self.heading.count).split(separator: "\n").first?.split(separator: " ").last
    guard let purpose = word.flatMap({ ScratchFolder.Purpose(rawValue: String($0)) }),
      let expected = try? OwnershipMarker(of: folder, path: path, purpose: purpose), text == expected.text
    else { return nil }
    self = expected
  }

  /// Returns whether the marker of a folder lacks its end, as its process was killed while it wrote it.
  static func isUnfinished(in folder: Int32, path: String, purpose: ScratchFolder.Purpose) -> Bool {
    guard let text = text(in: folder), let whole = try? Self(of: folder, path: path, purpose: purpose).text
    else { return false }
    return text != whole && whole.hasPrefix(text)
  }

  private var text: String { "\(Self.heading)purpose \(purpose.rawValue)\n\(identity)" }

  private static func text(in folder: Int32) -> String? {
    let descriptor = openat(folder, fileName, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC)
    guard descriptor >= 0 else { return nil }
    let file = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
    var status = stat()
    guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG,
      let data = try? (file.read(upToCount: maxByteCount) ?? Data())
    else { return nil }
    return String(validating: data, as: UTF8.self)
  }

  func write(into folder: String) throws(StoreError) {
    let path = "\(folder)/\(Self.fileName)"
    let descriptor = open(path, O_CREAT | O_EXCL | O_WRONLY | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { throw StoreFile.cannotCreate(path) }
    defer { close(descriptor) }
    let bytes = Array(text.utf8)
    guard Foundation.write(descriptor, bytes, bytes.count) == bytes.count else {
      let error = StoreError(systemError: errno, path: path)
      unlink(path)
      throw error
    }
  }
}
