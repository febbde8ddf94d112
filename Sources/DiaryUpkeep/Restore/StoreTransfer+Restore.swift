package import DiaryStore
package import Foundation
import GRDB
package import SQLiteKit

extension StoreTransfer {
  /// Replaces the diary with the store, and keeps the diary under another name.
  func restore() throws -> RestoreReport {
    try checkSource()
    let target = StoreFile.resolvedDestination(path)
    try requireReplaceable(target)
    let staging = try StagingFolder(for: target)
    let replacement = StoreReplacement(target, at: clock())
    let (staged, counts) = try TransferError.mapErrors(at: source) {
      try build(in: staging, as: replacement)
    }
    try cancellation.check()
    var report = RestoreReport(
      fromVersion: staged.version, beers: counts.beers, photos: counts.photos, warnings: staged.warnings)
    if StoreFile.size(target) == nil {
      report.warnings += try replacement.renameOrphans().map {
        "\($0.name) had no diary. It is kept as \($0.newName)."
      }
      guard try staging.publish() else { throw StoreError.busy(path: path) }
    } else {
      if try !FilePermissions(of: target).apply(to: staging.file) {
        report.warnings.append(
          "The owner and group of \(path) could not be kept. Check who may use the file.")
      }
      report.previousDiaryPath = try replacement.replace(with: staging.file)
    }
    return report
  }

  /// Throws if there is something other than a file; any file may be replaced, as the diary may be damaged.
  private func requireReplaceable(_ target: String) throws {
    var status = stat()
    guard lstat(target, &status) == 0 else { return }
    switch status.st_mode & S_IFMT {
    case S_IFREG: return
    case S_IFDIR: throw StoreError.isFolder(path: path)
    case S_IFLNK: throw StoreError.cannotCreate(path: path, reason: "it is a broken symbolic link")
    default: throw StoreError.notADatabase(path: path)
    }
  }

  /// Builds the restored diary in a staging folder; reports damage as damage of the source.
  private func build(in staging: StagingFolder, as replacement: StoreReplacement) throws
    -> (StagedStore, (beers: Int, photos: Int))
  {
    let staged = try StagedStore(self, in: staging)
    do {
      return (staged, try finish(staging.file, as: replacement))
    } catch {
      let error = TransferError(mapping: error, path: path)
      guard case .store(.damaged(_, let detail)) = error else { throw error }
      throw StoreError.damaged(path: source, detail: detail)
    }
  }

  /// Adds the external images to the copy, so that it is a single file, and synchronizes it to the disk.
  private func finish(_ file: String, as replacement: StoreReplacement) throws -> (beers: Int, photos: Int) {
    let diary = try Diary.open(at: file, clock: clock)
    try diary.reserveIDs(ofStore: replacement.file)
    if StoreFile.size(replacement.file) != nil {
      try diary.recordRestoredBackup(previousDiary: replacement.backupFile)
    }
    while try diary.copyExternalImage() != nil { try cancellation.check() }
    let counts = try diary.read { db in
      (
        try Int.fetchOne(db, sql: "SELECT count(*) FROM beer WHERE deleted_at IS NULL") ?? 0,
        try Int.fetchOne(db, sql: "SELECT count(*) FROM photo") ?? 0
      )
    }
    try diary.close()
    guard !StoreSidecar.wal.hasBytes(of: file) else { throw StoreError.busy(path: path) }
    try StoreFile.synchronize(file)
    return counts
  }
}

extension Diary {
  /// Reserves the ids of another diary, which this one is to replace, so that they are not reused.
  ///
  /// Nothing is reserved if the other diary is damaged and its ids cannot be read.
  fileprivate func reserveIDs(ofStore file: String) throws(StoreError) {
    guard let highest = IDSequence.highestIDs(ofStore: file) else { return }
    try write { db in
      for (kind, id) in highest { try kind.reserve(upTo: id, db) }
    }
  }
}

/// What was restored.
package struct RestoreReport: Hashable, Sendable {
  /// The version of the store that was restored.
  package let fromVersion: Int
  /// The number of beers, without those in the trash.
  package let beers: Int
  /// The number of photos, including those of beers in the trash.
  package let photos: Int
  /// The new path of the previous diary; `nil` if there was none.
  package fileprivate(set) var previousDiaryPath: String?
  /// Sentences for the user about anything unusual, or left out.
  package fileprivate(set) var warnings: [String]
}

extension Diary {
  /// Returns whether two paths lead to the same file.
  package static func isSameFile(_ path: String, as other: String) -> Bool {
    StoreFile.isSame(path, other)
  }

  /// Replaces a diary with a store of any version, such as a backup, and keeps the diary next to it.
  ///
  ///     let report = try Diary.restore("backup.sqlite", over: "diary.sqlite")
  ///     print("The previous diary is \(report.previousDiaryPath ?? "not there")")
  ///
  /// The store is only read. The diary is replaced atomically, and only if no program has it open.
  ///
  /// - Parameters:
  ///   - source: The store's file; its -wal and Core Data's folder of images next to it are included.
  ///   - path: The diary's file, which may be missing or damaged.
  ///   - clock: Returns the current time, which is a part of the previous diary's new name.
  ///   - progress: Called from this thread.
  ///   - isCancelled: Called often; return `true` to stop with `.cancelled` and leave the diary as it is.
  ///   - freeSpace: Returns the free space of the disk; a copy that would not fit is refused with `.noSpace`.
  /// - Throws: What opening the store would throw; `.sameFile`; `.cannotCreate` or `.isFolder` if `path` cannot be
  ///   replaced; `.busy` if a program has the diary open.
  package static func restore(
    _ source: String, over path: String, clock: @escaping @Sendable () -> Date = { Date() },
    progress: @escaping @Sendable (MergeProgress) -> Void = { _ in },
    isCancelled: @escaping @Sendable () -> Bool = { false }, freeSpace: FreeSpace = .ofFileSystem
  ) throws(TransferError) -> RestoreReport {
    try TransferError.mapErrors(at: path) {
      try StoreTransfer(
        source: source, path: path, clock: clock, cancellation: CancellationToken(isCancelled),
        freeSpace: freeSpace, progress: progress
      ).restore()
    }
  }
}
