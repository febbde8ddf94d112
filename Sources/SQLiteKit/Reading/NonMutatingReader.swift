import Foundation
import GRDBSQLite

/// Reads a database file, including its -wal or journal, without changing it or the files next to it.
///
///     let version = try NonMutatingReader(file) { try $0.integer("PRAGMA user_version") }
///
/// A plain read-only connection would create a -shm, or roll back an interrupted transaction. Depending on the sidecars,
/// the file is read as immutable, with locks, or from a private copy. If another program writes to the file while it is
/// read, it is read again.
package struct NonMutatingReader {
  /// How often the file is read again, before it is read with locks, while another program keeps writing to it.
  private static let maxReadings = 4
  /// Files up to this size, in bytes, are copied if reading the original would change it.
  private static let maxCopySize = 64 << 20

  /// With symbolic links resolved.
  private let file: String
  private let rollsBack: Bool

  /// Creates a reader; the file is opened when it is read.
  ///
  /// - Parameters:
  ///   - file: The path with symbolic links resolved.
  ///   - rollsBack: Whether an interrupted transaction may be rolled back in the file itself if it cannot be copied.
  package init(_ file: String, rollsBack: Bool = false) {
    self.file = file
    self.rollsBack = rollsBack
  }

  /// Calls `body` with a connection, which is closed afterwards, and returns its result.
  ///
  /// `body` may be called several times: if another program writes to the file, or if a way to read it fails.
  ///
  /// - Throws: `SQLiteProbe.Failure`, such as `SQLITE_BUSY` after ten seconds; `StoreError.unfinishedTransaction` if a
  ///   transaction has to be rolled back first; and what `body` throws.
  package func callAsFunction<Value>(_ body: (SQLiteProbe) throws -> Value) throws -> Value {
    for _ in 0..<Self.maxReadings {
      let before = state
      let result = Result { try readOnce(body) }
      // Without locks, pages from before and after a write may have been read together.
      if state == before || result.isBusy { return try result.get() }
    }
    // With locks, if the other program has the file open that SQLite would create for them.
    return try StoreSidecar.sharedMemory.size(of: file) == nil ? readOnce(body) : read(.readOnly, body)
  }

  /// What changes when another program writes to the file, or begins or ends a transaction in a sidecar.
  ///
  /// Of the sidecars only the sizes: for the superuser, SQLite sets the owner of one that it only reads.
  private var state: State {
    State(file: FileState(file), sidecarSizes: StoreSidecar.withData.map { $0.size(of: file) })
  }

  private struct State: Equatable {
    let file: FileState?
    let sidecarSizes: [Int?]
  }

  /// The sidecars may change until the file is opened, so the way to read it may turn out to be the wrong one.
  private func readOnce<Value>(_ body: (SQLiteProbe) throws -> Value) throws -> Value {
    if StoreSidecar.journal.hasBytes(of: file) { return try readWithJournal(body) }
    if StoreSidecar.wal.hasBytes(of: file) { return try readWithWAL(body) }
    do {
      return try body(SQLiteProbe(path: file, mode: .immutable))
    } catch  where hasJournalOrSharedMemory {
      // Pages may have been read while they were written; with locks that cannot happen.
      return try body(SQLiteProbe(path: file, mode: .readOnly))
    }
  }

  /// If no program is writing, the journal belongs to a transaction that was interrupted.
  private func readWithJournal<Value>(_ body: (SQLiteProbe) throws -> Value) throws -> Value {
    do {
      return try body(SQLiteProbe(path: file, mode: .readOnly))
    } catch let failure as SQLiteProbe.Failure where failure.needsRollback {
      let copy: PrivateCopy
      do throws(StoreError) {
        copy = try rollbackCopy()
      } catch {
        guard rollsBack else { throw StoreError.unfinishedTransaction(path: file, copyFailure: error) }
        return try body(SQLiteProbe(path: file, mode: .repairing))
      }
      return try copy.read(body)
    }
  }

  /// Copies a file of any size: there is no other way to roll back without changing the original.
  ///
  /// A large copy is made next to the store, where there is more often enough space than in `/tmp`.
  private func rollbackCopy() throws(StoreError) -> PrivateCopy {
    if let copy = smallCopy(with: .journal) { return copy }
    return try PrivateCopy(of: file, with: .journal, in: (file as NSString).deletingLastPathComponent)
  }

  /// Copies a file in the folder for temporary files; `nil` if the file is large or cannot be copied there.
  private func smallCopy(with sidecar: StoreSidecar) -> PrivateCopy? {
    let size = (StoreFile.size(file) ?? 0) + (sidecar.size(of: file) ?? 0)
    guard size <= Self.maxCopySize else { return nil }
    return try? PrivateCopy(of: file, with: sidecar, in: ScratchFolder.temporaryParent)
  }

  /// If no program uses the -wal, reading the original would create a -shm or write to an old one.
  private func readWithWAL<Value>(_ body: (SQLiteProbe) throws -> Value) throws -> Value {
    if SharedMemoryFile.isInUse(for: file) { return try read(.readOnly, body) }
    if let copy = smallCopy(with: .wal) { return try copy.read(body) }
    // A signal must not end the program before the -shm is removed.
    let signals = TerminationSignals.postpone()
    defer { signals.deliver() }
    let isCreated = SharedMemoryFile.makeEmpty(for: file)
    defer { if isCreated { SharedMemoryFile.removeUnused(for: file) } }
    do {
      return try read(.readOnlyWithWAL, body)
    } catch let failure as SQLiteProbe.Failure where failure.isUnreadableWAL {
      return try read(.readOnly, body)
    }
  }

  /// The connection is closed when this returns.
  private func read<Value>(_ mode: SQLiteProbe.Mode, _ body: (SQLiteProbe) throws -> Value) throws -> Value {
    try body(SQLiteProbe(path: file, mode: mode))
  }

  /// Whether reading with locks leaves no new files: one of these exists already.
  private var hasJournalOrSharedMemory: Bool {
    [StoreSidecar.journal, .sharedMemory].contains { $0.size(of: file) != nil }
  }
}

extension Result where Failure == any Error {
  /// Whether another program had the file locked for so long that waiting again makes no sense.
  fileprivate var isBusy: Bool {
    guard case .failure(let failure as SQLiteProbe.Failure) = self else { return false }
    return failure.primaryCode == SQLITE_BUSY
  }
}

/// A copy of a database and one of its sidecars, in a scratch folder that is removed with this object.
private final class PrivateCopy {
  private let folder: ScratchFolder
  private var file: String { folder.path + "/store" }

  init(of original: String, with sidecar: StoreSidecar, in parent: String) throws(StoreError) {
    folder = try ScratchFolder(in: parent, for: .storeCopy)
    let file = folder.path + "/store"
    do {
      for (from, to) in [(original, file), (sidecar.path(of: original), sidecar.path(of: file))] {
        try FileCopy(from: from, to: to) { _ in }.make(synchronizes: false)
      }
    } catch {
      throw StoreError(error, path: original)
    }
  }

  func read<Value>(_ body: (SQLiteProbe) throws -> Value) throws -> Value {
    // The folder is removed with this object.
    try withExtendedLifetime(self) { try body(SQLiteProbe(path: file, mode: .repairing)) }
  }
}
