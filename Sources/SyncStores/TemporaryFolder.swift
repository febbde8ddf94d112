import Foundation
import Glibc
import Sync

/// Calls a function with a new folder, and removes the folder.
///
/// - Throws: ``SyncError/system(code:path:)`` if the folder cannot be created, and the error of the function.
func withTemporaryFolder<Value>(in parent: String, _ body: (String) throws -> Value) throws -> Value {
  let folder = parent + "/.beerdiary-" + UUID().uuidString
  guard mkdir(folder, 0o700) == 0 else { throw SyncError.system(code: errno, path: folder) }
  // A temporary file that cannot be removed does no harm.
  defer { try? FileManager.default.removeItem(atPath: folder) }
  return try body(folder)
}
