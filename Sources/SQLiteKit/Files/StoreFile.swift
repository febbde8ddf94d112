import Foundation

/// The store's file and folder on disk.
package enum StoreFile {
  /// Refuses a file with several names: each name would get a -wal of its own.
  ///
  /// - Throws: `.hardLinked`.
  package static func refuseHardLinks(_ file: String, as name: String) throws(StoreError) {
    var facts = stat()
    if stat(file, &facts) == 0, facts.st_nlink > 1 { throw .hardLinked(path: name) }
  }

  /// The file that a path names, behind every link; the path itself where there is none.
  ///
  /// The -wal, the journal and Core Data's folder of external images lie beside the file and not beside a link to it.
  package static func resolved(_ path: String) -> String {
    guard let real = realpath(path, nil) else { return path }
    defer { free(real) }
    return String(cString: real)
  }

  /// The same for a file that need not be there yet: its folder behind every link.
  package static func resolvedToBe(_ path: String) -> String {
    guard fileSize(path) == nil else { return resolved(path) }
    let folder = (path as NSString).deletingLastPathComponent
    return (resolved(folder) as NSString).appendingPathComponent((path as NSString).lastPathComponent)
  }

  /// Makes an empty file that only its owner can read, in a folder of the same kind.
  ///
  /// SQLite gives the -wal and -shm the permissions of the file. A file that appears meanwhile is left as it is.
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

  /// Whether two paths lead to the same file.
  package static func isSame(_ one: String, _ other: String) -> Bool {
    guard let identity = FileIdentity(path: one) else { return false }
    return identity == FileIdentity(path: other)
  }

  /// The size of a regular file; `nil` for anything else, such as a symbolic link to one.
  package static func unlinkedSize(_ path: String) -> Int? {
    var info = stat()
    return lstat(path, &info) == 0 && info.st_mode & S_IFMT == S_IFREG ? Int(info.st_size) : nil
  }

  /// Makes a folder that only its owner can read, with those above it; nothing where it is there.
  package static func makeFolder(_ folder: String) throws(StoreError) {
    var info = stat()
    if folder.isEmpty { return }
    if stat(folder, &info) == 0 { return }
    try makeFolder((folder as NSString).deletingLastPathComponent)
    guard mkdir(folder, 0o700) == 0 || errno == EEXIST else { throw cannotCreate(folder) }
  }

  /// Waits until what was written to a file, or which files are in a folder, is on the disk.
  package static func synchronize(_ path: String) throws(StoreError) {
    let descriptor = open(path.isEmpty ? "." : path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw StoreError(systemError: errno, path: path) }
    defer { close(descriptor) }
    // Some file systems cannot do it for folders.
    guard fsync(descriptor) == 0 || errno == EINVAL else { throw StoreError(systemError: errno, path: path) }
  }

  /// What the last system call that failed means for a file that was to be made.
  package static func cannotCreate(_ path: String) -> StoreError {
    switch errno {
    case EACCES, EPERM: .permissionDenied(path: path)
    case ENOSPC, EDQUOT, EFBIG: .diskFull(path: path)
    default: .cannotCreate(path: path, reason: String(cString: strerror(errno)))
    }
  }

  /// Where Core Data keeps the images of a store that are files of their own.
  package static func externalDataFolder(ofStore path: String) -> String {
    supportFolder(ofStore: path) + "/_EXTERNAL_DATA"
  }

  /// Core Data's own folder beside a store.
  package static func supportFolder(ofStore path: String) -> String {
    let url = path as NSString
    let name = (url.lastPathComponent as NSString).deletingPathExtension
    return (url.deletingLastPathComponent as NSString).appendingPathComponent(".\(name)_SUPPORT")
  }
}
