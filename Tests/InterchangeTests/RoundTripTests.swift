import DiaryModel
import DiaryStore
import FixtureStores
import Foundation
import Pictures
import TestSupport
import Testing

@testable import Interchange

/// Exports give everything back: imported into an empty diary they make an equal one.
@Suite struct RoundTripTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  struct Form: CustomTestStringConvertible, Sendable {
    let format: DiaryFileFormat
    let isSafe: Bool
    let seed: UInt64

    var testDescription: String { "\(format)\(isSafe ? ", spreadsheet-safe" : ""), \(seed)" }

    static let all = Seeds.range(0..<4).flatMap { seed in
      [
        Form(format: .csv, isSafe: false, seed: seed), Form(format: .csv, isSafe: true, seed: seed),
        Form(format: .json, isSafe: false, seed: seed), Form(format: .jsonl, isSafe: false, seed: seed),
      ]
    }
  }

  @Test(arguments: Form.all) func anExportThatIsImportedLosesNothing(_ form: Form) throws {
    var random = SeededGenerator(seed: form.seed)
    let diary = try randomDiary(&random)

    let file = try export(diary, form)
    var options = ImportOptions()
    options.photoFolders = [folder.file("photos")]
    let copy = try Diary.open(at: folder.file("copy.sqlite"))
    let imported = try FileImport(ImportSource(path: file), options)
    let summary = try imported.run(into: copy)

    #expect(summary.dialect == .beerDiary)
    #expect(summary.counts.rejected == 0, "\(summary.counts.firstRejected.flatMap(\.messages))")
    #expect(try content(copy) == content(diary))
    let again = try imported.run(into: copy)
    #expect(again.tally.same == summary.tally.added && again.importID == nil)
    #expect(again.photos.keys.allSatisfy { $0 == .known })
  }

  /// Ids and numbers of photos are those of one diary.
  @Test func idsAndCountsOfTheExportedDiaryAreNotCustomFields() throws {
    let diary = try Diary.open(at: folder.file("diary.sqlite"))
    _ = try diary.add(NewBeer(fields: BeerFields(name: "Gone")))
    let orval = try diary.add(NewBeer(fields: BeerFields(name: "Orval", extras: ["id": .text("mine")])))
    _ = try diary.moveToTrash([1])
    _ = try diary.emptyTrash()
    let file = try export(diary, Form(format: .json, isSafe: false, seed: 0))
    #expect(try String(contentsOfFile: file, encoding: .utf8).contains("{\"id\":\(orval.id),"))

    let copy = try Diary.open(at: folder.file("copy.sqlite"))
    _ = try FileImport(ImportSource(path: file)).run(into: copy)

    #expect(try content(copy) == content(diary))
    #expect(try copy.beer(uuid: orval.uuid)?.beer.fields.extras == ["id": .text("mine")])
  }

  /// SQLite compares a text only up to a NUL: the row would not be found again.
  @Test func aNULInAnExportIsLeftOut() throws {
    let json = #"[{"uuid": "\#(UUID())", "name": "Or\u0000val", "notes": "sour\u0000"}]"#
    let diary = try Diary.open(at: folder.file("diary.sqlite"))
    let fileImport = try FileImport(ImportSource(Array(json.utf8)), ImportOptions())

    #expect(try fileImport.run(into: diary).tally.added == 1)

    var found: [Beer] = []
    try diary.forEachBeer { found.append($0.beer) }
    #expect(found.map(\.fields.name) == ["Orval"])
    #expect(found.map(\.fields.notes) == ["sour"])
    #expect(try fileImport.run(into: diary).tally.added == 0)
  }

  /// Texts that a spreadsheet takes for formulas, also after what it skips and in full width.
  private static let formulas: [String] = {
    let skipped = [
      "", " ", "   ", "\u{A0}", "\u{2003}", "\u{3000}", "\u{FEFF}", "\u{200B}", "\u{2060}", "\u{202E}",
      "\u{AD}", "\u{1}",
      "\t", "\r\n", " \u{A0}\u{200B} ",
    ]
    let signs = ["=", "+", "-", "@", "\u{FF1D}", "\u{FF0B}", "\u{FF0D}", "\u{FF20}", "\u{FE66}"]
    return skipped.flatMap { skipped in signs.map { skipped + $0 + "1+1" } }
  }()
  private static let plainTexts = [
    "'=1", "''", " plain", "\u{A0}é=1", "1=1", "\u{3000}", "x\u{FF1D}1", "\u{1F37A}",
  ]

  @Test func aCellIsNeverAFormula() throws {
    let diary = try Diary.open(at: folder.file("diary.sqlite"))
    for text in Self.formulas + Self.plainTexts {
      _ = try diary.add(NewBeer(fields: BeerFields(name: "x", notes: text)))
    }
    let file = try export(diary, Form(format: .csv, isSafe: true, seed: 0))

    let csv = String(decoding: try Data(contentsOf: URL(fileURLWithPath: file)), as: UTF8.self)
    for text in Self.formulas {
      #expect(csv.contains(",'\(text),") || csv.contains(",\"'\(text)\","), "\(text.debugDescription)")
    }
    for text in Self.plainTexts where !text.hasPrefix("'") {
      #expect(!csv.contains("'\(text),"), "\(text.debugDescription)")
    }
    let copy = try Diary.open(at: folder.file("copy.sqlite"))
    _ = try FileImport(ImportSource(path: file)).run(into: copy)
    #expect(try content(copy) == content(diary))
  }

  @Test func cellsThatEarlierVersionsDidNotGuardAreReadAsTheyAre() throws {
    let diary = try Diary.open(at: folder.file("diary.sqlite"))
    for notes in [" =1", "\u{FF1D}1", "=1"] {
      _ = try diary.add(NewBeer(fields: BeerFields(name: "x", notes: notes)))
    }
    let file = try export(diary, Form(format: .csv, isSafe: true, seed: 0))
    let csv = String(decoding: try Data(contentsOf: URL(fileURLWithPath: file)), as: UTF8.self)
    let earlier = csv.replacing("' =1", with: " =1").replacing("'\u{FF1D}", with: "\u{FF1D}")
    #expect(earlier != csv)
    try Data(earlier.utf8).write(to: URL(fileURLWithPath: file))

    let copy = try Diary.open(at: folder.file("copy.sqlite"))
    _ = try FileImport(ImportSource(path: file)).run(into: copy)
    #expect(try content(copy) == content(diary))
  }

  /// Escaped, each quotation mark takes two bytes.
  @Test(arguments: [DiaryFileFormat.csv, .json])
  func aBeerOfMoreThanTheLimitOfOtherFilesIsImportedFromAnExport(_ format: DiaryFileFormat) throws {
    let notes = String(repeating: "\"", count: BufferedInput.maxRecordLength / 2)
    let diary = try Diary.open(at: folder.file("diary.sqlite"))
    let beer = try diary.add(NewBeer(fields: BeerFields(name: "Orval", notes: notes)))

    let file = try export(diary, Form(format: format, isSafe: false, seed: 0))
    let copy = try Diary.open(at: folder.file("copy.sqlite"))
    _ = try FileImport(ImportSource(path: file)).run(into: copy)

    let isWhole = try copy.beer(uuid: beer.uuid)?.beer.fields.notes == notes
    #expect(isWhole)
  }

  private func export(_ diary: Diary, _ form: Form) throws -> String {
    var export = DiaryExport(form.format)
    export.isSpreadsheetSafe = form.isSafe
    var photos = try PhotoExport(from: diary, to: folder.file("photos"))
    for id in try diary.beersWithPhotos() {
      guard let beer = try diary.beer(id) else { continue }
      for photo in beer.photos { export.files[photo.uuid] = try photos.export(photo, of: beer.beer).file }
    }
    let path = folder.file("beers.out")
    let file = try OutputFile(.newFile(path: path))
    _ = try export.run(from: diary, write: file.write)
    try file.finish()
    return path
  }

  /// All that a diary says, but for its own numbers.
  private func content(_ diary: Diary) throws -> [Content] {
    var ids: [Int64] = []
    try diary.forEachExportedBeer { ids.append($0.id) }
    return try ids.map { id in
      let detail = try #require(try diary.beer(id))
      let beer = detail.beer
      let photos = try diary.addingMetadata(to: detail.photos).map { photo in
        Content.Photo(
          uuid: photo.uuid, order: photo.order, caption: photo.caption, takenAt: photo.takenAt,
          sha256: photo.sha256, isMissing: photo.metadata.isMissing)
      }
      return Content(
        uuid: beer.uuid, fields: beer.fields,
        texts: [beer.fields.name, beer.fields.notes].map { Array(($0 ?? "").utf8) },
        times: [beer.createdAt, beer.updatedAt, beer.deletedAt], origin: beer.origin, photos: photos)
    }
  }

  private struct Content: Equatable {
    struct Photo: Equatable {
      var uuid: UUID
      var order: Int
      var caption: String?
      var takenAt: DiaryDate?
      var sha256: String?
      var isMissing: Bool
    }

    var uuid: UUID
    var fields: BeerFields
    /// Byte for byte, as equal texts can be written in several ways.
    var texts: [[UInt8]]
    var times: [DiaryDate?]
    var origin: Origin?
    var photos: [Photo]
  }

  // MARK: - Random diaries

  private func randomDiary(_ random: inout SeededGenerator) throws -> Diary {
    let diary = try Diary.open(at: folder.file("diary.sqlite"))
    for number in 0..<60 {
      let fields = randomFields(&random)
      let origin =
        Bool.random(using: &random) ? Origin(source: text(&random), id: "\(number)\(text(&random))") : nil
      let beer = try diary.add(NewBeer(fields: fields, origin: origin, createdAt: DiaryDate("2019-06")))
      for photo in 0..<Int.random(in: 0...3, using: &random) {
        let image = MemoryBytes(Data("photo \(number) \(photo)".utf8))
        let added = try diary.addPhoto(to: beer.id, image: image, caption: photo > 0 ? text(&random) : nil)
          .photo
        if photo > 1 { _ = try diary.movePhoto(added.id, to: 0) }
      }
      if number % 7 == 0 { _ = try diary.moveToTrash([beer.id]) }
    }
    return diary
  }

  private func randomFields(_ random: inout SeededGenerator) -> BeerFields {
    var fields = BeerFields(name: text(&random))
    if Bool.random(using: &random) { fields.brewery = text(&random) }
    if Bool.random(using: &random) { fields.notes = text(&random) }
    if Bool.random(using: &random) { fields.place = text(&random) }
    if Bool.random(using: &random) { fields.style = "" }
    fields.serving = [nil, "can", " \t"].randomElement(using: &random) ?? nil
    fields.price = [nil, "€4.50", "=HYPERLINK(\"x\")"].randomElement(using: &random) ?? nil
    fields.abv = [nil, 0, 5.2, 100, 0.1 + 0.2, 1e-7].randomElement(using: &random) ?? nil
    fields.ibu = [nil, 0, 2500, 1e12, 33.3333333333333333].randomElement(using: &random) ?? nil
    fields.rating = [nil, 0, 5, 4.25, 3.3333333].randomElement(using: &random) ?? nil
    fields.latitude = [nil, -90, 52.370216812345678].randomElement(using: &random) ?? nil
    fields.longitude = [nil, 180, -0.000001].randomElement(using: &random) ?? nil
    let dates = [
      "2019", "2019-06", "2019-06-01", "2019-06-01T18:04:00", "2019-06-01T18:04:00.5Z", "0001-01-01",
    ]
    fields.drunkAt =
      Bool.random(using: &random) ? nil : dates.randomElement(using: &random).flatMap(DiaryDate.init)
    for _ in 0..<Int.random(in: 0...4, using: &random) {
      let value = value(&random, depth: 2)
      // A field with the value null is imported as none.
      if value != .null { fields.extras[text(&random)] = value }
    }
    return fields
  }

  private func value(_ random: inout SeededGenerator, depth: Int) -> JSONValue {
    switch Int.random(in: 0...(depth > 0 ? 6 : 4), using: &random) {
    case 0: .null
    case 1: .boolean(Bool.random(using: &random))
    case 2: .integer(Int64.random(in: .min ... .max, using: &random))
    case 3: .number(0.5 + Double(Int.random(in: 0...99, using: &random)))
    case 4: .text(text(&random))
    case 5: .array((0..<2).map { _ in value(&random, depth: depth - 1) })
    default: .object([text(&random): value(&random, depth: depth - 1)])
    }
  }

  /// Text with everything that a format could trip over.
  private func text(_ random: inout SeededGenerator) -> String {
    let pieces = [
      "hop", "é", "e\u{301}", "🍺", "👩‍🚀", " ", ",", ";", "\t", "|", "\"", "\n", "\r\n", "\r", "\\", "\\\"", "'",
      "=", "+",
      "-", "@", "\u{FEFF}", "\u{0}", "\u{1}", "\u{1B}[2J", "\u{7F}", "\u{9B}", "\u{202E}", "\u{2028}", "null",
      "{", "[", "一",
      "&amp;", "0", "sep=;",
    ]
    return (0..<Int.random(in: 0...7, using: &random)).compactMap { _ in pieces.randomElement(using: &random)
    }.joined()
  }
}
