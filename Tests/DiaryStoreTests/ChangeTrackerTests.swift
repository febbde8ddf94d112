import DiaryFixtures
import DiaryModel
import DiaryUpkeep
import FixtureStores
import Foundation
import GRDB
import TestSupport
import Testing

@testable import DiaryStore

/// What is recorded of changes, so that other devices get them.
@Suite struct ChangeTrackerTests {
  private let fresh: FreshDiary
  private let orval: BeerDetail
  private var diary: Diary { fresh.diary }

  init() throws {
    fresh = try FreshDiary()
    orval = try fresh.addBeer("Orval", photos: ["a", "b"])
  }

  private func start() throws {
    try diary.write { db in
      try ChangeTracker(db).start()
      try ChangeTracker(db).reset()
    }
  }

  /// The changed columns by UUID; `nil` for rows that are new or gone.
  private func changes() throws -> [UUID: Set<String>?] {
    try diary.read { db in
      Dictionary(uniqueKeysWithValues: try ChangeTracker(db).changedRows().map { ($0.uuid, $0.columns) })
    }
  }

  private func schema() throws -> [String] {
    try diary.read { try String.fetchAll($0, sql: "SELECT name FROM sqlite_master ORDER BY name") }
  }

  @Test func stoppingTheTrackingLeavesNothing() throws {
    let before = try schema()
    try start()
    #expect(try schema().count == before.count + ChangeTracker.triggers.count + ChangeTracker.indexes.count)
    _ = try diary.moveToTrash([orval.beer.id])
    #expect(try changes().count == 1)

    try diary.write { try ChangeTracker($0).stop() }

    #expect(try schema() == before)
    #expect(try changes().isEmpty)
    _ = try diary.restore([orval.beer.id])
    #expect(try diary.read { try Int.fetchOne($0, sql: "SELECT count(*) FROM sync_dirty") } == 0)
  }

  @Test func aMigrationReplacesTheTriggersAndRecordsEveryRow() throws {
    let old = try OldDiary()
    try ShippedVersionTests.Shipped(version: 14, isAdopted: false).write(to: old.path)
    let queue = try DatabaseQueue(path: old.path)
    try queue.write { db in
      try ChangeTracker(db).start()
      try ChangeTracker(db).reset()
      // As an older version may have had them.
      try db.execute(
        sql: """
          DROP TRIGGER sync_beer_update;
          CREATE TRIGGER sync_beer_update AFTER UPDATE OF name ON beer BEGIN
            INSERT INTO sync_dirty VALUES ('beer', old.uuid, 'name') ON CONFLICT DO NOTHING;
          END;
          CREATE TRIGGER sync_older AFTER UPDATE ON beer BEGIN DELETE FROM sync_dirty; END;
          """)
    }
    try queue.close()

    let preview = try Diary.previewMigration(of: old.path)
    let diary = try old.open()

    #expect(preview.warnings == [])
    #expect(diary.migration?.warnings == [])
    let triggers = try diary.read {
      try String.fetchSet(
        $0, sql: "SELECT name FROM sqlite_master WHERE type = 'trigger' AND name GLOB 'sync_*'")
    }
    #expect(triggers == Set(ChangeTracker.triggers.map(\.name)))
    #expect(try diary.read { try ChangeTracker.missingTriggers($0).isEmpty })
    let beers = try diary.read { try UUID.fetchSet($0, sql: "SELECT uuid FROM beer") }
    let changed = try diary.read { try ChangeTracker($0).changedRows() }
    #expect(!beers.isEmpty && beers.isSubset(of: changed.map(\.uuid)))
  }

  @Test func allRowsCountAsNewAtFirst() throws {
    try diary.write { try ChangeTracker($0).start() }
    #expect(try changes() == [orval.beer.uuid: nil, orval.photos[0].uuid: nil, orval.photos[1].uuid: nil])
  }

  /// So that many rows need little memory, and rows can be changed in between.
  @Test func changedRowsAreTakenInParts() throws {
    // given
    try diary.write { db in
      let tracker = ChangeTracker(db)
      try tracker.start()
      #expect(try tracker.changedRowCount(upTo: 2) == 2)
      #expect(try tracker.changedRowCount(upTo: 10) == 3)

      // when
      let first = try tracker.firstChangedRows(1)
      #expect(first.map(\.uuid) == [orval.beer.uuid])
      try tracker.remove(first)
    }

    // then
    let photos = orval.photos.map(\.uuid)
    #expect(try changes() == [photos[0]: nil, photos[1]: nil])
    var fields = orval.beer.fields
    fields.rating = 4.5
    _ = try diary.edit(orval.beer.id, to: fields)
    #expect(try changes() == [orval.beer.uuid: ["rating"], photos[0]: nil, photos[1]: nil])

    // when the beer is deleted with its photos, of which only one counts as new
    try diary.write { db in
      let tracker = ChangeTracker(db)
      try tracker.remove(tracker.firstChangedRows(1))
    }
    _ = try diary.moveToTrash([orval.beer.id])
    _ = try diary.emptyTrash()

    // then what other devices know was deleted, and belongs together
    #expect(try changes() == [orval.beer.uuid: nil, orval.photos[0].uuid: nil])
    #expect(try diary.write { try ChangeTracker($0).firstChangedRows(10) }.isEmpty)
  }

  /// The UUIDs of imported beers have another order.
  @Test func newRowsAreTakenInTheOrderOfTheirIDs() throws {
    let uuids = try (0..<3).map { number in
      try #require(UUID(uuidString: "00000000-0000-8000-8000-00000000000\(9 - number)"))
    }
    try start()
    try diary.write { db in
      for uuid in uuids {
        try db.execute(
          sql: "INSERT INTO beer (uuid, created_at, updated_at) VALUES (?1, ?2, ?2)",
          arguments: [uuid, "2020-01-01T00:00:00Z"])
      }
      let tracker = ChangeTracker(db)
      #expect(try tracker.changedRows().map(\.uuid) == uuids)
      #expect(try tracker.firstChangedRows(2).map(\.uuid) == Array(uuids.prefix(2)))
      try tracker.remove(tracker.firstChangedRows(2).prefix(1))
      #expect(try tracker.firstChangedRows(5).map(\.uuid) == Array(uuids.dropFirst()))
    }
  }

  @Test func aNewRowWithARecordedChangeIsTakenOnce() throws {
    try start()
    let again = try fresh.addBeer("Orval")
    _ = try diary.splitLabel(ofBeer: again.beer.id)
    let rows = try diary.write { try ChangeTracker($0).firstChangedRows(5) }
    #expect(rows.map(\.uuid) == [again.beer.uuid])
    #expect(rows.map(\.columns) == [nil])
  }

  @Test func rowsWithLowIDsAreNewAtFirst() throws {
    let uuid = UUID()
    try diary.write { db in
      try db.execute(
        sql: "INSERT INTO beer (id, uuid, created_at, updated_at) VALUES (-5, ?1, ?2, ?2)",
        arguments: [uuid, "2020-01-01T00:00:00Z"])
      try ChangeTracker(db).start()
    }
    #expect(try changes().keys.contains(uuid))
  }

  @Test func newRowsAreFoundWithoutATrigger() throws {
    try start()
    let gueuze = try fresh.addBeer("Gueuze", photos: ["c"])
    #expect(try changes() == [gueuze.beer.uuid: nil, gueuze.photos[0].uuid: nil])
    try diary.write { try ChangeTracker($0).reset() }
    #expect(try changes().isEmpty)
  }

  @Test func anEditNamesItsColumns() throws {
    try start()
    var fields = orval.beer.fields
    fields.rating = 4.5
    fields.extras = ["hop": .text("Saaz")]
    _ = try diary.edit(orval.beer.id, to: fields)
    #expect(try changes() == [orval.beer.uuid: ["rating", "extras"]])
  }

  @Test func undoingAnEditIsAnEdit() throws {
    var fields = orval.beer.fields
    fields.notes = "Dry"
    _ = try diary.edit(orval.beer.id, to: fields)
    try start()
    _ = try diary.undoChange()
    #expect(try changes() == [orval.beer.uuid: ["notes"]])
  }

  @Test func movingToTheTrashAndEmptyingItAreRecorded() throws {
    try start()
    _ = try diary.moveToTrash([orval.beer.id])
    #expect(try changes() == [orval.beer.uuid: ["deleted_at"]])
    _ = try diary.emptyTrash()
    #expect(try changes() == [orval.beer.uuid: nil, orval.photos[0].uuid: nil, orval.photos[1].uuid: nil])
  }

  /// The beer has its old id again, which is not above the watermark, and its removed photos belong to a beer again.
  @Test func redoingAnAdditionIsRecorded() throws {
    let gueuze = try diary.add(NewBeer(fields: BeerFields(name: "Gueuze")))
    let addition = try #require(try diary.loggedChanges(limit: 1).first).id
    let photo = try diary.addPhoto(to: gueuze.id, image: FixtureBytes("c")).photo
    _ = try diary.removePhoto(photo.id)
    try diary.write { db in
      try db.execute(
        sql: "UPDATE beer SET updated_at = ? WHERE id = ?", arguments: [gueuze.updatedAt.text, gueuze.id])
    }
    try start()
    _ = try diary.undoChange(addition)
    try diary.write { try ChangeTracker($0).reset() }
    _ = try diary.redoChange()
    #expect(try changes() == [gueuze.uuid: nil, photo.uuid: nil])
  }

  @Test func movingCaptioningRemovingAndRestoringPhotosIsRecorded() throws {
    try start()
    let (first, second) = (orval.photos[0], orval.photos[1])
    _ = try diary.movePhoto(second.id, to: 0)
    #expect(try changes() == [second.uuid: ["order_key"]])
    _ = try diary.setCaption("Foam", ofPhoto: first.id)
    #expect(try changes() == [second.uuid: ["order_key"], first.uuid: ["caption"]])
    _ = try diary.removePhoto(second.id)
    #expect(try changes() == [second.uuid: nil, first.uuid: ["caption"]])
    try diary.write { try ChangeTracker($0).reset() }
    _ = try diary.restorePhotos(try diary.removedPhotos(ofBeer: orval.beer.id))
    #expect(try changes() == [second.uuid: nil])
  }

  /// As undoing an import does if some of its photos are in the trash already.
  @Test func aNewTimeOfARemovedPhotoIsRecorded() throws {
    _ = try diary.removePhoto(orval.photos[0].id)
    try start()
    try diary.write { try $0.execute(sql: "UPDATE removed_photo SET removed_at = '2026-06-01T18:04:00Z'") }
    #expect(try changes() == [orval.photos[0].uuid: ["removed_at"]])
  }

  @Test func factsOfALabelAreRecorded() throws {
    try start()
    let label = try #require(try diary.label(ofBeer: orval.beer.id))
    _ = try diary.setFacts(LabelFacts(abv: 6.2), ofLabel: label.uuid)
    #expect(try changes() == [label.uuid: nil])
  }

  @Test func theLabelThatWasChosenForABeerIsRecorded() throws {
    let again = try fresh.addBeer("Orval")
    try start()
    _ = try diary.splitLabel(ofBeer: again.beer.id)
    #expect(try changes().filter { $0.key == again.beer.uuid } == [again.beer.uuid: ["label"]])
    try diary.write { try ChangeTracker($0).reset() }
    _ = try diary.undoChange()
    #expect(try changes().filter { $0.key == again.beer.uuid } == [again.beer.uuid: ["label"]])
  }

  @Test func mergingLabelsAndKeepingThemApartAreRecorded() throws {
    let gueuze = try fresh.addBeer("Gueuze")
    let labels = try [orval, gueuze].map { try #require(try diary.label(ofBeer: $0.beer.id)).uuid }
    try start()
    _ = try diary.keepApart(labels[0], labels[1])
    #expect(try changes().count == 1 && changes().values.first == ["apart"])
    _ = try diary.undoChange()
    try diary.write { try ChangeTracker($0).reset() }

    _ = try diary.mergeLabels([labels[1]], into: labels[0])

    #expect(try Set(changes().keys) == [labels[0]])
    try diary.write { try ChangeTracker($0).reset() }
    _ = try diary.undoChange()
    #expect(try Set(changes().keys) == [labels[0]])
  }

  @Test func labelsThatAreMergedWhileTheirTriggerIsDroppedAreRecorded() throws {
    let beers = try [orval] + ["Gueuze", "Kriek"].map { try fresh.addBeer($0) }
    let labels = try beers.map { try #require(try diary.label(ofBeer: $0.beer.id)).uuid }
    _ = try diary.mergeLabels([labels[1]], into: labels[0])
    try start()
    let before = try schema()

    try diary.write { db in
      let deferred = try #require(try DeferredMergedLabels(db))
      try LabelDecisionRecord(db).merge(labels[2], into: labels[1])
      #expect(try ChangeTracker(db).changedRows().isEmpty)
      try deferred.record()
    }

    #expect(try changes() == [labels[1]: ["merged"]])
    #expect(try schema() == before)
  }

  @Test func nothingIsDroppedInADiaryThatIsNotTracked() throws {
    #expect(try diary.write { try DeferredMergedLabels($0) == nil })
  }

  @Test func decisionsAboutLabelsCountAsNewAtFirst() throws {
    let gueuze = try fresh.addBeer("Gueuze")
    let labels = try [orval, gueuze].map { try #require(try diary.label(ofBeer: $0.beer.id)).uuid }
    _ = try diary.mergeLabels([labels[1]], into: labels[0])
    try diary.write { try ChangeTracker($0).start() }
    #expect(try changes().keys.contains(labels[0]))
  }

  @Test func aDiaryWithTriggersOpensAndPassesItsCheck() throws {
    try start()
    try diary.close()
    let reopened = try Diary.open(at: diary.path)
    #expect(try reopened.examine().isEmpty)
    try reopened.close()
  }

  @Test func theDoctorFindsAndRestoresAMissingTrigger() throws {
    try start()
    try diary.write { try $0.execute(sql: "DROP TRIGGER sync_beer_update") }
    #expect(try diary.examine().map(\.kind) == [.missingSchema])

    _ = try diary.moveToTrash([orval.beer.id])
    #expect(try changes().isEmpty)

    _ = try diary.repair { $0 == .missingSchema }

    #expect(try diary.examine().isEmpty)
    // What was changed without the trigger is not known.
    #expect(try changes() == [orval.beer.uuid: nil, orval.photos[0].uuid: nil, orval.photos[1].uuid: nil])
    try diary.write { try ChangeTracker($0).reset() }
    _ = try diary.restore([orval.beer.id])
    #expect(try changes() == [orval.beer.uuid: ["deleted_at"]])
  }

  @Test func aChangedTriggerIsRefused() throws {
    try start()
    try diary.close()
    let file = try SQLiteFile(diary.path)
    try file.execute(
      "DROP TRIGGER sync_beer_delete; CREATE TRIGGER sync_beer_delete AFTER DELETE ON beer BEGIN DELETE FROM photo; END"
    )
    file.close()
    #expect(throws: OpeningError.self) { try Diary.open(at: diary.path) }
  }
}
