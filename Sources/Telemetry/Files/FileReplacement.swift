import Glibc

/// Puts `bytes` in the place of the file at `path` in one step.
///
/// Other processes see the old file or the new one, never a part.
/// Not synchronised to the disk: after a power cut an old queue is as good as a new one.
///
/// - Returns: which file it is now.
@discardableResult
func replaceFile(at path: String, with bytes: [UInt8]) throws(TelemetryError) -> OpenFile.Identity {
  let temporary = "\(path).\(String(UInt64.random(in: .min ... .max), radix: 16))"
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
