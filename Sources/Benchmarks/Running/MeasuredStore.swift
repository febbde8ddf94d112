import Foundation
import SQLiteKit

/// A copy of a store for measurements: flushed to the disk, and in the page cache.
///
/// No writes of the copy are pending during the measurement, and every program starts with the same cache.
struct MeasuredStore {
  let path: String

  init(copyOf original: String, at path: String) throws {
    self.path = path
    try FileManager.default.copyItem(atPath: original, toPath: path)
    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
    defer { close(descriptor) }
    guard descriptor >= 0, fsync(descriptor) == 0 else { throw CocoaError(.fileWriteUnknown) }
  }

  /// The size of the file and its -wal, in bytes.
  var size: Int { (StoreFile.size(path) ?? 0) + (StoreSidecar.wal.size(of: path) ?? 0) }

  func remove() throws {
    for file in StoreFile.withSidecars(path) where FileManager.default.fileExists(atPath: file) {
      try FileManager.default.removeItem(atPath: file)
    }
  }
}

extension MeasuredStore {
  /// Runs `body` several times, each on a fresh copy of a store, which is then removed.
  static func eachTime<Value>(
    _ times: Int, copying original: String, _ body: (MeasuredStore) throws -> Value
  ) throws -> [Value] {
    try (0..<times).map { _ in
      let store = try MeasuredStore(copyOf: original, at: original + "-copy")
      let value = Result { try body(store) }
      try store.remove()
      return try value.get()
    }
  }
}
