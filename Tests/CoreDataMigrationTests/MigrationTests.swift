import CoreDataMigration
import DiaryFixtures
import DiaryModel
import DiaryStore
import FixtureStores
import Foundation
import SQLiteKit
import TestSupport
import Testing

@Suite struct MigrationTests {
  private let folder: TemporaryFolder
  private let path: String

  init() throws {
    folder = try TemporaryFolder()
    path = folder.file("old.sqlite")
  }

  private static let variants: [LegacyStore] = {
    var stores: [LegacyStore] = []
    for model in [LegacyStore.Model.orderedRelationship, .userOrder] {
      var plain = LegacyStore()
      plain.model = model
      var prefixed = plain
      prefixed.hasPrefix = true
      var external = plain
      external.externalCount = 3
      var inWAL = plain
      inWAL.leavesRowsInWAL = true
      var all = external
      all.leavesRowsInWAL = true
      stores += [plain, prefixed, external, inWAL, all]
    }
    return stores
  }()

  @Test(arguments: variants) func aMigrationKeepsEveryFieldEveryPhotoAndTheirOrder(_ store: LegacyStore)
    throws
  {
    let expected = try store.write(to: path)

    let diary = try Diary.open(at: path)

    #expect(try expectedBeers(from: diary) == expected)
    let report = try #require(diary.migration)
    #expect(report.fromVersion == (store.model == .orderedRelationship ? 1 : 2))
    #expect(report.beerCount == expected.count)
    #expect(report.photoCount == expected.map(\.photos.count).reduce(0, +))
    #expect(report.warnings == [])
  }

  @Test func openingAgainFindsACurrentStore() throws {
    let expected = try LegacyStore().write(to: path)
    try Diary.open(at: path).close()

    let diary = try Diary.open(at: path)

    #expect(diary.migration == nil)
    #expect(try expectedBeers(from: diary) == expected)
  }

  @Test func aMigrationReportsEachPhaseWithACountThatReachesTheTotal() throws {
    _ = try LegacyStore().write(to: path)
    let reports = Collected<MigrationProgress>()

    _ = try Diary.open(at: path, progress: { reports.append($0) })

    for phase in MigrationProgress.Phase.allCases {
      let last = try #require(reports.values.last { $0.phase == phase })
      #expect(last.done == last.total)
    }
    let reading = reports.values.filter { $0.phase == .readingPhotos && $0.unit == .photos }
    #expect(reading.count >= 2 && reading.allSatisfy { $0.total == reading[0].total && $0.total > 0 })
    #expect(reports.values.map(\.step) == reports.values.map(\.step).sorted())
    let fractions = reports.values.map(\.fraction)
    #expect(fractions == fractions.sorted() && fractions.allSatisfy { $0 < 1 })
    let seconds = reports.values.map(\.seconds)
    #expect(seconds == seconds.sorted() && seconds.allSatisfy { $0 > 0 })
  }

  @Test func photosAndChecksAreReportedInParts() throws {
    var store = LegacyStore()
    store.beerCount = 2500
    store.photoByteCount = 200
    _ = try store.write(to: path)
    let reports = Collected<MigrationProgress>()

    _ = try Diary.open(at: path, progress: { reports.append($0) })

    let photos = reports.values.filter { $0.phase == .readingPhotos }.map(\.done)
    #expect(photos.contains { 0 < $0 && $0 < (photos.last ?? 0) })
    let checks = reports.values.filter { $0.phase == .verifying }
    #expect(checks.allSatisfy { $0.unit == .rows })
    let steps = zip(checks, checks.dropFirst()).map { $1.done - $0.done }
    #expect(steps.filter { 0 < $0 && $0 <= 2048 }.count > 12)
  }

  @Test(arguments: 1...6, [false, true])
  func stoppingAMigrationLeavesTheStoreAsItWas(afterAsking limit: Int, leavesRowsInWAL: Bool) throws {
    var store = LegacyStore()
    store.beerCount = 100
    store.leavesRowsInWAL = leavesRowsInWAL
    let expected = try store.write(to: path)
    let files = try folder.contents()
    let before = try dump()

    #expect(throws: OpeningError.store(.cancelled)) { try openStopped(afterAsking: limit) }

    #expect(try dump() == before)
    if !leavesRowsInWAL { #expect(try folder.contents() == files) }
    #expect(try expectedBeers(from: try Diary.open(at: path)) == expected)
  }

  @Test func stoppingAMigrationLeavesTheJournalOfTheStore() throws {
    var store = LegacyStore()
    store.hasRollbackJournal = true
    let expected = try store.write(to: path)

    #expect(throws: OpeningError.store(.cancelled)) { try openStopped(afterAsking: 4) }

    #expect(try SQLiteFile(path).rows("PRAGMA journal_mode") == [["delete"]])
    #expect(try folder.contents().keys.sorted() == ["old.sqlite"])
    #expect(try expectedBeers(from: try Diary.open(at: path)) == expected)
  }

  @Test func thePhotoTableKeepsItsRowsInPlace() throws {
    var store = LegacyStore()
    store.beerCount = 60
    store.photoByteCount = 200_000
    _ = try store.write(to: path)
    let before = try #require(fileSize(path))

    try Diary.open(at: path).close()

    let after = try #require(fileSize(path)) + (fileSize(StoreSidecar.wal.path(of: path)) ?? 0)
    #expect(after < before + before / 50)
  }

  @Test func aMigratedStoreHasTheSchemaOfAFreshOneButForTheImageTable() throws {
    _ = try LegacyStore().write(to: path)
    let diary = try Diary.open(at: path)
    try diary.finishBackgroundWork()
    try diary.close()
    let fresh = folder.file("fresh.sqlite")
    try Diary.open(at: fresh).close()
    let schema =
      "SELECT type, name, tbl_name, sql FROM sqlite_master WHERE name <> 'photo_image' ORDER BY 1, 2"

    #expect(try SQLiteFile(path).rows(schema) == SQLiteFile(fresh).rows(schema))
    let header = "SELECT * FROM pragma_user_version, pragma_application_id"
    #expect(try SQLiteFile(path).rows(header) == SQLiteFile(fresh).rows(header))
  }

  @Test func attributesWithoutAFieldBecomeCustomFields() throws {
    var store = LegacyStore()
    store.extraSQL = """
      ALTER TABLE ZBEER ADD COLUMN ZBOUGHT TIMESTAMP;
      ALTER TABLE ZBEER ADD COLUMN ZHOP VARCHAR;
      UPDATE ZBEER SET ZBOUGHT = 0, ZHOP = 'Citra', ZRATING = 9 WHERE Z_PK = 2;
      """
    _ = try store.write(to: path)

    let diary = try Diary.open(at: path)

    let beer = try #require(try diary.beer(2)?.beer)
    #expect(beer.fields.extras["hop"] == .text("Citra"))
    #expect(beer.fields.extras["bought"] == .text("2001-01-01T00:00:00Z"))
    #expect(beer.fields.extras["favorite"] == .integer(0))
    #expect(beer.fields.extras["rating"] == .integer(9))
    #expect(beer.fields.rating == nil)
    #expect(diary.migration?.warnings.count == 1)
  }

  @Test func aBlobTooLargeForACustomFieldStaysInItsTable() throws {
    var store = LegacyStore()
    store.extraSQL =
      "ALTER TABLE ZBEER ADD COLUMN ZSOUND BLOB; UPDATE ZBEER SET ZSOUND = zeroblob(9000) WHERE Z_PK = 3"
    _ = try store.write(to: path)

    let diary = try Diary.open(at: path)

    let note = try #require(try diary.beer(3)?.beer.fields.extras["sound"])
    #expect(note == .text("kept in the store: table ZBEER, column ZSOUND, row 3, 9000 bytes"))
    #expect(try SQLiteFile(path).rows("SELECT length(ZSOUND) FROM ZBEER WHERE Z_PK = 3") == [["9000"]])
  }

  @Test func photosWithoutABeerGetABeerOfTheirOwn() throws {
    var store = LegacyStore()
    store.extraSQL =
      "UPDATE ZPHOTO SET ZBEER = NULL WHERE ZBEER = 1; UPDATE ZPHOTO SET ZBEER = 99 WHERE ZBEER = 2"
    store.extraSQL += "; UPDATE ZBEER SET ZTHUMBNAILDATA = NULL"
    _ = try store.write(to: path)

    let diary = try Diary.open(at: path)

    let orphans = try #require(try diary.beer(Int64(store.beerCount + 1)))
    #expect(orphans.beer.fields.name == "Photos without a beer")
    let origin = try #require(orphans.beer.origin)
    #expect(origin.source == "beer-diary-ios" && origin.id.hasSuffix("/photos"))
    #expect(orphans.photos.map(\.order) == [0, 1])
    #expect(diary.migration?.warnings.count == 1)
  }

  @Test func equalAndMissingOrderKeysFallBackToTheTimeAndAreReported() throws {
    var store = LegacyStore()
    store.extraSQL = """
      UPDATE ZPHOTO SET Z_FOK_BEER = 7, ZTIMESTAMP = 1000 - Z_PK WHERE ZBEER = 6;
      UPDATE ZPHOTO SET Z_FOK_BEER = NULL WHERE Z_PK = (SELECT max(Z_PK) FROM ZPHOTO WHERE ZBEER = 6);
      """
    _ = try store.write(to: path)

    let diary = try Diary.open(at: path)

    let ids = try #require(try diary.beer(6)).photos.map(\.id)
    let last = try #require(ids.max())
    #expect(ids == ids.filter { $0 != last }.sorted(by: >) + [last])
    #expect(diary.migration?.warnings.count == 1)
  }

  /// Core Data makes no such keys.
  @Test(arguments: [(LegacyStore.Model.orderedRelationship, "Z_FOK_BEER"), (.userOrder, "ZUSERORDER")])
  func photosWithLargeOrderKeysComeBeforeThoseWithoutOne(_ model: LegacyStore.Model, _ column: String) throws
  {
    var store = LegacyStore()
    store.model = model
    store.extraSQL = """
      WITH keys(place, value) AS (VALUES (1, 9223372036854775807), (2, 1 << 60), (3, (1 << 60) + 1), (4, NULL)),
        places AS (SELECT Z_PK, row_number() OVER (ORDER BY Z_PK) AS place FROM ZPHOTO WHERE ZBEER = 6)
      UPDATE ZPHOTO SET \(column) = value FROM keys JOIN places USING (place) WHERE places.Z_PK = ZPHOTO.Z_PK
      """
    _ = try store.write(to: path)

    let diary = try Diary.open(at: path)

    let ids = try #require(try diary.beer(6)).photos.map(\.id)
    let sorted = ids.sorted()
    #expect(ids == [1, 2, 0, 3].map { sorted[$0] })
    #expect(diary.migration?.warnings.count == 1)
  }

  @Test func aPhotoWithoutItsExternalFileIsKeptAndReported() throws {
    var store = LegacyStore()
    store.externalCount = 1
    let expected = try store.write(to: path)
    try FileManager.default.removeItem(atPath: LegacyStore.externalFolder(ofStore: path))

    let diary = try Diary.open(at: path)

    let photo = try #require(try diary.beer(1)?.photos.first)
    #expect(photo.metadata.byteCount == 0)
    #expect(try diary.addingMetadata(to: [photo]).first?.sha256 == nil)
    #expect(diary.migration?.warnings.count == 2)
    #expect(try diary.summary().beerCount == expected.count)
  }

  private func dump() throws -> [[String]] {
    let copy = try TemporaryFolder()
    for (name, data) in try folder.contents() { try data.write(to: URL(fileURLWithPath: copy.file(name))) }
    let file = try SQLiteFile(copy.file("old.sqlite"))
    let photos = try file.rows("SELECT Z_PK, ZBEER, Z_FOK_BEER, length(ZIMAGEDATA) FROM ZPHOTO ORDER BY 1")
    return try file.rows("SELECT * FROM sqlite_master") + file.rows("SELECT * FROM ZBEER") + photos
  }

  /// Opens the store as a user does who stops it at a question whether to go on.
  private func openStopped(afterAsking limit: Int) throws {
    let asked = Collected<Void>()
    _ = try Diary.open(
      at: path,
      isCancelled: {
        asked.append(())
        return asked.values.count >= limit
      })
  }
}
