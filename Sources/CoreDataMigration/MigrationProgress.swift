package import SQLiteKit

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
