import GRDB

/// What a chain of steps has done so far.
struct MigrationOutcome {
  /// Empty where there was nothing to do.
  var steps: [MigrationReport.Step] = []
  var beerCount = 0
  var photoCount = 0
  var warnings: [String] = []

  /// What the last step found in the diary is what is in it.
  mutating func add(_ next: MigrationOutcome) {
    beerCount = next.beerCount
    photoCount = next.photoCount
    warnings += next.warnings
  }
}

extension MigrationOutcome {
  /// Counts a diary of version 3 or later without what is in its trash.
  init(counting db: Database) throws {
    beerCount = try Int.fetchOne(db, sql: "SELECT count(*) FROM beer WHERE deleted_at IS NULL") ?? 0
    photoCount =
      try Int.fetchOne(
        db,
        sql: """
          SELECT (SELECT count(*) FROM photo) - (SELECT count(*) FROM photo WHERE beer_id IN
            (SELECT id FROM beer WHERE deleted_at IS NOT NULL))
          """) ?? 0
  }
}
