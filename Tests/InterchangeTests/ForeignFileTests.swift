import DiaryModel
import DiaryStore
import Testing

@testable import Interchange

/// A file of each kind that people have.
@Suite struct ForeignFileTests {
  @Test func untappdsOlderColumnsAreTheSameCheckIns() throws {
    let old =
      "Beer,Brewery,Style,ABV,IBU,Comments,Venue,City,State,Country,Rating,Date,Checkin URL\n"
      + "Gueuze,Drie Stoelen,Lambic,6.5,0,Tart,Café,Gent,OV,België,4.5,2019-06-01 18:04:00,https://untappd.com/c/1001\n"
    let (summary, destination) = try imported(old)
    let newBeer = try #require(destination.newBeers.first)
    #expect(summary.dialect == .untappd)
    #expect(
      newBeer.fields.name == "Gueuze" && newBeer.fields.brewery == "Drie Stoelen"
        && newBeer.fields.notes == "Tart")
    #expect(
      newBeer.fields.ibu == nil && newBeer.fields.rating == 4.5
        && newBeer.fields.place == "Café, Gent, België")
    #expect(newBeer.fields.drunkAt?.text == "2019-06-01T18:04:00")
    #expect(newBeer.origin == Origin(source: "untappd", id: "1001"))
    #expect(newBeer.fields.extras["State"] == .text("OV"))
  }

  @Test func untappdsJSONIsTheSameAsItsCSV() throws {
    let csv =
      "beer_name,brewery_name,beer_type,beer_abv,rating_score,comment,venue_name,created_at,checkin_id,bid,purchase_venue\n"
      + "Gueuze,Drie Stoelen,Lambic,6.5,4.5,,,2019-06-01 18:04:00,1001,12,\n"
    let json = """
      [{"beer_name":"Gueuze","brewery_name":"Drie Stoelen","beer_type":"Lambic","beer_abv":6.5,"rating_score":"4.5",
      "comment":"","venue_name":null,"created_at":"2019-06-01 18:04:00","checkin_id":1001,"bid":"12","purchase_venue":null}]
      """
    let fromCSV = try imported(csv).destination.newBeers
    let (summary, destination) = try imported(json)
    #expect(summary.dialect == .untappd && summary.analysis.syntax == .json)
    #expect(destination.newBeers.map(\.origin) == fromCSV.map(\.origin))
    let fields = try #require(destination.newBeers.first).fields
    let csvFields = try #require(fromCSV.first).fields
    #expect(fields.name == csvFields.name && fields.rating == 4.5 && fields.drunkAt == csvFields.drunkAt)
    #expect(fields.extras == ["checkin_id": .integer(1001), "bid": .text("12")])
    #expect(fields.extras.allSatisfy { csvFields.extras[$0.key]?.isWritten(like: $0.value) == true })
  }

  @Test func vivinosColumnsAreKnown() throws {
    let text = """
      Winery,Wine name,Vintage,Region,Country,Regional wine style,Average rating,Scan date,Your rating,Your review,Wine type
      Ridge,Geyserville,2015,Sonoma,United States,Californian Zinfandel,4.2,2019-06-01 18:04:00,4.5,Jammy,Red Wine

      """
    let fields = try beer(text)
    #expect(
      fields.name == "Geyserville" && fields.brewery == "Ridge" && fields.style == "Californian Zinfandel")
    #expect(fields.rating == 4.5 && fields.notes == "Jammy" && fields.drunkAt?.text == "2019-06-01T18:04:00")
    #expect(fields.extras["Vintage"] == .integer(2015) && fields.extras["Wine type"] == .text("Red Wine"))
  }

  @Test func pointsOutOfAHundredAreARating() throws {
    let newBeers = try imported("title,winery,variety,points\nA,X,Merlot,96\nB,Y,Riesling,80\n").destination
      .newBeers
    #expect(
      newBeers.map(\.fields.rating) == [4.8, 4] && newBeers.map(\.fields.style) == ["Merlot", "Riesling"])
    #expect(newBeers.map { $0.fields.extras["points"]?.display } == ["96", "80"])
  }

  @Test func aFrenchNoteIsARatingIfItIsANumber() throws {
    let rated = try imported("Nom,Brasserie,Note\nOrval,Orval,17\nBlonde,X,\nBrune,X,12\n").destination
      .newBeers
    #expect(rated.map(\.fields.rating) == [4.25, nil, 3] && rated.allSatisfy { $0.fields.notes == nil })
    let noted = try imported("Nom,Brasserie,Note\nOrval,Orval,17\nBlonde,X,bonne\n").destination.newBeers
    #expect(noted.map(\.fields.notes) == ["17", "bonne"])
    let low = try imported("Nom,Brasserie,Note\nOrval,Orval,4\nBrune,X,3.5\n").destination.newBeers
    #expect(low.map(\.fields.rating) == [4, 3.5])
  }

  @Test func aGermanNoteIsARatingIfANumberIsHigherThanAGrade() throws {
    let text = """
      Datum;Bier;Brauerei;Note;Alkohol;Kommentar
      01.06.2019;Augustiner Hell;Augustiner;8,5;5,2;süffig
      02.06.2019;Rauchbier;Schlenkerla;9;5,1;rauchig
      03.06.2019;Pils;X;7;4,9;

      """
    let newBeers = try imported(text).destination.newBeers
    #expect(newBeers.map(\.fields.rating) == [4.25, 4.5, 3.5])
    #expect(newBeers.map(\.fields.notes) == ["süffig", "rauchig", nil])
    #expect(newBeers.map { $0.fields.extras["Note"]?.display } == ["8,5", "9", "7"])
  }

  @Test(arguments: [
    // Grades, of which 1 is the best, and numbers of no scale.
    ["1", "2.5", "6"], ["150", "250", "7"],
  ])
  func otherNumbersOfANoteAreACustomField(numbers: [String]) throws {
    let text = "Bier,Note,Kommentar\n" + numbers.map { "A\($0),\($0),mild\n" }.joined()
    let newBeers = try imported(text).destination.newBeers
    #expect(newBeers.allSatisfy { $0.fields.rating == nil && $0.fields.notes == "mild" })
    #expect(newBeers.map { $0.fields.extras["Note"]?.display } == numbers)
    #expect(try beer(#"[{"name": "Orval", "note": 4}]"#).extras == ["note": .integer(4)])
  }

  @Test func aNoteNextToARatingIsACustomFieldIfItIsANumber() throws {
    let fields = try beer("Bier;Bewertung;Note;Kommentar\nMärzen;4,5;8;mild\n")
    #expect(fields.rating == 4.5 && fields.notes == "mild" && fields.extras == ["Note": .integer(8)])
  }

  @Test func aNoteOfWordsIsTheNotes() throws {
    let newBeers = try imported("Bier;Note;Kommentar\nA;8;x\nB;mild;y\n").destination.newBeers
    #expect(newBeers.map(\.fields.notes) == ["8", "mild"])
    #expect(newBeers.map { $0.fields.extras["Kommentar"]?.display } == ["x", "y"])
    #expect(try beer(#"[{"name": "Orval", "note": "mild"}]"#).notes == "mild")
  }

  @Test func aNameThatIsAListIsReported() throws {
    let (summary, destination) = try imported(
      #"[{"name": ["Orval", "Trappist"], "abv": 6.2}, {"name": {"en": "Gose", "de": "Gose"}, "notes": []}]"#)
    let extras = try #require(destination.newBeers.first).fields.extras
    #expect(extras == ["name": .text(#"["Orval", "Trappist"]"#)])
    #expect(summary.counts.keptValues == 1 && destination.newBeers.count == 2)
    #expect(summary.counts.firstRowsWithKeptValues.first?.messages.first?.contains("is not text") == true)
  }

  @Test(arguments: [
    ["6/13/2019 18:04", "1/2/2019 9:05"], ["13/06/2019 18:04", "02/01/2019 09:05"],
    ["6/13/19 18:04", "1/2/19 9:05"], ["13/06/19 18:04:00", "02/01/19 09:05:00"],
    ["13.06.19 18:04", "02.01.19 09:05"],
  ])
  func anUntappdExportSavedByASpreadsheetIsImported(dates: [String]) throws {
    let text =
      "beer_name;beer_abv;rating_score;created_at;checkin_id\n"
      + "A;6,5;4,25;\(dates[0]);7.28E+08\nB;4;3,5;\(dates[1]);7.28E+08\n"
    let (summary, destination) = try imported(text)
    #expect(summary.dialect == .untappd && summary.counts.keptValues == 0)
    #expect(
      destination.newBeers.map(\.fields.drunkAt?.text) == ["2019-06-13T18:04:00", "2019-01-02T09:05:00"])
    #expect(
      destination.newBeers.map(\.fields.rating) == [4.25, 3.5]
        && destination.newBeers.map(\.fields.abv) == [6.5, 4])
    #expect(try imported(text, onto: destination).summary.tally.same == 2)
  }

  @Test func reviewsOfBeerAdvocateAreImported() throws {
    let text =
      "brewery_id,brewery_name,review_time,review_overall,review_aroma,review_appearance,review_profilename,beer_style,"
      + "review_palate,review_taste,beer_name,beer_abv,beer_beerid\n"
      + "10325,Vecchio Birraio,1234817823,1.5,2,2.5,stcules,Hefeweizen,1.5,1.5,Sausa Weizen,5,47986\n"
    let (summary, destination) = try imported(text)
    let fields = try #require(destination.newBeers.first).fields
    #expect(summary.dialect == .beerAdvocate)
    #expect(
      fields.name == "Sausa Weizen" && fields.brewery == "Vecchio Birraio" && fields.style == "Hefeweizen")
    #expect(fields.rating == 1.5 && fields.abv == 5 && fields.drunkAt?.text == "2009-02-16T20:57:03Z")
    #expect(fields.extras["review_overall"] == .text("1.5") && fields.extras["review_aroma"] == .text("2"))
  }

  @Test func rateBeersScoresMakeARating() throws {
    let text =
      "beer/name,beer/beerId,beer/brewerId,beer/ABV,beer/style,review/appearance,review/aroma,review/palate,review/taste,"
      + "review/overall,review/time,review/text\n"
      + "John Harvards IPA,63836,8481,5.4,India Pale Ale,4/5,6/10,3/5,6/10,13/20,1157587200,Good\n"
      + "Other,1,2,-,Stout,,,,,15/20,1157587200,\n"
    let (summary, destination) = try imported(text)
    let fields = try #require(destination.newBeers.first).fields
    #expect(summary.dialect == .rateBeer && summary.counts.rejected == 0)
    #expect(fields.rating == 3.2 && fields.abv == 5.4 && fields.notes == "Good")
    #expect(fields.extras["review/overall"] == .text("13/20"))
    #expect(destination.newBeers[1].fields.rating == 3.75 && destination.newBeers[1].fields.abv == nil)
  }

  @Test func columnsThatTheUserNamesAreImported() throws {
    var options = ImportOptions()
    options.assignments = ["Bier=name", "Note = rating", "internal=ignore", "Sorte=extra"].compactMap(
      ColumnAssignment.init)
    let text = "Bier;Note;internal;Sorte;Style\nMärzen;4,5;x;hell;Lager\n"
    let fields = try beer(text, options)
    #expect(
      fields == BeerFields(name: "Märzen", style: "Lager", rating: 4.5, extras: ["Sorte": .text("hell")]))
    options.assignments = [try #require(ColumnAssignment("Foo=name"))]
    #expect(throws: ImportError.noSuchColumn("Foo", columns: ["Bier", "Note", "internal", "Sorte", "Style"]))
    {
      try imported(text, options)
    }
    #expect(
      ColumnAssignment("x=colour") == nil && ColumnAssignment("=name") == nil
        && ColumnAssignment("name") == nil)
  }
}

/// Values that are decided for whole columns.
@Suite struct ColumnFormatsTests {
  @Test(arguments: [
    (["0.052", "0.08", "0.11"], [5.2, 8, 11]), (["5.2", "0.5", "0.08"], [5.2, 0.5, 0.08]),
    (["0.5", "0.4", "0.0"], [0.5, 0.4, 0]), (["0.05 %", "0.06"], [0.05, 0.06]),
    (["\"5,2 %\"", "0.052", "0.5%"], [5.2, 5.2, 0.5]), (["0.5%", "0.3%", "0.05"], [0.5, 0.3, 0.05]),
  ])
  func alcoholIsPercentOrAPartOfOne(texts: [String], expected: [Double]) throws {
    let rows = texts.map { "x,\($0)\n" }.joined()
    #expect(try imported("name,abv\n" + rows).destination.newBeers.map(\.fields.abv) == expected)
  }

  @Test(arguments: ["Vol%", "Vol.-%", "% vol", "ABV in %", "Alkohol in %", "Degré"])
  func alcoholIsRecognizedByItsColumnName(name: String) throws {
    #expect(try beer("Bier,\(name)\nx,5.2\n") == BeerFields(name: "x", abv: 5.2))
  }

  @Test func theSizeOfABottleIsNotItsAlcohol() throws {
    #expect(try beer("Bier,Vol\nx,5\n") == BeerFields(name: "x", extras: ["Vol": .integer(5)]))
  }

  @Test(arguments: ["Punkte", "Sterne"])
  func germanColumnNamesAreRecognized(rating: String) throws {
    let fields = try beer("Bier,\(rating),Ort,Notiz\nx,4,Köln,gut\n")
    #expect(fields == BeerFields(name: "x", rating: 4, notes: "gut", place: "Köln"))
  }

  @Test func aFewPercentagesDoNotChangeAColumnOfFractions() throws {
    let rows = (45...74).map { "x,0.0\($0)\n" }.joined()
    let (summary, destination) = try imported("name,abv\n\(rows)y,5.2\nz,6 %\n")

    #expect(destination.newBeers.map(\.fields.abv).prefix(2) == [4.5, 4.6])
    #expect(destination.newBeers.map(\.fields.abv).suffix(2) == [5.2, 6])
    #expect(summary.analysis.formats.abvIsFraction && summary.analysis.formats.abvIsMixed)
  }

  @Test func percentagesWithAPossibleFractionAmongThemAreReported() throws {
    let (summary, destination) = try imported("name,abv\nx,5.2\ny,6\nz,0.052\n")

    #expect(destination.newBeers.map(\.fields.abv) == [5.2, 6, 0.052])
    #expect(!summary.analysis.formats.abvIsFraction && summary.analysis.formats.abvIsMixed)
  }

  @Test(arguments: [
    (["17", "12", "★★★★", "4/5", "90%"], [4.25, 3, 4, 4, 4.5]),
    (["8", "10", "★★★☆☆", "80 %"], [4, 5, 3, 4]), (["★★★★★★★★", "★★★☆☆☆☆☆☆☆"], [4, 1.5]),
  ])
  func aRatingThatSaysItsScaleIsReadByIt(texts: [String], expected: [Double]) throws {
    let rows = texts.map { "x,\($0)\n" }.joined()
    #expect(try imported("name,rating\n" + rows).destination.newBeers.map(\.fields.rating) == expected)
  }

  @Test(arguments: [
    ("2 3 4 4.5 5 3 12", 5.0, 1), ("2 3 4 4.5 5 3 7", 10.0, 0), ("8 9 10 7 9 12", 20.0, 0),
    ("2 3 4 5 2 3 4 5 2 3 4 5 2 3 4 5 2 3 4 5 2 3 4 5 12 45", 5.0, 2),
  ])
  func ratingsFarBeyondTheOthersAreReportedAndKept(ratings: String, scale: Double, kept: Int) throws {
    let rows = ratings.split(separator: " ").map { "x,\($0)\n" }.joined()
    let summary = try imported("name,rating\n" + rows).summary
    #expect(summary.analysis.formats.ratingScale == scale && summary.counts.keptValues == kept)
  }

  @Test(arguments: [
    (["4", "3.5", "5"], [4, 3.5, 5]), (["8", "3", "10"], [4, 1.5, 5]), (["17", "3"], [4.25, 0.75]),
    (["87", "64"], [4.35, 3.2]), (["3,75", "4.1"], [3.75, 4.1]),
  ])
  func ratingsAreOutOfTheSmallestScaleThatHasThem(texts: [String], expected: [Double]) throws {
    let rows = texts.map { "x;\($0)\n" }.joined()
    let (summary, destination) = try imported("name;rating\n" + rows)
    #expect(destination.newBeers.map(\.fields.rating) == expected)
    let isKept = summary.analysis.formats.ratingScale != 5
    #expect(destination.newBeers.map { $0.fields.extras["rating"] } == texts.map { isKept ? .text($0) : nil })
  }

  @Test(arguments: [
    ("Rating (10)", 10.0), ("rating /10", 10.0), ("Rating (1-10)", 10.0), ("Score out of 20", 20.0),
    ("Score/100", 100.0), ("rating_5", 5.0), ("rating", 5.0), ("Bewertung (10)", 10.0),
    ("Bewertung (1-5)", 5.0),
  ])
  func aColumnNameCanGiveTheScale(name: String, scale: Double) throws {
    let (summary, destination) = try imported("name,\(name)\nx,4\ny,2\n")
    #expect(summary.analysis.formats.ratingScale == scale)
    #expect(destination.newBeers.map(\.fields.rating) == [20 / scale, 10 / scale])
  }

  @Test func aValueBeyondTheScaleOfTheColumnNameIsReportedAndKept() throws {
    let (summary, destination) = try imported("name,rating (10)\nx,11\ny,8\n")
    #expect(summary.analysis.formats.ratingScale == 10 && summary.counts.keptValues == 1)
    #expect(destination.newBeers.map(\.fields.rating) == [nil, 4])
    #expect(destination.newBeers[0].fields.extras == ["rating (10)": .text("11")])
  }

  @Test func aSlipDoesNotChangeTheScale() throws {
    let rows = (1...60).map { "x,\($0 % 5)\n" }.joined()
    let (summary, destination) = try imported("name,rating\n\(rows)y,44\n")
    #expect(summary.analysis.formats.ratingScale == 5 && summary.counts.keptValues == 1)
    #expect(destination.newBeers.last?.fields.extras == ["rating": .text("44")])
  }

  @Test(arguments: [
    (["13/02/2019", "01/02/2019"], ["2019-02-13", "2019-02-01"]),
    (["02/13/2019", "01/02/2019"], ["2019-02-13", "2019-01-02"]),
    (["2/13/19", "1/2/19"], ["2019-02-13", "2019-01-02"]),
    (["13/2/98", "1/2/70"], ["1998-02-13", "1970-02-01"]),
    (["19-02-13", "01-02-19"], [nil, nil]),
    (["1.2.2019", "3.4.2019"], ["2019-02-01", "2019-04-03"]),
  ])
  func theOrderOfDatesIsTheColumns(texts: [String], expected: [String?]) throws {
    let rows = texts.map { "x,\($0)\n" }.joined()
    #expect(try imported("name,date\n" + rows).destination.newBeers.map(\.fields.drunkAt?.text) == expected)
  }

  @Test func datesThatDisagreeOrSayNothingAreAskedFor() throws {
    #expect(
      try imported("name,date\nx,13/02/2019\ny,02/13/2019\nz,01/02/2019\n").summary.counts.keptValues == 1)
    #expect(try imported("name,date\nx,01/02/2019\n").summary.counts.keptValues == 1)
    var options = ImportOptions()
    options.dateOrder = .monthFirst
    #expect(try beer("name,date\nx,01/02/2019\n", options).drunkAt?.text == "2019-01-02")
  }

  @Test func formatsThatTheUserChoosesAreUsed() throws {
    var options = ImportOptions()
    options.abvIsFraction = false
    options.ratingScale = 10
    let fields = try beer("name,abv,rating\nx,0.05,4\n", options)
    #expect(fields.abv == 0.05 && fields.rating == 2)
  }
}

@Suite struct TextRepairTests {
  @Test(arguments: [
    ("Br\u{C3}\u{BC}cke", "Brücke"), ("Caf\u{C3}\u{192}\u{C2}\u{A9}", "Café"),
    ("Founder&#8217;s &amp; Co", "Founder’s & Co"),
    ("&#x2019;&eacute;&Ouml;&yuml;", "’éÖÿ"), ("don\u{E2}\u{20AC}\u{2122}t", "don’t"),
  ])
  func garbledTextIsRepaired(text: String, expected: String) {
    #expect(Array(text.utf8).withUnsafeBufferPointer(TextRepair.repaired) == expected)
  }

  @Test(arguments: ["Brücke", "A & B", "&unknown;", "&;", "一番 🍺", "Ã", "AT&T; x", "&#0;", "&#55296;"])
  func correctTextIsNotRepaired(text: String) {
    #expect(Array(text.utf8).withUnsafeBufferPointer(TextRepair.repaired) == nil)
  }

  @Test func textsOfBuiltInFieldsThatCouldBeRepairedAreCounted() throws {
    let text =
      "name,brewery,hop,notes,venue\nA &amp; B,Br\u{C3}\u{BC}cke,C&eacute;,s&uuml;&szlig;,Caf&eacute;\n"
      + "C & D,Brücke,,süß,Café\nE,F,C&eacute;,,\n"
    let plan = try FileImport(ImportSource(Array(text.utf8))).plan(for: nil)
    #expect(plan.counts.repairableTexts == 4)
    #expect(plan.counts.repairExample == TextRepairExample(text: "A &amp; B", repaired: "A & B"))
    #expect(try imported(text).summary.counts == plan.counts)
    var options = ImportOptions()
    options.repairsText = true
    let repaired = try imported(text, options).summary.counts
    #expect(repaired.repairableTexts == 0 && repaired.repairExample == nil)
  }

  @Test func theExampleOfALongTextBeginsWithItsFirstWrongWord() throws {
    let notes = "Poured from the bottle into a large glass, with s&uuml;&szlig;er Malz & hops"
    let counts = try imported("name,notes\nA,\"\(notes)\"\n").summary.counts
    #expect(
      counts.repairExample
        == TextRepairExample(text: "s&uuml;&szlig;er Malz & hops", repaired: "süßer Malz & hops"))
  }

  @Test func eachPartOfAVenueIsRepaired() throws {
    let text =
      "beer_name,checkin_id,venue_name,venue_city,venue_country\n"
      + "Gueuze,1,Br\u{C3}\u{BC}cke,Köln,A &amp; B\n"
    var options = ImportOptions()
    options.repairsText = true
    #expect(try beer(text, options).place == "Brücke, Köln, A & B")
    #expect(try imported(text).summary.counts.repairableTexts == 2)
  }

  @Test func textIsOnlyRepairedOnRequest() throws {
    let text = "name,hop\nA &amp; B,C&eacute;\n"
    #expect(try beer(text) == BeerFields(name: "A &amp; B", extras: ["hop": .text("C&eacute;")]))
    var options = ImportOptions()
    options.repairsText = true
    #expect(try beer(text, options) == BeerFields(name: "A & B", extras: ["hop": .text("Cé")]))
  }
}
