import Foundation
import GRDB
import Synchronization

/// A session that only reads a store, with the files that SQLite needs next to it for that.
package final class ReadOnlySession: Sendable {
  private let file: String
  /// Whether there was a -wal or a -shm before; others were created by this program to read the store.
  private let hadWAL: Bool
  private let hadSharedMemory: Bool
  /// The file's state when it was first read without locks; `nil` if SQLite's locks keep other programs from writing.
  private let unlocked = Mutex<FileState?>(nil)

  /// Records which of the files next to a store exist before it is opened.
  ///
  /// - Parameter file: With symbolic links resolved.
  package init(file: String) {
    self.file = file
    hadWAL = StoreSidecar.wal.size(of: file) != nil
    hadSharedMemory = StoreSidecar.sharedMemory.size(of: file) != nil
  }

  /// Opens the store with a URI that tells SQLite how to open it.
  ///
  /// - Parameter body: Opens the URI and returns the connection. Called again with another URI if the first one fails
  ///   and a fallback may work.
  /// - Throws: What the last call of `body` throws; `.permissionDenied` if there is no way to open the store.
  package func open<Value>(_ body: (_ uri: String) throws -> Value) throws -> Value {
    var modes = modes[...]
    while let mode = modes.popFirst() {
      if mode == .readOnlyWithWAL, !hadSharedMemory, !SharedMemoryFile.makeEmpty(for: file),
        StoreSidecar.sharedMemory.size(of: file) == nil
      {
        continue
      }
      unlocked.withLock { $0 = mode == .immutable ? FileState(file) : nil }
      do {
        return try body(SQLiteProbe.uri(of: file, mode: mode))
      } catch let error as DatabaseError where error.allowsFallback && !modes.isEmpty {
        removeCreatedFiles()
      } catch {
        removeCreatedFiles()
        throw error
      }
    }
    throw StoreError.permissionDenied(path: file)
  }

  /// Reads the open store; if it is read without locks, checks that no other program wrote to it in the meantime.
  ///
  /// - Parameter discardCache: Discards SQLite's page cache.
  /// - Throws: `.busy` if the result may mix states before and after a write, and what `body` throws.
  package func read<Value>(_ discardCache: () -> Void, _ body: () throws -> Value) throws -> Value {
    guard let known = unlocked.withLock({ $0 }) else { return try body() }
    let before = FileState(file)
    if before != known {
      // During a write these exist, and the file is incomplete.
      if StoreSidecar.withData.contains(where: { $0.hasBytes(of: file) }) {
        throw StoreError.busy(path: file)
      }
      discardCache()
      unlocked.withLock { $0 = before }
    }
    let result = Result { try body() }
    guard FileState(file) == before else { throw StoreError.busy(path: file) }
    return try result.get()
  }

  /// How to open the store, in the order of preference.
  ///
  /// A store that this user cannot write to, or not next to, is read as immutable, unless a transaction was
  /// interrupted. The index of a -wal that no program uses is kept in memory and not written; so is any on a full disk.
  private var modes: [SQLiteProbe.Mode] {
    let isAlone = !hadWAL && !hadSharedMemory && !StoreSidecar.journal.hasBytes(of: file)
    if isAlone { return isWritable ? [.readOnly, .readOnlyWithWAL, .immutable] : [.immutable] }
    if SharedMemoryFile.isInUse(for: file) || !hadWAL && !hadSharedMemory { return [.readOnly] }
    return [.readOnlyWithWAL, .readOnly]
  }

  private var isWritable: Bool {
    let folder = (file as NSString).deletingLastPathComponent
    return access(folder.isEmpty ? "." : folder, W_OK) == 0 && access(file, W_OK) == 0
  }

  /// Removes the files that only this program created, unless another program uses them by now.
  package func removeCreatedFiles() {
    if !hadSharedMemory { SharedMemoryFile.removeUnused(for: file, removesEmptyWAL: !hadWAL) }
  }
}

extension DatabaseError {
  /// Whether another way to open the store may work: the -shm or -wal could not be created, or not be read without a
  /// write.
  fileprivate var allowsFallback: Bool {
    switch resultCode {
    case .SQLITE_FULL, .SQLITE_IOERR, .SQLITE_CANTOPEN, .SQLITE_READONLY, .SQLITE_PROTOCOL: true
    default: false
    }
  }
}
