package import DiaryStore
package import Foundation
import GRDB
package import SQLiteKit

/// Brings the beers of another store into a diary.
///
/// The store is copied, and the copy is migrated. Where there is no diary, the copy becomes it; otherwise what is new
/// in it is added, a beer with its photos at a time.
struct StoreMerge {
  /// The store as the user named it.
  let source: String
  /// The diary as the user named it.
  let path: String
  let clock: @Sendable () -> Date
  let stop: CancellationToken
  let freeSpace: FreeSpace
  let progress: @Sendable (MergeProgress) -> Void

  func run() throws -> MergeReport {
    let start = ContinuousClock.now
    try StagedStore.requireNonEmptyStore(source)
    if StoreFile.isSame(source, path) {
      throw UpkeepError.sameFile(path: source)
    }
    let target = StoreFile.resolvedDestination(path)
    // Told before anything is copied.
    if StoreFile.size(target) == nil { try OrphanedSidecar.refuse(creating: target) }
    let staging = try StagingFolder(for: target)
    let staged = try StagedStore(
      of: source, in: staging, now: clock(), stop: stop, freeSpace: freeSpace, progress: progress)
    var report = MergeReport(fromVersion: staged.version)
    report.warnings = staged.warnings
    if try !become(staged, target, &report) { try merge(staged, &report) }
    report.seconds = (ContinuousClock.now - start) / .seconds(1)
    return report
  }

  /// Makes the copy the diary; `false` where there is one.
  private func become(_ staged: StagedStore, _ target: String, _ report: inout MergeReport) throws -> Bool {
    guard try StoreInspection.inspect(path) == .missing else { return false }
    let diary = try Diary.open(at: staged.staging.file, clock: clock)
    try collectImages(diary)
    try diary.read { db in
      report.addedBeers = try Int.fetchOne(db, sql: "SELECT count(*) FROM beer") ?? 0
      report.addedPhotos = try Int.fetchOne(db, sql: "SELECT count(*) FROM photo") ?? 0
      if try StoreRest(db).hasFilesBeside {
        report.warnings.append(
          "Files beside \(source) that are no pictures do not come along; keep them with that file.")
      }
    }
    try diary.close()
    guard !StoreSidecar.wal.hasBytes(of: staged.staging.file) else { throw StoreError.busy(path: path) }
    guard try staged.staging.publish() else {
      (report.addedBeers, report.addedPhotos) = (0, 0)
      return false
    }
    report.isNewDiary = true
    return true
  }

  private func collectImages(_ diary: Diary) throws {
    let waiting = "SELECT count(*) FROM photo WHERE external_name IS NOT NULL AND is_missing = 0"
    var remaining = try diary.read { try Int.fetchOne($0, sql: waiting) ?? 0 }
    while try diary.collectImage() != nil {
      try stop.check()
      remaining -= 1
      progress(.collecting(remaining: max(0, remaining)))
    }
  }

  private func merge(_ staged: StagedStore, _ report: inout MergeReport) throws {
    let diary = try Diary.open(
      at: path, migratesLegacy: false, clock: clock, progress: { progress(.migrating($0)) },
      isCancelled: { stop.isCancelled },
      freeSpace: freeSpace)
    let source = try Diary.open(at: staged.staging.file, clock: clock)
    let merge = DiaryMerge(
      source: source, diary: diary, originals: self.source,
      hasUnmigratedData: staged.migration?.hasUnmigratedData ?? false, stop: stop, freeSpace: freeSpace,
      progress: progress)
    try merge.run(&report)
    try source.close()
    try diary.close()
  }
}

extension Diary {
  /// Brings the beers of another store, of any version, with their photos into a diary; the store is only read.
  ///
  /// Where there is no diary, it is made, and is there whole or not at all. Otherwise what is new is added: beers are
  /// recognised by their uuid or origin and photos by their image, so that doing it again adds nothing and completes
  /// what was ended amid it. What the diary has is not changed: neither fields nor the order of photos, and a beer in
  /// the trash stays there. New photos of a known beer come behind those that it has.
  ///
  /// - Parameters:
  ///   - source: The store's file, with its -wal and Core Data's folder of images beside it.
  ///   - path: The diary's file.
  ///   - progress: Called from this thread.
  ///   - isCancelled: Asked often. A diary that is made is not there then, and `.cancelled` is thrown; of a merge stays
  ///     what was added.
  /// - Throws: What opening either would; `.busy` where another adoption into the same diary is under way.
  package static func merge(
    _ source: String, into path: String, clock: @escaping @Sendable () -> Date = { Date() },
    progress: @escaping @Sendable (MergeProgress) -> Void = { _ in },
    isCancelled: @escaping @Sendable () -> Bool = { false }, freeSpace: FreeSpace = .ofFileSystem
  ) throws(UpkeepError) -> MergeReport {
    try UpkeepError.mapErrors(at: path) {
      try StoreMerge(
        source: source, path: path, clock: clock, stop: CancellationToken(isCancelled), freeSpace: freeSpace,
        progress: progress
      ).run()
    }
  }
}
