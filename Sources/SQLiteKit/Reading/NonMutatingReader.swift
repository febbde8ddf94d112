import Foundation

/// Reads a database file, including its -wal or journal, without changing it or the files next to it.
///
///     let version = try NonMutatingReader(file) { try $0.integer("PRAGMA user_version") }
///
/// A plain read-only connection would create a -shm, or roll back an interrupted transaction. Depending on the sidecars,
/// the file is read as immutable, with locks, or from a private copy.
package struct NonMutatingReader {
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
  package init(_ file: String, rollsBack: Bool = false) { (self.file, self.rollsBack) = (file, rollsBack) }

  /// Calls `body` with a connection, which is closed afterwards, and returns its result.
  ///
  /// `body` may be called twice, if the first way to read the file fails.
  ///
  /// - Throws: `SQLiteProbe.Failure`, such as `SQLITE_BUSY` after ten seconds; `StoreError.unfinishedTransaction` if a
  ///   transaction has to be rolled back first; and what `body` throws.
  package func callAsFunction<Value>(_ body: (SQLiteProbe) throws -> Value) throws -> Value {
    if StoreSidecar.journal.hasBytes(of: file) { return try readWithJournal(body) }
    if StoreSidecar.wal.hasBytes(of: file) { return try readWithWAL(body) }
    do {
      return try body(SQLiteProbe(path: file, mode: .immutable))
    } catch  where mayBeInUse {
      // Pages may have been read while they were written; with locks that cannot happen.
      return try body(SQLiteProbe(path: file, mode: .readOnly))
    }
  }

  /// If no program is writing, the journal belongs to a transaction that was interrupted.
  private func readWithJournal<Value>(_ body: (SQLiteProbe) throws -> Value) throws -> Value {
    do {
      return try body(SQLiteProbe(path: file, mode: .readOnly))
    } catch let failure as SQLiteProbe.Failure where failure.needsRollback {
      if let copy = rollbackCopy() { return try copy.read(body) }
      guard rollsBack else { throw StoreError.unfinishedTransaction(path: file) }
      return try body(SQLiteProbe(path: file, mode: .repairing))
    }
  }

  /// Copies a file of any size: there is no other way to roll back without changing the original.
  ///
  /// A large copy is made next to the store, where there is more often enough space than in `/tmp`.
  private func rollbackCopy() -> PrivateCopy? {
    PrivateCopy(of: file, with: .journal, upTo: Self.maxCopySize)
      ?? PrivateCopy(
        of: file, with: .journal, upTo: .max, in: (file as NSString).deletingLastPathComponent)
  }

  /// If no program uses the -wal, reading the original would create a -shm or write to an old one.
  private func readWithWAL<Value>(_ body: (SQLiteProbe) throws -> Value) throws -> Value {
    if SharedMemoryFile.isInUse(for: file) { return try read(.readOnly, body) }
    if let copy = PrivateCopy(of: file, with: .wal, upTo: Self.maxCopySize) { return try copy.read(body) }
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
  private var mayBeInUse: Bool {
    [StoreSidecar.journal, .sharedMemory].contains { $0.size(of: file) != nil }
  }
}

/// A copy of a database and one of its sidecars, in a scratch folder that is removed with this object.
private final class PrivateCopy {
  private let folder: ScratchFolder
  private var file: String { folder.path + "/store" }

  /// `nil` if the files are larger than `limit` bytes or cannot be copied.
  init?(
    of original: String, with sidecar: StoreSidecar, upTo limit: Int,
    in parent: String = ScratchFolder.temporaryParent
  ) {
    guard (StoreFile.size(original) ?? 0) + (sidecar.size(of: original) ?? 0) <= limit,
      let folder = try? ScratchFolder(in: parent, for: .storeCopy)
    else { return nil }
    self.folder = folder
    do {
      try FileManager.default.copyItem(atPath: original, toPath: file)
      try FileManager.default.copyItem(atPath: sidecar.path(of: original), toPath: sidecar.path(of: file))
    } catch {
      return nil
    }
  }

  func read<Value>(_ body: (SQLiteProbe) throws -> Value) throws -> Value {
    // The folder is removed with this object.
    try withExtendedLifetime(self) { try body(SQLiteProbe(path: file, mode: .repairing)) }
  }
}
