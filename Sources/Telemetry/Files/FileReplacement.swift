import Glibc

/// Replaces a file atomically: other processes see the old file or the new one, never a part.
///
/// Does not wait for the disk: after a power cut, an old queue is as good as a new one. Call it under the queue's lock,
/// so that no other process replaces a file; leftovers of killed processes are removed.
///
/// - Returns: The identity of the new file.
/// - Throws: `TelemetryError`; the old file stays.
@discardableResult
func replaceFile(at path: String, with bytes: [UInt8]) throws(TelemetryError) -> OpenFile.Identity {
  removeLeftovers(of: path)
  let digits = String(UInt64.random(in: .min ... .max), radix: 16)
  let temporary = "\(path).\(String(repeating: "0", count: temporaryDigitCount - digits.count))\(digits)"
  let output = try OpenFile(temporary, flags: O_WRONLY | O_CREAT | O_EXCL)
  do throws(TelemetryError) {
    try output.writeAll(bytes)
    guard rename(temporary, path) == 0 else { throw TelemetryError(.write, path) }
    return try output.identity()
  } catch {
    unlink(temporary)
    throw error
  }
}

/// The number of random hexadecimal digits after the name of a temporary file.
private let temporaryDigitCount = 16

/// Removes temporary files of killed processes.
///
/// Only regular files of the user with exactly such a name are removed.
private func removeLeftovers(of path: String) {
  guard let slash = path.lastIndex(of: "/") else { return }
  let prefix = path[path.index(after: slash)...] + "."
  guard let folder = opendir(String(path[...slash])) else { return }
  defer { closedir(folder) }
  while let entry = readdir(folder) {
    let name = withUnsafePointer(to: &entry.pointee.d_name) {
      $0.withMemoryRebound(to: CChar.self, capacity: Int(entry.pointee.d_reclen)) { String(cString: $0) }
    }
    let digits = name.dropFirst(prefix.count)
    guard name.hasPrefix(prefix), digits.utf8.count == temporaryDigitCount,
      digits.utf8.allSatisfy({ (0x30...0x39).contains($0) || (0x61...0x66).contains($0) })
    else { continue }
    let file = path[...slash] + name
    var status = stat()
    guard lstat(String(file), &status) == 0, status.st_mode & S_IFMT == S_IFREG, status.st_uid == geteuid()
    else {
      continue
    }
    unlink(String(file))
  }
}
