import Foundation

/// The bytes of a store's files before a migration, to put them back if it is not completed.
///
/// From `hold()` on, SQLite neither moves the -wal into the file nor removes it, so the file keeps its bytes until the
/// migration is committed. Only the -wal, the -shm, an old journal and the header, which names the kind of journal, can
/// differ then. If another program has used the store since, its files are left to SQLite.
final class RestorePoint {
  /// SQLite's lock bytes: every connection to a store in WAL mode has one of the shared ones as long as it is open.
  ///
  /// Source: `os.h`, `PENDING_BYTE`.
  private enum LockByte {
    static let pending = 0x4000_0000
    static let firstShared = pending + 2
    static let countToLastShared = 512
  }

  /// Both copies of the header of the -wal's index, which every commit changes.
  ///
  /// Source: https://www.sqlite.org/walformat.html, 2.2 The WAL-Index File Format.
  private static let indexHeaderSize = 96

  private let file: String
  private let header: StoreHeader
  private let journal: NamelessCopy?
  private let sharedMemory: NamelessCopy?
  private let hadLog: Bool
  private var log: NamelessCopy?
  private var indexHeader: [UInt8]?
  private var store: OpenFile?
  private var openSharedMemory: OpenFile?
  private var isCommitted = false

  /// `nil` if a connection uses the store, or if a transaction that ended with its program has to be rolled back first.
  init?(store file: String) throws {
    guard !SharedMemoryFile.isOpenHere(file), !SharedMemoryFile.isInUse(besideStore: file),
      let header = StoreHeader(of: file)
    else { return nil }
    self.file = file
    self.header = header
    journal = try NamelessCopy(of: file + "-journal")
    if let journal, StoreHeader.isHotJournal(journal.start(8)) { return nil }
    sharedMemory = try NamelessCopy(of: file + "-shm")
    hadLog = fileSize(file + "-wal") != nil
  }

  deinit { close() }

  /// Keeps SQLite from moving the -wal into the file when it closes it; to be called once the store is in WAL mode.
  func hold() {
    store = OpenFile(file, O_RDWR)
    // On a file system without locks SQLite does what it always does, and `restore` leaves its files alone.
    _ = store?.lock(.read, at: LockByte.firstShared, count: 1)
  }

  /// Takes the -wal; to be called under the write lock, before anything is written.
  func begin() throws {
    guard store != nil, let openSharedMemory = OpenFile(file + "-shm", O_RDONLY) else { return }
    self.openSharedMemory = openSharedMemory
    log = try NamelessCopy(of: file + "-wal")
    indexHeader = openSharedMemory.bytes(Self.indexHeaderSize)
  }

  /// Leaves the files to SQLite again, since the migration is committed.
  func commit() {
    isCommitted = true
    _ = store?.lock(.none, at: LockByte.firstShared, count: 1)
  }

  /// Lets go of the files; to be called after SQLite's connection is closed.
  func close() {
    store?.close()
    openSharedMemory?.close()
    (store, openSharedMemory) = (nil, nil)
  }

  /// Puts back what differs; to be called after SQLite's connection is closed, however far it came.
  ///
  /// - Throws: A `DiaryError` if that fails. The diary is whole all the same: what was not committed does not count.
  func restore() throws {
    defer { close() }
    guard !isCommitted else { return }
    if fileSize(file + "-journal") == nil { try journal?.write(to: file + "-journal") }
    if store == nil, !SharedMemoryFile.isOpenHere(file) { store = OpenFile(file, O_RDWR) }
    // Nobody else uses the store then, and nobody can begin to.
    guard let store, store.lock(.write, at: LockByte.pending, count: LockByte.countToLastShared),
      indexHeader == nil || indexHeader == openSharedMemory?.bytes(Self.indexHeaderSize)
    else { return }
    try restoreLog()
    if fileSize(file + "-wal") ?? 0 == 0, let now = StoreHeader(of: store), header.becameWAL(now) {
      try store.write(header.bytes)
    }
    if let sharedMemory { try sharedMemory.write(to: file + "-shm") } else { try remove("-shm") }
  }

  private func restoreLog() throws {
    if hadLog {
      if indexHeader != nil { try log?.write(to: file + "-wal") }
    } else if indexHeader != nil || fileSize(file + "-wal") == 0 {
      try remove("-wal")
    }
  }

  private func remove(_ end: String) throws {
    guard unlink(file + end) == 0 || errno == ENOENT else {
      throw DiaryError(systemError: errno, path: file + end)
    }
  }
}
