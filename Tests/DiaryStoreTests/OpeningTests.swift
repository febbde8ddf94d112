import DiaryFixtures
import DiaryModel
import DiaryStore
import FixtureStores
import Foundation
import SQLiteKit
import TestSupport
import Testing

@Suite struct OpeningTests {
  private let folder: TemporaryFolder
  private let path: String

  init() throws {
    folder = try TemporaryFolder()
    path = folder.file("store.sqlite")
  }

  @Test func aNewDiaryBelongsToItsOwnerAlone() throws {
    let path = folder.file("a/b/diary.sqlite")

    let diary = try Diary.open(at: path)

    #expect(diary.migration == nil)
    #expect(try permissions(folder.file("a/b")) == 0o700)
    for file in [path] + [StoreSidecar.wal, .sharedMemory].map({ $0.path(of: path) }) {
      #expect(try permissions(file) == 0o600)
    }
    #expect(try diary.summary() == DiarySummary(beerCount: 0, beersWithPhotos: 0, labelCount: 0))
  }

  @Test func openingConcurrentlyCreatesOneDiaryAndLeavesNothingElse() async throws {
    let path = path
    try await withThrowingTaskGroup(of: Void.self) { group in
      for number in 0..<4 {
        group.addTask {
          let diary = try Diary.open(at: path)
          _ = try diary.add(NewBeer(fields: BeerFields(name: "Beer \(number)")))
        }
      }
      try await group.waitForAll()
    }

    #expect(try Diary.open(at: path).summary().beerCount == 4)
    #expect(
      try FileManager.default.contentsOfDirectory(atPath: folder.path).allSatisfy {
        $0.hasPrefix("store.sqlite")
      })
  }

  @Test func aMissingFileIsCreatedOnlyOnRequest() throws {
    #expect(throws: OpeningError.store(.notFound(path: path))) {
      try Diary.open(at: path, createsMissing: false)
    }
    #expect(!FileManager.default.fileExists(atPath: path))
  }

  @Test(arguments: ["hello", String(repeating: "SQLite format 2", count: 900)])
  func aFileThatIsNotADatabaseIsRefusedUnmodified(_ content: String) throws {
    try Data(content.utf8).write(to: URL(fileURLWithPath: path))
    try expectRefusal(.store(.notADatabase(path: path)))
  }

  @Test func aFolderIsRefused() throws {
    #expect(throws: OpeningError.store(.isFolder(path: folder.path))) { try Diary.open(at: folder.path) }
  }

  @Test(arguments: [
    "CREATE TABLE contacts (name TEXT)",
    "PRAGMA journal_mode = WAL; CREATE TABLE contacts (name TEXT)",
    "PRAGMA application_id = 7; PRAGMA user_version = 1",
  ])
  func anotherProgramsDatabaseIsRefusedUnmodified(_ sql: String) throws {
    try SQLiteFile(path).execute(sql)
    try expectRefusal(.notADiary(path: path, what: "a database of another program"))
  }

  @Test(arguments: [
    "CREATE TABLE ZNOTE (Z_PK INTEGER PRIMARY KEY)",
    """
    CREATE TABLE ZBEER (Z_PK INTEGER PRIMARY KEY); CREATE TABLE ZPHOTO (Z_PK INTEGER PRIMARY KEY);
    INSERT INTO Z_PRIMARYKEY VALUES (1, 'Beer', 0, 0), (2, 'Photo', 0, 0)
    """,
  ])
  func aCoreDataStoreOfAnotherAppIsRefusedUnmodified(_ sql: String) throws {
    try SQLiteFile(path).execute(
      """
      PRAGMA journal_mode = WAL;
      CREATE TABLE Z_PRIMARYKEY (Z_ENT INTEGER PRIMARY KEY, Z_NAME VARCHAR, Z_SUPER INTEGER, Z_MAX INTEGER);
      CREATE TABLE Z_METADATA (Z_VERSION INTEGER PRIMARY KEY, Z_UUID VARCHAR(255), Z_PLIST BLOB);
      """ + sql)
    try expectRefusal(.notADiary(path: path, what: "a Core Data store, but not one of Beer Diary"))
  }

  @Test func aNewerStoreIsRefusedUnmodified() throws {
    try Diary.open(at: path).close()
    try SQLiteFile(path).execute("PRAGMA user_version = 99")
    try expectRefusal(.newer(path: path, version: 99))
  }

  @Test func aCutStoreIsRefusedUnmodified() throws {
    _ = try LegacyStore().write(to: path)
    let bytes = try Data(contentsOf: URL(fileURLWithPath: path))
    try bytes.prefix(3000).write(to: URL(fileURLWithPath: path))

    let before = try Data(contentsOf: URL(fileURLWithPath: path))
    #expect(throws: OpeningError.self) { try Diary.open(at: path) }
    #expect(try Data(contentsOf: URL(fileURLWithPath: path)) == before)
  }

  @Test func openingTwiceAtTheSameTimeMigratesOnce() async throws {
    var store = LegacyStore()
    store.beerCount = 300
    let expected = try store.write(to: path)

    let path = path
    let results = try await withThrowingTaskGroup(of: [ExpectedBeer].self) { group in
      for _ in 0..<2 { group.addTask { try expectedBeers(from: try Diary.open(at: path)) } }
      return try await group.reduce(into: []) { $0.append($1) }
    }

    #expect(results == [expected, expected])
  }

  private func expectRefusal(_ error: OpeningError, sourceLocation: SourceLocation = #_sourceLocation) throws
  {
    let before = try folder.contents()
    #expect(throws: error, sourceLocation: sourceLocation) { try Diary.open(at: path) }
    #expect(try folder.contents() == before, sourceLocation: sourceLocation)
  }

  private func permissions(_ path: String) throws -> Int {
    let attributes = try FileManager.default.attributesOfItem(atPath: path)
    return (attributes[.posixPermissions] as? NSNumber)?.intValue ?? 0
  }
}
