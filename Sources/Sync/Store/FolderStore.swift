import Foundation
import Glibc
import Synchronization

/// A store in a plain folder: a synchronized folder, a network file system, a USB stick.
///
/// An object is written under a temporary name that is not listed, flushed to the disk, and renamed. Temporary files of
/// killed processes are removed later. Objects are encrypted, so files get the permissions of the umask, and of the
/// folder's group if that may write. Other devices can write to the folder, too, so symbolic links in it are not
/// followed, and a file that changes while it is read counts as one that is not here yet.
package struct FolderStore: ObjectStore {
  private let root: String

  /// Creates a store in an existing folder.
  package init(_ root: String) { self.root = root }

  /// Returns the objects whose names begin with a prefix, without the files of programs that synchronize folders.
  ///
  /// - Throws: ``SyncError/invalidName(_:)``, ``SyncError/system(code:path:)``.
  package func list(_ prefix: String) throws -> [ListedObject] {
    let folder = try ObjectName.folder(ofPrefix: prefix)
    return try withFolder(folder) { descriptor in
      try names(in: descriptor, folder).compactMap { file in
        let name = folder.isEmpty ? file : folder + "/" + file
        guard name.hasPrefix(prefix), ObjectName.isValid(name),
          let size = try status(of: file, in: descriptor, name).flatMap(Self.size)
        else { return nil }
        return ListedObject(name: name, size: size)
      }
    } ?? []
  }

  /// Copies objects into a folder, each to a file with the last part of its name.
  ///
  /// Skips those that do not exist, change while they are read, are no regular files, or are larger than any object can be.
  ///
  /// - Throws: ``SyncError/invalidName(_:)``, ``SyncError/system(code:path:)``; ``SyncError/unreadable(_:)`` for files that
  ///   this user may not read, or that the disk cannot.
  package func get(_ names: [String], into folder: String) throws {
    var unreadable: [String: Int32] = [:]
    for (part, files) in try parts(names.map { ($0, $0) }) {
      try withFolder(part) { descriptor in
        for (file, name) in files {
          do {
            try get(file, of: descriptor, name, to: folder + "/" + file)
          } catch SyncError.system(let code, let path)
            where path == self.path(name) && affectsOnlyFile(code, in: descriptor, named: part)
          {
            unreadable[name] = code
          }
        }
      }
    }
    if !unreadable.isEmpty { throw SyncError.unreadable(unreadable) }
  }

  /// Copies files to the objects with the given names, replacing existing ones.
  ///
  /// Each object appears complete or not at all. Creates the folders of the names, but not that of the store.
  ///
  /// - Throws: ``SyncError/invalidName(_:)``; ``SyncError/unwritable(code:path:)`` for the store,
  ///   ``SyncError/system(code:path:)`` for the files to copy.
  package func put(_ files: [(name: String, path: String)]) throws {
    for (part, files) in try parts(files.map { ($0.name, $0.path) }) {
      do {
        if !part.isEmpty { try makeFolder(part) }
        guard try withFolder(part, { try put(files, into: $0, part) }) != nil else {
          throw SyncError.system(code: ENOENT, path: path(part))
        }
      } catch SyncError.system(let code, let path) where path == root || path.hasPrefix(root + "/") {
        throw SyncError.unwritable(code: code, path: path)
      }
    }
  }

  /// Deletes objects; skips those that do not exist.
  ///
  /// - Throws: ``SyncError/invalidName(_:)``, ``SyncError/system(code:path:)``.
  package func delete(_ names: [String]) throws {
    for (part, files) in try parts(names.map { ($0, $0) }) {
      try withFolder(part) { descriptor in
        for (file, name) in files {
          guard unlinkat(descriptor, file, 0) == 0 || errno == ENOENT else {
            throw SyncError.system(code: errno, path: path(name))
          }
        }
      }
    }
  }

  /// Begins with a period, which no name of an object does and which programs such as Syncthing can be told to ignore.
  static let temporaryPrefix = ".beerdiary-"

  /// The age in seconds after which no process can still be writing a temporary file.
  private static let temporaryAge = 86_400

  // MARK: - Files

  /// Returns whether an error of reading a file affects only that file, and not the whole store.
  ///
  /// - Parameters:
  ///   - code: The `errno`.
  ///   - folder: The descriptor of the file's folder.
  ///   - name: The name of the folder in the store; empty for the store itself.
  private func affectsOnlyFile(_ code: Int32, in folder: Int32, named name: String) -> Bool {
    switch code {
    case EACCES, EPERM: true
    // A disk that fails, or a network file system whose server does not answer, cannot list the folder either.
    case EIO: (try? names(in: folder, name)) != nil
    default: false
    }
  }

  /// Copies an object to a file; leaves no file if the object does not exist, or changes while it is read.
  private func get(_ file: String, of folder: Int32, _ name: String, to target: String) throws {
    let source = openat(folder, file, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC)
    guard source >= 0 else {
      // A symbolic link, or a file that is just being replaced.
      if [ENOENT, ELOOP, ESTALE, ENXIO].contains(errno) { return }
      throw SyncError.system(code: errno, path: path(name))
    }
    defer { close(source) }
    guard let size = Self.size(try status(of: source, path(name))), size <= Limits.sealedObject else {
      return
    }
    let copy = open(target, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o600)
    guard copy >= 0 else { throw SyncError.system(code: errno, path: target) }
    defer { close(copy) }
    let count = try Self.copy(source, path(name), to: copy, target, limit: size)
    if try count != size || Self.size(status(of: source, path(name))) != size { unlink(target) }
  }

  /// Writes objects under temporary names, flushes them to the disk, and renames them.
  private func put(_ files: [(file: String, value: String)], into folder: Int32, _ part: String) throws {
    try removeOldTemporaryFiles(in: folder, part)
    var temporary: [String] = []
    do {
      for (_, source) in files {
        temporary.append(Self.temporaryPrefix + UInt64.random(in: .min ... .max).hexadecimal)
        try write(source, to: temporary[temporary.count - 1], in: folder, part)
      }
      try flush(temporary, in: folder, part)
      for (name, file) in zip(temporary, files) {
        guard renameat(folder, name, folder, file.file) == 0 else {
          throw SyncError.system(code: errno, path: path(part) + "/" + file.file)
        }
      }
    } catch {
      for name in temporary { unlinkat(folder, name, 0) }
      throw error
    }
    try flush(folder, path(part))
  }

  /// Flushes files to the disk at the same time, so that it writes them together.
  private func flush(_ names: [String], in folder: Int32, _ part: String) throws {
    let failure = Mutex<Int32?>(nil)
    DispatchQueue.concurrentPerform(iterations: names.count) { index in
      let descriptor = openat(folder, names[index], O_RDONLY | O_NOFOLLOW | O_CLOEXEC)
      if descriptor < 0 || fsync(descriptor) != 0 {
        let code = errno
        failure.withLock { $0 = code }
      }
      if descriptor >= 0 { close(descriptor) }
    }
    if let code = failure.withLock({ $0 }) { throw SyncError.system(code: code, path: path(part)) }
  }

  /// Copies a file to a new one.
  private func write(_ source: String, to name: String, in folder: Int32, _ part: String) throws {
    let original = open(source, O_RDONLY | O_CLOEXEC)
    guard original >= 0 else { throw SyncError.system(code: errno, path: source) }
    defer { close(original) }
    let copy = openat(folder, name, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o666)
    guard copy >= 0 else { throw SyncError.system(code: errno, path: path(part)) }
    defer { close(copy) }
    try applyGroup(ofFolder: folder, named: part, to: copy, mask: 0o060)
    _ = try Self.copy(original, source, to: copy, path(part), limit: .max)
  }

  private func removeOldTemporaryFiles(in folder: Int32, _ part: String) throws {
    for name in try names(in: folder, part) where name.hasPrefix(Self.temporaryPrefix) {
      guard let status = try status(of: name, in: folder, part), Self.size(status) != nil,
        status.st_mtim.tv_sec < time(nil) - Self.temporaryAge
      else { continue }
      unlinkat(folder, name, 0)
    }
  }

  // MARK: - Folders

  /// Creates a folder of the store if it does not exist, and gives its group the permissions that it lacks.
  private func makeFolder(_ folder: String) throws {
    let isNew = mkdir(path(folder), 0o777) == 0
    // It is the folder of the store that cannot be written.
    guard isNew || errno == EEXIST else { throw SyncError.system(code: errno, path: root) }
    try withFolder("") { store in
      try withFolder(folder) { descriptor in
        // The process that created it may have been killed, or have been that of an earlier version.
        if try isNew || status(of: descriptor, path(folder)).st_uid == geteuid() {
          try applyGroup(ofFolder: store, named: "", to: descriptor, mask: 0o070)
        }
      }
      if isNew { try flush(store, root) }
    }
  }

  /// Gives a file or folder of this user the group of its folder, with the same permissions, if the group may write to the folder.
  ///
  /// Several users can then use a store, whatever their umask. Does nothing if the file system has no permissions, or this
  /// user may not give the group any.
  ///
  /// - Parameters:
  ///   - folder: The descriptor of the folder.
  ///   - name: The name of the folder in the store; empty for the store itself.
  ///   - item: The descriptor of the file or folder.
  ///   - mask: The permissions of the group that the item can get: `0o060` for files, `0o070` for folders.
  private func applyGroup(ofFolder folder: Int32, named name: String, to item: Int32, mask: mode_t) throws {
    let (folder, status) = try (status(of: folder, path(name)), status(of: item, path(name)))
    guard folder.st_mode & S_IWGRP != 0 else { return }
    // Unless the folder has the setgid bit, the item has the group of this user.
    guard status.st_gid == folder.st_gid || fchown(item, .max, folder.st_gid) == 0 else { return }
    let mode = status.st_mode & 0o7777 | folder.st_mode & mask
    if mode != status.st_mode & 0o7777 { fchmod(item, mode) }
  }

  private func path(_ name: String) -> String { name.isEmpty ? root : root + "/" + name }

  /// Returns the folders of objects, with the names of their files, in the order of the first objects.
  private func parts(_ objects: [(name: String, value: String)]) throws -> [(
    folder: String, files: [(file: String, value: String)]
  )] {
    var parts: [(folder: String, files: [(file: String, value: String)])] = []
    for (name, value) in objects {
      guard ObjectName.isValid(name) else { throw SyncError.invalidName(name) }
      let split = name.split(separator: "/").map(String.init)
      let folder = split.count > 1 ? split[0] : ""
      let file = (file: split[split.count - 1], value: value)
      if let index = parts.firstIndex(where: { $0.folder == folder }) {
        parts[index].files.append(file)
      } else {
        parts.append((folder, [file]))
      }
    }
    return parts
  }

  /// Calls a function with the descriptor of a folder; returns `nil` if there is no such folder.
  @discardableResult
  private func withFolder<Result>(_ folder: String, _ body: (Int32) throws -> Result) throws -> Result? {
    // A link instead of a folder in the store could lead anywhere; the store itself is where the user says.
    let descriptor = open(
      path(folder), O_RDONLY | O_DIRECTORY | O_CLOEXEC | (folder.isEmpty ? 0 : O_NOFOLLOW))
    guard descriptor >= 0 else {
      guard errno == ENOENT else { throw SyncError.system(code: errno, path: path(folder)) }
      return nil
    }
    defer { close(descriptor) }
    return try body(descriptor)
  }

  /// Returns the names in a folder.
  private func names(in folder: Int32, _ name: String) throws -> [String] {
    let descriptor = openat(folder, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard descriptor >= 0 else { throw SyncError.system(code: errno, path: path(name)) }
    guard let stream = fdopendir(descriptor) else {
      defer { close(descriptor) }
      throw SyncError.system(code: errno, path: path(name))
    }
    defer { closedir(stream) }
    var names: [String] = []
    errno = 0
    while let entry = readdir(stream) {
      names.append(
        withUnsafePointer(to: &entry.pointee.d_name) {
          $0.withMemoryRebound(to: CChar.self, capacity: Int(entry.pointee.d_reclen)) { String(cString: $0) }
        })
      errno = 0
    }
    guard errno == 0 else { throw SyncError.system(code: errno, path: path(name)) }
    return names
  }

  /// Returns the status of a file or a link in a folder; `nil` if there is none.
  private func status(of file: String, in folder: Int32, _ name: String) throws -> stat? {
    var status = stat()
    guard fstatat(folder, file, &status, AT_SYMLINK_NOFOLLOW) == 0 else {
      guard errno == ENOENT else { throw SyncError.system(code: errno, path: path(name)) }
      return nil
    }
    return status
  }

  private func status(of descriptor: Int32, _ path: String) throws -> stat {
    var status = stat()
    guard fstat(descriptor, &status) == 0 else { throw SyncError.system(code: errno, path: path) }
    return status
  }

  /// Returns the size of a regular file in bytes; `nil` for anything else.
  private static func size(_ status: stat) -> Int? {
    status.st_mode & S_IFMT == S_IFREG ? Int(status.st_size) : nil
  }

  /// Returns the size of a regular file in bytes; `nil` if there is none.
  static func fileSize(_ path: String) throws -> Int? {
    var status = stat()
    guard lstat(path, &status) == 0 else {
      guard errno == ENOENT || errno == ENOTDIR else { throw SyncError.system(code: errno, path: path) }
      return nil
    }
    return size(status)
  }

  /// Flushes the names in a folder to the disk, if the file system supports it.
  private func flush(_ folder: Int32, _ path: String) throws {
    guard fsync(folder) == 0 || errno == EINVAL else { throw SyncError.system(code: errno, path: path) }
  }

  /// Copies at most `limit` bytes, and returns the number of bytes.
  private static func copy(
    _ source: Int32, _ sourcePath: String, to target: Int32, _ targetPath: String, limit: Int
  ) throws -> Int {
    let size = 256 << 10
    var buffer = [UInt8](repeating: 0, count: size)
    var copied = 0
    while copied < limit {
      let count = read(source, &buffer, min(size, limit - copied))
      if count < 0, errno == EINTR { continue }
      guard count >= 0 else { throw SyncError.system(code: errno, path: sourcePath) }
      if count == 0 { break }
      try buffer.withUnsafeBytes { try write($0.prefix(count), to: target, targetPath) }
      copied += count
    }
    return copied
  }

  /// Writes a temporary file, without flushing it to the disk as `Data.write(to:)` does.
  static func write(_ bytes: Data, to path: String) throws {
    let file = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o600)
    guard file >= 0 else { throw SyncError.system(code: errno, path: path) }
    defer { close(file) }
    try bytes.withUnsafeBytes { try write($0[...], to: file, path) }
  }

  private static func write(_ bytes: Slice<UnsafeRawBufferPointer>, to target: Int32, _ path: String) throws {
    var rest = UnsafeRawBufferPointer(rebasing: bytes)
    while !rest.isEmpty {
      let count = Glibc.write(target, rest.baseAddress, rest.count)
      guard count > 0 || errno == EINTR else { throw SyncError.system(code: errno, path: path) }
      rest = UnsafeRawBufferPointer(rebasing: rest.dropFirst(max(count, 0)))
    }
  }
}
