import CoreDataMigration
import DiaryFixtures
import DiaryModel
import FixtureStores
import Foundation
import GRDB
import SQLiteKit
import Testing

@testable import DiaryStore

/// What SQLite refuses is an error wherever GRDB is bypassed, and never "nothing there".
@Suite struct SQLiteFailureTests {
  private let fresh: FreshDiary
  private var diary: Diary { fresh.diary }

  init() throws {
    fresh = try FreshDiary()
    for id in ["1", "2"] {
      let fields = BeerFields(name: "Beer \(id)", extras: ["hop": .text("Saaz")])
      _ = try diary.add(NewBeer(fields: fields, origin: Origin(source: "csv", id: id)))
    }
  }

  struct Reader: CustomTestStringConvertible, Sendable {
    let name: String
    let read: @Sendable (Database, Beer) throws -> Void

    var testDescription: String { name }

    static let all = [
      Reader(name: "a known beer by its uuid") { db, beer in
        _ = try known(NewBeer(fields: beer.fields), uuid: beer.uuid, db)
      },
      Reader(name: "a known beer by its origin") { db, beer in
        _ = try known(NewBeer(fields: beer.fields, origin: beer.origin), uuid: nil, db)
      },
      Reader(name: "ids") { db, _ in try RowIDCursor(db, sql: "SELECT id FROM beer").forEach { _ in true } },
      Reader(name: "custom fields") { db, _ in
        try CustomFieldScan(db, where: "true").forEach { _, _, reader in _ = try reader.rawValue() }
      },
      Reader(name: "rows of an old store") { db, _ in try db.forEachLegacyRow("SELECT * FROM beer") { _ in }
      },
      Reader(name: "writing a row") { db, _ in
        try PreparedInsert(db, into: "background_work", ["name", "position"]).execute { values in
          values.append("test")
          values.append(1 as Int64)
        }
      },
    ]

    private static func known(_ newBeer: NewBeer, uuid: UUID?, _ db: Database) throws -> ExistingBeer? {
      var beer = ImportedBeer(newBeer)
      beer.uuid = uuid
      let lookup = try ExistingBeerLookup(db, source: "csv")
      return try lookup.existing(beer)
    }
  }

  @Test(arguments: Reader.all) func anInterruptedStatementIsAnError(_ reader: Reader) throws {
    let beer = try #require(try diary.beer(2)).beer
    try diary.close()
    let queue = try DatabaseQueue(path: diary.path)
    try queue.inDatabase { db in
      try reader.read(db, beer)
      try db.execute(sql: "DELETE FROM background_work WHERE name = 'test'")
      // What begins while another statement is under way is interrupted with it.
      let other = try Row.fetchCursor(db, sql: "SELECT id FROM beer")
      _ = try other.next()
      queue.interrupt()
      let error = #expect(throws: DatabaseError.self) { try reader.read(db, beer) }
      #expect(error?.resultCode == .SQLITE_INTERRUPT)
      withExtendedLifetime(other) {}
    }
    try queue.close()
  }

  /// Damage can put any value into a column: it is neither a crash nor a field without a value.
  @Test(arguments: [
    ("uuid", "x'FF00'"), ("created_at", "x'FF00'"), ("abv", "x'FF00'"), ("abv", "'text'"),
    ("place", "x'FFFE'"),
  ])
  func aValueOfAnotherTypeIsReportedAsDamage(_ column: String, _ value: String) throws {
    try diary.close()
    let file = try SQLiteFile(diary.path)
    let schema = try file.rows("SELECT sql FROM sqlite_master WHERE name = 'beer'")[0][0]
    try file.execute("PRAGMA writable_schema = ON")
    try file.execute("UPDATE sqlite_master SET sql = replace(sql, 'STRICT', '') WHERE name = 'beer'")
    file.close()
    let loose = try SQLiteFile(diary.path)
    try loose.execute("PRAGMA ignore_check_constraints = ON")
    try loose.execute("UPDATE beer SET \(column) = \(value) WHERE id = 1")
    try loose.execute("PRAGMA writable_schema = ON")
    try loose.execute("UPDATE sqlite_master SET sql = ? WHERE name = 'beer'", [.text(schema)])
    loose.close()

    let damaged = try Diary.open(at: diary.path)
    try expectDamage { _ = try damaged.beer(1) }
    if column == "abv" || column == "place" { try expectDamage { _ = try damaged.listItems(in: 0..<9) } }
    #expect(try damaged.beer(2) != nil)
    if value == "'text'" {
      var exported: ExportedBeer.Value?
      try damaged.forEachExportedBeer { if $0.id == 1 { exported = $0.value("abv") } }
      #expect(exported == .text("text"))
    }
    try damaged.close()
  }

  private func expectDamage(
    sourceLocation: SourceLocation = #_sourceLocation, _ body: () throws -> Void
  ) throws {
    let error = #expect(throws: (any Error).self, sourceLocation: sourceLocation, performing: body)
    guard case .damaged? = (error as? any DiaryError)?.storeError else {
      Issue.record("it is called \(String(describing: error))", sourceLocation: sourceLocation)
      return
    }
  }

  /// No check keeps a date that does not exist out of its column.
  @Test func editingABeerKeepsADateThatCannotBeRead() throws {
    try diary.close()
    let file = try SQLiteFile(diary.path)
    try file.execute("UPDATE beer SET drunk_at = '2019-13-99' WHERE id = 1")
    let open = try Diary.open(at: diary.path)
    var fields = try #require(try open.beer(1)).beer.fields
    fields.notes = "hello"
    let change = try #require(try open.edit(1, to: fields))
    #expect(try file.rows("SELECT notes, drunk_at FROM beer WHERE id = 1") == [["hello", "2019-13-99"]])
    _ = try open.revert(change)
    #expect(try file.rows("SELECT drunk_at FROM beer WHERE id = 1") == [["2019-13-99"]])
    file.close()
    try open.close()
  }

  @Test func aDamagedIndexDoesNotMakeABeerNew() throws {
    let beer = ImportedBeer(
      NewBeer(fields: BeerFields(name: "Beer 2"), origin: Origin(source: "csv", id: "2")))
    #expect(try diary.previewImport([beer], source: "csv", ImportPolicy()).same == 1)
    try diary.close()
    let file = try SQLiteFile(diary.path)
    let found = try file.rows(
      "SELECT rootpage, page_size FROM sqlite_master, pragma_page_size WHERE name = 'beer_by_origin'")
    file.close()
    let numbers = try #require(found.first).compactMap { Int($0) }
    let handle = try #require(FileHandle(forUpdatingAtPath: diary.path))
    try handle.seek(toOffset: UInt64((numbers[0] - 1) * numbers[1]))
    try handle.write(contentsOf: Data(repeating: 0xFF, count: numbers[1]))
    try handle.close()

    let damaged = try Diary.open(at: diary.path)
    let error = #expect(throws: StoreError.self) {
      try damaged.previewImport([beer], source: "csv", ImportPolicy())
    }
    guard case .damaged? = error else {
      Issue.record("\(String(describing: error))")
      return
    }
  }
}
