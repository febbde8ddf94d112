import DiaryModel
import DiaryStore
import Testing

@testable import Interchange

@Suite struct HeaderTests {
  @Test func columnsWithoutAUniqueNameGetOne() {
    let header = Header(["name", "", "notes", "notes", "", "notes (2)"])
    #expect(header.names == ["name", "column 2", "notes", "notes (2)", "column 5", "notes (2) (2)"])
  }

  @Test(arguments: ["Beer Name", "beer_name", "BEER-NAME", " beerName ", "Beer. Name:"])
  func columnNamesAreComparedByTheirLetters(name: String) { #expect(Header.key(name) == "beername") }
}

@Suite struct ColumnMappingTests {
  @Test func aFieldGoesToTheColumnWithTheMostCertainName() throws {
    let mapping = try ColumnMapping(Header(["comment", "Notes", "name", "beer"]))
    #expect(mapping.column(of: .notes) == 1)
    #expect(mapping.column(of: .name) == 2)
    #expect(mapping.extraColumns == [0, 3])
  }

  @Test(arguments: [
    (["name", "Rating", "My Rating"], BeerField.rating), (["name", "Score", "Your rating"], .rating),
    (["name", "description", "My notes"], .notes), (["name", "Review", "Personal Note"], .notes),
    (["name", "Date", "Tasting date"], .drunkAt), (["name", "Date added", "Date"], .drunkAt),
    (["aroma", "appearance", "taste", "palate", "overall", "name", "Rating", "My rating"], .rating),
  ])
  func columnsOfTheUserPrecedeGeneralOnes(_ names: [String], _ field: BeerField) throws {
    #expect(try ColumnMapping(Header(names)).column(of: field) == names.count - 1)
  }

  @Test(arguments: ["My rating (10)", "Rating (0-10)", "Wertung 1-10", "My score /10"])
  func aColumnOfRatingsCanNameItsScale(_ name: String) throws {
    #expect(try beer("name,\(name)\nOrval,4\n").rating == 2)
  }

  @Test func aColumnBecomesACustomFieldOfAnotherName() throws {
    let assignment = try #require(ColumnAssignment("No=extra:bottle number"))
    #expect(assignment.role == .custom("bottle number") && assignment.role.name == "extra:bottle number")
    let mapping = try ColumnMapping(Header(["name", "No"]), assignments: [assignment])
    #expect(mapping.extraColumns == [1] && mapping.customName(1) == "bottle number")
    let saved = SavedMapping(name: "club", header: mapping.header, roles: mapping.roles)
    #expect(saved.assignments.contains(assignment))
  }

  @Test func aCustomFieldCannotHaveTheNameOfAnotherColumnOrOfAField() throws {
    let assignment = try #require(ColumnAssignment("No=extra:NAME 2"))
    #expect(throws: ImportError.sameField("extra:NAME 2", columns: ["name 2", "No"])) {
      try ColumnMapping(Header(["name", "No", "name 2"]), assignments: [assignment])
    }
    #expect(ColumnAssignment("No=extra:style") == nil && ColumnAssignment("No=extra:") == nil)
  }

  @Test(arguments: ["global_rating_score", "global_weighted_rating_score", "Average rating", "avg_rating"])
  func theAverageOfACommunityIsNeverTheRating(column: String) throws {
    for name in ["name", "beer_name"] {
      let mapping = try ColumnMapping(Header([name, column]))
      #expect(mapping.column(of: .rating) == nil)
    }
  }

  @Test(arguments: [
    ("product_name,Producer,descript", "0,1,2"), ("Wine name,Winery,Vintage", "0,1,-"),
    ("Nom,Brasserie,Style", "0,1,-"),
    ("Whisky,Distillery,My Score", "0,1,-"), ("beer_name,brewery_name,checkin_comment", "0,1,2"),
  ])
  func usualColumnNamesAreRecognized(header: String, columns: String) throws {
    let mapping = try ColumnMapping(Header(header.split(separator: ",").map(String.init)))
    let fields: [BeerField] = [.name, .brewery, .notes]
    #expect(fields.map { mapping.column(of: $0).map(String.init) ?? "-" }.joined(separator: ",") == columns)
  }

  @Test(arguments: [
    (
      "name",
      [
        "product_name", "Wine name", "Nom", "Øl", "Öl", "Pivo", "Bière", "Bier", "Cerveza", "Birra",
        "beer.beer_name",
      ]
    ),
    (
      "brewery",
      [
        "Producer", "Winery", "Distillery", "Brasserie", "Brauerei", "Cervecería", "Cerveceria",
        "brewery.brewery_name",
      ]
    ),
    ("style", ["Sorte", "Bierstil", "beer_style", "Wine type", "Regional wine style", "variety"]),
    ("notes", ["checkin_comment", "descript", "Notes", "Tasting notes", "Your review"]),
    ("rating", ["Bewertung", "Wertung", "Score", "My rating", "Valoración", "rating (5)"]),
    ("abv", ["Alkohol", "Alk. %", "Alk.", "Alc. %"]),
    ("drunk_at", ["Datum", "Date tasted", "Drunk on", "Consumed", "Fecha", "Scan date"]),
  ])
  func columnNamesOfManyLanguagesAreRecognized(field: String, columns: [String]) throws {
    let role = try #require(ColumnMapping.Role(named: field))
    for column in columns {
      #expect(ColumnMapping.proposal(for: Header([column, "other"])) == [role, .extra], "\(column)")
    }
  }

  @Test func aColumnWithoutARatingIsNotTheRatingIfAnotherIs() throws {
    let beers = try imported("name,rating (5),rating\nA,4,great\nB,3,poor\nC,5,\n").destination.newBeers
    #expect(beers.map(\.fields.rating) == [4, 3, 5])
    #expect(beers.map { $0.fields.extras["rating"]?.display } == ["great", "poor", nil])

    let mixed = try imported("name,rating (5),rating\nA,4,great\nB,3,2\n").destination.newBeers
    #expect(mixed.map(\.fields.rating) == [nil, 2])
    let alone = try imported("name,rating\nA,great\n").destination.newBeers
    #expect(alone.map(\.fields.rating) == [nil])
  }

  @Test func aVintageIsNotADate() throws {
    let text =
      "Wine name,Winery,Vintage,Date tasted,My rating\nX,Y,2015,2019-06-01,4\nX,Y,2016,2019-06-01,4\n"
    let (summary, destination) = try imported(text)
    #expect(destination.newBeers.map(\.fields.drunkAt?.text) == ["2019-06-01", "2019-06-01"])
    #expect(destination.newBeers.map { $0.fields.extras["Vintage"]?.display } == ["2015", "2016"])
    #expect(summary.tally.added == 2)
    #expect(try imported("Wine,Vintage\nX,2015\n").destination.newBeers[0].fields.drunkAt == nil)
  }

  @Test func aFileWithoutColumnNamesIsReadByTheirIndices() throws {
    let text = "Orval,Villers,6.2,2019-06-01\nGose,Ritterguts,4.7,2019-06-02\n"
    #expect(throws: ImportError.noHeader(row: ["Orval", "Villers", "6.2", "2019-06-01"])) {
      try imported(text)
    }
    var options = ImportOptions()
    options.hasHeader = false
    options.assignments = try ["1=name", "3=abv", "4=drunk_at"].map { try #require(ColumnAssignment($0)) }
    let newBeers = try imported(text, options).destination.newBeers
    #expect(newBeers.map(\.fields.name) == ["Orval", "Gose"] && newBeers.map(\.fields.abv) == [6.2, 4.7])
    #expect(newBeers.map { $0.fields.extras["2"] } == [.text("Villers"), .text("Ritterguts")])
    #expect(newBeers.map(\.fields.drunkAt?.text) == ["2019-06-01", "2019-06-02"])
  }

  @Test(arguments: [
    "Aspall Draught,Aspall,Cider,5.5,4", "Wine,Beer,2019-06-01", "Orval", "Orval,Villers",
    "Beer,https://example.org/1",
  ])
  func aFirstLineThatMayBeABeerIsNeverTakenForColumnNames(row: String) throws {
    let error = #expect(throws: ImportError.self) { try imported(row + "\nRochefort\n") }
    #expect(error == .noHeader(row: row.split(separator: ",").map(String.init)))
    let message = error?.sentence ?? ""
    #expect(message.contains("--headerless --map 1=name") && message.contains("--map \"COLUMN=name\""))
    var options = ImportOptions()
    options.assignments = [try #require(ColumnAssignment("\(row.prefix { $0 != "," })=name"))]
    #expect(
      try imported(row + "\nRochefort\n", options).destination.newBeers.map(\.fields.name) == ["Rochefort"])
  }

  @Test func aHeaderWithANumberIsReadIfTheUserSaysThatItIsOne() throws {
    var options = ImportOptions()
    options.hasHeader = true
    let newBeers = try imported("name,2019\nOrval,3\n", options).destination.newBeers
    #expect(newBeers.map(\.fields.name) == ["Orval"])
    #expect(newBeers.first?.fields.extras["2019"] == .integer(3))
  }

  @Test func zeroIsUnknownIfMostValuesAreZero() throws {
    let catalog = try imported("name,abv,ibu\nA,0,0\nB,0,40\nC,5.2,0\nD,0.0,0\n").destination.newBeers.map(
      \.fields)
    #expect(catalog.map(\.abv) == [nil, nil, 5.2, nil] && catalog.map(\.ibu) == [nil, 40, nil, nil])
    let alcoholFree = try imported("name,abv\nA,0\nB,0\nC,0.5\n").destination.newBeers.map(\.fields)
    #expect(alcoholFree.map(\.abv) == [0, 0, 0.5])
  }

  @Test func aHeaderWithoutAColumnForNamesIsRefused() {
    #expect(throws: ImportError.noNameColumn(columns: ["style", "abv"])) {
      try ColumnMapping(Header(["style", "abv"]))
    }
  }
}

@Suite struct DialectTests {
  static let untappdHeader =
    "beer_name,brewery_name,beer_type,beer_abv,beer_ibu,comment,venue_name,venue_city,venue_state,venue_country,"
    + "venue_lat,venue_lng,rating_score,created_at,checkin_url,beer_url,brewery_url,brewery_country,brewery_city,"
    + "brewery_state,flavor_profiles,purchase_venue,serving_type,checkin_id,bid,brewery_id,photo_url,"
    + "global_rating_score,global_weighted_rating_score,tagged_friends,total_toasts,total_comments"

  @Test func untappdsExportIsRead() throws {
    let row =
      "Rochefort 10,Abdij St-Rémy,Quadrupel,11.3,27,\"Dark, warm\",Arendsnest,Amsterdam,NH,Nederland,"
      + "52.3702,4.8952,4.25,2019-06-01 18:04:00,https://u/c/1,,,Belgium,,,\"fig,rum\",,Bottle,735123456,12,7,,"
      + "4.1,4.05,,2,0"
    let (summary, destination) = try imported(Self.untappdHeader + "\n" + row + "\n")

    let newBeer = try #require(destination.newBeers.first)
    var expected = BeerFields(
      name: "Rochefort 10", brewery: "Abdij St-Rémy", style: "Quadrupel", abv: 11.3, ibu: 27, rating: 4.25,
      notes: "Dark, warm", place: "Arendsnest, Amsterdam, Nederland", latitude: 52.3702, longitude: 4.8952,
      serving: "Bottle", drunkAt: DiaryDate("2019-06-01T18:04:00"))
    let extras = [
      "venue_state": "NH", "checkin_url": "https://u/c/1", "brewery_country": "Belgium",
      "flavor_profiles": "fig,rum", "checkin_id": "735123456", "bid": "12", "brewery_id": "7",
    ]
    expected.extras = extras.mapValues(JSONValue.text).merging(
      [
        "global_rating_score": .number(4.1), "global_weighted_rating_score": .number(4.05),
        "total_toasts": .integer(2), "total_comments": .integer(0),
      ]
    ) { $1 }
    #expect(summary.dialect == .untappd)
    #expect(newBeer.fields == expected)
    #expect(newBeer.origin == Origin(source: "untappd", id: "735123456"))
    #expect(newBeer.createdAt == DiaryDate("2019-06-01T18:04:00"))
  }

  @Test func zeroInUntappdsExportIsUnknown() throws {
    let fields = try beer("rating_score,beer_abv,beer_ibu,beer_name\n0,0,0,Mystery\n")
    #expect(fields == BeerFields(name: "Mystery"))
  }

  @Test func aCatalogIsRead() throws {
    let text =
      "beer_id,brewery_id,beer_name,beer_style,beer_abv\r\n3,2,\"The \"\"One\"\"\",IPA,\r\n4,2,Two,,0\r\n"
    let (summary, destination) = try imported(text)
    #expect(summary.dialect == .catalog)
    #expect(destination.newBeers.map(\.fields.name) == ["The \"One\"", "Two"])
    #expect(destination.newBeers.map(\.fields.abv) == [nil, nil])
    #expect(destination.newBeers[0].fields.extras == ["beer_id": .integer(3), "brewery_id": .integer(2)])
    #expect(destination.newBeers.allSatisfy { $0.origin?.source == "catalogue" })
  }

  @Test func plainColumnsAreRead() throws {
    let fields = try beer(
      "Drunk At;Name;Brewery;Style;ABV (%);IBU;Stars;Description;Venue;Lat;Lng;Serving;Price;Hop\n"
        + "2019-06;Zero;Own;Lager;0,0;8;3,5;fresh;home;1,5;-2;can;€2;Saaz\n")
    let expected = BeerFields(
      name: "Zero", brewery: "Own", style: "Lager", abv: 0, ibu: 8, rating: 3.5, notes: "fresh",
      place: "home",
      latitude: 1.5, longitude: -2, serving: "can", price: "€2", drunkAt: DiaryDate("2019-06"),
      extras: ["Hop": .text("Saaz")])
    #expect(fields == expected)
  }

  @Test func localTimesAndCreationTimesOfAPlainFileAreKept() throws {
    let (_, destination) = try imported("name,drunk_at,created_at\nA,2019-06-01 18:04,2020-01-01T00:00:00Z\n")
    #expect(destination.newBeers.first?.fields.drunkAt == DiaryDate("2019-06-01T18:04:00"))
    #expect(destination.newBeers.first?.createdAt == DiaryDate("2020-01-01T00:00:00Z"))
  }

  @Test func aBeerWithoutANameIsKept() throws {
    #expect(try beer("name,style\n,Stout\n") == BeerFields(style: "Stout"))
  }
}

@Suite struct PlaceTests {
  @Test func aVenueInOneColumnIsNotACustomFieldAsWell() throws {
    let beer = try beer("name,place\nA,\"De Trage Otter, Utrecht\"\n")

    #expect(beer.place == "De Trage Otter, Utrecht" && beer.extras.isEmpty)
  }

  @Test func theKnownPartsOfAVenueAreJoined() throws {
    let header = "beer_name,venue_name,venue_city,venue_country\n"
    #expect(try beer(header + "A,Bar,Gent,België\n").place == "Bar, Gent, België")
    #expect(try beer(header + "A,Bar,,België\n").place == "Bar, België")
    #expect(try beer(header + "A,Gent,Gent,\n").place == "Gent")
    #expect(try beer(header + "A,,,\n").place == nil)
  }

  @Test func partsOfAVenueThatCannotBeSeparatedAgainAreCustomFields() throws {
    let header = "beer_name,venue_name,venue_city,venue_country\n"
    #expect(try beer(header + "A,Bar,Gent,België\n").extras.isEmpty)
    #expect(try beer(header + "A,Bar,,\n").extras.isEmpty)
    #expect(try beer(header + "A,,Gent,\n").extras == ["venue_city": .text("Gent")])
    #expect(
      try beer(header + "A,\"Bar, Grill\",Gent,België\n").extras == [
        "venue_name": .text("Bar, Grill"), "venue_city": .text("Gent"), "venue_country": .text("België"),
      ])
  }
}

@Suite struct ContentIdentityTests {
  @Test func identicalRowsOfAFileHaveDifferentIDs() throws {
    let ids = try ids("name,abv\nA,5\nA,5\nB,5\nA,5\n")
    #expect(Set(ids).count == 4)
    #expect(ids[1] == ids[0] + "-2")
    #expect(ids[3] == ids[0] + "-3")
  }

  @Test func theIDOfARowDoesNotDependOnHowTheFileIsWritten() throws {
    let id = try ids("name,abv,notes\nA,5,\"x\ny\"\n")
    #expect(try ids("\u{FEFF}Notes;\"NAME\";abv;empty\r\n\"x\r\ny\"; A ;\"5\";\r\n") == id)
  }

  @Test func theIDOfARowDoesNotDependOnTheEncoding() throws {
    let destination = RecordingDestination()
    let windows1252 = Array("name\nK".utf8) + [0xF6] + Array("lsch\n".utf8)
    _ = try FileImport(ImportSource(windows1252)).run(into: destination)
    #expect(try ids("name\nKölsch\n") == destination.newBeers.compactMap(\.origin?.id))
  }

  @Test func theIDOfARowDependsOnEachIdentifyingValueAndItsField() throws {
    let rows = ["name,brewery,place\nA,B,\n", "name,brewery,place\nA,,B\n", "name,brewery,place\nAB,,\n"]
    #expect(Set(try rows.flatMap(ids)).count == 3)
    #expect(try ids("Beer,Venue,style\nA,B,IPA\n") == ids(rows[1]))
  }

  @Test func rowsOfTwoCatalogsWithTheSameIDAreDistinguished() throws {
    let first = try ids("beer_id,beer_name\n1,Stout\n")
    #expect(try ids("beer_id,beer_name\n1,Porter\n") != first)
    #expect(try ids("beer_name,beer_id\nStout,1\n") == first)
  }

  @Test func aCheckInIDThatASpreadsheetRoundedIsNotUsed() throws {
    let ids = try ids("beer_name,checkin_id\nA,7.28E+08\nB,7.28E+08\n")
    #expect(Set(ids).count == 2)
  }

  private func ids(_ text: String) throws -> [String] {
    try imported(text).destination.newBeers.compactMap(\.origin?.id)
  }
}
