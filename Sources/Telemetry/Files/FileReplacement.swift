import Foundation
import Glibc

/// Puts `data` in the place of `file` in one step: other processes see the old file or the new one.
///
/// The caller holds the queue's lock, so nobody else uses the same temporary name. Not synchronised to
/// the disk: after a power cut an old queue is as good as a new one.
func replace(_ file: URL, with data: Data) throws(TelemetryError) {
  let temporary = file.appendingPathExtension("new")
  guard unlink(temporary.filePath) == 0 || errno == ENOENT else {
    throw TelemetryError(.remove, temporary)
  }
  let output = try OpenFile(temporary, flags: O_WRONLY | O_CREAT | O_EXCL)
  do throws(TelemetryError) {
    try output.writeAll(data)
    guard rename(temporary.filePath, file.filePath) == 0 else { throw TelemetryError(.write, file) }
  } catch {
    unlink(temporary.filePath)
    throw error
  }
}
