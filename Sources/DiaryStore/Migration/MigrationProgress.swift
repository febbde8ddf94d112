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
  /// The process that is migrating the diary just now, and has to be waited for.
  package var waitingFor: Int32?

  package init(
    phase: Phase, step: Int, stepCount: Int, done: Int, total: Int, unit: Unit, waitingFor: Int32? = nil
  ) {
    self.phase = phase
    self.step = step
    self.stepCount = stepCount
    self.done = done
    self.total = total
    self.unit = unit
    self.waitingFor = waitingFor
  }
}
