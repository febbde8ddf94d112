import DiaryFixtures
import DiaryModel
import DiaryUpkeep
import FixtureStores
import Foundation
import GRDB
import SQLiteKit
import TestSupport
import Testing

@testable import DiaryStore

/// What somebody else put into a diary's file cannot change or remove beers.
@Suite struct SchemaValidatorTests {
  private let fresh: FreshDiary
  private var path: String { fresh.diary.path }

  init() throws {
    fresh = try FreshDiary()
    _ = try fresh.addBeer("Orval", photos: ["a"])
    _ = try fresh.addBeer("Gueuze")
    try fresh.diary.close()
  }

  /// A trigger, a view, or one of the diary's own that says something else than it should.
  struct UnexpectedObject: CustomTestStringConvertible, Sendable {
    let title: String
    let sql: String

    var testDescription: String { title }

    static let all = [
      UnexpectedObject(
        title: "trigger \"evil\"",
        sql: "CREATE TRIGGER evil BEFORE INSERT ON beer BEGIN DELETE FROM beer; END"),
      UnexpectedObject(
        title: "trigger \"odd \"\" name\"",
        sql:
          "CREATE TRIGGER \"odd \"\"\"\" name\" AFTER UPDATE ON photo BEGIN DELETE FROM photo_image; END"
      ),
      UnexpectedObject(
        title: "trigger \"beer_search_insert\"",
        sql: """
          DROP TRIGGER beer_search_insert;
          CREATE TRIGGER beer_search_insert AFTER INSERT ON beer BEGIN DELETE FROM beer WHERE id <> new.id; END
          """),
      UnexpectedObject(
        title: "view \"best\"", sql: "CREATE VIEW best AS SELECT * FROM beer WHERE rating = 5"),
      UnexpectedObject(
        title: "trigger \"instead\"",
        sql: "CREATE TRIGGER instead INSTEAD OF INSERT ON ordered_photo BEGIN DELETE FROM beer; END"),
      UnexpectedObject(
        title: "view \"ordered_photo\"",
        sql: "DROP VIEW ordered_photo; CREATE VIEW ordered_photo AS SELECT *, 0 AS user_order FROM photo"),
      UnexpectedObject(
        title: "index \"one\"", sql: "CREATE UNIQUE INDEX one ON 'Beer' (deleted_at IS NULL, name)"),
    ]
  }

  private func change(_ sql: String, _ path: String? = nil) throws {
    let file = try SQLiteFile(path ?? self.path)
    try file.execute(sql)
    file.close()
  }

  private func names() throws -> [String?] {
    try Diary.open(at: path).listItems(in: 0..<9).map(\.name).sorted { $0 ?? "" < $1 ?? "" }
  }

  @Test(arguments: UnexpectedObject.all) func anUnexpectedObjectIsRefusedAtOpening(
    _ unexpected: UnexpectedObject
  ) throws {
    try change(unexpected.sql)
    let before = try FileState.all(in: fresh.folder.path)

    for open in [{ try Diary.open(at: path) }, { try Diary.openReadOnly(at: path) }] {
      let error = #expect(throws: OpeningError.self) { _ = try open() }
      guard case .unexpectedSchemaObjects(path, let objects) = error else {
        Issue.record("\(String(describing: error))")
        continue
      }
      #expect(objects == [unexpected.title])
    }

    #expect(
      try FileState.all(in: fresh.folder.path).filter { $0.key != "" } == before.filter { $0.key != "" })
  }

  @Test(arguments: UnexpectedObject.all) func anUnexpectedObjectIsFoundAndRemovedByTheDoctor(
    _ unexpected: UnexpectedObject
  )
    throws
  {
    try change(unexpected.sql)
    let diary = try Diary.open(at: path, acceptsUnexpectedSchema: true)

    let found = try diary.examine()
    let repaired = try diary.repair()

    #expect(found.map(\.kind) == [.unexpectedSchemaObjects] && found.first?.examples == [unexpected.title])
    #expect(repaired.map(\.kind) == [.unexpectedSchemaObjects])
    #expect(try diary.examine(isDeep: true) == [])
    try diary.close()
    #expect(try names() == ["Gueuze", "Orval"])
  }

  @Test(arguments: UnexpectedObject.all) func anUnexpectedObjectIsNotCopiedByMergingOrRestoring(
    _ unexpected: UnexpectedObject
  ) throws {
    try change(unexpected.sql)
    let before = try Data(contentsOf: URL(fileURLWithPath: path))
    let target = fresh.folder.file("mine/diary.sqlite")

    let report = try Diary.merge(path, into: target)
    _ = try Diary.restore(path, over: fresh.folder.file("restored.sqlite"))

    #expect(report.warnings.count == 1 && report.warnings[0].contains(unexpected.title))
    for path in [target, fresh.folder.file("restored.sqlite")] {
      let diary = try Diary.open(at: path)
      _ = try diary.add(NewBeer(fields: BeerFields(name: "Gose")))
      #expect(try diary.summary().beerCount == 3 && diary.examine(isDeep: true) == [])
    }
    #expect(try Data(contentsOf: URL(fileURLWithPath: path)) == before)
  }

  /// A copy of the whole file is what to make before a repair.
  @Test func aDiaryWithAForeignTriggerCanBeCopied() throws {
    try change(UnexpectedObject.all[0].sql)

    try Diary.backUp(path, to: fresh.folder.file("copy.sqlite"))

    #expect(
      try SQLiteFile(fresh.folder.file("copy.sqlite")).rows(
        "SELECT count(*) FROM sqlite_master WHERE name = 'evil'")
        == [["1"]])
  }

  @Test(arguments: [
    ("ON CONFLICT REPLACE", "uuid BLOB NOT NULL UNIQUE", "uuid BLOB NOT NULL UNIQUE ON CONFLICT REPLACE"),
    ("a cascade", "ON DELETE SET NULL", "ON DELETE CASCADE"),
  ])
  func aTableThatRemovesBeersByItselfIsDamage(_ name: String, _ own: String, _ altered: String) throws {
    try change(
      """
      PRAGMA writable_schema = ON;
      UPDATE sqlite_master SET sql = replace(sql, '\(own)', '\(altered)') WHERE name = 'beer';
      """)

    let detail = "the constraints of table \"beer\" were changed"
    for accepts in [false, true] {
      #expect(throws: OpeningError.store(.damaged(path: path, detail: detail))) {
        try Diary.open(at: path, acceptsUnexpectedSchema: accepts)
      }
    }
    #expect(throws: TransferError.store(.damaged(path: path, detail: detail))) {
      try Diary.merge(path, into: fresh.folder.file("mine/diary.sqlite"))
    }
  }

  @Test func aTableThatKeepsBeersFromBeingDeletedIsReported() throws {
    try change("CREATE TABLE note (beer INTEGER REFERENCES Beer(id), text)")
    let diary = try Diary.open(at: path)

    let found = try diary.examine()
    #expect(found.map(\.kind) == [.unexpectedTable] && found.first?.examples == ["table \"note\""])
    #expect(found.first?.kind.isRepairable == false)
    #expect(try diary.repair() == [])
    try diary.close()
    #expect(
      try SQLiteFile(path).rows("SELECT count(*) FROM sqlite_master WHERE name = 'note'") == [["1"]])
  }

  /// Tables and indices do nothing by themselves.
  @Test(arguments: [
    "CREATE TABLE note (beer INTEGER REFERENCES beer(id) ON DELETE CASCADE, text); ANALYZE",
    "CREATE INDEX beer_by_place ON beer (place)", "ALTER TABLE beer ADD COLUMN glass TEXT",
  ])
  func harmlessAdditionsAreAccepted(_ sql: String) throws {
    try change(sql)

    #expect(try names() == ["Gueuze", "Orval"])
    #expect(try Diary.open(at: path).examine(isDeep: true) == [])
  }

  @Test(arguments: [
    "DROP TRIGGER beer_search_insert", "DROP VIEW ordered_photo", "DROP INDEX beer_by_origin",
    "DROP INDEX beer_by_abv; CREATE INDEX beer_by_abv ON beer (abv)",
  ])
  func missingPartsOfTheSchemaAreRebuilt(_ sql: String) throws {
    try change(sql)
    let diary = try Diary.open(at: path)

    #expect(try diary.examine().map(\.kind) == [.missingSchema])
    #expect(try diary.repair().map(\.kind) == [.missingSchema])

    #expect(try diary.examine(isDeep: true) == [])
  }

  @Test func anIndexOfTheDiaryThatBecameUniqueIsRebuilt() throws {
    try change("DROP INDEX beer_by_abv; CREATE UNIQUE INDEX beer_by_abv ON beer (abv)")
    let diary = try Diary.open(at: path, acceptsUnexpectedSchema: true)

    #expect(try diary.examine().map(\.kind) == [.unexpectedSchemaObjects, .missingSchema])
    _ = try diary.repair()

    #expect(try diary.examine(isDeep: true) == [])
  }

  @Test func anIndexThatRowsDoNotFitStaysMissing() throws {
    try change("DROP INDEX beer_by_origin; UPDATE beer SET source = 'untappd', source_id = '1'")
    let diary = try Diary.open(at: path)

    _ = try diary.repair()

    #expect(try diary.examine().map(\.kind) == [.missingSchema])
    #expect(try names() == ["Gueuze", "Orval"])
  }

  @Test func theFingerprintOfTheCurrentSchemaIsKnown() throws {
    let objects = try SchemaObject.all(in: SQLiteProbe(path: path, mode: .readOnly))

    // A new version of the schema has a new one, which goes into the program.
    #expect(SchemaValidator.fingerprint(of: objects) == SchemaValidator.currentFingerprint)
    let own = try ExpectedSchema(version: StoreVersion.current)
    #expect(SchemaValidator.fingerprint(of: own.inOrder) == SchemaValidator.currentFingerprint)
  }

  @Test func everyConnectionTreatsItsFileAsUntrusted() throws {
    let queue = try DatabaseQueue(path: path, configuration: .hardened())
    let probe = try SQLiteProbe(path: path, mode: .readOnly)

    for trust in [
      try queue.read { try Int.fetchOne($0, sql: "PRAGMA trusted_schema") },
      try probe.integer("PRAGMA trusted_schema"),
    ] {
      #expect(trust == (ConnectionHardening.canDistrustSchema ? 0 : 1))
    }
    #expect(try queue.read { try Int.fetchOne($0, sql: "PRAGMA cell_size_check") } == 1)
    #expect(try probe.integer("PRAGMA cell_size_check") == 1)
  }

  @Test(arguments: [
    ("DROP TABLE \"Beer\" -- gone", ["drop", "table", "beer"]),
    ("a/* * */=[B c]`d`'E '' f'", ["a", "=", "b c", "d", "'E ' f'"]),
    ("\"a\"\"B\"\n\tx'00' é.1", ["a\"b", "x", "'00'", "é", ".", "1"]), ("a\0b", ["a"]), ("/* a", []),
    ("'a", ["'a'"]),
  ])
  func equivalentStatementsHaveTheSameTokens(_ sql: String, _ tokens: [String]) {
    #expect(SQLTokens.of(sql) == tokens)
  }
}
