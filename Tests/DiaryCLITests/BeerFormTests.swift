import DiaryModel
import DiaryText
import Foundation
import Testing

@testable import DiaryCLI

/// A beer as a TOML file.
@Suite struct BeerFormTests {
  private static let full = BeerFields(
    name: "Orval \"Cuvée\"", brewery: "Brasserie d'Orval\\", style: "Trappist", abv: 6.2, ibu: 36,
    rating: 4.25,
    notes: "Dry.\r\n\n\"\"\"\"Leather\"\"\" and C:\\hops\t\u{1B}\n", place: "Café \"De Klomp\"",
    latitude: 52.09,
    longitude: -5.125, serving: "bottle, 33 cl", price: "€4.50", drunkAt: DiaryDate("2024-06-01T18:04:00"),
    extras: [
      "hop": .text("Citra # Mosaic"), "bottle number": .integer(12), "a.b": .number(2.5),
      "organic": .boolean(true),
      "": .text("no name"), "\"quoted\"": .text("[extra]\nrating = 1"),
    ])
  private static let zone = TimeZone(secondsFromGMT: 7200) ?? .current

  private func form(
    _ fields: BeerFields, custom: [CustomField] = [], dateFormat: DateText.Format = .words
  ) throws -> BeerForm {
    let time = try #require(DiaryDate("2024-06-02T10:00:00Z"))
    let beer = Beer(id: 1, uuid: UUID(), fields: fields, createdAt: time, updatedAt: time)
    return BeerForm(
      BeerDetail(beer: beer, photos: []), customFields: custom, today: DiaryDate("2024-06-02"),
      dateFormat: dateFormat, timeZone: Self.zone)
  }

  @Test func aFormHasALineForEachField() throws {
    let lines = try form(Self.full).text.split(separator: "\n", omittingEmptySubsequences: false)

    let names = lines.compactMap { $0.firstMatch(of: #/^([a-z]+) = /#).map { String($0.1) } }
    #expect(
      names.prefix(12) == [
        "name", "brewery", "style", "rating", "abv", "ibu", "date", "place", "serving", "price", "position",
        "notes",
      ])
    #expect(lines.contains("abv = 6.2  # 0 to 100 percent"))
    #expect(lines.contains { $0.hasPrefix("date = \"2024-06-01 18:04\"") })
    #expect(lines.contains("hop = \"Citra # Mosaic\"") && lines.contains("\"bottle number\" = 12"))
  }

  @Test func everythingIsReadAsItIsWritten() throws {
    #expect(try form(BeerFields(name: "Empty")).read(form(Self.full).text) == Self.full)
    #expect(try form(Self.full).read(form(BeerFields(name: "Empty")).text) == BeerFields(name: "Empty"))
  }

  @Test func valuesThatTheFormCannotShowStayAsTheyAre() throws {
    var fields = Self.full
    fields.drunkAt = DiaryDate("2024-06-01T16:04:09.250Z")
    fields.longitude = nil
    fields.extras = [
      "tags": .array([.text("a")]), "gone": .null, "exact": .decimal("1.50"),
      "object": .object(["a": .integer(1)]),
    ]
    let form = try form(fields)
    #expect(form.text.contains("date = \"2024-06-01 18:04\""))
    #expect(try form.read(form.text) == fields)

    let edited = form.text.replacing("rating = 4.25", with: "rating = 4").replacing("\n", with: "\r\n")
    fields.rating = 4
    #expect(try form.read(edited) == fields)
  }

  @Test func valuesAreReadAsTheOptionsReadThem() throws {
    let known = CustomField(name: "Vintage", beerCount: 1, kinds: [.number: 1], isIndexed: false)
    let form = try form(BeerFields(name: "Orval", style: "Ale", extras: ["old": .text("x")]), custom: [known])
    let edited = """
      name = "Orval"
      abv = "6,2 %"
      rating = 4
      date = "yesterday"
      notes = "dry"
      price = 4.5
      [extra]
      vintage = "2015"
      bottled = 2024-05-01
      number = "12"
      """

    let expected = BeerFields(
      name: "Orval", abv: 6.2, rating: 4, notes: "dry", price: "4.5", drunkAt: DiaryDate("2024-06-01"),
      extras: ["Vintage": .integer(2015), "bottled": .text("2024-05-01"), "number": .text("12")])
    #expect(try form.read(edited) == expected)
  }

  @Test func aBackslashBeforeTheEscapeOfANULIsText() throws {
    let notes = #"\u0000 and \\u0000"#
    let form = try form(BeerFields(name: "Orval", notes: notes, extras: ["tags": .array([.text("a\0")])]))

    let edited = try form.read(form.text.replacing("and", with: "or"))

    #expect(edited.notes == notes.replacing("and", with: "or"))
  }

  @Test func aPositionIsWrittenAsItIsRead() throws {
    let form = try form(BeerFields(name: "Orval", latitude: 51.4779, longitude: -0.00005))
    #expect(form.text.contains("position = \"51.4779,-0.00005\""))

    let fields = try form.read(form.text.replacing("51.4779", with: "51.48"))

    #expect(fields.latitude == 51.48 && fields.longitude == -0.00005)
  }

  @Test func aDateIsReadInTheOrderOfTheUser() throws {
    func read(_ format: DateText.Format) throws -> DiaryDate? {
      let form = try form(BeerFields(name: "Orval"), dateFormat: format)
      return try form.read(form.text.replacing("date = \"\"", with: "date = \"03/04/2026\"")).drunkAt
    }

    #expect(try read(.slashes) == DiaryDate("2026-03-04"))
    #expect(throws: BeerForm.Mistake.self) { try read(.words) }
  }

  @Test func anotherSpellingOfACustomFieldIsRefused() throws {
    let extras: Extras = ["Malt": .text("Pale"), "hop": .text("Citra"), "malt": .text("Pils")]
    let form = try form(BeerFields(name: "Orval", extras: extras))
    #expect(try form.read(form.text).extras == extras)

    let mistake = try #require(throws: BeerForm.Mistake.self) {
      try form.read(form.text + "HOP = \"Mosaic\"\n")
    }

    #expect(mistake.sentence == "Line 23: “HOP” is the same field as “hop”. Keep one of them.")
    let respelled = try form.read(form.text.replacing("hop = \"Citra\"", with: "HOP = \"Mosaic\""))
    #expect(respelled.extras["HOP"] == .text("Mosaic") && respelled.extras.count == 3)
  }

  @Test(arguments: [
    ("rating = \"\"", "rating = 6", 7, "Rating requires 0 to 5 stars, not “6”."),
    ("rating = \"\"", "ratng = 4", 7, "There is no field “ratng”. Did you mean “rating”?"),
    ("date = \"\"", "date = \"someday\"", 10, "Date requires a date"),
    ("name = \"Orval\"", "name = \"\"", 4, "A beer needs a name."),
    ("style = \"\"", "style = Stout", 6, "This is not TOML"),
    ("style = \"\"", "style = [1]", 6, "style has a value that cannot be read."),
    ("style = \"\"", #"style = "St\u0000out""#, 6, #"\u0000 stands for a NUL character"#),
    ("style = \"\"", #"style = "St\\\U00000000out""#, 6, #"\U00000000 stands for a NUL character"#),
    ("[extra]", "[extra]\ne.f = 2", 20, "e has a value that cannot be read."),
    ("[extra]", "[extra]\nq = [1, 2]\ne = [3]", 20, "q has a value that cannot be read."),
    ("style = \"\"", "styl = 1\nabout = 2", 6, "There is no field “styl”."),
    ("[extra]", "[extra]\nRating = 4", 20, "rating is a field of every beer. Write it above [extra]."),
    ("[extra]", "[extra]\nVenue = \"Bar\"", 20, "place is a field of every beer. Write it above [extra]."),
  ])
  func aMistakeIsReportedWithItsLine(_ old: String, _ new: String, _ line: Int, _ part: String) throws {
    let form = try form(BeerFields(name: "Orval"))

    let mistake = try #require(throws: BeerForm.Mistake.self) {
      try form.read(form.text.replacing(old, with: new, maxReplacements: 1))
    }

    #expect(mistake.sentence.hasPrefix("Line \(line): "), "\(mistake.sentence)")
    #expect(mistake.sentence.contains(part), "\(mistake.sentence)")
  }
}
