import CoreDataMigration
import DiaryModel
import Foundation
import GRDB

/// What a chain of steps has done so far.
package struct MigrationOutcome {
  /// Empty where there was nothing to do.
  var steps: [MigrationReport.Step] = []
  var beerCount = 0
  var photoCount = 0
  var warnings: [String] = []
  /// Photos that a step has added and that go to the removed ones, which a store has from version 5 on.
  var photosToRemove: [Int64] = []
  /// Whether rows, tables or columns are only in the old tables, which stay in the file.
  var leavesRest = false

  /// The start of a sentence.
  package static let removedThumbnails = "Thumbnails that are the only picture are among the removed photos"

  init() {}

  init(_ outcome: CoreDataMigration.Outcome) {
    warnings = outcome.warnings
    photosToRemove = outcome.photosToRemove
    leavesRest = outcome.leavesRest
  }

  mutating func add(_ next: MigrationOutcome) {
    warnings += next.warnings
    photosToRemove += next.photosToRemove
    leavesRest = leavesRest || next.leavesRest
  }

  /// Finishes a chain: removes the photos that are to be, and counts what the diary has.
  mutating func finish(_ db: Database, at date: Date) throws {
    try removePhotos(db, at: date)
    try count(db)
  }

  private mutating func removePhotos(_ db: Database, at date: Date) throws {
    guard !photosToRemove.isEmpty else { return }
    let records = PhotoRecord(db)
    let stamp = DiaryDate(instant: date)?.text ?? CoreDataMigration.fallbackDate
    var mentioned = MentionedBeers()
    for photo in photosToRemove {
      let placement = try records.placement(of: photo)
      try records.remove(placement, at: stamp)
      mentioned.add(placement.beer)
    }
    let thumbnails = MentionedBeers.counted(mentioned.count, "thumbnail")
    warnings.append(
      """
      \(Self.removedThumbnails); beerdiary photo restore shows them: \
      \(thumbnails) on \(try mentioned.text(db)).
      """)
    photosToRemove = []
  }

  /// Counts what is in a diary of version 3 or later, without its trash.
  private mutating func count(_ db: Database) throws {
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
