import DiaryModel
import Foundation
import GRDB
import TestSupport
import Testing

@testable import DiaryStore

/// A field is synchronized because it is in the table of columns.
///
/// The tests replace a text, a number and the date with columns that no code names.
@Suite struct ColumnTableSyncTests {
  private static let columns = BeerColumn.all.map { column in
    switch column.name {
    case "price": BeerColumn("tint", "Tint", .text(\.price))
    case "ibu": BeerColumn("srm", "SRM", .number(\.ibu, NumberRange(0...100, unit: "SRM")))
    case "drunk_at": BeerColumn("bottled_at", "Bottled", .date(\.drunkAt))
    default: column
    }
  }

  private let amber = BeerFields(name: "Orval", ibu: 12.5, price: "amber", drunkAt: DiaryDate("2026-06"))
  private let dark = BeerFields(name: "Orval", ibu: 40, price: "dark", drunkAt: DiaryDate("2026-07-01"))

  /// Runs a test with two devices that have the columns of the replaced table.
  private func withDevices(_ body: (Device, Device) throws -> Void) throws {
    try BeerColumn.$all.withValue(Self.columns) {
      let objects = try SharedObjects()
      let devices = try (0..<2).map { _ in try Device(objects, columns: Self.definitions) }
      try body(devices[0], devices[1])
      // Nothing went into the columns that the table no longer has.
      for device in devices {
        let sql = """
          SELECT count(*) FROM beer WHERE price IS NOT NULL OR ibu IS NOT NULL OR drunk_at IS NOT NULL
          """
        #expect(try device.diary.read { try Int.fetchOne($0, sql: sql) } == 0)
      }
    }
  }

  private func exchange(_ first: Device, _ second: Device) throws {
    for _ in 0..<2 { for device in [first, second] { try device.sync() } }
  }

  private static let definitions = ["tint TEXT", "srm REAL CHECK (srm BETWEEN 0 AND 100)", "bottled_at TEXT"]

  /// Returns columns of the only beer, which the program need not know.
  private func values(_ device: Device, _ columns: String) throws -> [DatabaseValue] {
    try device.diary.read { db in
      try Row.fetchOne(db, sql: "SELECT \(columns) FROM beer").map { Array($0.databaseValues) } ?? []
    }
  }

  /// As a migration to a version with other columns does.
  private func migrate(_ device: Device) throws {
    try device.diary.write { db in
      let tracker = ChangeTracker(db)
      try tracker.suspend()
      try tracker.resume()
    }
  }

  /// The other device has a later version of the program, which knows the columns.
  @Test func valuesOfALaterVersionAreShownAfterTheMigration() throws {
    let objects = try SharedObjects()
    let first = try Device(objects, columns: Self.definitions)
    let second = try BeerColumn.$all.withValue(Self.columns) {
      try Device(objects, columns: Self.definitions)
    }
    let beer = try first.diary.add(NewBeer(fields: BeerFields(name: "Orval")))
    try first.sync()
    try BeerColumn.$all.withValue(Self.columns) {
      try second.sync()
      try second.edit(beer.uuid) { $0 = dark }
      try second.sync()
    }
    try first.sync()
    #expect(try values(first, "tint, srm, bottled_at") == [.null, .null, .null])
    try first.edit(beer.uuid) { $0.notes = "Bitter" }

    try BeerColumn.$all.withValue(Self.columns) {
      try migrate(first)
      try first.edit(beer.uuid) { $0.price = "black" }
      try exchange(first, second)

      for device in [first, second] {
        let fields = try device.diary.beer(uuid: beer.uuid)?.beer.fields
        #expect(fields?.ibu == dark.ibu && fields?.drunkAt == dark.drunkAt && fields?.notes == "Bitter")
        #expect(fields?.price == "black")
      }
    }
  }

  @Test func valuesThatAnEarlierVersionCouldNotHoldAreShownAfterTheMigration() throws {
    let srm = BeerColumn("srm", "SRM", .number(\.ibu, NumberRange(0...20, unit: "SRM")))
    let narrow = Self.columns.map { $0.name == "srm" ? srm : $0 }
    let objects = try SharedObjects()
    let first = try BeerColumn.$all.withValue(narrow) { try Device(objects, columns: Self.definitions) }
    let second = try BeerColumn.$all.withValue(Self.columns) {
      try Device(objects, columns: Self.definitions)
    }
    let beer = try BeerColumn.$all.withValue(narrow) {
      let beer = try first.diary.add(NewBeer(fields: amber))
      try first.sync()
      return beer
    }
    try BeerColumn.$all.withValue(Self.columns) {
      try second.sync()
      try second.edit(beer.uuid) { $0.ibu = 40 }
      try second.sync()
    }
    try BeerColumn.$all.withValue(narrow) {
      try first.sync()
      // As the doctor does after it has created missing triggers again.
      try first.diary.write { try ChangeTracker($0).recordAll() }
      try first.sync()
    }
    #expect(try values(first, "srm") == [(12.5).databaseValue])

    try BeerColumn.$all.withValue(Self.columns) {
      try migrate(first)
      try exchange(first, second)
      for device in [first, second] {
        #expect(try device.diary.beer(uuid: beer.uuid)?.beer.fields.ibu == 40)
      }
    }
  }

  @Test func factsThatAnEarlierVersionCouldNotHoldAreShownAfterTheMigration() throws {
    let abv = BeerColumn("abv", "ABV", .number(\.abv, NumberRange(0...20, unit: "percent")))
    let narrow = BeerColumn.all.map { $0.name == "abv" ? abv : $0 }
    let objects = try SharedObjects()
    let first = try BeerColumn.$all.withValue(narrow) { try Device(objects) }
    let second = try Device(objects)
    let label = UUID()
    func set(_ facts: LabelFacts, on device: Device) throws {
      try device.diary.write { db in try LabelDecisionRecord(db).set(facts, of: label) }
    }
    func facts(_ device: Device) throws -> [DatabaseValue] {
      try device.diary.read { db in
        let row = try Row.fetchOne(db, sql: "SELECT name, abv FROM label_fields")
        return row.map { Array($0.databaseValues) } ?? []
      }
    }
    try set(LabelFacts(name: "Orval", abv: 40), on: second)
    try second.sync()
    try BeerColumn.$all.withValue(narrow) {
      try first.sync()
      #expect(try facts(first) == ["Orval".databaseValue, .null])
      try set(LabelFacts(name: "Orval Trappist"), on: first)
      try first.sync()
      // As the doctor does after it has created missing triggers again.
      try first.diary.write { try ChangeTracker($0).recordAll() }
      try first.sync()
    }

    try migrate(first)
    try exchange(first, second)

    for device in [first, second] {
      #expect(try facts(device) == ["Orval Trappist".databaseValue, 40.0.databaseValue])
    }
  }

  @Test func itArrivesWithTheBeerAndWithEachEdit() throws {
    try withDevices { first, second in
      let beer = try first.diary.add(NewBeer(fields: amber))
      try exchange(first, second)
      #expect(try second.diary.beer(uuid: beer.uuid)?.beer.fields == amber)

      try second.edit(beer.uuid) { $0 = dark }
      try exchange(first, second)
      #expect(try first.diary.beer(uuid: beer.uuid)?.beer.fields == dark)

      try first.edit(beer.uuid) { $0 = BeerFields(name: "Orval") }
      try exchange(first, second)
      #expect(try second.diary.beer(uuid: beer.uuid)?.beer.fields == BeerFields(name: "Orval"))
    }
  }

  @Test func editsOfDifferentColumnsAreMerged() throws {
    try withDevices { first, second in
      let beer = try first.diary.add(NewBeer(fields: amber))
      try exchange(first, second)
      try first.edit(beer.uuid) { $0.price = dark.price }
      try second.edit(beer.uuid) { ($0.ibu, $0.drunkAt) = (dark.ibu, dark.drunkAt) }

      try exchange(first, second)

      for device in [first, second] {
        #expect(try device.diary.beer(uuid: beer.uuid)?.beer.fields == dark)
      }
    }
  }
}
