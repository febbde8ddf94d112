import DiaryModel
import DiaryStore
import Testing

@testable import Interchange

/// What the rows of a file are, by its column names.
@Suite struct FileContentsTests {
  private func contents(_ header: String, _ assignments: String...) throws -> FileContents {
    try ColumnMapping(
      Header(header.split(separator: ",", omittingEmptySubsequences: false).map(String.init)),
      assignments: assignments.compactMap(ColumnAssignment.init)
    ).contents
  }

  @Test(arguments: [
    "name,brewery,quantity,best_before", "Beer,Qty",
    "beer_name,brewery_name,beer_type,created_at,quantity,best_by_date",
    "Wine,Vintage,Quantity,BeginConsume,EndConsume", "Bier,Brauerei,Anzahl,MHD",
    "name,rating,best before", "name,date,best before", "name,brewery,bottles,date", "name,quantity,notes",
  ])
  func bottlesThatAreInStockAreAStockList(header: String) throws { #expect(try contents(header) == .stock) }

  @Test(arguments: ["name,brewery,wishlist", "beer_name,beer_type,wishlisted_at,created_at", "Beer,Want"])
  func beersThatAreWishedForAreAWishList(header: String) throws { #expect(try contents(header) == .wishList) }

  @Test(arguments: ["beer_id,brewery_id,beer_name,beer_style,beer_abv", "Beer ID,Beer name,ABV,IBU"])
  func beersWithTheIDsOfAPublisherAreACatalog(header: String) throws {
    #expect(try contents(header) == .catalog)
    let column = try #require(header.split(separator: ",").last)
    #expect(try contents(header, "\(column)=rating") == .beers)
    let warning = try contents(header).warning
    #expect(warning?.contains("not a list of beers that you drank") == true)
  }

  @Test(arguments: ["beer_id,beer_name,rating", "beer_id,beer_name,date", "beer_id,beer_name,drunk_on"])
  func beersWithTheIDsOfAPublisherWereDrunkIfTheyAreRatedOrDated(header: String) throws {
    #expect(try contents(header) == .beers)
  }

  @Test(arguments: [
    "id,name,brewery_type,address_1,city,country", "name,street,city,phone,website", ",name,city,state",
  ])
  func namesWithAddressesAreBreweries(header: String) throws { #expect(try contents(header) == .breweries) }

  @Test(arguments: [
    "name,brewery,rating,date,best before", "name,style,city,state",
    "name,brewery,date,rating,quantity", "name,quantity,best_before,drunk_on", "name,wishlisted,rating,date",
    "name,city,country", "name,abv,city,country,website,phone", "name,brewery,city,state,country",
    "Wine,Winery,Vintage,Consumed,Quantity", DialectTests.untappdHeader,
    "uuid,name,drunk_at,created_at,updated_at,deleted_at,source_id,extras,quantity,wishlist",
  ])
  func headersOfDrunkBeersAreNotAStockList(header: String) throws { #expect(try contents(header) == .beers) }

  @Test func anAssignmentByTheUserDecidesWhatAFileContains() throws {
    #expect(try contents("name,date,best_before", "date=drunk_at") == .beers)
    #expect(try contents("name,street,city,phone", "name=name") == .beers)
  }

  @Test(arguments: [
    ("name,Day\nOrval,03/14/2021\nGueuze,\nSaison,2021-03-15\n", 1),
    ("name,note,Day\nOrval,good,3.4.2021\nGueuze,bad,4.5.21\n", 2),
    ("name,Day,date\nOrval,03/14/2021,\n", nil),
    ("name,number\nOrval,1234567890\n", nil), ("name,vintage\nOrval,2019\n", nil),
    ("name,Day\nOrval,03/14/2021\nGueuze,a while ago\n", nil), ("name,Day\nOrval,\n", nil),
  ])
  func aColumnOfDaysMayHaveTheDates(_ text: String, _ column: Int?) throws {
    let analysis = try FileImport(ImportSource(Array(text.utf8))).analysis
    #expect(analysis.possibleDateColumn == column)
  }

  @Test func beersInStockHaveNoDate() throws {
    let text = "name,date,quantity,best_before\nOrval,2019-06-01,3,2024-06-01\n"
    let fields = try beer(text)
    #expect(fields.drunkAt == nil && fields.extras["date"] == .text("2019-06-01"))
    var options = ImportOptions()
    options.assignments = [try #require(ColumnAssignment("date=drunk_at"))]
    #expect(try beer(text, options).drunkAt?.text == "2019-06-01")
  }

  @Test func breweriesWithoutBeersAreReported() throws {
    let error = #expect(throws: ImportError.self) {
      try imported("brewery_name,city,state,country\nVillers,Florenville,,Belgium\n")
    }
    #expect(
      error?.sentence
        == "The file lists breweries: no column has the names of beers (found: brewery_name, city, state, country). Name another file."
    )
  }
}
