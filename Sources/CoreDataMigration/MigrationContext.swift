package import Foundation
import GRDB
package import SQLiteKit

/// What the steps of a migration share: the store, the time, progress and cancellation.
package struct MigrationContext {
  /// The store as the user named it.
  package let path: String
  /// The store's file with symbolic links resolved, to find the files next to it.
  package let file: String
  /// The time of the migration, which new rows get.
  package let now: Date
  let progress: @Sendable (MigrationProgress) -> Void
  private let start = ContinuousClock.now
  /// Stops the migration if the user cancels.
  package let cancellation: CancellationToken
  /// Returns the free space, which is checked before anything is written.
  package let freeSpace: FreeSpace

  /// Creates the context of one store's migration.
  ///
  /// - Parameters:
  ///   - path: The store as the user named it.
  ///   - file: The store's path with symbolic links resolved.
  ///   - progress: Called on the thread that migrates.
  ///   - cancellation: Stops the migration, also after a time limit.
  ///   - freeSpace: Returns the space that the migration may use.
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

  /// Reports progress for every 64th row, and throws `.cancelled` if the user has canceled; call this for each row.
  func advance(_ phase: MigrationProgress.Phase, done: Int, of total: Int, unit: MigrationProgress.Unit)
    throws
  {
    guard done % 64 == 0 || done == total else { return }
    try report(phase, done: done, of: total, unit: unit)
  }

  /// Reports progress, and throws `.cancelled` if the user has canceled.
  package func report(
    _ phase: MigrationProgress.Phase, done: Int, of total: Int, unit: MigrationProgress.Unit
  ) throws {
    try cancellation.check()
    progress(current(phase, done: done, of: total, unit: unit))
  }

  private func current(
    _ phase: MigrationProgress.Phase, done: Int, of total: Int, unit: MigrationProgress.Unit
  ) -> MigrationProgress {
    let phases = MigrationProgress.Phase.allCases
    var progress = MigrationProgress(
      phase: phase, step: (phases.firstIndex(of: phase) ?? 0) + 1, stepCount: phases.count, done: done,
      total: total, unit: unit)
    progress.seconds = (ContinuousClock.now - start) / .seconds(1)
    return progress
  }

  /// Throws `.cancelled` if the user has canceled; after this call, the migration cannot be canceled.
  ///
  /// - Parameter isReported: Whether to report that the migration is being saved.
  package func passPointOfNoReturn(isReported: Bool) throws {
    try cancellation.check()
    cancellation.passPointOfNoReturn()
    if isReported { progress(current(.saving, done: 0, of: 0, unit: .beers)) }
  }

  /// Waits briefly for a program that has the store locked, and reports which one that is.
  ///
  /// - Returns: `false` if the user canceled or the time limit has passed.
  package func waitForLock() -> Bool {
    cancellation.wait { wait(for: LockHolder.find(store: file)) }
  }

  private func wait(for holder: LockHolder) {
    var progress = current(.readingBeers, done: 0, of: 0, unit: .beers)
    progress.waitingFor = holder
    self.progress(progress)
  }
}

// MARK: - Progress

/// The progress of a migration, reported from the thread that runs it.
package struct MigrationProgress: Hashable, Sendable {
  /// The phases, in order.
  package enum Phase: Hashable, Sendable, CaseIterable {
    /// Converts the rows of `ZBEER`.
    case readingBeers
    /// Reads the rows of `ZPHOTO` without their images.
    case readingPhotos
    /// Adds photos for thumbnails that are the only picture.
    case keepingThumbnails
    /// Writes the rows of `photo` in their order.
    case orderingPhotos
    /// Compares the new tables with the old ones.
    case verifying
    /// Discards the old tables, and migrates the new ones to the current version.
    case finishing
    /// Commits the transaction, which cannot be canceled and does not report how far it is.
    case saving

    /// The share of the time that the phase takes, in percent.
    ///
    /// The shares are means of migrations of stores with 1,000 to 30,000 beers and up to 1.4 GB of photos. The first
    /// three were measured as one, and are divided as in a store with 60,000 beers and 3.4 GB of photos.
    var share: Double {
      switch self {
      case .readingBeers: 25
      case .readingPhotos: 8
      case .keepingThumbnails: 2
      case .orderingPhotos: 15
      case .verifying: 22
      case .finishing: 13
      case .saving: 15
      }
    }
  }

  /// What ``done`` and ``total`` count.
  package enum Unit: Hashable, Sendable {
    /// Beers of the old store.
    case beers
    /// Photos of the old store.
    case photos
    /// Rows of the new diary, each as often as it is checked.
    case rows
  }

  /// The current phase.
  package var phase: Phase
  /// The number of the phase, from 1.
  package var step: Int
  /// The number of phases.
  package var stepCount: Int
  /// The number of finished units in this phase.
  package var done: Int
  /// The number of units in this phase; 0 if there is nothing to do.
  package var total: Int
  /// What ``done`` and ``total`` count.
  package var unit: Unit
  /// The program that has the store locked, so that the migration waits for it; `nil` if it does not wait.
  package var waitingFor: LockHolder?
  /// The seconds since the migration began.
  package var seconds = 0.0

  /// Whether the result is being saved, which cannot be canceled.
  package var isCommitting: Bool { phase == .saving }

  /// How much of the migration's time has passed, from 0 to 1; less than 1 until it has been saved.
  package var fraction: Double {
    let before = Phase.allCases.prefix { $0 != phase }.reduce(0.0) { $0 + $1.share }
    let own = total > 0 ? min(1, max(0, Double(done) / Double(total))) : 0
    return (before + own * phase.share) / 100
  }

  /// Creates a report of a migration that waits for no other program and is not committing.
  package init(phase: Phase, step: Int, stepCount: Int, done: Int, total: Int, unit: Unit) {
    self.phase = phase
    self.step = step
    self.stepCount = stepCount
    self.done = done
    self.total = total
    self.unit = unit
  }
}
