import Foundation

/// The bytes of a store's files before a migration, to restore them if the migration fails.
///
/// After ``preventCheckpoint()``, SQLite neither checkpoints nor removes the -wal, so the main file stays the same until
/// the migration is committed. Only the -wal, the -shm, an old journal and the journal mode in the header can differ.
/// If another program has used the store since, nothing is restored: SQLite has rolled back the transaction anyway.
///
/// Call `init`, ``preventCheckpoint()`` and ``captureWAL()`` in this order. After a commit call ``markCommitted()``;
/// after an error call ``restore()``, which does nothing once the migration is committed.
package final class RestorePoint {
  /// In WAL mode, every open connection holds a shared lock on this byte.
  private static let firstSharedByte = SQLiteLockBytes.shared.prefix(1)

  /// Both copies of the header of the -wal's index, which every commit changes.
  ///
  /// Source: https://www.sqlite.org/walformat.html, 2.2 The WAL-Index File Format.
  private static let indexHeaderSize = 96

  private let file: String
  private let header: StoreHeader
  private let journal: UnnamedFileCopy?
  private let sharedMemory: UnnamedFileCopy?
  private let hadWAL: Bool
  private var wal: UnnamedFileCopy?
  private var indexHeader: [UInt8]?
  private var store: LockableFile?
  private var openSharedMemory: LockableFile?
  private var isCommitted = false

  /// Copies the journal, the -shm and the header of the store.
  ///
  /// `nil` if a connection uses the store or begins to, or if an interrupted transaction has to be rolled back first.
  ///
  /// - Throws: `StoreError` if a file cannot be read or copied.
  package init?(store file: String) throws {
    guard !SharedMemoryFile.isOpenHere(file), !SharedMemoryFile.isInUse(for: file),
      let header = StoreHeader(of: file)
    else { return nil }
    self.file = file
    self.header = header
    do {
      journal = try UnnamedFileCopy(of: StoreSidecar.journal.path(of: file))
      if let journal, StoreHeader.isHotJournal(journal.prefix(8)) { return nil }
      // The first connection empties the -shm.
      sharedMemory = try UnnamedFileCopy(of: StoreSidecar.sharedMemory.path(of: file))
    } catch StoreError.busy {
      return nil
    }
    hadWAL = StoreSidecar.wal.size(of: file) != nil
  }

  deinit { close() }

  /// Keeps SQLite from checkpointing the -wal when it closes the store; call this after the switch to WAL mode.
  package func preventCheckpoint() {
    store = LockableFile(file, O_RDWR)
    // Without locks on the file system SQLite checkpoints as usual, and `restore` changes nothing.
    _ = store?.lock(.read, Self.firstSharedByte)
  }

  /// Copies the -wal; call this under the write lock, before anything is written.
  ///
  /// - Throws: `StoreError` if it cannot be read or copied.
  package func captureWAL() throws {
    guard store != nil,
      let openSharedMemory = LockableFile(StoreSidecar.sharedMemory.path(of: file), O_RDONLY)
    else { return }
    self.openSharedMemory = openSharedMemory
    wal = try UnnamedFileCopy(of: StoreSidecar.wal.path(of: file))
    indexHeader = openSharedMemory.bytes(Self.indexHeaderSize)
  }

  /// Lets SQLite checkpoint again, because the migration is committed.
  package func markCommitted() {
    isCommitted = true
    _ = store?.lock(.none, Self.firstSharedByte)
  }

  /// Closes the files; call this after SQLite's connection is closed.
  package func close() {
    store?.close()
    openSharedMemory?.close()
    store = nil
    openSharedMemory = nil
  }

  /// Restores the files unless the migration was committed; call this after SQLite's connection is closed.
  ///
  /// - Throws: A `StoreError` if that fails; the diary is intact even then, since nothing was committed.
  package func restore() throws {
    defer { close() }
    guard !isCommitted else { return }
    if StoreSidecar.journal.size(of: file) == nil {
      try journal?.write(to: StoreSidecar.journal.path(of: file))
    }
    if store == nil, !SharedMemoryFile.isOpenHere(file) { store = LockableFile(file, O_RDWR) }
    // With this lock, no other program uses the store or can open it.
    guard let store, store.lock(.write, SQLiteLockBytes.pending..<SQLiteLockBytes.shared.upperBound),
      indexHeader == nil || indexHeader == openSharedMemory?.bytes(Self.indexHeaderSize)
    else { return }
    try restoreWAL()
    if !StoreSidecar.wal.hasBytes(of: file), let now = StoreHeader(of: store),
      header.differsOnlyByWALMode(from: now)
    {
      try store.write(header.bytes)
    }
    if let sharedMemory {
      try sharedMemory.write(to: StoreSidecar.sharedMemory.path(of: file))
    } else {
      try remove(.sharedMemory)
    }
  }

  private func restoreWAL() throws {
    if hadWAL {
      if indexHeader != nil { try wal?.write(to: StoreSidecar.wal.path(of: file)) }
    } else if indexHeader != nil || StoreSidecar.wal.size(of: file) == 0 {
      try remove(.wal)
    }
  }

  private func remove(_ sidecar: StoreSidecar) throws {
    let path = sidecar.path(of: file)
    guard unlink(path) == 0 || errno == ENOENT else { throw StoreError(systemError: errno, path: path) }
  }
}
