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

  /// Reports that another process has to be waited for.
  func wait(for process: Int32) {
    progress(
      MigrationProgress(
        phase: .readingBeers, step: 1, stepCount: MigrationProgress.Phase.allCases.count, done: 0, total: 0,
        unit: .beers, waitingFor: process))
  }
}
