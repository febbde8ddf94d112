/// What a migration did.
package struct MigrationReport: Hashable, Sendable {
  /// One step of the migration; all steps are committed together.
  package struct Step: Hashable, Sendable {
    /// The version before the step.
    package var from: Int
    /// The version after the step.
    package var to: Int
    /// The duration in seconds, without the time spent waiting for other processes.
    package var seconds: Double

    /// Creates the record of a step.
    package init(from: Int, to: Int, seconds: Double) {
      self.from = from
      self.to = to
      self.seconds = seconds
    }
  }

  /// The version before the migration: 1 for iOS up to 1.6.0, 2 for iOS 1.6.1, from 3 on for this program.
  package var fromVersion: Int
  /// The version after the migration, which is the current one.
  package var toVersion: Int
  /// The number of beers after the migration, without those in the trash.
  package var beerCount: Int
  /// The number of photos of these beers.
  package var photoCount: Int
  /// The duration in seconds, including the time spent waiting for other processes.
  package var seconds: Double
  /// Sentences for the user about anything unusual.
  package var warnings: [String] { otherWarnings + photoRemovals.map(\.sentence) }
  /// The warnings that are not about `photoRemovals`.
  package var otherWarnings: [String]
  /// The photos that were moved to the removed photos, by the reason.
  package var photoRemovals: [PhotoRemoval]
  /// The steps that this process ran, in order; another process may have run earlier ones.
  package var steps: [Step]
  /// Whether there is data of the old store that only its own tables contain, which stay in the file.
  package var hasUnmigratedData = false

  /// Creates a report.
  ///
  /// - Parameter warnings: Those that are not about photos which were moved to the removed photos.
  package init(
    fromVersion: Int, toVersion: Int, beerCount: Int, photoCount: Int, seconds: Double, warnings: [String],
    photoRemovals: [PhotoRemoval] = [], steps: [Step] = []
  ) {
    self.fromVersion = fromVersion
    self.toVersion = toVersion
    self.beerCount = beerCount
    self.photoCount = photoCount
    self.seconds = seconds
    otherWarnings = warnings
    self.photoRemovals = photoRemovals
    self.steps = steps
  }
}
