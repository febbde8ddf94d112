package import Foundation
import GRDB
package import SQLiteKit

/// What a migration step needs.
package struct MigrationContext {
  /// The store as the user named it.
  package let path: String
  /// The store's file with symbolic links resolved, to find the files next to it.
  package let file: String
  package let now: Date
  let progress: @Sendable (MigrationProgress) -> Void
  package let cancellation: CancellationToken
  package let freeSpace: FreeSpace

  package init(
    path: String, file: String, now: Date, progress: @escaping @Sendable (MigrationProgress) -> Void,
    cancellation: CancellationToken, freeSpace: FreeSpace = .ofFileSystem
  ) {
    self.path = path
    self.file = file
    self.now = now
    self.progress = progress
    self.cancellation = cancellation
    self.freeSpace = freeSpace
  }

  /// Call for each finished row: reports progress now and then, and throws if the user has cancelled.
  func advance(_ phase: MigrationProgress.Phase, done: Int, of total: Int, unit: MigrationProgress.Unit)
    throws
  {
    guard done % 64 == 0 || done == total else { return }
    try report(phase, done: done, of: total, unit: unit)
  }

  /// Reports progress, and throws if the user has cancelled.
  func report(_ phase: MigrationProgress.Phase, done: Int, of total: Int, unit: MigrationProgress.Unit) throws
  {
    try cancellation.check()
    let phases = MigrationProgress.Phase.allCases
    progress(
      MigrationProgress(
        phase: phase, step: (phases.firstIndex(of: phase) ?? 0) + 1, stepCount: phases.count, done: done,
        total: total, unit: unit))
  }

  /// Throws if the user has cancelled; from now on the migration can no longer be cancelled.
  ///
  /// - Parameter isReported: Whether it takes long enough to be reported.
  package func passPointOfNoReturn(isReported: Bool) throws {
    try cancellation.check()
    cancellation.passPointOfNoReturn()
    guard isReported else { return }
    let count = MigrationProgress.Phase.allCases.count
    var last = MigrationProgress(
      phase: .verifying, step: count, stepCount: count, done: 1, total: 1, unit: .beers)
    last.isCommitting = true
    progress(last)
  }

  /// Waits briefly for a program that has the store locked, and reports which one that is.
  ///
  /// - Returns: `false` if the user cancelled or the time limit has passed.
  package func waitForLock() -> Bool {
    cancellation.wait { wait(for: LockHolder.find(store: file)) }
  }

  private func wait(for holder: LockHolder) {
    var progress = MigrationProgress(
      phase: .readingBeers, step: 1, stepCount: MigrationProgress.Phase.allCases.count, done: 0, total: 0,
      unit: .beers)
    progress.waitingFor = holder
    self.progress(progress)
  }
}

// MARK: - Progress

/// How far a migration is; reported from the thread that runs it.
package struct MigrationProgress: Hashable, Sendable {
  package enum Phase: Hashable, Sendable, CaseIterable {
    case readingBeers, orderingPhotos, verifying
  }

  package enum Unit: Hashable, Sendable {
    case beers, photos
  }

  package var phase: Phase
  /// Place of the phase in the whole, from 1.
  package var step: Int
  package var stepCount: Int
  package var done: Int
  package var total: Int
  package var unit: Unit
  /// The program that has the diary and has to be waited for; `nil` if there is none.
  package var waitingFor: LockHolder?
  /// Whether the migration is done and is being saved, which cannot be stopped any more.
  package var isCommitting = false

  package init(phase: Phase, step: Int, stepCount: Int, done: Int, total: Int, unit: Unit) {
    self.phase = phase
    self.step = step
    self.stepCount = stepCount
    self.done = done
    self.total = total
    self.unit = unit
  }
}
