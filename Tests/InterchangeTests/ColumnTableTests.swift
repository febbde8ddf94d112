import DiaryFixtures
import DiaryModel
import DiaryUpkeep
import FixtureStores
import Foundation
import GRDB
import TestSupport
import Testing

@testable import DiaryStore
@testable import Interchange

/// A field goes through everything that is done with beers because it is in the table of columns.
///
/// The tests replace two columns with others that no code names. What did not go by the table would still use the old
/// columns.
@Suite struct ColumnTableTests {
  private static let columns = BeerColumn.all.map { column in
    switch column.name {
    case "price":
      BeerColumn("tint", "Tint", .text(\.price), [.searched, .assignable], headings: ["tint", "farbe"])
    case "ibu":
      BeerColumn(
        "srm", "SRM", .number(\.ibu, NumberRange(0...100, entered: 0...80, unit: "SRM")), .assignable,
        headings: ["srm"])
    default: column
    }
  }

  private let folder: TemporaryFolder
  private let amber = BeerFields(name: "Orval", ibu: 12.5, price: "amber")
  private let dark = BeerFields(name: "Orval", ibu: 40, price: "dark")

  init() throws { folder = try TemporaryFolder() }

  /// Runs a test with a diary that has the columns of the replaced table.
  private func withDiary(_ name: String = "diary.sqlite", _ body: (Diary) throws -> Void) throws {
    try BeerColumn.$all.withValue(Self.columns) {
      let path = folder.file(name)
      try Diary.open(at: path).close()
      let file = try SQLiteFile(path)
      for table in ["beer", "beer_before_import", "imported_beer"] {
        try file.execute("ALTER TABLE \(table) ADD COLUMN tint TEXT")
        try file.execute("ALTER TABLE \(table) ADD COLUMN srm REAL CHECK (srm BETWEEN 0 AND 100)")
      }
      file.close()
      let diary = try Diary.open(at: path)
      try body(diary)
      // Nothing went into the columns that the table no longer has.
      let old = try diary.read {
        try Int.fetchOne($0, sql: "SELECT count(*) FROM beer WHERE price IS NOT NULL OR ibu IS NOT NULL")
      }
      #expect(old == 0)
      try diary.close()
    }
  }

  private func stored(_ diary: Diary) throws -> [String] {
    try diary.read {
      try Row.fetchAll($0, sql: "SELECT tint, srm FROM beer WHERE deleted_at IS NULL ORDER BY id").map {
        "\($0[0] as String? ?? "-") \($0[1] as Double? ?? -1)"
      }
    }
  }

  @Test func anAddedColumnIsWrittenReadEditedAndUndone() throws {
    try withDiary { diary in
      let beer = try diary.add(NewBeer(fields: amber))
      #expect(beer.fields == amber)
      #expect(try stored(diary) == ["amber 12.5"])
      let edit = try #require(try diary.edit(beer.id, to: dark))
      #expect(try stored(diary) == ["dark 40.0"])
      let undo = try diary.revert(edit)
      #expect(try stored(diary) == ["amber 12.5"])
      _ = try diary.revert(undo)
      #expect(try diary.beer(beer.id)?.beer.fields == dark)
      let undone = try diary.revert(.added(try #require(try diary.beer(beer.id)).beer))
      #expect(try stored(diary) == [])
      _ = try diary.revert(undone)
      #expect(try stored(diary) == ["dark 40.0"])
    }
  }

  @Test func anAddedColumnIsSetForManyBeers() throws {
    try withDiary { diary in
      let beer = try diary.add(NewBeer(fields: amber))
      let tint = try #require(AssignableField(builtIn: "tint"))
      let changes = try diary.set(tint, of: [beer.id], to: .text("dark"))
      #expect(try stored(diary) == ["dark 12.5"])
      _ = try diary.revert(changes)
      #expect(try stored(diary) == ["amber 12.5"])
      #expect(AssignableField(builtIn: "price") == nil)
    }
  }

  @Test func itIsNotSetForManyBeersIfTheTableDoesNotSaySo() throws {
    let columns = Self.columns.map { column in
      ["tint", "srm"].contains(column.name) ? BeerColumn(column.name, column.label, column.content) : column
    }
    BeerColumn.$all.withValue(columns) {
      #expect(AssignableField(builtIn: "tint") == nil)
      #expect(AssignableField(builtIn: "srm") == nil)
      #expect(AssignableField.builtInNames == ["brewery", "style", "place", "serving", "rating", "abv"])
    }
  }

  @Test func beersAreSortedByAnAddedColumnUnlessItIsProse() throws {
    let columns = Self.columns.map { column in
      switch column.name {
      case "tint", "srm": BeerColumn(column.name, column.label, column.content)
      case "serving": BeerColumn(column.name, column.label, column.content, [.assignable, .prose])
      default: column
      }
    }
    BeerColumn.$all.withValue(columns) {
      let orders = BeerQuery.Order.builtIn.map(\.name)
      #expect(orders.contains("tint") && orders.contains("srm"))
      #expect(!orders.contains("serving") && !orders.contains("notes") && !orders.contains("latitude"))
    }
  }

  @Test func theRangeOfAnAddedColumnIsChecked() throws {
    try withDiary { diary in
      var fields = amber
      fields.ibu = 101
      #expect(throws: EditError.invalid(field: "srm", reason: "101.0 is not between 0 and 100")) {
        try diary.add(NewBeer(fields: fields))
      }
      let summary = try diary.importText("name,SRM\nOrval,81\n")
      #expect(summary.counts.keptValues == 1)
      #expect(try diary.beer(1)?.beer.fields.extras["SRM"]?.display == "81")
    }
  }

  @Test func anAddedColumnIsFoundBySearchAndFilter() throws {
    try withDiary { diary in
      _ = try diary.add(NewBeer(fields: amber))
      _ = try diary.add(NewBeer(fields: dark))
      for filter in ["tint:amber", "tint=amber", "srm<20", "srm:10..15", "has:srm -srm>20"] {
        let found = try diary.listItems(BeerQuery(filter: BeerFilter(filter)), in: 0..<9)
        #expect(found.map(\.id) == [1], "\(filter)")
      }
      #expect(throws: FilterError.self) { try BeerFilter("ibu>20 price:€4", customFields: []) }
    }
  }

  @Test(arguments: [0, 1500]) func aSearchWithoutAFieldNameFindsAnAddedColumn(_ newerBeers: Int) throws {
    try withDiary { diary in
      _ = try diary.add(NewBeer(fields: amber))
      _ = try diary.add(NewBeer(fields: dark))
      // More than the beers whose texts are read before the index is used.
      let rows = (0..<newerBeers).map { "Gose \($0),red\n" }.joined()
      _ = try diary.importText("name,Farbe\n" + rows)
      try diary.finishBackgroundWork()
      for search in ["amber", "amb", "amber orval", "orval amb"] {
        let found = try diary.listItems(BeerQuery(search: search), in: 0..<9)
        #expect(found.map(\.id) == [1], "\(search)")
        #expect(try diary.ids(BeerQuery(search: search, generation: 1)).ascending == [1], "\(search)")
        #expect(found.first?.found.map(\.field) == ["tint"], "\(search)")
      }
      let filtered = BeerQuery(filter: try BeerFilter("orval -amber", customFields: []))
      #expect(try diary.listItems(filtered, in: 0..<9).map(\.id) == [2])
      #expect(try diary.listItems(BeerQuery(search: "amber dark"), in: 0..<9).isEmpty)
      #expect(try diary.position(ofMatch: "amber", from: 0, in: BeerQuery()) == newerBeers + 1)
    }
  }

  @Test func aSearchWithoutAFieldNameLooksOnlyInSearchedColumns() throws {
    let columns = BeerColumn.all.map { column in
      column.name == "style" ? BeerColumn("style", "Style", column.content) : column
    }
    try BeerColumn.$all.withValue(columns) {
      let diary = try Diary.open(at: folder.file("diary.sqlite"))
      _ = try diary.add(NewBeer(fields: BeerFields(name: "Orval", style: "Trappist")))
      _ = try diary.add(NewBeer(fields: BeerFields(name: "Trappist ale")))
      #expect(try diary.ids(BeerQuery(search: "trappist")).ascending == [2])
      #expect(try diary.ids(BeerQuery(search: "trappist ale")).ascending == [2])
      #expect(try diary.ids(BeerQuery(filter: BeerFilter("style:trappist"))).ascending == [1])
      try diary.close()
    }
  }

  @Test func anAddedColumnIsImportedComparedUpdatedAndUndone() throws {
    try withDiary { diary in
      let first = try diary.importText("id,name,Farbe,SRM\n7,Orval,amber,12.5\n")
      #expect(first.tally.added == 1)
      #expect(try diary.beer(1)?.beer.fields.price == "amber")
      #expect(try stored(diary) == ["amber 12.5"])
      #expect(try diary.importText("id,name,Farbe,SRM\n7,Orval,dark,12.5\n").tally.differing == 1)
      let update = try diary.importText("id,name,Farbe,SRM\n7,Orval,dark,40\n", .update)
      #expect(update.tally.updated == 1)
      #expect(update.tally.differences.examples.first?.fields.map(\.name) == ["srm", "tint"])
      #expect(try stored(diary) == ["dark 40.0"])
      _ = try diary.undoImport(update.importID)
      #expect(try stored(diary) == ["amber 12.5"])
      // The user's edit stays when the file changes too.
      _ = try diary.edit(
        1, to: BeerFields(name: "Orval", ibu: 12.5, price: "mine", extras: ["id": .integer(7)]))
      let conflict = try diary.importText("id,name,Farbe,SRM\n7,Orval,dark,40\n", .update)
      #expect(conflict.tally.updated == 1)
      #expect(try stored(diary) == ["mine 40.0"])
      _ = try diary.undoImport(first.importID)
    }
  }

  @Test(arguments: [DiaryFileFormat.csv, .json, .jsonl]) func anAddedColumnIsExportedAndImportedAgain(
    _ format: DiaryFileFormat
  ) throws {
    var bytes: [UInt8] = []
    try withDiary { diary in
      _ = try diary.add(NewBeer(fields: amber))
      _ = try DiaryExport(format).run(from: diary) { bytes += $0 }
      let text = String(decoding: bytes, as: UTF8.self)
      #expect(text.contains("tint") && text.contains("srm") && !text.contains("price"))
    }
    try withDiary("copy.sqlite") { copy in
      _ = try FileImport(ImportSource(bytes), ImportOptions()).run(into: copy)
      #expect(try stored(copy) == ["amber 12.5"])
    }
  }

  @Test func anAddedColumnIsInTheDocumentForPrinting() throws {
    try withDiary { diary in
      _ = try diary.add(NewBeer(fields: amber))
      var bytes: [UInt8] = []
      _ = try DiaryExport(.markdown).run(from: diary) { bytes += $0 }
      let text = String(decoding: bytes, as: UTF8.self)
      #expect(text.contains("Tint: amber") && text.contains("SRM: 12.5 SRM"))
    }
  }

  @Test func anAddedColumnComesWithAnotherDiary() throws {
    try withDiary("phone.sqlite") { _ = try $0.add(NewBeer(fields: amber)) }
    try withDiary { diary in
      _ = try diary.add(NewBeer(fields: dark))
      _ = try Diary.merge(folder.file("phone.sqlite"), into: diary.path)
      #expect(try stored(diary) == ["dark 40.0", "amber 12.5"])
    }
  }

  @Test func theDoctorMovesValuesThatAnAddedColumnCannotHave() throws {
    try withDiary { diary in
      _ = try diary.add(NewBeer(fields: amber))
      let file = try SQLiteFile(diary.path)
      try file.execute("PRAGMA ignore_check_constraints = ON")
      try file.execute("UPDATE beer SET srm = 1000")
      file.close()
      #expect(try !diary.repair().isEmpty)
      #expect(try diary.beer(1)?.beer.fields.extras["SRM as recorded"] == .text("1000.0"))
      #expect(try stored(diary) == ["amber -1.0"])
    }
  }
}
