import Foundation
import GRDB
import SQLiteKit

/// A copy of a store as it is at one moment, whole in one file.
///
/// What lay in a -wal or had to be rolled back is settled in the copy. The original is only read.
struct StoreCopy {
  /// The original as the user named it, and behind every link.
  let path: String
  let original: String
  let copy: String
  let stop: CancellationToken
  let freeSpace: FreeSpace
  /// Bytes that are done of all.
  let progress: (_ done: Int, _ total: Int) -> Void

  /// Bytes of the original with what lies beside it.
  var byteCount: Int {
    StoreSidecar.withData.reduce(StoreFile.size(original) ?? 0) { $0 + ($1.size(of: original) ?? 0) }
  }

  /// - Parameter others: Bytes that are to be written besides.
  /// - Returns: Whether indexes of the copy had to be built again.
  @discardableResult func make(besides others: Int = 0) throws -> Bool {
    try copyFiles(besides: others)
    return try settle()
  }

  /// Other programs cannot write meanwhile; should one do so all the same, the comparison tells.
  private func copyFiles(besides others: Int) throws {
    let lock = try SharedReadLock(store: original, as: path, stop)
    let total = 2 * byteCount
    var done = 0
    let suffixes = [""] + StoreSidecar.withData.map(\.rawValue)
    let files = suffixes.filter { StoreFile.size(original + $0) ?? 0 > 0 }.map { suffix in
      FileCopy(
        from: original + suffix, to: copy + suffix, requireSpace: { try requireSpace(besides: others) }
      ) {
        count in
        try stop.check()
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

  /// Every byte is written once, and what is in the -wal a second time into the copy.
  private func requireSpace(besides others: Int) throws {
    let written = StoreFile.size(copy) ?? 0
    let needed = byteCount - written + (StoreSidecar.wal.size(of: original) ?? 0) + others
    try freeSpace.require(needed, for: path, nextTo: copy)
  }

  /// Opens the copy, which takes in what lies beside it, and looks whether it is whole.
  private func settle() throws -> Bool {
    var configuration = Configuration.hardened()
    configuration.foreignKeysEnabled = false
    let stop = stop
    configuration.prepareDatabase { stop.interruptStatements(of: $0) }
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
