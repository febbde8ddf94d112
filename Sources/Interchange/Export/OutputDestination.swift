import DiaryStore
import Foundation
import SQLiteKit

/// A destination of output, after checks that protect the user's other files.
///
/// Every path that a user names for output becomes one of these before anything is written:
///
/// - `-` is standard output.
/// - Symbolic links are followed: the target is written, and the link stays.
/// - A FIFO or a device is written to, never replaced.
/// - Protected files are refused, whatever path or hard link leads to them. So are databases, which no text may
///   replace.
///
/// The caller decides whether an existing file may be replaced.
package enum OutputDestination: Hashable, Sendable {
  /// Standard output, which the path `-` means.
  case standardOutput
  /// A file that the program was started with, such as `/dev/fd/3`.
  case descriptor(Int32)
  /// A FIFO, a terminal or another device.
  case stream(path: String)
  /// Nothing exists there yet; the path has no symbolic link at its end.
  case newFile(path: String)
  /// A regular file; the path has no symbolic link at its end.
  case existingFile(path: String)

  /// Checks that output may be written to a path; `-` is standard output.
  ///
  /// - Parameter replaces: Whether the caller would replace an existing file; a database is then refused.
  /// - Throws: `ExportError` if nothing may or can be written there.
  package init(_ path: String, protecting protected: ProtectedFiles, replaces: Bool = true)
    throws(ExportError)
  {
    let file = path == "-" ? "/dev/fd/\(STDOUT_FILENO)" : try LinkedPath.end(of: path)
    if let descriptor = LinkedPath.descriptor(file) {
      guard let identity = FileIdentity(descriptor: descriptor) else { throw ExportError(lastErrorAt: path) }
      if let reason = protected.reason(against: identity) { throw ExportError(path: path, reason: reason) }
      self = descriptor == STDOUT_FILENO ? .standardOutput : .descriptor(descriptor)
      return
    }
    if let reason = protected.reason(against: file) ?? DatabaseCompanion.reason(against: file) {
      throw ExportError(path: path, reason: reason)
    }
    self = try Self.destination(file, named: path, replaces)
  }

  /// Checks a folder to which files will be added, and which will be created if it does not exist.
  ///
  /// - Throws: `ExportError` if nothing may or can be added there.
  package static func checkFolder(_ path: String, protecting protected: ProtectedFiles) throws(ExportError) {
    if path == "-" { throw ExportError(path: path, reason: "photos require a folder") }
    var named = path
    while named.count > 1, named.hasSuffix("/") { named.removeLast() }
    let folder = try LinkedPath.end(of: named)
    let reason =
      protected.reason(against: folder) ?? protected.reason(against: folder + "/.")
      ?? DatabaseCompanion.reason(against: folder) ?? DatabaseCompanion.reason(against: folder + "/.")
    if let reason {
      throw ExportError(path: path, reason: reason)
    }
    var status = stat()
    if stat(folder, &status) == 0, status.st_mode & S_IFMT != S_IFDIR {
      throw ExportError(path: path, reason: "it is not a folder")
    }
  }

  private static func destination(_ file: String, named path: String, _ replaces: Bool) throws(ExportError)
    -> OutputDestination
  {
    if access(file, F_OK) == 0 {
      // A program that was killed while it replaced the file may have left a hard link to it in a folder.
      ScratchFolder.removeLeftovers(in: FilePath(file).folder)
    }
    var status = stat()
    guard stat(file, &status) == 0 else {
      guard errno == ENOENT, !file.hasSuffix("/") else { throw ExportError(lastErrorAt: path) }
      // The folder is not created, because the path is more likely mistyped.
      let folder = FilePath(file).folder
      guard FileIdentity(path: folder) != nil else {
        throw ExportError(path: path, reason: "there is no folder \(folder)")
      }
      return .newFile(path: file)
    }
    switch status.st_mode & S_IFMT {
    case S_IFREG:
      guard replaces else { return .existingFile(path: file) }
      if DatabaseCompanion.isDatabase(file) {
        throw ExportError(path: path, reason: "it is a database, and databases are never replaced")
      }
      // The other name would still have the old content.
      if status.st_nlink > 1 {
        throw ExportError(
          path: path, reason: "it has another name (a hard link), which would keep the old content")
      }
      return .existingFile(path: file)
    case S_IFDIR: throw ExportError(path: path, reason: "it is a folder")
    case S_IFBLK: throw ExportError(path: path, reason: "it is a block device")
    default: return .stream(path: file)
    }
  }
}

/// Follows the symbolic links at the end of a path, to a file that does not have to exist.
package enum LinkedPath {
  /// The number of links in one path that Linux follows.
  private static let maxLinks = 40

  /// Returns the path at the end of all links.
  ///
  /// - Throws: `ExportError` if the links go in a circle.
  package static func end(of path: String) throws(ExportError) -> String {
    var file = path
    for _ in 0...maxLinks {
      // `/dev/fd/3` is itself a link, but the open file that it leads to may have no path.
      guard descriptor(file) == nil, let target = target(of: file) else { return file }
      file = target.hasPrefix("/") ? target : FilePath(file).folder + "/" + target
    }
    throw ExportError(path: path, reason: String(cString: strerror(ELOOP)))
  }

  /// Returns the file descriptor that a path such as `/dev/fd/3` or `/dev/stdout` names; `nil` for any other path.
  package static func descriptor(_ path: String) -> Int32? {
    // Containers do not always have these links, and without them root would create a file in `/dev`.
    switch path {
    case "/dev/stdin": return STDIN_FILENO
    case "/dev/stdout": return STDOUT_FILENO
    case "/dev/stderr": return STDERR_FILENO
    default: break
    }
    for folder in ["/dev/fd/", "/proc/self/fd/", "/proc/\(getpid())/fd/"] where path.hasPrefix(folder) {
      return Int32(path.dropFirst(folder.count))
    }
    return nil
  }

  /// Returns the target of a symbolic link; `nil` if the path is not one.
  private static func target(of path: String) -> String? {
    var characters = [CChar](repeating: 0, count: Int(PATH_MAX))
    let count = readlink(path, &characters, characters.count)
    guard count > 0 else { return nil }
    return String(decoding: characters.prefix(count).map(UInt8.init(bitPattern:)), as: UTF8.self)
  }
}
