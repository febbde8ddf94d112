import DiaryFixtures
import DiaryModel
import DiaryStore
import DiaryUpkeep
import FixtureStores
import Foundation
import TestSupport
import Testing

/// Every version that was ever shipped, as SQL text in `Shipped`: it opens, and nothing in it is lost.
@Suite struct ShippedVersionTests {
  private let old: OldDiary

  init() throws { old = try OldDiary() }

  struct Shipped: CustomTestStringConvertible, Sendable {
    let version: Int
    /// Whether it was a Core Data store once.
    let isAdopted: Bool

    var testDescription: String { name }

    var name: String { "version-\(version)\(isAdopted && version >= 3 ? "-adopted" : "")" }

    private static let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appending(
      path: "Shipped")

    /// Every file, in the order of the versions.
    static let all = ((try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? [])
      .compactMap { Shipped(file: $0) }.sorted { ($0.version, $0.name) < ($1.version, $1.name) }

    /// - Parameter file: Such as `version-3-adopted.sql`; `nil` is returned for other names.
    private init?(file: String) {
      guard let match = file.wholeMatch(of: /version-(\d+)(-adopted)?\.sql/), let version = Int(match.1)
      else {
        return nil
      }
      self.init(version: version, isAdopted: match.2 != nil || version < 3)
    }

    init(version: Int, isAdopted: Bool) {
      self.version = version
      self.isAdopted = isAdopted
    }

    static let own = all.filter { $0.version >= 3 }

    func write(to path: String) throws {
      try SQLiteFile(path).execute(
        String(contentsOf: Self.folder.appending(path: name + ".sql"), encoding: .utf8))
    }
  }

  /// What the doctor finds; imports of earlier versions read Untappd's local times as UTC.
  private func findings(_ diary: Diary) throws -> [Finding] {
    try diary.examine().filter { $0.kind != .importedTimes }
  }

  @Test func everyVersionHasAFreshAndAnAdoptedFixture() {
    let own = (3...Diary.currentVersion).flatMap { ["version-\($0)", "version-\($0)-adopted"] }
    #expect(Set(Shipped.all.map(\.name)) == Set(["version-1", "version-2"] + own))
  }

  @Test(arguments: Shipped.all) func everyFieldAndPhotoIsShown(_ shipped: Shipped) throws {
    try shipped.write(to: old.path)

    let diary = try old.open()

    let full = try #require(try diary.beer(1))
    let fields = full.beer.fields
    #expect(fields.name == "Märzen \"1\" 一番 🍺")
    #expect(fields.brewery == "Brouwerij 't IJ")
    #expect(fields.style == "Märzen")
    #expect(fields.notes == "Malty.\nSecond line.")
    #expect(fields.place == "Café 't Eind")
    #expect([fields.abv, fields.ibu, fields.rating] == [5.6, 24, 4.25])
    #expect([fields.latitude, fields.longitude] == [52.09, 5.12])
    #expect(fields.drunkAt?.text == "2019-06-01T18:04:00Z")
    #expect(full.beer.createdAt.text == "2019-06-01T18:04:00Z")
    #expect(fields.extras["favorite"] == .integer(1))
    #expect(full.photos.map(\.id) == [12, 11, 10])
    #expect(full.photos.map(\.takenAt?.text) == (0...2).map { "2019-06-01T18:04:0\($0)Z" })
    let images = ["89504E470D0A1A0A0000000D49484452", "FFD8FFE1457869660000", "FFD8FFE000104A46494600010101"]
    #expect(try diary.addingMetadata(to: full.photos).map(\.sha256) == images.map { hash(ofHex: $0) })

    let empty = try #require(try diary.beer(2))
    #expect(empty.beer.fields.name == nil)
    #expect(try diary.addingMetadata(to: empty.photos).map(\.sha256) == [hash(ofHex: "FFD8FFDB")])
    #expect(try diary.summary().beerCount == 2)
  }

  @Test(arguments: Shipped.all) func theReportHasTheStepsAndTheContentsOfTheDiary(_ shipped: Shipped) throws {
    try shipped.write(to: old.path)

    let report = try old.open().migration

    guard shipped.version < Diary.currentVersion else {
      #expect(report == nil)
      return
    }
    let result = try #require(report)
    #expect(result.fromVersion == shipped.version && result.toVersion == Diary.currentVersion)
    #expect(result.beerCount == 2 && result.photoCount == 4)
    #expect(result.warnings == [])
    #expect(result.steps.first?.from == shipped.version && result.steps.last?.to == Diary.currentVersion)
    #expect(zip(result.steps, result.steps.dropFirst()).allSatisfy { $0.to == $1.from })
    #expect(result.steps.allSatisfy { $0.seconds > 0 })
    #expect(result.steps.map(\.seconds).reduce(0, +) <= result.seconds)
  }

  /// Trash, origins, custom fields, imports and what the background work knows, value for value.
  @Test(arguments: Shipped.own) func noRowOfTheTablesChanges(_ shipped: Shipped) throws {
    try shipped.write(to: old.path)
    let tables = try columnsByTable()
    let before = try Dictionary(uniqueKeysWithValues: tables.map { ($0, try rows(of: $0, $1)) })

    try old.open().close()

    // Later versions may add columns to a table.
    for (name, oldColumns) in tables {
      let table = name == "kept_photo" ? "photo" : name
      // Version 8 gives the column that orders photos another name, and keeps its values.
      let columns = oldColumns.map { column in
        table == "photo" && shipped.version < 8 && column == "user_order" ? "order_key" : column
      }
      // The search index of earlier versions is filled again.
      let isFilledAgain = table == "background_work" && shipped.version < 16
      let expected = isFilledAgain ? [["'search'", "\(Int64.min)"]] : before[name]
      #expect(try rows(of: table, columns) == expected, "\(table)")
    }
    #expect(before["beer"]?.count == 3)
    #expect((before["photo"] ?? before["kept_photo"])?.count == 5)
  }

  @Test(arguments: Shipped.all) func valuesOfCustomFieldsAreFoundButNotTheirNames(_ shipped: Shipped) throws {
    try shipped.write(to: old.path)
    let diary = try old.open()
    for isIndexed in [false, true] {
      if isIndexed { try diary.finishBackgroundWork() }
      #expect(try diary.count(of: "marzen") == 1)
      #expect(try diary.count(of: "favorite") == 0)
      if shipped.version >= 3 { #expect(try diary.count(of: "citra") == 1) }
    }
    #expect(try findings(diary).isEmpty)
  }

  /// The index of version 15 has the words of addresses.
  @Test func addressesInCustomFieldsAreNoLongerFound() throws {
    try Shipped(version: 15, isAdopted: false).write(to: old.path)
    let file = try SQLiteFile(old.path)
    try file.execute(
      #"UPDATE beer SET extras = '{"checkin_url":"https://untappd.com/c/1","hop":"Citra"}' WHERE id = 1"#)
    #expect(try file.rows("SELECT rowid FROM beer_search WHERE beer_search MATCH 'untappd'") == [["1"]])
    file.close()

    let diary = try old.open()

    for isIndexed in [false, true] {
      if isIndexed { try diary.finishBackgroundWork() }
      #expect(try diary.count(of: "untappd") == 0)
      #expect(try diary.count(of: "citra") == 1)
    }
    #expect(try findings(diary).isEmpty)
  }

  @Test(arguments: Shipped.all) func theSchemaBecomesThatOfAFreshDiary(_ shipped: Shipped) throws {
    try shipped.write(to: old.path)
    let diary = try old.open()
    try diary.finishBackgroundWork()
    try diary.close()
    let fresh = old.folder.file("fresh.sqlite")
    try Diary.open(at: fresh).close()

    let left = shipped.isAdopted ? ["photo_image", "ZBEER", "discarded_beer"] : []
    let schema = "SELECT name, type, tbl_name, sql FROM sqlite_master ORDER BY 1, 2"
    let expected = try SQLiteFile(fresh).rows(schema)
    #expect(
      try SQLiteFile(old.path).rows(schema).filter { !left.contains($0[0]) }
        == expected.filter { !left.contains($0[0]) })
    #expect(try SQLiteFile(old.path).rows("SELECT count(id), count(data) FROM photo_image") != [["0", "0"]])
    let header = "SELECT * FROM pragma_user_version, pragma_application_id"
    #expect(try SQLiteFile(old.path).rows(header) == SQLiteFile(fresh).rows(header))
  }

  /// Somebody looked into the diary with other programs, which left views and triggers of their own.
  @Test(arguments: Shipped.own.filter { $0.version < 8 })
  func triggersAndViewsOfOthersAreRemovedWithAWarning(_ shipped: Shipped) throws {
    try shipped.write(to: old.path)
    let file = try SQLiteFile(old.path)
    try file.execute(
      """
      CREATE VIEW firsts AS SELECT id, user_order FROM photo WHERE user_order = 0 ORDER BY id;
      CREATE VIEW broken AS SELECT * FROM what_is_gone;
      CREATE TABLE log (beer);
      CREATE TRIGGER noted AFTER UPDATE ON beer BEGIN INSERT INTO log VALUES (new.id); END;
      CREATE TRIGGER "photos ""noted" AFTER UPDATE ON photo BEGIN INSERT INTO log VALUES (new.id); END;
      """)
    file.close()

    let preview = try Diary.previewMigration(of: old.path)
    let diary = try old.open()

    let warnings = try #require(diary.migration).warnings
    let titles = ["view \"firsts\"", "view \"broken\"", "trigger \"noted\"", "trigger \"photos \"noted\""]
    #expect(warnings == titles.map { "The \($0), which this program did not create, was not kept." })
    #expect(preview.warnings == warnings)
    _ = try diary.movePhoto(11, to: 0)
    let after = try SQLiteFile(old.path)
    #expect(try after.rows("SELECT * FROM log") == [])
    after.close()
    #expect(try findings(diary).isEmpty)
    #expect(try diary.beer(1)?.photos.map(\.id) == [11, 12, 10])
  }

  /// Beers with many photos get gaps between them immediately.
  @Test(arguments: [99, 100, 101, 5000]) func theOrderOfManyPhotosIsKept(_ count: Int) throws {
    try Shipped(version: 7, isAdopted: false).write(to: old.path)
    let file = try SQLiteFile(old.path)
    try file.execute(
      """
      WITH RECURSIVE number(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM number WHERE n < \(count))
      INSERT INTO photo (id, uuid, beer_id, user_order, byte_count, is_missing)
      SELECT 1000 + n, randomblob(16), 2, n * 7 % \(count) + 1, 4, 1 FROM number;
      """)
    let before = try file.rows("SELECT id FROM photo WHERE beer_id = 2 ORDER BY user_order")
    file.close()

    let diary = try old.open()

    var photos = try #require(try diary.beer(2)).photos.map(\.id)
    #expect(photos.map { ["\($0)"] } == before)
    photos.insert(photos.removeLast(), at: 0)
    _ = try diary.movePhoto(photos[0], to: 0)
    #expect(try diary.beer(2)?.photos.map(\.id) == photos)
    #expect(try findings(diary).filter { ![.imageGone, .imageMissing].contains($0.kind) }.isEmpty)
  }

  /// The columns of each table of the file but those of the search index.
  private func columnsByTable() throws -> [String: [String]] {
    let file = try SQLiteFile(old.path)
    let tables = try file.rows(
      "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'beer_search%'")
    return try tables.map { $0[0] }.reduce(into: [:]) { result, table in
      result[table] = try file.rows("SELECT name FROM pragma_table_info('\(table)')").map { $0[0] }
    }
  }

  /// The rows of a table, every value as SQL writes it.
  private func rows(of table: String, _ columns: [String]) throws -> [[String]] {
    let values = columns.map { "quote(\($0))" }.joined(separator: ", ")
    return try SQLiteFile(old.path).rows("SELECT \(values) FROM \(table) ORDER BY 1")
  }

  private func hash(ofHex digits: String) -> String {
    let bytes = stride(from: 0, to: digits.count, by: 2).compactMap { offset in
      UInt8(digits.dropFirst(offset).prefix(2), radix: 16)
    }
    return Data(bytes).sha256
  }
}
