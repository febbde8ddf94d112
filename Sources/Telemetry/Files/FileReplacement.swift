import Glibc

/// Puts `bytes` in the place of the file at `path` in one step.
///
/// Other processes see the old file or the new one, never a part.
/// Not synchronised to the disk: after a power cut an old queue is as good as a new one.
///
/// Call it under the queue's lock: then no other process is replacing a file, and what a killed one left is removed.
///
/// - Returns: which file it is now.
@discardableResult
func replaceFile(at path: String, with bytes: [UInt8]) throws(TelemetryError) -> OpenFile.Identity {
  removeLeftovers(of: path)
  let digits = String(UInt64.random(in: .min ... .max), radix: 16)
  let temporary = "\(path).\(String(repeating: "0", count: draftDigits - digits.count))\(digits)"
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

/// The length of the random hexadecimal number behind the name of a file that is not yet in place.
private let draftDigits = 16

/// Removes what processes left that were killed before they gave it its name.
///
/// Only the user's own regular files go, with exactly such a name, in the program's own folder.
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
    guard name.hasPrefix(prefix), digits.utf8.count == draftDigits,
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
