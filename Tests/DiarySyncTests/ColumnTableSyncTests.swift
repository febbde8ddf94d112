import DiaryModel
import DiaryStore
import Foundation
import GRDB
import TestSupport
import Testing

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
      let definitions = ["tint TEXT", "srm REAL CHECK (srm BETWEEN 0 AND 100)", "bottled_at TEXT"]
      let devices = try (0..<2).map { _ in try Device(objects, columns: definitions) }
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
