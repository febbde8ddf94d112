import Foundation
import Glibc

/// A store in a plain folder: a synchronized folder, a network file system, a USB stick.
///
/// An object is written under a temporary name that is not listed, flushed to the disk, and renamed. Temporary files of
/// killed processes are removed later.
package struct FolderStore: ObjectStore {
  private let root: String

  /// Creates a store in an existing folder.
  package init(_ root: String) { self.root = root }

  /// Returns the objects whose names begin with a prefix, without the files of programs that synchronize folders.
  package func list(_ prefix: String) throws -> [ListedObject] {
    let folder = prefix.split(separator: "/", omittingEmptySubsequences: false).dropLast().joined(
      separator: "/")
    guard folder.isEmpty || ObjectName.isValid(folder) else { throw SyncError.invalidName(prefix) }
    return try Self.names(in: path(folder)).compactMap { file in
      let name = folder.isEmpty ? file : folder + "/" + file
      guard name.hasPrefix(prefix), ObjectName.isValid(name), let size = try Self.fileSize(path(name))
      else {
        return nil
      }
      return ListedObject(name: name, size: size)
    }
  }

  package func get(_ names: [String], into folder: String) throws {
    for name in names {
      try check(name)
      guard try Self.fileSize(path(name)) != nil else { continue }
      let target = folder + "/" + URL(fileURLWithPath: path(name)).lastPathComponent
      try Data(contentsOf: URL(fileURLWithPath: path(name))).write(to: URL(fileURLWithPath: target))
    }
  }

  package func put(_ files: [(name: String, path: String)]) throws {
    for (name, source) in files {
      try check(name)
      let target = path(name)
      let folder = URL(fileURLWithPath: target).deletingLastPathComponent().path
      if mkdir(folder, 0o700) != 0, errno != EEXIST { throw SyncError.system(code: errno, path: folder) }
      try removeOldTemporaryFiles(in: folder)
      let temporary = folder + "/" + Self.temporaryPrefix + UInt64.random(in: .min ... .max).hexadecimal
      do {
        try Self.write(Data(contentsOf: URL(fileURLWithPath: source)), to: temporary)
        guard rename(temporary, target) == 0 else { throw SyncError.system(code: errno, path: target) }
      } catch {
        unlink(temporary)
        throw error
      }
      try Self.flush(folder)
    }
  }

  package func delete(_ names: [String]) throws {
    for name in names {
      try check(name)
      guard unlink(path(name)) == 0 || errno == ENOENT else {
        throw SyncError.system(code: errno, path: path(name))
      }
    }
  }

  /// Begins with a period, which no name of an object does and which programs such as Syncthing can be told to ignore.
  static let temporaryPrefix = ".beerdiary-"

  /// The age in seconds after which no process can still be writing a temporary file.
  private static let temporaryAge = 86_400

  private func path(_ name: String) -> String { name.isEmpty ? root : root + "/" + name }

  private func check(_ name: String) throws {
    guard ObjectName.isValid(name) else { throw SyncError.invalidName(name) }
  }

  private func removeOldTemporaryFiles(in folder: String) throws {
    for name in try Self.names(in: folder) where name.hasPrefix(Self.temporaryPrefix) {
      var status = stat()
      let file = folder + "/" + name
      guard lstat(file, &status) == 0, status.st_mode & S_IFMT == S_IFREG,
        status.st_mtim.tv_sec < time(nil) - Self.temporaryAge
      else { continue }
      unlink(file)
    }
  }

  /// Returns the names in a folder; empty if the folder does not exist.
  private static func names(in folder: String) throws -> [String] {
    guard let stream = opendir(folder) else {
      guard errno == ENOENT else { throw SyncError.system(code: errno, path: folder) }
      return []
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
    guard errno == 0 else { throw SyncError.system(code: errno, path: folder) }
    return names
  }

  /// Returns the size of a regular file in bytes; `nil` if there is none.
  static func fileSize(_ path: String) throws -> Int? {
    var status = stat()
    guard lstat(path, &status) == 0 else {
      guard errno == ENOENT || errno == ENOTDIR else { throw SyncError.system(code: errno, path: path) }
      return nil
    }
    return status.st_mode & S_IFMT == S_IFREG ? Int(status.st_size) : nil
  }

  /// Writes a new file and flushes it to the disk.
  private static func write(_ bytes: Data, to path: String) throws {
    let descriptor = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { throw SyncError.system(code: errno, path: path) }
    defer { close(descriptor) }
    try bytes.withUnsafeBytes { buffer in
      var written = 0
      while written < buffer.count {
        let count = Glibc.write(
          descriptor, buffer.baseAddress?.advanced(by: written), buffer.count - written)
        guard count > 0 || errno == EINTR else { throw SyncError.system(code: errno, path: path) }
        written += max(count, 0)
      }
    }
    guard fsync(descriptor) == 0 else { throw SyncError.system(code: errno, path: path) }
  }

  /// Flushes the names in a folder to the disk, if the file system supports it.
  private static func flush(_ folder: String) throws {
    let descriptor = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard descriptor >= 0 else { throw SyncError.system(code: errno, path: folder) }
    defer { close(descriptor) }
    guard fsync(descriptor) == 0 || errno == EINVAL else { throw SyncError.system(code: errno, path: folder) }
  }
}
