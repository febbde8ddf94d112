/// What a migration would do, found out without changing anything.
package struct MigrationForecast: Hashable, Sendable {
  package struct Step: Hashable, Sendable {
    package let from: Int
    package let to: Int
  }

  /// 0 for an empty file.
  package var fromVersion: Int
  package var toVersion: Int
  /// The steps that would be taken, in their order; none where the store is up to date.
  package var steps: [Step]
  package var beerCount: Int
  package var photoCount: Int
  /// The sentences that the migration itself would say.
  package var warnings: [String]
  /// Bytes that it would write, estimated.
  package var neededBytes: Int
  /// Bytes that the file system has; `nil` where it does not tell.
  package var freeBytes: Int?

  /// Whether the migration would be refused for want of room.
  package var lacksSpace: Bool { freeBytes.map { $0 < neededBytes } ?? false }
}
