import CoreDataMigration
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

/// A field of a beer has its column, and an entity is a struct and one migration.
@Suite struct NewFieldTests {
  /// An entity as CONTRIBUTING.md shows one.
  private struct Glass: Codable, Equatable, FetchableRecord, PersistableRecord {
    static let databaseTableName = "glass"
    var id: Int64?
    var name: String
  }

  private let fresh: FreshDiary

  init() throws { fresh = try FreshDiary() }

  @Test func everyPropertyOfABeerHasItsColumn() throws {
    let properties = Mirror(reflecting: BeerFields()).children.compactMap(\.label)
    let snakeCase = properties.map { $0.replacing(/[A-Z]/) { "_" + $0.output.lowercased() } }
    #expect(BeerColumn.all.map(\.name) == snakeCase)

    let columns = try fresh.diary.read { try $0.columns(in: "beer").map(\.name) }
    #expect(Set(columns).isSuperset(of: snakeCase))
  }

  /// The CHECK constraints of shipped versions are never edited, so a range of the table must not move away from them.
  @Test(arguments: BeerColumn.all.filter { $0.range != nil }.map(\.name))
  func theStoreAcceptsExactlyTheRangeOfTheTable(_ name: String) throws {
    let column = try #require(BeerColumn.named(name))
    let range = try #require(column.range?.stored)
    _ = try fresh.addBeer("Orval")
    let file = try SQLiteFile(fresh.diary.path)
    defer { file.close() }

    func update(_ value: Double) throws { try file.execute("UPDATE beer SET \(name) = ?", [.real(value)]) }
    for value in [range.lowerBound, range.upperBound] {
      #expect(throws: Never.self) { try column.validate(value) }
      #expect(throws: Never.self) { try update(value) }
    }
    let outside = [range.lowerBound.nextDown] + (range.upperBound.isFinite ? [range.upperBound.nextUp] : [])
    for value in outside {
      #expect(throws: InvalidValue.self) { try column.validate(value) }
      let failure = #expect(throws: SQLiteFile.Failure.self) { try update(value) }
      #expect(failure?.description.contains("CHECK constraint failed") == true)
    }
  }

  @Test func fieldsAreWrittenReadAndUndone() throws {
    var random = Seeds.generator(5)
    for _ in 0..<50 {
      let fields = RandomBeer.make(using: &random)
      let beer = try fresh.diary.add(NewBeer(fields: fields))
      #expect(beer.fields == fields)
      #expect(try fresh.diary.beer(beer.id)?.beer.fields == fields)
      let other = RandomBeer.make(using: &random)
      guard let change = try fresh.diary.edit(beer.id, to: other) else { continue }
      #expect(try fresh.diary.beer(beer.id)?.beer.fields == other)
      _ = try fresh.diary.revert(change)
      #expect(try fresh.diary.beer(beer.id)?.beer == beer)
    }
  }

  @Test func aNewTableNeedsOnlyAStructAndAMigrationStep() throws {
    let step = MigrationChain.Step(
      from: 5, to: 6, sql: "CREATE TABLE glass (id INTEGER PRIMARY KEY, name TEXT NOT NULL) STRICT")
    let context = MigrationContext(
      path: fresh.diary.path, file: fresh.diary.file, now: Date(), progress: { _ in },
      cancellation: CancellationToken { false }, freeSpace: .ofFileSystem)

    try fresh.diary.write { db in
      _ = try step.run(db, context, StoreInspection.Identity(version: 5))
      try Glass(id: 1, name: "Tulip").insert(db)
    }

    #expect(try fresh.diary.read { try Glass.fetchAll($0) } == [Glass(id: 1, name: "Tulip")])
    #expect(try fresh.diary.examine(isDeep: true, progress: { _, _ in }, isCancelled: { false }) == [])
  }
}
