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
}

/// What a migration did.
package struct MigrationReport: Hashable, Sendable {
  /// The store's version before: 1 for iOS up to 1.6.0, 2 for 1.6.1, 3 and on for this program's own.
  package var fromVersion: Int
  package var toVersion: Int
  package var beerCount: Int
  package var photoCount: Int
  package var seconds: Double
  /// Sentences about what was unusual, for the user.
  package var warnings: [String]
}
