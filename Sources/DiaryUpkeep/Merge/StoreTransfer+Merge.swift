package import DiaryStore
package import Foundation
import GRDB
package import SQLiteKit

extension StoreTransfer {
  /// Merges the store into the diary.
  ///
  /// If there is no diary, the copy of the store becomes the diary; otherwise its new beers are added, each with its
  /// photos.
  func merge() throws -> MergeReport {
    let start = ContinuousClock.now
    try checkSource()
    let target = StoreFile.resolvedDestination(path)
    // Thrown before anything is copied.
    if StoreFile.size(target) == nil { try OrphanedSidecar.refuse(creating: target) }
    let staged = try StagedStore(self, in: StagingFolder(for: target))
    var report = MergeReport(fromVersion: staged.version)
    if try !publish(staged, &report) {
      let diary = try Diary.open(
        at: path, migratesLegacy: false, clock: clock, progress: { progress(.migrating($0)) },
        isCancelled: { cancellation.isCancelled }, freeSpace: freeSpace)
      try addBeers(of: staged, to: diary, isPreview: false, &report)
      try diary.close()
    }
    report.seconds = (ContinuousClock.now - start) / .seconds(1)
    return report
  }

  /// Returns what merging the store would do to an open diary, or if there is none.
  func preview(for diary: Diary?) throws -> MergeReport {
    try checkSource()
    let target = StoreFile.resolvedDestination(path)
    if diary == nil { try OrphanedSidecar.refuse(creating: target) }
    let staged = try StagedStore(self, in: StagingFolder(for: placeForPreview(of: target)))
    var report = MergeReport(fromVersion: staged.version)
    if let diary {
      try addBeers(of: staged, to: diary, isPreview: true, &report)
    } else {
      let copy = try Diary.open(at: staged.staging.file, clock: clock)
      _ = try describe(copy, of: staged, &report)
      try copy.close()
    }
    try cancellation.check()
    return report
  }

  /// Returns a path next to which the store is copied: the diary's own, unless its folder would have to be created or is
  /// read-only.
  private func placeForPreview(of target: String) -> String {
    let path = target as NSString
    if access(path.deletingLastPathComponent, W_OK | X_OK) == 0 { return target }
    return "\(ScratchFolder.temporaryParent)/\(path.lastPathComponent)"
  }

  /// Makes the copy the new diary; returns `false` if there is a diary already.
  private func publish(_ staged: StagedStore, _ report: inout MergeReport) throws -> Bool {
    guard try Diary.version(ofStoreAt: path) == nil else { return false }
    let diary = try Diary.open(at: staged.staging.file, clock: clock)
    try copyExternalImages(diary)
    let beers = try describe(diary, of: staged, &report)
    // The log of another diary comes along with the copy; undo must not begin with its changes.
    if !beers.isEmpty { _ = try diary.record([.adopted(beers)], at: diary.timestamp) }
    try diary.close()
    guard !StoreSidecar.wal.hasBytes(of: staged.staging.file) else { throw StoreError.busy(path: path) }
    guard try staged.staging.publish() else {
      report = MergeReport(fromVersion: staged.version)
      return false
    }
    return true
  }

  /// Reports what a copy that becomes the diary has, and returns its beers that are not in the trash.
  private func describe(_ copy: Diary, of staged: StagedStore, _ report: inout MergeReport) throws -> [Int64]
  {
    report.isNewDiary = true
    report.warnings = staged.warnings
    return try copy.read { db in
      report.addedBeers = try Int.fetchOne(db, sql: "SELECT count(*) FROM beer") ?? 0
      report.addedBeersInTrash =
        try Int.fetchOne(db, sql: "SELECT count(*) FROM beer WHERE deleted_at IS NOT NULL") ?? 0
      report.addedPhotos = try Int.fetchOne(db, sql: "SELECT count(*) FROM photo") ?? 0
      if try UnmergedData(db).hasExternalFiles {
        report.warnings.append(
          "Files next to \(source) that are not pictures are not added. Keep them with that file.")
      }
      return try Int64.fetchAll(db, sql: "SELECT id FROM beer WHERE deleted_at IS NULL ORDER BY id")
    }
  }

  private func copyExternalImages(_ diary: Diary) throws {
    var remaining = try diary.read { try ExternalImages($0, folder: diary.externalFolder).waitingCount }
    while try diary.copyExternalImage() != nil {
      try cancellation.check()
      remaining -= 1
      progress(.copyingImages(remaining: max(0, remaining)))
    }
  }

  /// Adds the new beers of the copy to the diary.
  ///
  /// - Parameter isPreview: Whether only the report is made, and the diary stays as it is.
  private func addBeers(
    of staged: StagedStore, to diary: Diary, isPreview: Bool, _ report: inout MergeReport
  ) throws {
    report.warnings = staged.warningsForMerging
    let copy = try Diary.open(at: staged.staging.file, clock: clock)
    try DiaryMerge(transfer: self, staged: staged, source: copy, diary: diary, isPreview: isPreview)
      .run(&report)
    try copy.close()
  }
}

extension Diary {
  /// Merges a store of any version with its photos into a diary; the store is only read.
  ///
  ///     let report = try Diary.merge("BeerDiary.sqlite", into: "diary.sqlite")
  ///     print("\(report.addedBeers) added, \(report.knownBeers) known")
  ///
  /// If there is no diary, it is created; an error leaves no incomplete one. Otherwise new beers and photos are added.
  /// Beers are recognized by their UUID or origin, and photos by their UUID or image, so that repeating a merge adds
  /// nothing, or completes one that was interrupted. What the diary has does not change: neither fields nor the order
  /// of photos, and beers in the trash stay there. New photos of a known beer come after those that it has. Labels come
  /// along with new beers, with what the user decided about them, unless the diary knows other ones for their names.
  ///
  /// Other programs can change the diary during the merge, also with another merge of the same store.
  ///
  /// - Parameters:
  ///   - source: The store's file; its -wal and Core Data's folder of images next to it are included.
  ///   - path: The diary's file.
  ///   - clock: Returns the current time, for columns such as `updated_at`.
  ///   - progress: Called from this thread.
  ///   - isCancelled: Called often; return `true` to stop. A merge into an existing diary then keeps what was added,
  ///     and the report says that it was stopped; otherwise `.cancelled` is thrown.
  ///   - freeSpace: Returns the free space of the disk; a merge that would not fit is refused with `.noSpace`.
  /// - Throws: What opening either store would throw; `.sameFile`; `.busy` if another program locks the diary for longer
  ///   than a write waits.
  package static func merge(
    _ source: String, into path: String, clock: @escaping @Sendable () -> Date = { Date() },
    progress: @escaping @Sendable (MergeProgress) -> Void = { _ in },
    isCancelled: @escaping @Sendable () -> Bool = { false }, freeSpace: FreeSpace = .ofFileSystem
  ) throws(TransferError) -> MergeReport {
    try TransferError.mapErrors(at: path) {
      try StoreTransfer(
        source: source, path: path, clock: clock, cancellation: CancellationToken(isCancelled),
        freeSpace: freeSpace, progress: progress
      ).merge()
    }
  }

  /// Returns what merging another store into this diary would do, without changing either.
  ///
  /// As for a merge, the store is copied to a folder next to the diary and migrated there; the folder is removed in the
  /// end. A merge that follows can do more or less, if one of both was changed in the meantime.
  ///
  /// - Parameters:
  ///   - source: The store's file; its -wal and Core Data's folder of images next to it are included.
  ///   - progress: Called from this thread.
  ///   - isCancelled: Called often; return `true` to stop with `.store(.cancelled)`.
  ///   - freeSpace: Returns the free space of the disk.
  /// - Throws: What ``merge(_:into:clock:progress:isCancelled:freeSpace:)`` would throw.
  package func previewMerge(
    of source: String, progress: @escaping @Sendable (MergeProgress) -> Void = { _ in },
    isCancelled: @escaping @Sendable () -> Bool = { false }, freeSpace: FreeSpace = .ofFileSystem
  ) throws(TransferError) -> MergeReport {
    try TransferError.mapErrors(at: path) {
      try StoreTransfer(
        source: source, path: path, clock: { Date() }, cancellation: CancellationToken(isCancelled),
        freeSpace: freeSpace, progress: progress
      ).preview(for: self)
    }
  }

  /// Returns what merging a store would do at a path without a diary, for which a copy would become the diary.
  ///
  /// Nothing is created: the copy is in a folder that is removed in the end.
  ///
  /// - Parameters:
  ///   - source: The store's file; its -wal and Core Data's folder of images next to it are included.
  ///   - path: The file of the diary that there is not.
  ///   - progress: Called from this thread.
  ///   - isCancelled: Called often; return `true` to stop with `.store(.cancelled)`.
  /// - Throws: What ``merge(_:into:clock:progress:isCancelled:freeSpace:)`` would throw.
  package static func previewMerge(
    of source: String, creating path: String,
    progress: @escaping @Sendable (MergeProgress) -> Void = { _ in },
    isCancelled: @escaping @Sendable () -> Bool = { false }
  ) throws(TransferError) -> MergeReport {
    try TransferError.mapErrors(at: path) {
      try StoreTransfer(
        source: source, path: path, clock: { Date() }, cancellation: CancellationToken(isCancelled),
        freeSpace: .ofFileSystem, progress: progress
      ).preview(for: nil)
    }
  }
}
