package import CoreDataMigration

/// What a merge did, or would do.
package struct MergeReport: Hashable, Sendable {
  /// The version of the store that was merged.
  package var fromVersion: Int
  /// Whether there was no diary before.
  package var isNewDiary = false
  /// The number of beers that were added.
  package var addedBeers = 0
  /// The number of these beers that were added to the trash, because they were in the trash of the other diary.
  package var addedBeersInTrash = 0
  /// The number of photos that were added.
  package var addedPhotos = 0
  /// The number of beers that the diary already had.
  package var knownBeers = 0
  /// The number of these beers that are in the trash of the diary, where they stay.
  package var knownBeersInTrash = 0
  /// The number of photos that the diary already had.
  package var knownPhotos = 0
  /// The number of photos of the diary that got their missing image.
  package var restoredPhotos = 0
  /// Sentences for the user about anything unusual.
  package var warnings: [String] = []
  /// The duration of the merge in seconds.
  package var seconds: Double = 0
  /// Whether the user canceled the merge; repeating it adds the rest.
  package var wasCancelled = false

  /// Creates a report of nothing.
  package init(fromVersion: Int) { self.fromVersion = fromVersion }

  /// Whether beers, photos or missing images are added to the diary.
  package var addsSomething: Bool { addedBeers + addedPhotos + restoredPhotos > 0 }
}

/// The progress of a merge or a restoration, reported from the thread that runs it.
package enum MergeProgress: Hashable, Sendable {
  /// The number of bytes that are copied and compared.
  case copying(done: Int, total: Int)
  /// The progress of the migration of the copy.
  case migrating(MigrationProgress)
  /// The number of external images that are still to be added to the copy.
  case copyingImages(remaining: Int)
  /// The number of beers that were added or recognized.
  case merging(done: Int, total: Int)
}
