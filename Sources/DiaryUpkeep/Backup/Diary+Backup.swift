package import DiaryStore
import Foundation
import GRDB
import SQLiteKit

/// What is in a backup.
package struct BackupReport: Hashable, Sendable {
  package let beers: Int
  package let photos: Int
  /// Photos of these whose image is missing, as it was in the diary.
  package let missingImages: Int
  /// Whether indexes of the diary are damaged, and were built again in the copy.
  package let hasRebuiltIndexes: Bool
}

extension Diary {
  /// Pages that are copied at a time: others are served in between, and it can be stopped.
  private static let pagesAtATime: Int32 = 1024

  /// Copies the diary as it is at one moment into a file that must not exist yet, by SQLite's backup; others may write
  /// meanwhile.
  ///
  /// The diary is only read. The copy is whole in one file: images that still lie beside the diary are brought into it.
  /// It is checked and opened before it gets its name, and is on the disk then.
  ///
  /// - Parameters:
  ///   - progress: Called from this thread with the pages that are done, of all.
  ///   - isCancelled: Asked often; on `true` nothing is left and `.cancelled` is thrown.
  /// - Throws: `.cannotCreate` where `target` is there.
  @discardableResult package func backUp(
    to target: String, progress: (_ done: Int, _ total: Int) -> Void = { _, _ in },
    isCancelled: @escaping @Sendable () -> Bool = { false }
  ) throws(UpkeepError) -> BackupReport {
    let target = StoreFile.resolvedDestination(target)
    let stop = CancellationToken(isCancelled)
    ScratchFolder.removeLeftovers(in: (target as NSString).deletingLastPathComponent)
    for path in StoreFile.withSidecars(target) where AtomicRename.itemExists(atPath: path) {
      throw .store(.cannotCreate(path: path, reason: "it already exists and is never replaced"))
    }
    return try told(of: target) {
      let staging = try StagingFolder(for: target)
      try StoreFile.create(staging.file)
      try withoutActuallyEscaping(progress) { progress in
        try copy(to: staging.file, stop) { progress($0, $1) }
      }
      try collectImages(into: staging, stop)
      let report = try finish(staging.file, stop)
      try stop.check()
      guard try staging.publish() else {
        throw StoreError.cannotCreate(path: target, reason: "it already exists and is never replaced")
      }
      return report
    }
  }

  /// Tells errors of a copy: what is damaged or locked is this diary, as nobody else knows of the copy.
  private func told(of target: String, _ work: () throws -> BackupReport) throws(UpkeepError)
    -> BackupReport
  {
    do {
      return try work()
    } catch {
      switch UpkeepError(mapping: error, path: target) {
      case .store(.damaged(_, let detail)): throw .store(.damaged(path: path, detail: detail))
      case .store(.notADatabase): throw .store(.notADatabase(path: path))
      case .store(.busy): throw .store(.busy(path: path))
      case let error: throw error
      }
    }
  }

  private func copy(to file: String, _ stop: CancellationToken, progress: @escaping (Int, Int) -> Void) throws
  {
    let queue = try DatabaseQueue(path: file, configuration: .hardened())
    try database.backup(to: queue, pagesPerStep: Self.pagesAtATime) { step in
      if stop.isCancelled { throw StoreError.cancelled }
      progress(step.completedPageCount, step.totalPageCount)
    }
    try queue.close()
  }

  /// Brings images that lie beside this diary into the copy of it.
  private func collectImages(into staging: StagingFolder, _ stop: CancellationToken) throws {
    let waiting = try read { db in
      try Bool.fetchOne(
        db, sql: "SELECT EXISTS (SELECT 1 FROM photo WHERE external_name IS NOT NULL)") ?? false
    }
    guard waiting else { return }
    try StagedStore.linkImages(of: file, into: staging)
    let copy = try Diary.open(at: staging.file, clock: { self.now })
    while try copy.collectImage() != nil { try stop.check() }
    try copy.close()
  }

  /// Checks the copy and leaves it as one file.
  private func finish(_ file: String, _ stop: CancellationToken) throws -> BackupReport {
    var configuration = Configuration.hardened()
    configuration.prepareDatabase { stop.interruptStatements(of: $0) }
    let queue = try DatabaseQueue(path: file, configuration: configuration)
    let report = try queue.writeWithoutTransaction { db in
      // One file, whatever program looks at it.
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
    guard case .store(StoreVersion.current) = try StoreInspection.inspect(file) else {
      throw UpkeepError.invalidCopy(path: path)
    }
    return report
  }
}
