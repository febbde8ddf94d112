/// What a migration did.
package struct MigrationReport: Hashable, Sendable {
  /// One step of the chain, committed by itself.
  package struct Step: Hashable, Sendable {
    package var from: Int
    package var to: Int
    /// How long it took, by a clock that never goes back; waiting for other processes is not in it.
    package var seconds: Double

    package init(from: Int, to: Int, seconds: Double) {
      self.from = from
      self.to = to
      self.seconds = seconds
    }
  }

  /// The store's version before: 1 for iOS up to 1.6.0, 2 for 1.6.1, 3 and on for this program's own.
  package var fromVersion: Int
  package var toVersion: Int
  /// Beers in the diary now; what is in the trash does not count.
  package var beerCount: Int
  /// Photos of those beers.
  package var photoCount: Int
  package var seconds: Double
  /// Sentences about what was unusual, for the user.
  package var warnings: [String]
  /// What this process did, in order; another one may have taken the steps before.
  package var steps: [Step]
  /// Whether rows, tables or columns of the old store are only in its own tables, which stay in the file.
  package var hasUnmigratedData = false

  package init(
    fromVersion: Int, toVersion: Int, beerCount: Int, photoCount: Int, seconds: Double, warnings: [String],
    steps: [Step] = []
  ) {
    self.fromVersion = fromVersion
    self.toVersion = toVersion
    self.beerCount = beerCount
    self.photoCount = photoCount
    self.seconds = seconds
    self.warnings = warnings
    self.steps = steps
  }
}
