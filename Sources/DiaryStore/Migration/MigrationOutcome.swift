import GRDB

/// What a chain of steps has done so far.
struct MigrationOutcome {
  /// Empty where there was nothing to do.
  var steps: [MigrationReport.Step] = []
  var beerCount = 0
  var photoCount = 0
  var warnings: [String] = []

  mutating func add(_ next: MigrationOutcome) { warnings += next.warnings }

  /// Counts what is in a diary of version 3 or later, without its trash.
  mutating func count(_ db: Database) throws {
    beerCount = try Int.fetchOne(db, sql: "SELECT count(*) FROM beer WHERE deleted_at IS NULL") ?? 0
    photoCount =
      try Int.fetchOne(
        db,
        sql: """
          SELECT (SELECT count(*) FROM kept_photo) - (SELECT count(*) FROM kept_photo WHERE beer_id IN
            (SELECT id FROM beer WHERE deleted_at IS NOT NULL))
          """) ?? 0
  }
}
