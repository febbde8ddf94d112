import DiaryModel
import DiaryStore
import Foundation
import TestSupport
import Testing

@testable import Interchange

/// Each value of a file is in a field, in a custom field, or reported.
@Suite struct KeptValueTests {
  @Test func scoresAreKeptInAFileWithARating() throws {
    let text = """
      beer,brewery,aroma,appearance,taste,palate,overall,total,date
      Kelderlicht,De Natte Zolder,9,4,9,5,18,4.5,2024-12-14
      Zwembad,De Natte Zolder,6,3,6,3,12,,2025-07-12

      """
    let fields = try imported(text).destination.newBeers.map(\.fields)
    // A row without a total has the rating that its scores make.
    #expect(fields.map(\.rating) == [4.5, 3])
    let scores = fields.map { fields in
      ["aroma", "appearance", "taste", "palate", "overall"].map { fields.extras[$0]?.display }
    }
    #expect(scores == [["9", "4", "9", "5", "18"], ["6", "3", "6", "3", "12"]])
  }

  @Test(arguments: [
    "Name,Aroma,Appearance,Taste,Mouthfeel,Overall,Rating\nOrval,fruity,hazy,bitter,full,good,4.5\n",
    """
    [{"Name":"Orval","Aroma":"fruity","Appearance":"hazy","Taste":"bitter","Mouthfeel":"full","Overall":"good",
      "Rating":4.5}]
    """,
    """
    beer_name,brewery_name,review_aroma,review_appearance,review_taste,review_palate,review_overall,rating
    Orval,Villers,fruity,hazy,bitter,full,good,4.5

    """,
  ])
  func wordsAboutPartsOfATastingAreKept(text: String) throws {
    let (summary, destination) = try imported(text)
    let fields = try #require(destination.newBeers.first).fields
    #expect(fields.rating == 4.5 && !summary.counts.hasUnreadable)
    #expect(Set(fields.extras.values.map(\.display)) == ["fruity", "hazy", "bitter", "full", "good"])
  }

  @Test func wordsInPlaceOfScoresAreReportedOnlyIfTheyShouldMakeTheRating() throws {
    let text = "name,aroma,appearance,taste,palate,overall"
    let rated = try imported(text + ",rating\nOrval,fruity,,,,good,\n").summary.counts
    let unrated = try imported(text + "\nOrval,fruity,,,,good\n").summary.counts
    #expect((rated.keptValues, unrated.keptValues) == (0, 2))
  }

  // MARK: - Exports of this program

  /// An export of a beer with a custom field.
  private func export(_ format: DiaryFileFormat) throws -> String {
    let folder = try TemporaryFolder()
    let diary = try Diary.open(at: folder.file("diary.sqlite"))
    _ = try diary.add(
      NewBeer(fields: BeerFields(name: "Orval", rating: 4, extras: ["hop": .text("Styrian")])))
    return String(decoding: try diary.exported(format), as: UTF8.self)
  }

  private static let addedColumns: [(name: String, value: String, extras: Extras)] = [
    ("Shelf", "S1", ["hop": .text("Styrian"), "Shelf": .text("S1")]),
    ("Vintage", "2015", ["hop": .text("Styrian"), "Vintage": .integer(2015)]),
    ("hop", "Styrian", ["hop": .text("Styrian")]),
    ("hop", "Citra", ["hop": .text("Styrian"), "hop (2)": .text("Citra")]),
    ("Hop", "Citra", ["hop": .text("Styrian"), "Hop (2)": .text("Citra")]),
    ("first", "1999", ["hop": .text("Styrian"), "first": .integer(1999)]),
    ("id", "7", ["hop": .text("Styrian"), "id": .integer(7)]),
  ]

  @Test(arguments: addedColumns)
  func columnsThatWereAddedToAnExportAreCustomFields(name: String, value: String, extras: Extras) throws {
    let lines = try export(.csv).split(separator: "\n")
    #expect(try beer("\(lines[0]),\(name)\n\(lines[1]),\(value)\n").extras == extras)
  }

  @Test func membersThatWereAddedToAnExportAreCustomFields() throws {
    let text = try export(.json)
    let added = text.replacing("{\"id\":", with: "{\"Shelf\":\"S1\",\"Vintage\":2015,\"id\":")
    #expect(
      try beer(added).extras
        == ["hop": .text("Styrian"), "Shelf": .text("S1"), "Vintage": .integer(2015)])
    let renamed = try beer(text.replacing("\"rating\":", with: "\"My Rating\":"))
    #expect(renamed.rating == nil && renamed.extras["My Rating"] == .integer(4))
  }

  /// What follows from the other beers of a label is not a custom field of one of them.
  @Test func theHistoryOfALabelIsNotImported() throws {
    let folder = try TemporaryFolder()
    let diary = try Diary.open(at: folder.file("diary.sqlite"))
    _ = try diary.add(NewBeer(fields: BeerFields(name: "Orval", rating: 4)))
    var json = JSONWriter()
    try diary.forEachExportedBeer(BeerQuery(isDistinct: true), limit: 1) { BeerJSON().write($0, to: &json) }
    #expect(json.text.contains("\"mean_rating\":4"))
    #expect(try beer(json.text).extras == [:])
  }

  @Test func fieldsThatCannotBeImportedAreKeptOrReported() throws {
    let header = "name,uuid,drunk_at,created_at,updated_at,deleted_at,source,source_id,extras,photos\n"
    let uuid = "0190c8f0-5e4b-7cc3-98c4-dc0c0c07398f"
    let photos = "\"[{\"\"uuid\"\":\"\"\(uuid)\"\"}]\""
    #expect(try beer(header + "A,\(uuid),,,,,,,,\(photos)\n").extras == [:])
    #expect(try beer(header + "A,,,,,,,,,\(photos)\n").extras["photos"] != nil)
    #expect(try imported(header + "A,\(uuid),,,,,,,,[1]\n").summary.counts.rejected == 1)
    let label = header.replacing(",photos", with: ",label") + "A,\(uuid),,,,,,,\"{\"\"label\"\":1}\",blue\n"
    #expect(try beer(label).extras == ["label": .integer(1), "label (2)": .text("blue")])
    #expect(try imported(header + "A,\(uuid),,,,,,,,IMG_1.jpg\n").summary.counts.rejected == 1)
    #expect(try beer(header + "A,\(uuid),,,,,untappd,,,\n").extras["source"] == .text("untappd"))
  }

  // MARK: - Other values

  @Test func columnsWhoseNamesAreSpellingsOfOneFieldBecomeSeveralFields() throws {
    let text = "name,hop variety,Hop-Variety,hop_variety,rating\nA,x,y,z,4\nB,,y2,,3\n"
    let beers = try imported(text).destination.newBeers.map(\.fields.extras)
    #expect(
      beers == [
        ["hop variety": .text("x"), "hop variety (2)": .text("y"), "hop variety (3)": .text("z")],
        ["hop variety (2)": .text("y2")],
      ])
  }

  @Test func aVenueThatIsAListIsReported() throws {
    for text in [
      #"[{"name": "A", "place": ["Café", "Utrecht"]}]"#,
      #"[{"beer_name": "A", "checkin_id": 1, "venue": ["Café", "Utrecht"]}]"#,
    ] {
      let (summary, destination) = try imported(text)
      let extras = try #require(destination.newBeers.first).fields.extras
      #expect(extras.values.contains(.text(#"["Café", "Utrecht"]"#)))
      #expect(summary.counts.keptValues == 1)
    }
    let without = #"[{"beer_name": "A", "checkin_id": 1, "venue": []}]"#
    #expect(try beer(without).extras == ["checkin_id": .integer(1)])
  }

  @Test func aSecondValueOfAFieldIsKept() throws {
    let fields = try beer(#"[{"name": "A", "brewery": "X", "brewery.name": "Y"}]"#)
    #expect(fields.brewery == "X" && fields.extras == ["brewery.name": .text("Y")])
    var options = ImportOptions()
    options.assignments = [try #require(ColumnAssignment("entered=created_at"))]
    for columns in [
      "entered,created_at\nA,4,2020-01-01,2019-01-01", "created_at,entered\nA,4,2019-01-01,2020-01-01",
    ] {
      let beers = try imported("beer_name,rating_score,\(columns)\n", options).destination.newBeers
      #expect(beers.map(\.createdAt?.text) == ["2020-01-01"])
    }
  }

  // MARK: - Any file

  @Test(arguments: Seeds.range(0..<300)) func noValueOfAFileIsLost(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let file = RandomFile(&random)
    let source = try FileImport(ImportSource(Array(file.text.utf8)))
    #expect(source.analysis.dialect == file.format.dialect)
    let stream = RowStream(try source.analysis.columns.reader(), source.analysis, source.options)
    let batch = stream.next()
    #expect(batch.end == .file)
    // A row that is rejected is reported as a whole.
    let rejected = Set(batch.rejected.filter { !$0.isImported }.map(\.line))
    let rows = file.rows.enumerated().filter { line, row in
      // Blank rows are not beers.
      !row.isEmpty && !rejected.contains(line + 2)
    }.map(\.element)
    #expect(rows.count == batch.beers.count)
    for (row, beer) in zip(rows, batch.beers) {
      let values = Self.values(of: beer)
      for (column, token) in row where !values.contains(where: { $0.contains(token) }) {
        Issue.record("\(token) of \(column) is lost from\n\(file.text)")
      }
    }
  }

  /// All values of a beer as text.
  private static func values(of beer: ImportedBeer) -> [String] {
    let fields = beer.allFields
    var values = BeerColumn.values.compactMap { $0.json(of: fields)?.display }
    values += fields.extras.values.map(\.display)
    values += [beer.createdAt, beer.updatedAt, beer.deletedAt].compactMap { $0?.text }
    values += [beer.source, beer.sourceID, beer.uuid?.text, beer.label?.uuid.text].compactMap(\.self)
    return values
  }
}

/// A file of one of the known formats, in which each value occurs once.
private struct RandomFile {
  struct Format {
    let dialect: Dialect
    let columns: [String]
    /// Columns that may be missing.
    var optional: Set<String> = []
    var dates: Set<String> = []
    var isExport: Bool { dialect == .beerDiary }
  }

  private static let formats = [
    Format(
      dialect: .plain,
      columns: [
        "name", "brewery", "style", "abv", "ibu", "rating", "notes", "place", "venue city", "venue country",
        "latitude", "longitude", "serving", "price", "drunk at", "created at",
      ], optional: ["rating", "place", "venue city", "drunk at"], dates: ["drunk at", "created at"]),
    Format(
      dialect: .rateBeer,
      columns: [
        "beer", "brewery", "style", "abv", "aroma", "appearance", "taste", "palate", "overall", "total",
        "comment", "date",
      ], optional: ["total"], dates: ["date"]),
    Format(
      dialect: .beerAdvocate,
      columns: [
        "beer_name", "brewery_name", "review_overall", "review_aroma", "review_appearance", "review_palate",
        "review_taste", "rating", "review_time",
      ], optional: ["rating"], dates: ["review_time"]),
    Format(
      dialect: .untappd,
      columns: [
        "beer_name", "brewery_name", "beer_type", "beer_abv", "rating_score", "comment", "venue_name",
        "venue_city", "venue_country", "created_at", "checkin_id",
      ], optional: ["rating_score", "venue_city"], dates: ["created_at"]),
    Format(
      dialect: .beerDiary, columns: ExportedBeer.columnNames + ["uuid", "photos", "label"],
      optional: ["rating", "place", "photos", "label"],
      dates: ["drunk_at", "created_at", "updated_at", "deleted_at"]),
  ]

  let format: Format
  let text: String
  /// The columns of each row that have a value, with the part of it that occurs nowhere else.
  private(set) var rows: [[(column: String, token: String)]] = []

  init(_ random: inout SeededGenerator) {
    let formats = Self.formats
    let format = formats[Int.random(in: 0..<formats.count, using: &random)]
    self.format = format
    let isJSON = Bool.random(using: &random)
    var columns = format.columns.filter { !format.optional.contains($0) || Bool.random(using: &random) }
    columns += ["Shelf", "Vintage", "My Rating"].filter { _ in Bool.random(using: &random) }
    columns.shuffle(using: &random)
    var lines: [String] = []
    var number = 0
    for _ in 0..<Int.random(in: 1...4, using: &random) {
      var row: [(column: String, token: String)] = []
      var cells: [String] = []
      for column in columns {
        number += 1
        let cell = Self.cell(column, of: format, isJSON: isJSON, number, &random)
        if let token = cell?.token { row.append((column, token)) }
        if isJSON {
          if let cell { cells.append("\"\(column)\": \(cell.text)") }
        } else {
          cells.append(cell.map { "\"\($0.text.replacing("\"", with: "\"\""))\"" } ?? "")
        }
      }
      // A name may be repeated.
      if isJSON, let column = columns.randomElement(using: &random),
        Int.random(in: 0..<4, using: &random) == 0
      {
        number += 1
        row.append((column, "w\(number)w"))
        cells.append("\"\(column)\": \"w\(number)w\"")
      }
      rows.append(row)
      lines.append(isJSON ? "{\(cells.joined(separator: ", "))}" : cells.joined(separator: ","))
    }
    // The names of all columns, as the first row may not have them.
    let names = "{\(columns.map { "\"\($0)\": null" }.joined(separator: ", "))}"
    text =
      isJSON
      ? "[\n\(lines.joined(separator: ",\n")),\n\(names)]\n"
      : columns.joined(separator: ",") + "\n" + lines.joined(separator: "\n") + "\n"
  }

  /// Returns the text of a cell; `nil` if it is empty.
  private static func cell(
    _ column: String, of format: Format, isJSON: Bool, _ number: Int, _ random: inout SeededGenerator
  ) -> (text: String, token: String)? {
    let word = "w\(number)w"
    func quoted(_ text: String) -> String { isJSON ? "\"\(text)\"" : text }
    let choice = Int.random(in: 0..<12, using: &random)
    if choice < 3 { return nil }
    if choice == 3, isJSON { return ("[\"\(word)\"]", word) }
    if choice == 4 { return (quoted(word), word) }
    if format.dates.contains(column) {
      let date = "\(1950 + number)-06-01"
      return (quoted(date), date)
    }
    switch column {
    case "uuid" where format.isExport, "label" where format.isExport:
      let uuid = "0190c8f0-5e4b-7cc3-98c4-\(100_000_000_000 + number)"
      return (quoted(uuid), uuid)
    case "extras" where format.isExport: return ("{\"Shelf\": \"\(word)\"}", word)
    case "photos" where format.isExport: return ("[\"\(word)\"]", word)
    default: break
    }
    let decimal = "2.\(1000 + number)1"
    let isNumber = ["abv", "ibu", "rating", "latitude", "longitude"].contains(column) || choice < 8
    return isNumber ? (decimal, decimal) : (quoted(word), word)
  }
}
