import Foundation
import GRDB
import SQLiteKit

/// Copies a store, as it is at one moment, to a single file.
///
/// In the copy, the -wal is checkpointed or the journal rolled back. The original is only read.
struct StoreCopy {
  /// The original as the user named it, and with symbolic links resolved.
  let path: String
  /// The original's file, with symbolic links resolved.
  let original: String
  /// The path of the copy.
  let copy: String
  let cancellation: CancellationToken
  let freeSpace: FreeSpace
  /// Called with the number of bytes that are done, and of all bytes.
  let progress: (_ done: Int, _ total: Int) -> Void

  /// The size of the original and of the files that belong to it, in bytes.
  var byteCount: Int {
    StoreSidecar.withData.reduce(StoreFile.size(original) ?? 0) { $0 + ($1.size(of: original) ?? 0) }
  }

  /// Makes the copy.
  ///
  /// - Parameter others: The number of bytes that the caller will write as well.
  /// - Returns: Whether indexes of the copy had to be rebuilt.
  @discardableResult func make(reserving others: Int = 0) throws -> Bool {
    try copyFiles(reserving: others)
    return try recoverAndCheck()
  }

  /// Copies the files under a lock that prevents other programs from writing.
  ///
  /// On a file system without locks, the comparison detects if a program has written.
  private func copyFiles(reserving others: Int) throws {
    let lock = try SharedReadLock(store: original, as: path, cancellation)
    let total = 2 * byteCount
    var done = 0
    let suffixes = [""] + StoreSidecar.withData.map(\.rawValue)
    let files = suffixes.filter { StoreFile.size(original + $0) ?? 0 > 0 }.map { suffix in
      FileCopy(
        from: original + suffix, to: copy + suffix, requireSpace: { try requireSpace(reserving: others) }
      ) {
        count in
        try cancellation.check()
        done += count
        progress(min(done, total), total)
      }
    }
    try withExtendedLifetime(lock) {
      for file in files { try file.make() }
      for file in files {
        guard try file.isEqual() else { throw StoreError.busy(path: path) }
      }
      let sidecars = StoreSidecar.withData.filter { $0.hasBytes(of: original) }
      guard sidecars.allSatisfy({ $0.size(of: copy) != nil }) else { throw StoreError.busy(path: path) }
    }
  }

  /// Throws `.noSpace` if the copy does not fit; the contents of the -wal are written twice.
  private func requireSpace(reserving others: Int) throws {
    let written = StoreFile.size(copy) ?? 0
    let needed = byteCount - written + (StoreSidecar.wal.size(of: original) ?? 0) + others
    try freeSpace.require(needed, for: path, nextTo: copy)
  }

  /// Opens the copy, which recovers its -wal or journal, and checks it.
  private func recoverAndCheck() throws -> Bool {
    var configuration = Configuration.hardened()
    configuration.foreignKeysEnabled = false
    let cancellation = cancellation
    configuration.prepareDatabase { cancellation.interruptStatements(of: $0) }
    let queue = try DatabaseQueue(path: copy, configuration: configuration)
    let isRepaired = try queue.writeWithoutTransaction { db in
      let isRepaired = try CopyCheck(path: path).run(db)
      if StoreSidecar.wal.hasBytes(of: copy) { _ = try db.checkpoint(.truncate) }
      return isRepaired
    }
    try queue.close()
    try StoreFile.synchronize(copy)
    return isRepaired
  }
}
