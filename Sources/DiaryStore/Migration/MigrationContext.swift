import Foundation
import GRDB

/// What a migration step works with.
struct MigrationContext {
  /// The store's file, for what lies beside it.
  let path: String
  let now: Date
  let progress: @Sendable (MigrationProgress) -> Void
  let isCancelled: @Sendable () -> Bool

  /// Called for each row that is done: reports now and then and stops when the user wants to.
  func advance(_ phase: MigrationProgress.Phase, done: Int, of total: Int, unit: MigrationProgress.Unit)
    throws
  {
    guard done % 64 == 0 || done == total else { return }
    if isCancelled() { throw DiaryError.cancelled }
    let phases = MigrationProgress.Phase.allCases
    progress(
      MigrationProgress(
        phase: phase, step: (phases.firstIndex(of: phase) ?? 0) + 1, stepCount: phases.count, done: done,
        total: total, unit: unit))
  }
}

/// What a step reports of a store that held something.
struct MigrationOutcome {
  var beerCount = 0
  var photoCount = 0
  var warnings: [String] = []

  mutating func add(_ next: MigrationOutcome) {
    beerCount += next.beerCount
    photoCount += next.photoCount
    warnings += next.warnings
  }
}
