import CoreDataMigration
import DiaryModel
import Foundation
import GRDB

/// What the steps of a migration have done so far.
struct MigrationOutcome {
  /// The steps that were run; empty if there was nothing to do.
  var steps: [MigrationReport.Step] = []
  var beerCount = 0
  var photoCount = 0
  /// Sentences for the user about anything unusual, except those of `photoRemovals`.
  var warnings: [String] = []
  /// What ``finish(_:at:)`` did with `deletedPhotos` and `photosToRemove`.
  private(set) var photoRemovals: [PhotoRemoval] = []
  /// Photos that a step has added and that have to be moved to `removed_photo`, which exists from version 5 on.
  var photosToRemove: [Int64] = []
  /// Photos that the old store marks as deleted, which are moved there as well.
  var deletedPhotos: [Int64] = []
  /// Whether there is data that only the old tables contain, which stay in the file.
  var hasUnmigratedData = false

  init() {}

  init(_ outcome: CoreDataMigration.Outcome) {
    warnings = outcome.warnings
    photosToRemove = outcome.photosToRemove
    deletedPhotos = outcome.deletedPhotos
    hasUnmigratedData = outcome.hasUnmigratedData
  }

  mutating func add(_ next: MigrationOutcome) {
    warnings += next.warnings
    photosToRemove += next.photosToRemove
    deletedPhotos += next.deletedPhotos
    hasUnmigratedData = hasUnmigratedData || next.hasUnmigratedData
  }

  /// Finishes a migration: removes `deletedPhotos` and `photosToRemove`, and counts the diary's beers and photos.
  mutating func finish(_ db: Database, at date: Date) throws {
    try remove(deletedPhotos, .markedAsDeleted, db, at: date)
    try remove(photosToRemove, .onlyThumbnail, db, at: date)
    deletedPhotos = []
    photosToRemove = []
    try count(db)
  }

  private mutating func remove(
    _ photos: [Int64], _ reason: PhotoRemoval.Reason, _ db: Database, at date: Date
  ) throws {
    guard !photos.isEmpty else { return }
    let records = PhotoRecord(db)
    let timestamp = DiaryDate(instant: date)?.text ?? CoreDataMigration.fallbackDate
    var mentioned = MentionedBeers()
    for photo in photos {
      let placement = try PhotoOrder.placement(of: photo, db)
      try records.remove(placement, at: timestamp)
      mentioned.add(placement.beer)
    }
    let sentence = """
      \(reason.summary) (restore them with `beerdiary photo restore`): \
      \(WarningText.count(mentioned.count, reason.noun)) on \(try mentioned.text(db)).
      """
    photoRemovals.append(PhotoRemoval(reason: reason, sentence: sentence))
  }

  /// Counts the beers and photos of a diary of version 3 or later, without the trash.
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
