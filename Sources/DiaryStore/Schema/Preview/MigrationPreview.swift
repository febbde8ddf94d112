/// What a migration would do, determined without changing anything.
package struct MigrationPreview: Hashable, Sendable {
  /// One step of the migration.
  package struct Step: Hashable, Sendable {
    /// The version before the step.
    package let from: Int
    /// The version after the step.
    package let to: Int
  }

  /// The version of the store, from 1 on.
  package var fromVersion: Int
  /// The version after the migration, which is the current one.
  package var toVersion: Int
  /// The steps in order; empty if the store is current.
  package var steps: [Step]
  /// The number of beers after the migration, without those in the trash.
  package var beerCount: Int
  /// The number of photos of these beers.
  package var photoCount: Int
  /// The warnings that the migration would report.
  package var warnings: [String]
  /// The estimated number of bytes that the migration would write.
  package var neededBytes: Int
  /// The free space of the file system in bytes; `nil` if it is unknown.
  package var freeBytes: Int?

  /// Whether the migration would be refused because there is too little free space.
  package var lacksSpace: Bool { freeBytes.map { $0 < neededBytes } ?? false }
}
