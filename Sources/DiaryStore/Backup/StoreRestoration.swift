package import Foundation
import GRDB

/// Puts another store in a diary's place, and keeps the diary under another name.
struct StoreRestoration {
  /// The store that is brought back, as the user named it.
  let source: String
  /// The diary as the user named it.
  let path: String
  let clock: @Sendable () -> Date
  let stop: MigrationStop
  let freeSpace: FreeSpace
  let progress: @Sendable (AdoptionProgress) -> Void

  func run() throws -> RestorationReport {
    guard fileSize(source) != nil else { throw DiaryError.notFound(path: source) }
    guard !StoreFile.isSame(source, path) else {
      throw DiaryError.invalid(field: "file", reason: "\(source) is the diary itself")
    }
    let target = StoreFile.resolvedToBe(path)
    let staging = try StagingFolder(for: target, purpose: "restore", stop)
    let staged = try StagedStore(
      of: source, in: staging, now: clock(), stop: stop, freeSpace: freeSpace, progress: progress)
    let counts = try finish(staging.file)
    try stop.check()
    let kept = try fileSize(target) == nil ? nil : KeptStore(target, at: clock()).set(aside: staging.file)
    if kept == nil, try !staging.publish() { throw DiaryError.busy(path: path) }
    return RestorationReport(
      fromVersion: staged.version, beers: counts.beers, photos: counts.photos, keptAt: kept)
  }

  /// Brings the images in that lie beside the copy, so that it is whole in one file.
  private func finish(_ file: String) throws -> (beers: Int, photos: Int) {
    let diary = try Diary.open(at: file, clock: clock)
    while try diary.collectImage() != nil { try stop.check() }
    let counts = try diary.read { db in
      (
        try Int.fetchOne(db, sql: "SELECT count(*) FROM beer WHERE deleted_at IS NULL") ?? 0,
        try Int.fetchOne(db, sql: "SELECT count(*) FROM kept_photo") ?? 0
      )
    }
    try diary.close()
    guard fileSize(file + "-wal") ?? 0 == 0 else { throw DiaryError.busy(path: path) }
    try StoreFile.synchronize(file)
    return counts
  }
}

/// What was brought back.
package struct RestorationReport: Hashable, Sendable {
  /// The version that the backup had.
  package let fromVersion: Int
  package let beers: Int
  package let photos: Int
  /// Where the diary is that was there before; `nil` where there was none.
  package let keptAt: String?
}

/// A diary that makes room for another and stays beside it.
private struct KeptStore {
  private static let companions = ["-wal", "-journal"]

  private let file: String
  private let keptFile: String

  init(_ file: String, at date: Date) {
    self.file = file
    let stamp = (DiaryDate(instant: date)?.text ?? "").prefix(19).filter { $0 != ":" && $0 != "-" }
    let url = URL(fileURLWithPath: file)
    let stem = url.deletingPathExtension().path
    let ending = url.pathExtension.isEmpty ? "" : "." + url.pathExtension
    let base = "\(stem)-before-restore-\(stamp)"
    let names = [base + ending] + (2...999).map { "\(base)-\($0)\(ending)" }
    keptFile = names.first { fileSize($0) == nil } ?? names[0]
  }

  /// Gives the diary another name and its own to `replacement`; returns the other name.
  ///
  /// Until the last step the diary is in its place and whole; what lies in a -wal is kept with it. A backup without a
  /// -wal must never meet that of another file.
  func set(aside replacement: String) throws -> String {
    let lock = try SoleLock(store: file)
    try withExtendedLifetime(lock) {
      for end in Self.companions where fileSize(file + end) ?? 0 > 0 { try keep(end) }
      try keep("")
      let support = StoreFile.supportFolder(ofStore: file)
      if fileSize(support) != nil { rename(support, StoreFile.supportFolder(ofStore: keptFile)) }
      try StoreFile.synchronize((file as NSString).deletingLastPathComponent)
      for end in Self.companions + ["-shm"] { unlink(file + end) }
      guard rename(replacement, file) == 0 else { throw StoreFile.cannotCreate(file) }
      try StoreFile.synchronize((file as NSString).deletingLastPathComponent)
    }
    return keptFile
  }

  /// A second name where the file system has such; otherwise a copy.
  private func keep(_ end: String) throws {
    if link(file + end, keptFile + end) == 0 { return }
    guard errno != EEXIST else { throw DiaryError.busy(path: file) }
    let copy = FileCopy(from: file + end, to: keptFile + end) { _ in }
    try copy.make()
    guard try copy.isEqual() else { throw DiaryError.busy(path: file) }
  }
}

/// Makes sure that no program has a diary open, by SQLite's own locks.
///
/// A connection that keeps a -wal holds a lock for readers for as long as it lives; one lock for writers tells all.
private final class SoleLock {
  /// Source: SQLite's `os.h`, `PENDING_BYTE`, and Linux' `fcntl.h`, `F_OFD_SETLK`.
  private static let sharedBytes = (start: 0x4000_0002, count: 510)
  private static let setLock: Int32 = 37

  private let descriptor: Int32

  init(store file: String) throws {
    descriptor = open(file, O_RDWR | O_CLOEXEC)
    guard descriptor >= 0 else { throw DiaryError(systemError: errno, path: file) }
    var lock = flock()
    lock.l_type = Int16(F_WRLCK)
    lock.l_whence = Int16(SEEK_SET)
    lock.l_start = off_t(Self.sharedBytes.start)
    lock.l_len = off_t(Self.sharedBytes.count)
    guard fcntl(descriptor, Self.setLock, &lock) != 0, errno == EAGAIN || errno == EACCES else { return }
    throw DiaryError.busy(path: file)
  }

  deinit { close(descriptor) }
}

extension Diary {
  /// Puts a store of any version, such as a backup, in the place of a diary, which is kept beside it.
  ///
  /// The store is only read. The diary is exchanged in one step, and only while no program has it open.
  ///
  /// - Parameters:
  ///   - source: The store's file, with its -wal and Core Data's folder of images beside it.
  ///   - path: The diary's file, which need not be there and may be damaged.
  ///   - progress: Called from this thread.
  ///   - isCancelled: Asked often; on `true` the diary is as it was and `.cancelled` is thrown.
  /// - Throws: What opening the store would; `.busy` where a program has the diary open.
  package static func restore(
    _ source: String, over path: String, clock: @escaping @Sendable () -> Date = { Date() },
    progress: @escaping @Sendable (AdoptionProgress) -> Void = { _ in },
    isCancelled: @escaping @Sendable () -> Bool = { false }, freeSpace: FreeSpace = .ofFileSystem
  ) throws(DiaryError) -> RestorationReport {
    try DiaryError.told(of: path) {
      try StoreRestoration(
        source: source, path: path, clock: clock, stop: MigrationStop(isCancelled), freeSpace: freeSpace,
        progress: progress
      ).run()
    }
  }
}
