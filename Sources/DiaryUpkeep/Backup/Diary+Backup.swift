package import DiaryStore
import Foundation
import GRDB
import SQLiteKit

/// What a backup contains.
package struct BackupReport: Hashable, Sendable {
  /// The number of beers, without those in the trash.
  package let beers: Int
  /// The number of photos, including those of beers in the trash.
  package let photos: Int
  /// The number of photos whose image is missing in the diary.
  package let missingImages: Int
  /// Whether indexes of the diary are damaged, and were rebuilt in the copy.
  package let hasRebuiltIndexes: Bool
}

extension Diary {
  /// How many pages are copied in one step; between steps, other threads can write and the backup can be canceled.
  private static let pagesPerStep: Int32 = 1024

  /// Copies the diary, as it is at one moment, to a new file.
  ///
  ///     let report = try diary.backUp(to: "/mnt/backup/diary.sqlite")
  ///
  /// The diary is only read, and others can write to it during the backup. The copy is a single file, to which external
  /// images are added. It is checked, opened and synchronized to the disk before it is renamed to `target`.
  ///
  /// - Parameters:
  ///   - target: The path of the new file, at which nothing may exist.
  ///   - progress: Called from this thread with the number of pages that are copied, and of all pages.
  ///   - isCancelled: Called often; return `true` to stop with `.cancelled` and leave nothing behind.
  /// - Throws: `.store` with `.cannotCreate` if `target` exists, with `.damaged` or `.busy` about the diary, or with
  ///   any other error about `target`, such as `.diskFull`; `.invalidCopy` if the copy cannot be opened.
  @discardableResult package func backUp(
    to target: String, progress: (_ done: Int, _ total: Int) -> Void = { _, _ in },
    isCancelled: @escaping @Sendable () -> Bool = { false }
  ) throws(BackupError) -> BackupReport {
    let target = StoreFile.resolvedDestination(target)
    let cancellation = CancellationToken(isCancelled)
    ScratchFolder.removeLeftovers(in: (target as NSString).deletingLastPathComponent)
    for path in StoreFile.withSidecars(target) where AtomicRename.itemExists(atPath: path) {
      throw .store(.cannotCreate(path: path, reason: "it already exists, and a backup never replaces a file"))
    }
    return try attributingErrors(to: target) {
      let staging = try StagingFolder(for: target)
      try StoreFile.create(staging.file)
      try withoutActuallyEscaping(progress) { progress in
        try copy(to: staging.file, cancellation) { progress($0, $1) }
      }
      try copyExternalImages(into: staging, cancellation)
      let report = try finish(staging.file, cancellation)
      try cancellation.check()
      guard try staging.publish() else {
        throw StoreError.cannotCreate(
          path: target, reason: "it already exists, and a backup never replaces a file")
      }
      return report
    }
  }

  /// Reports errors as errors of `target`, except those about damage and locks, which are errors of this diary.
  private func attributingErrors(to target: String, _ work: () throws -> BackupReport) throws(BackupError)
    -> BackupReport
  {
    do {
      return try work()
    } catch {
      switch BackupError(mapping: error, path: target) {
      case .store(.damaged(_, let detail)): throw .store(.damaged(path: path, detail: detail))
      case .store(.notADatabase): throw .store(.notADatabase(path: path))
      case .store(.busy): throw .store(.busy(path: path))
      case let error: throw error
      }
    }
  }

  private func copy(
    to file: String, _ cancellation: CancellationToken, progress: @escaping (Int, Int) -> Void
  ) throws {
    let queue = try DatabaseQueue(path: file, configuration: .hardened())
    try database.backup(to: queue, pagesPerStep: Self.pagesPerStep) { step in
      if cancellation.isCancelled { throw StoreError.cancelled }
      progress(step.completedPageCount, step.totalPageCount)
    }
    try queue.close()
  }

  /// Adds the external images of this diary to the copy.
  private func copyExternalImages(into staging: StagingFolder, _ cancellation: CancellationToken) throws {
    let hasExternalImages = try read { try Bool.fetchOne($0, sql: "SELECT \(ExternalImages.existCondition)") }
    guard hasExternalImages == true else { return }
    try StagedStore.linkImages(of: file, into: staging)
    let copy = try Diary.open(at: staging.file, clock: { self.now })
    while try copy.copyExternalImage() != nil { try cancellation.check() }
    try copy.close()
  }

  /// Checks the copy and leaves it as one file.
  private func finish(_ file: String, _ cancellation: CancellationToken) throws -> BackupReport {
    var configuration = Configuration.hardened()
    configuration.prepareDatabase { cancellation.interruptStatements(of: $0) }
    let queue = try DatabaseQueue(path: file, configuration: configuration)
    let report = try queue.writeWithoutTransaction { db in
      // Without WAL mode, the backup stays a single file when another program opens it.
      try db.execute(sql: "PRAGMA journal_mode = DELETE")
      let isRepaired = try CopyCheck(path: path).run(db)
      func count(_ rows: String) throws -> Int {
        try Int.fetchOne(db, sql: "SELECT count(*) FROM \(rows)") ?? 0
      }
      return BackupReport(
        beers: try count("beer WHERE deleted_at IS NULL"), photos: try count("photo"),
        missingImages: try count("photo WHERE is_missing = 1"), hasRebuiltIndexes: isRepaired)
    }
    try queue.close()
    guard try Diary.isCurrent(at: file) else { throw BackupError.invalidCopy(path: path) }
    return report
  }
}
