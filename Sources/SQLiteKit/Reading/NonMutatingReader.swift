import Foundation

/// Looks into a database file as it stands, with what lies beside it, and leaves no trace where that can be done.
package struct NonMutatingReader {
  /// Files up to this size are copied where a look at the original would change it.
  private static let largestCopy = 64 << 20

  /// Behind every link.
  private let file: String
  private let rollsBack: Bool

  /// - Parameter rollsBack: Whether the file may be put back in order if a program left it amid a transaction and it
  ///   cannot be copied.
  package init(_ file: String, rollsBack: Bool = false) { (self.file, self.rollsBack) = (file, rollsBack) }

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

  /// A journal that nobody is writing belongs to a transaction that ended with its program.
  private func readWithJournal<Value>(_ body: (SQLiteProbe) throws -> Value) throws -> Value {
    do {
      return try body(SQLiteProbe(path: file, mode: .readOnly))
    } catch let failure as SQLiteProbe.Failure where failure.needsRollback {
      if let copy = rollbackCopy() { return try copy.look(body) }
      guard rollsBack else { throw StoreError.unfinishedTransaction(path: file) }
      return try body(SQLiteProbe(path: file, mode: .repairing))
    }
  }

  /// A copy of any size: nothing else tells what is in the file without changing it.
  ///
  /// Beside the store there is room more often than where temporary files go.
  private func rollbackCopy() -> PrivateCopy? {
    PrivateCopy(of: file, with: .journal, upTo: Self.largestCopy)
      ?? PrivateCopy(
        of: file, with: .journal, upTo: .max, in: (file as NSString).deletingLastPathComponent)
  }

  /// Where nobody uses the -wal, a look at the original would make a -shm or write the one that is there anew.
  private func readWithWAL<Value>(_ body: (SQLiteProbe) throws -> Value) throws -> Value {
    if SharedMemoryFile.isInUse(for: file) { return try look(.readOnly, body) }
    if let copy = PrivateCopy(of: file, with: .wal, upTo: Self.largestCopy) { return try copy.look(body) }
    // A signal that would end the program waits until the -shm is gone.
    let signals = EndingSignals.hold()
    defer { signals.release() }
    let isMade = SharedMemoryFile.makeEmpty(for: file)
    defer { if isMade { SharedMemoryFile.removeUnused(for: file) } }
    do {
      return try look(.readOnlyBesideLog, body)
    } catch let failure as SQLiteProbe.Failure where failure.isUnreadableLog {
      return try look(.readOnly, body)
    }
  }

  /// The connection is closed when this returns.
  private func look<Value>(_ mode: SQLiteProbe.Mode, _ body: (SQLiteProbe) throws -> Value) throws -> Value {
    try body(SQLiteProbe(path: file, mode: mode))
  }

  /// A look with locks would leave files beside one that has a -wal and is not in use.
  private var mayBeInUse: Bool {
    [StoreSidecar.journal, .sharedMemory].contains { $0.size(of: file) != nil }
  }
}

/// A copy of a small database and of what lies beside it, in a folder of its own that goes with it.
private final class PrivateCopy {
  private let folder: ScratchFolder
  private var file: String { folder.path + "/store" }

  /// `nil` if it is too large or cannot be made; the caller has another way then.
  init?(
    of original: String, with sidecar: StoreSidecar, upTo limit: Int,
    in parent: String = ScratchFolder.temporaryParent
  ) {
    guard (fileSize(original) ?? 0) + (sidecar.size(of: original) ?? 0) <= limit,
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

  func look<Value>(_ body: (SQLiteProbe) throws -> Value) throws -> Value {
    // The folder goes with this object.
    try withExtendedLifetime(self) { try body(SQLiteProbe(path: file, mode: .repairing)) }
  }
}
