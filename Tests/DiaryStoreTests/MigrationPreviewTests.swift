import DiaryFixtures
import SQLiteKit
import TestSupport
@testable import DiaryStore
import FixtureStores
import Foundation
import Testing

/// What a migration would do, and whether there is room for it.
@Suite struct MigrationPreviewTests {
  private let old: OldDiary

  init() throws { old = try OldDiary() }

  @Test(
    arguments: [LegacyStore.Model.orderedRelationship, .userOrder],
    [
      "", "UPDATE ZPHOTO SET Z_OPT = NULL", "DELETE FROM ZBEER WHERE Z_PK = 6",
      "UPDATE ZBEER SET ZABV = 900, ZRATING = -1 WHERE Z_PK = 3",
      "ALTER TABLE ZPHOTO RENAME COLUMN ZIMAGEDATA TO ZPORTRAIT",
      """
      CREATE TABLE ZSHOP (Z_PK INTEGER PRIMARY KEY, ZNAME VARCHAR);
      INSERT INTO ZSHOP VALUES (1, 'De Bierkoning');
      ALTER TABLE ZBEER ADD COLUMN ZSHOP INTEGER;
      ALTER TABLE ZBEER ADD COLUMN "x""; DROP TABLE ZPHOTO; --" VARCHAR;
      UPDATE ZBEER SET ZSHOP = 1 WHERE Z_PK = 2;
      UPDATE ZBEER SET ZSHOP = 7 WHERE Z_PK = 3;
      """,
    ])
  func aPreviewPredictsWhatTheMigrationReports(_ model: LegacyStore.Model, _ change: String) throws {
    _ = try old.write(change) { store in
      store.model = model
      store.externalCount = 3
    }
    let before = try FileState.all(in: old.folder.path)

    let preview = try Diary.previewMigration(of: old.path)

    #expect(try FileState.all(in: old.folder.path) == before)
    let diary = try old.open()
    let report = try #require(diary.migration)
    try diary.close()
    #expect(preview.fromVersion == report.fromVersion && preview.toVersion == report.toVersion)
    #expect(preview.beerCount == report.beerCount && preview.photoCount == report.photoCount)
    #expect(preview.warnings == report.warnings)
    #expect(preview.steps.map(\.from) == [report.fromVersion] + Array(3..<Diary.currentVersion))
    #expect(preview.steps.map(\.to) == Array(3...Diary.currentVersion))
  }

  /// A declaration in the file may continue after its end, which SQLite never looks at.
  @Test func aPreviewRunsNoStatementOfTheFile() throws {
    _ = try old.write()
    let other = old.folder.file("other")
    let file = try SQLiteFile(old.path)
    try file.execute("PRAGMA writable_schema = ON")
    try file.execute(
      "UPDATE sqlite_master SET sql = sql || ? WHERE name = 'ZBEER'",
      [.text("; ATTACH '\(other)' AS other; CREATE TABLE other.made (x)")])
    file.close()

    #expect(throws: OpeningError.self) { try Diary.previewMigration(of: old.path) }

    #expect(fileSize(other) == nil)
  }

  @Test func aPreviewPredictsWarnings() throws {
    let order =
      "UPDATE ZPHOTO SET Z_FOK_BEER = NULL WHERE ZBEER = 6; UPDATE ZPHOTO SET ZBEER = 99 WHERE ZBEER = 1"
    _ = try old.write(order) { $0.externalCount = 2 }
    try FileManager.default.removeItem(atPath: LegacyStore.externalFolder(ofStore: old.path))

    let warnings = try Diary.previewMigration(of: old.path).warnings

    #expect(warnings.contains { $0.contains("Photos without a position") })
    #expect(warnings.contains { $0.contains("Photos have no image") })
    #expect(warnings.contains { $0.contains("1 photo had no beer") })
    #expect(try old.open().migration?.warnings == warnings)
  }

  @Test(arguments: [true, false]) func aPreviewChangesNoFileOfAStoreWithAWALOrAJournal(_ isLog: Bool) throws {
    let beers = try old.write { store in
      store.leavesRowsInWAL = isLog
      store.hasRollbackJournal = !isLog
    }
    let before = try FileState.all(in: old.folder.path)

    #expect(try Diary.previewMigration(of: old.path).beerCount == beers.count)

    #expect(try FileState.all(in: old.folder.path) == before)
  }

  /// All three files of a running app were copied: no program uses the -shm, and it may be anything.
  @Test func aPreviewLeavesTheUnusedSharedMemoryFileAsItIs() throws {
    let beers = try old.write { $0.leavesRowsInWAL = true }
    try Data(repeating: 7, count: 32768).write(
      to: URL(fileURLWithPath: StoreSidecar.sharedMemory.path(of: old.path)))
    let before = try FileState.all(in: old.folder.path)

    #expect(try Diary.previewMigration(of: old.path).beerCount == beers.count)

    #expect(try FileState.all(in: old.folder.path) == before)
    #expect(try expectedBeers(from: old.open()) == beers)
  }

  @Test func theMigrationOfACurrentStoreHasNoSteps() throws {
    let beers = try old.write()
    try old.open().close()
    let before = try FileState.all(in: old.folder.path)

    let preview = try Diary.previewMigration(of: old.path)

    #expect(preview.steps == [] && preview.neededBytes == 0 && preview.beerCount == beers.count)
    #expect(try FileState.all(in: old.folder.path) == before)
  }

  @Test func missingAndForeignFilesAreRefused() throws {
    #expect(throws: OpeningError.store(.notFound(path: old.path))) {
      try Diary.previewMigration(of: old.path)
    }
    try Data(repeating: 1, count: 5000).write(to: URL(fileURLWithPath: old.path))
    #expect(throws: OpeningError.store(.notADatabase(path: old.path))) {
      try Diary.previewMigration(of: old.path)
    }
  }

  @Test func aMigrationThatWouldNotFitIsRefusedBeforeAnythingChanges() throws {
    _ = try old.write { $0.leavesRowsInWAL = true }
    let before = try FileState.all(in: old.folder.path)
    let preview = try Diary.previewMigration(of: old.path, freeSpace: FreeSpace { _ in 5000 })

    #expect(preview.lacksSpace)
    let refusal = OpeningError.store(.noSpace(path: old.path, needed: preview.neededBytes, free: 5000))
    #expect(throws: refusal) { try Diary.open(at: old.path, freeSpace: FreeSpace { _ in 5000 }) }
    #expect(refusal.sentence.contains("5.0 kB are free"))
    #expect(try FileState.all(in: old.folder.path) == before)
  }

  @Test func aBoundFoundWithoutReadingRowsIsAtLeastTheEstimate() throws {
    _ = try old.write { $0.leavesRowsInWAL = true }
    let (bound, estimate) = try NonMutatingReader(old.path) { store in
      let estimate = SpaceEstimate(store, try StoreInspection.identify(store, old.path))
      return (try estimate.bound(), try estimate.bytes())
    }
    #expect(try #require(bound) >= estimate)
  }

  @Test func keysThatAreNotUniqueGiveNoBound() throws {
    _ = try old.write(
      "CREATE TABLE Copy AS SELECT * FROM ZBEER; DROP TABLE ZBEER; ALTER TABLE Copy RENAME TO ZBEER")
    let bound = try NonMutatingReader(old.path) { store in
      try SpaceEstimate(store, StoreInspection.Identity(version: 1, imageColumn: "ZIMAGEDATA")).bound()
    }
    #expect(bound == nil)
  }

  @Test func theEstimateIsEnoughAndHasNoImages() throws {
    _ = try old.write { store in
      store.beerCount = 600
      store.photoByteCount = 20_000
    }
    let size = try #require(FileState.all(in: old.folder.path)["old.sqlite"]).size
    let needed = try Diary.previewMigration(of: old.path).neededBytes

    let diary = try old.open()
    try diary.finishBackgroundWork()
    try diary.close()

    let grown = try #require(FileState.all(in: old.folder.path)["old.sqlite"]).size - size
    // Rows are written twice: to the -wal and into the file.
    #expect(needed >= grown && needed < size / 4)
  }

  @Test func theEstimateIncludesTheIndexesThatStepsCreate() throws {
    try ShippedVersionTests.Shipped(version: 11, isAdopted: false).write(to: old.path)
    let file = try SQLiteFile(old.path)
    try file.execute(
      """
      WITH RECURSIVE number(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM number WHERE n < 100000)
      INSERT INTO beer (id, uuid, name, created_at, updated_at)
      SELECT 1000 + n, randomblob(16), 'Orval', '2024-05-01T10:00:00Z', '2024-05-01T10:00:00Z' FROM number;
      """)
    file.close()
    let size = try #require(FileState.all(in: old.folder.path)["old.sqlite"]).size
    let needed = try Diary.previewMigration(of: old.path).neededBytes

    try old.open().close()

    let grown = try #require(FileState.all(in: old.folder.path)["old.sqlite"]).size - size
    // Pages are written twice: to the -wal and into the file.
    #expect(grown > 900_000 && needed >= 2 * grown)
  }
}
