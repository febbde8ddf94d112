package import CoreDataMigration

/// What bringing another store's beers into a diary did.
package struct MergeReport: Hashable, Sendable {
  /// The version of the store that was brought in.
  package var fromVersion: Int
  /// Whether there was no diary before.
  package var isNewDiary = false
  package var addedBeers = 0
  package var addedPhotos = 0
  /// Beers and photos that the diary had already.
  package var knownBeers = 0
  package var knownPhotos = 0
  /// Images that the diary had lost and has again.
  package var restoredPhotos = 0
  /// Sentences about what was unusual, for the user.
  package var warnings: [String] = []
  package var seconds: Double = 0
  /// Whether the user stopped it; doing it again does the rest.
  package var wasStopped = false
}

/// How far an adoption is; reported from the thread that runs it.
package enum MergeProgress: Hashable, Sendable {
  /// Bytes that are copied and compared.
  case copying(done: Int, total: Int)
  case migrating(MigrationProgress)
  /// Images that lay beside the store and are still to be brought in.
  case collecting(remaining: Int)
  /// Beers that are in the diary already or now.
  case merging(done: Int, total: Int)
}
