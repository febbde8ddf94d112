import Foundation

/// Paths, sizes and creation of store files and their folders.
package enum StoreFile {
  /// Throws `.hardLinked` if a file has several names: SQLite would keep a separate -wal for each.
  ///
  /// - Parameter name: The file as the user named it.
  /// - Throws: `StoreError` as well if the file cannot be examined; nothing if there is no file.
  package static func refuseHardLinks(_ file: String, as name: String) throws(StoreError) {
    guard try hasOtherNames(file, as: name) else { return }
    // Where files cannot be renamed without replacing others, a process that was killed while it moved a finished file
    // out of its scratch folder has left the name in there.
    ScratchFolder.removeLeftovers(in: (resolved(file) as NSString).deletingLastPathComponent)
    if try hasOtherNames(file, as: name) { throw .hardLinked(path: name) }
  }

  private static func hasOtherNames(_ file: String, as name: String) throws(StoreError) -> Bool {
    var status = stat()
    guard stat(file, &status) == 0 else {
      if errno == ENOENT || errno == ENOTDIR { return false }
      throw StoreError(systemError: errno, path: name)
    }
    return status.st_nlink > 1
  }

  /// Returns a path with all symbolic links resolved; the path itself if nothing exists there.
  ///
  /// The -wal, the journal and Core Data's image folder are next to the file, not next to a link to it.
  package static func resolved(_ path: String) -> String {
    guard let real = realpath(path, nil) else { return path }
    defer { free(real) }
    return String(cString: real)
  }

  /// Returns a path with all symbolic links resolved; if nothing exists there, those of its folder.
  package static func resolvedDestination(_ path: String) -> String {
    guard size(path) == nil else { return resolved(path) }
    let folder = (path as NSString).deletingLastPathComponent
    return (resolved(folder) as NSString).appendingPathComponent((path as NSString).lastPathComponent)
  }

  /// Creates an empty file (mode 0600), and its folder (mode 0700) if it is missing; keeps a file that exists.
  ///
  /// SQLite gives the -wal and -shm the same permissions.
  ///
  /// - Throws: `.cannotCreate`, `.permissionDenied` or `.diskFull`.
  package static func create(_ path: String) throws(StoreError) {
    try makeFolder((path as NSString).deletingLastPathComponent)
    let descriptor = open(path, O_CREAT | O_EXCL | O_RDWR | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else {
      if errno == EEXIST { return }
      throw cannotCreate(path)
    }
    close(descriptor)
  }

  /// Returns the path of a store's file and the paths of all its sidecars, whether they exist or not.
  ///
  /// - Parameter file: The path with symbolic links resolved.
  package static func withSidecars(_ file: String) -> [String] {
    [file] + StoreSidecar.allCases.map { $0.path(of: file) }
  }

  /// Returns whether two paths lead to the same file; `false` if one of them does not exist.
  package static func isSame(_ one: String, _ other: String) -> Bool {
    guard let identity = FileIdentity(path: one) else { return false }
    return identity == FileIdentity(path: other)
  }

  /// Returns the size of a file or folder in bytes; `nil` if nothing exists at the path or it cannot be examined.
  ///
  /// Follows symbolic links.
  package static func size(_ path: String) -> Int? {
    var status = stat()
    return stat(path, &status) == 0 ? Int(status.st_size) : nil
  }

  /// Returns the size of a regular file in bytes; `nil` for anything else, such as a symbolic link to a file.
  package static func regularFileSize(_ path: String) -> Int? {
    var status = stat()
    return lstat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFREG ? Int(status.st_size) : nil
  }

  /// Creates a folder and the missing ones above it (mode 0700); does nothing if it exists.
  ///
  /// - Throws: `.cannotCreate`, `.permissionDenied` or `.diskFull`.
  package static func makeFolder(_ folder: String) throws(StoreError) {
    var status = stat()
    if folder.isEmpty { return }
    if stat(folder, &status) == 0 { return }
    try makeFolder((folder as NSString).deletingLastPathComponent)
    guard mkdir(folder, 0o700) == 0 || errno == EEXIST else { throw cannotCreate(folder) }
  }

  /// Waits until the contents of a file, or the names in a folder, are on the disk: fsync(2).
  ///
  /// - Parameter path: Empty for the current folder.
  /// - Throws: `StoreError`, such as `.inputOutput`.
  package static func synchronize(_ path: String) throws(StoreError) {
    let descriptor = open(path.isEmpty ? "." : path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw StoreError(systemError: errno, path: path) }
    defer { close(descriptor) }
    // Some file systems cannot synchronize folders.
    guard fsync(descriptor) == 0 || errno == EINVAL else { throw StoreError(systemError: errno, path: path) }
  }

  /// Returns the error for a file that could not be created, according to `errno`.
  package static func cannotCreate(_ path: String) -> StoreError {
    switch errno {
    case EACCES, EPERM: .permissionDenied(path: path)
    case ENOSPC, EDQUOT, EFBIG: .diskFull(path: path)
    default: .cannotCreate(path: path, reason: String(cString: strerror(errno)))
    }
  }

  /// Returns the folder in which Core Data keeps large images as files of their own; it may not exist.
  package static func externalDataFolder(ofStore path: String) -> String {
    supportFolder(ofStore: path) + "/_EXTERNAL_DATA"
  }

  /// Returns Core Data's folder next to a store, such as `.diary_SUPPORT` for `diary.sqlite`; it may not exist.
  package static func supportFolder(ofStore path: String) -> String {
    let url = path as NSString
    let name = (url.lastPathComponent as NSString).deletingPathExtension
    return (url.deletingLastPathComponent as NSString).appendingPathComponent(".\(name)_SUPPORT")
  }
}
