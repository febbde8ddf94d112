package import CoreDataMigration
package import DiaryStore
import DiaryUpkeep
import SQLiteKit
package import Telemetry

/// Opens diaries and records how long that took.
package struct TimedOpening: Sendable {
  private let recorder: TelemetryRecorder

  package init(_ recorder: TelemetryRecorder) { self.recorder = recorder }

  /// Opens a diary, and records that it was opened or that its migration failed.
  ///
  /// - Parameters:
  ///   - acceptsUnexpectedSchema: Whether unexpected triggers and views are accepted.
  ///   - backsUpOldStore: Whether a store is copied to the folder of backups before it is migrated.
  ///   - didBackUp: Called with the path of such a copy.
  package func open(
    at path: String, createsMissing: Bool, migratesLegacy: Bool = true,
    for mode: DiaryOpenMode, isReadOnly: Bool, acceptsUnexpectedSchema: Bool = false,
    backsUpOldStore: @autoclosure () -> Bool = false, didBackUp: (String) -> Void = { _ in },
    progress: @escaping @Sendable (MigrationProgress) -> Void, timeout: Duration? = nil,
    isCancelled: @escaping @Sendable () -> Bool
  ) throws(OpeningError) -> Diary {
    let start = ContinuousClock.now
    if isReadOnly {
      return try recorded(
        Diary.openReadOnly(at: path, acceptsUnexpectedSchema: acceptsUnexpectedSchema), since: start)
    }
    if backsUpOldStore(),
      let copy = try backUp(path, migratesLegacy: migratesLegacy, isCancelled: isCancelled)
    {
      didBackUp(copy)
    }
    do {
      let diary = try Diary.open(
        at: path, createsMissing: createsMissing, acceptsUnexpectedSchema: acceptsUnexpectedSchema,
        migratesLegacy: migratesLegacy, for: mode, progress: progress, timeout: timeout,
        isCancelled: isCancelled)
      return try recorded(diary, since: start)
    } catch {
      if case .legacyStore = error { throw error }
      recordFailedMigration(of: path, since: start)
      throw error
    }
  }

  /// Copies a store that is about to be migrated, and returns the path of the copy.
  private func backUp(
    _ path: String, migratesLegacy: Bool, isCancelled: @escaping @Sendable () -> Bool
  ) throws(OpeningError) -> String? {
    if !migratesLegacy, try Diary.isLegacy(at: path) { return nil }
    return try BackupFolder(ofStore: path).backUpBeforeMigration(isCancelled: isCancelled)
  }

  private func recorded(_ diary: Diary, since start: ContinuousClock.Instant) throws(OpeningError) -> Diary {
    if let report = diary.migration { record(report) }
    let duration = ContinuousClock.now - start
    let beers = try OpeningError.mapErrors(at: diary.path) { try diary.approximateBeerCount() }
    recorder.record(.storeOpened(duration: duration, beers: CountBucket(beers)))
    return diary
  }

  private func record(_ report: MigrationReport) {
    recorder.record(
      .storeMigrated(
        from: report.fromVersion, to: report.toVersion, duration: .seconds(report.seconds),
        beers: CountBucket(report.beerCount), photos: CountBucket(report.photoCount)))
  }

  /// If the store still has an older version, the migration failed.
  private func recordFailedMigration(of path: String, since start: ContinuousClock.Instant) {
    guard let version = try? Diary.version(ofStoreAt: path), 1..<Diary.currentVersion ~= version else {
      return
    }
    recorder.record(
      .migrationFailed(from: version, to: Diary.currentVersion, duration: ContinuousClock.now - start))
  }
}
