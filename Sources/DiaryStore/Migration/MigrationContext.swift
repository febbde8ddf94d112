import Foundation
import GRDB

/// What a migration step works with.
struct MigrationContext {
  /// The store as the user named it.
  let path: String
  /// The store's file behind every link, for what lies beside it.
  let file: String
  let now: Date
  let progress: @Sendable (MigrationProgress) -> Void
  let stop: MigrationStop
  var freeSpace = FreeSpace.ofFileSystem

  /// Called for each row that is done: reports now and then and stops when the user wants to.
  func advance(_ phase: MigrationProgress.Phase, done: Int, of total: Int, unit: MigrationProgress.Unit)
    throws
  {
    guard done % 64 == 0 || done == total else { return }
    try report(phase, done: done, of: total, unit: unit)
  }

  /// Reports what is done and stops when the user wants to.
  func report(_ phase: MigrationProgress.Phase, done: Int, of total: Int, unit: MigrationProgress.Unit) throws
  {
    try stop.check()
    let phases = MigrationProgress.Phase.allCases
    progress(
      MigrationProgress(
        phase: phase, step: (phases.firstIndex(of: phase) ?? 0) + 1, stepCount: phases.count, done: done,
        total: total, unit: unit))
  }

  /// Notes that the migration is about to be committed, which cannot be stopped, unless the user has stopped it.
  ///
  /// - Parameter isReported: Whether it takes long enough to be reported.
  func commit(isReported: Bool) throws {
    try stop.check()
    stop.endHere()
    guard isReported else { return }
    let count = MigrationProgress.Phase.allCases.count
    var last = MigrationProgress(
      phase: .verifying, step: count, stepCount: count, done: 1, total: 1, unit: .beers)
    last.isCommitting = true
    progress(last)
  }

  /// Waits a moment for a program that has the store locked, and reports which one that is.
  ///
  /// - Returns: Whether to go on waiting.
  func waitForLock() -> Bool {
    if stop.isWaitWorthTelling { wait(for: LockHolder.find(store: file)) }
    return stop.wait()
  }

  private func wait(for holder: LockHolder) {
    var progress = MigrationProgress(
      phase: .readingBeers, step: 1, stepCount: MigrationProgress.Phase.allCases.count, done: 0, total: 0,
      unit: .beers)
    progress.waitingFor = holder
    self.progress(progress)
  }
}
