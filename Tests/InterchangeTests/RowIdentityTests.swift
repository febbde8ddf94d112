import DiaryFixtures
import DiaryModel
import DiaryStore
import GRDB
import TestSupport
import Testing

@testable import Interchange

/// What the rows of a file are recognized by when it is imported again.
@Suite struct RowIdentityTests {
  private let folder: TemporaryFolder
  private let diary: Diary

  init() throws {
    folder = try TemporaryFolder()
    diary = try Diary.open(at: folder.file("diary.sqlite"))
  }

  @discardableResult
  private func run(_ text: String, identity: String...) throws -> ImportSummary {
    var options = ImportOptions()
    options.identity = identity
    return try FileImport(ImportSource(Array(text.utf8)), options).run(into: diary)
  }

  /// Imports a text as versions did that recognized rows by all their values.
  private func runByWholeRows(_ text: String) throws {
    let analysis = try FileImport(ImportSource(Array(text.utf8))).analysis
    let ids = try wholeRowIDs(text)
    var newBeers = try imported(text).destination.newBeers
    for index in newBeers.indices {
      newBeers[index].origin = Origin(source: analysis.dialect.source, id: ids[index])
    }
    let startedImport = try diary.startImport(source: analysis.dialect.source)
    let tally = try diary.importTransaction(startedImport, adding: newBeers.map(ImportedBeer.init))
    #expect(tally.added == newBeers.count)
  }

  /// The ids that earlier versions gave the rows of a text.
  private func wholeRowIDs(_ text: String) throws -> [String] {
    let source = ImportSource(Array(text.utf8))
    let analysis = try FileImport(source).analysis
    let reader = try analysis.columns.reader()
    var identity = ContentIdentity(wholeRowsOf: analysis.mapping)
    var ids: [String] = []
    while let record = try reader.next() { ids.append(identity.id(of: record).text) }
    return ids
  }

  private func columns(_ text: String) throws -> [String] {
    let analysis = try FileImport(ImportSource(Array(text.utf8))).analysis
    return analysis.identity.columns.map { analysis.mapping.header.names[$0] }
  }

  @Test func rowsWithoutTheirIDAreRecognizedByTheirFields() throws {
    try run("name,url\nA,\nB,\nD,https://x.org/1\n", identity: "url")

    let other = try run("name,url\nC,\nA,\n", identity: "url")

    #expect((other.tally.added, other.tally.same, other.tally.differing) == (1, 1, 0))
    #expect(try diary.summary().beerCount == 4)
  }

  @Test func checkInsAreRecognizedWhenAnotherColumnIsChosen() throws {
    let text =
      "beer_name,rating_score,created_at,checkin_id,checkin_url\nA,4,2020-01-01 20:00:00,12,https://u/c/12\n"
    try run(text)

    let again = try run(text, identity: "checkin_url")

    #expect((again.tally.added, again.tally.same) == (0, 1))
  }

  @Test func rowsThatTheUserIdentifiesAreOneBeerAndCounted() throws {
    let text = "ref,name,rating\n1,A,4\n1,A,4\n2,B,3\n1,A,5\n"
    let first = try run(text, identity: "ref")
    let second = try run(text, identity: "ref")
    #expect((first.tally.added, first.tally.repeated) == (2, 2))
    #expect((second.tally.same, second.tally.repeated, second.tally.differing) == (2, 2, 0))
    #expect(first.counts.repeated == 2 && second.counts.repeated == 2 && first.counts.separate == 0)
  }

  // MARK: - UUIDs

  @Test(arguments: [
    "beer_name,rating_score,created_at,checkin_id\nA,4,2020-01-01 20:00:00,12\nB,4,2020-01-02 20:00:00,13\n",
    "name,brewery\nB,X\nA,X\nB,X\n",
    "name,id\nB,7\nA,9\n",
  ])
  func newBeersHaveTheSameUUIDsInEachDiaryInTheOrderOfTheRows(text: String) throws {
    let other = try Diary.open(at: folder.file("other.sqlite"))
    for diary in [diary, other] { _ = try FileImport(ImportSource(Array(text.utf8))).run(into: diary) }

    let uuids = try diary.allBeers().map(\.uuid)
    #expect(try other.allBeers().map(\.uuid) == uuids)
    #expect(uuids == uuids.sorted() && Set(uuids).count == uuids.count)
  }

  @Test func theUUIDOfACheckInDoesNotDependOnItsValuesOrOtherRows() throws {
    let other = try Diary.open(at: folder.file("other.sqlite"))
    let header = "beer_name,rating_score,created_at,checkin_id\n"
    try run(header + "A,4,2020-01-01 20:00:00,12\nB,4,2020-01-02 20:00:00,13\n")
    let later = header + "B,3,2020-01-02 20:00:00,13\n"
    _ = try FileImport(ImportSource(Array(later.utf8))).run(into: other)

    #expect(try other.allBeers().map(\.uuid) == [diary.allBeers()[1].uuid])
  }

  /// As if a later version recognized rows by another id.
  @Test func aRowWhoseBeerHasAnotherIDSinceIsNotAddedAgain() throws {
    let text = "name,brewery\nB,X\n"
    try run(text)
    try diary.write { try $0.execute(sql: "UPDATE beer SET source_id = 'other'") }

    let again = try run(text)

    #expect((again.tally.added, again.tally.same) == (0, 1))
  }

  // MARK: - Columns of the identity

  @Test(arguments: [
    ("name,id,rating\nA,7,4\nB,9,4\n", ["id", "name"]),
    ("name,review_id,id,date\nA,7,1,2019\nB,9,1,2019\n", ["review_id", "name"]),
    ("name,Review URL,date\nA,https://x.org/1,2019\nB,https://x.org/2,2019\n", ["Review URL"]),
    ("name,where found,date\nA,https://x.org/1,2019\nB,https://x.org/2,2019\n", ["where found"]),
    (
      "name,key,uuid\nA,1,0190c8f0-5e4b-7cc3-98c4-dc0c0c07398f\nB,2,0190c8f0-5e4b-7cc3-98c4-dc0c0c073990\n",
      ["uuid"]
    ),
    ("beer_name,beer_id\nA,7\nB,9\n", ["beer_id", "beer_name"]),
  ])
  func aColumnOfUniqueIDsOrLinksIdentifiesRows(text: String, expected: [String]) throws {
    #expect(try columns(text) == expected)
  }

  @Test(arguments: [
    // Unique by accident.
    "name,brewery,date,venue,points,global rating\nA,X,2019,Y,88,3.71\nB,X,2019,Y,91,3.65\n",
    // Not unique, rounded, missing, or with blanks.
    "name,brewery,date,venue,id\nA,X,2019,Y,7\nB,X,2019,Y,7\n",
    "name,brewery,date,venue,id\nA,X,2019,Y,7.28E+08\nB,X,2019,Y,7.29E+08\n",
    "name,brewery,date,venue,id\nA,X,2019,Y,\nB,X,2019,Y,7\n",
    "name,brewery,date,venue,id\nA,X,2019,Y,the first\nB,X,2019,Y,the second\n",
    // Ids and links of something else than the row.
    "name,brewery,date,venue,brewery_id,user id,Photo URL\nA,X,2019,Y,1,2,https://x.org/1\nB,X,2019,Y,3,4,https://x.org/2\n",
    "name,brewery,date,venue,beer_url\nA,X,2019,Y,https://x.org/1\nB,X,2019,Y,https://x.org/2\n",
  ])
  func otherRowsAreIdentifiedByNameBreweryDateAndVenue(text: String) throws {
    #expect(try columns(text) == ["name", "brewery", "date", "venue"])
  }

  @Test func aFewRepeatedIDsDoNotCount() throws {
    let rows = (0..<300).map { "Beer \($0),\($0 % 298)\n" }.joined()
    #expect(try columns("name,id\n" + rows) == ["id", "name"])
    let fewer = (0..<300).map { "Beer \($0),\($0 % 290)\n" }.joined()
    #expect(try columns("name,id\n" + fewer) == ["name"])
  }

  @Test func rowsAreIdentifiedByTheIDsOfTheirSource() throws {
    #expect(
      try columns("beer_name,checkin_url,checkin_id\nA,https://u/c/1,1\n") == ["checkin_id", "checkin_url"])
    #expect(try columns("beer_name,rating_score,created_at\nA,4,2019\n") == ["beer_name", "created_at"])
    let own = "uuid,name,drunk_at,created_at,updated_at,deleted_at,source_id,extras\n"
    #expect(try columns(own + "0190c8f0-5e4b-7cc3-98c4-dc0c0c07398f,A,,,,,,{}\n") == ["uuid"])
    #expect(throws: ImportError.fixedIdentity) {
      try run(own + "0190c8f0-5e4b-7cc3-98c4-dc0c0c07398f,A,,,,,,{}\n", identity: "name")
    }
  }

  @Test func rowsThatWereAddedToAnExportByHandAreBeersOfTheirOwn() throws {
    let text =
      "uuid,name,drunk_at,created_at,updated_at,deleted_at,source_id,extras\n,A,,,,,,{}\n,B,,,,,,{}\n"
    let plan = try FileImport(ImportSource(Array(text.utf8))).plan(for: diary)
    let summary = try run(text)
    #expect((summary.tally.added, summary.tally.repeated, summary.counts.repeated) == (2, 0, 0))
    #expect(plan.tally == summary.tally && plan.counts == summary.counts)
  }

  @Test(arguments: [DiaryFileFormat.csv, .json])
  func rowsThatWereAddedToAnExportByHandAreAddedOnlyOnce(format: DiaryFileFormat) throws {
    _ = try diary.add(NewBeer(fields: BeerFields(name: "Orval", extras: ["hop": .text("Styrian")])))
    var text = String(decoding: try diary.exported(format), as: UTF8.self)
    if format == .csv {
      let commas = String(repeating: ",", count: text.prefix { $0 != "\n" }.count { $0 == "," })
      text += "New\(commas)\nNew\(commas)\nOther\(commas)\n"
    } else {
      let added = ["New", "New", "Other"].map { #"{"uuid": null, "name": "\#($0)", "extras": {}}"# }
      let end = try #require(text.lastIndex(of: "]"))
      text = text[..<end] + "," + added.joined(separator: ",") + "]\n"
    }
    let first = try run(text)
    #expect((first.tally.added, first.tally.same) == (3, 1))
    let again = try run(text)
    #expect((again.tally.added, again.tally.same, again.importID) == (0, 4, nil))
    #expect(try diary.summary(BeerQuery()).beerCount == 4)
  }

  // MARK: - Importing again

  @Test(arguments: ["", ",id"])
  func aChangedCommunityScoreIsTheSameBeer(column: String) throws {
    func text(_ score: Double) -> String {
      let rows = (1...3).map {
        "Beer \($0),X,2019-06-0\($0),\(score)" + (column.isEmpty ? "" : ",\($0)") + "\n"
      }
      return "name,brewery,date,global_score\(column)\n" + rows.joined()
    }
    #expect(try run(text(3.5)).tally.added == 3)
    let again = try run(text(3.6))
    #expect((again.tally.added, again.tally.differing) == (0, 3))
    #expect(again.importID == nil && !again.possibleDuplicates.areMost)
  }

  @Test func beersWithTheSameNameOnOneDayAreNumbered() throws {
    let text =
      "name,date,style,score\nIPA,2019-06-01,Hazy,4.1\nIPA,2019-06-01,Black,3.2\nIPA,2019-06-01,Black,3.2\n"
    #expect(try run(text).tally.added == 3)
    #expect(try run(text).tally.same == 3)
    #expect(try diary.summary(BeerQuery()).beerCount == 3)
  }

  @Test func theSameIDInAnotherFileIsAnotherBeer() throws {
    #expect(try run("name,id\nOrval,1\nGose,2\n").tally.added == 2)
    #expect(try run("name,id\nPorter,1\nStout,2\n").tally.added == 2)
    #expect(try run("name,link\nPorter,https://x.org/1\nStout,https://x.org/2\n").tally.added == 2)
    #expect(try run("name,link\nPorter 2.0,https://x.org/1\nStout,https://x.org/2\n").tally.added == 0)
  }

  @Test func theUserSaysWhatRowsAreRecognizedBy() throws {
    let summary = try run("name,Code,Batch\nA,x,1\nB,x,2\n", identity: "code", "Batch")
    #expect(summary.analysis.identity == .chosen([1, 2]) && summary.tally.added == 2)
    #expect(try run("name,code,batch\nOther,x,1\nB,x,3\n", identity: "batch", "code").tally.added == 1)
    #expect(throws: ImportError.noSuchColumn("nr", columns: ["name", "Code"])) {
      try run("name,Code\nA,x\n", identity: "nr")
    }
  }

  @Test func idsThatAreNoLongerUniqueStillIdentifyBeers() throws {
    #expect(try run("name,id\nA,1\nB,2\n").tally.added == 2)
    let again = try run("name,id\nA,1\nB,2\nC,2\n")
    #expect((again.tally.added, again.tally.same) == (1, 2))
    // A file without ids recognizes them by their names.
    #expect(try run("name,other\nA,x\nB,x\nC,y\n").tally.added == 0)
  }

  /// A file of 20 rows.
  ///
  /// - Parameter odd: The id of the sixth row, if it is unlike the others.
  private func file(_ column: String, _ ids: (Int) -> String, odd: String? = nil) -> String {
    let rows = (1...20).map { row in
      let id = row == 6 ? odd ?? ids(row) : ids(row)
      return "Beer \(row),X,2019-06-\(row < 10 ? "0" : "")\(row),\(id)\n"
    }
    return "name,brewery,date,\(column)\n" + rows.joined()
  }

  @Test(arguments: ["", "7.28E+08", "see below", "none"], ["id", "url", "where found"])
  func oneUnusualIDDoesNotChangeWhatOtherRowsAreRecognizedBy(odd: String, column: String) throws {
    let ids = { (row: Int) in column == "id" ? "\(row)" : "https://x.org/\(row)" }
    let sound = file(column, ids)
    let broken = file(column, ids, odd: odd)

    #expect(try run(broken).tally.added == 20)
    let corrected = try run(sound)
    // A beer that has another value there may be another row's.
    #expect(corrected.tally.added == (odd.isEmpty ? 0 : 1))
    let brokenAgain = try run(broken)

    #expect(brokenAgain.tally.added <= 1)
    #expect(try run(sound).tally.added == 0)
    #expect(try run(sound.replacing("2019", with: "2020")).tally.added == 0)
    #expect(try diary.summary().beerCount <= 21)
  }

  @Test func aColumnThatWasChosenOnceDoesNotClaimBeersOfOtherFiles() throws {
    try run("Nr,name,brewery,date\n1,Orval,Orval,2019-01-01\n2,Duvel,Moortgat,2019-01-02\n", identity: "Nr")
    let other = "Nr,name,brewery,date\n1,Gose,Leipzig,2021-05-01\n2,Alt,Uerige,2021-05-02\n"
    #expect(try run(other).tally.added == 2)
    #expect(try run(other).tally.added == 0)
    #expect(try run("Nr,name,date\n1,Orval,2019-01-01\n").tally.added == 0)
    #expect(try diary.beer(1)?.beer.fields.name == "Orval")
  }

  @Test func numberedBeersAreDistinguishedByTheChosenColumn() throws {
    let rows = [1, 2, 3].map { "\($0),Orval,Orval,2019-01-01,\(["a", "b", "c"][$0 - 1])\n" }
    try run("Nr,name,brewery,date,notes\n" + rows.joined())
    let more = "Nr,name,brewery,date,notes\n0,Orval,Orval,2019-01-01,new\n" + rows.reversed().joined()

    let summary = try run(more, identity: "Nr")

    #expect((summary.tally.added, summary.tally.same, summary.tally.differing) == (1, 3, 0))
    #expect(try run(more, identity: "Nr").tally.same == 4)
  }

  @Test func aRowWithAnIDDoesNotClaimTheBeerOfARowWithoutOne() throws {
    let rows = (10...40).map { "\($0),Beer \($0),X,2019-02-01,\n" }.joined()
    let first = "id,name,brewery,date,notes\n,Duvel,Moortgat,2019-01-02,no id yet\n" + rows
    try run(first)
    let second = first.replacing("notes\n", with: "notes\n3,Duvel,Moortgat,2019-01-02,second glass\n")

    #expect(try run(second).tally.added == 1)
    #expect(try run(second).tally.same == 33)
  }

  @Test func columnsWhoseNamesAreAlikeAreNotMistaken() throws {
    let text = "Nr,Nr.,name,date\n1,77,Orval,2019-01-01\n2,78,Gose,2019-01-02\n"
    try run(text, identity: "Nr.")
    #expect(try run(text).tally.added == 0)
    #expect(try run(text, identity: "Nr., Nr.").tally.added == 0)
    #expect(try run("Nr,Nr.,name,date\n77,500,Other,2021-01-01\n", identity: "name").tally.added == 1)
  }

  @Test func anotherColumnOfIDsIsStillRecognized() throws {
    let rows = (1...20).map { "Beer \($0),\($0),https://x.org/\($0)\n" }
    try run("name,id,url\n" + rows.joined())
    // The ids are no longer unique, the links are.
    let changed = rows.map { $0.replacing(",2,", with: ",1,").replacing("Beer 2,", with: "Beer 1,") }

    let summary = try run("name,id,url\n" + changed.joined())

    #expect(summary.analysis.identity == .id(2, names: []))
    #expect(summary.tally.added == 1)
  }

  @Test func beersAreRecognizedWhicheverColumnsAreChosen() throws {
    let text = "name,code,batch,date\nA,x,1,2019-06-01\nB,x,2,2019-06-02\n"
    try run(text, identity: "batch", "code")
    for identity in [[], ["name"], [], ["batch"], ["code", "batch"]] {
      var options = ImportOptions()
      options.identity = identity
      let file = try FileImport(ImportSource(Array(text.utf8)), options)
      let plan = try file.plan(for: diary)
      let summary = try file.run(into: diary)
      #expect((plan.tally.same, summary.tally.added, summary.tally.same) == (2, 0, 2), "\(identity)")
    }
  }

  @Test func checkInsThatWereImportedByAChosenColumnAreRecognized() throws {
    let text =
      "beer_name,rating_score,created_at,checkin_id,comment\nA,4,2020-01-01 20:00:00,12,a\nB,3,2020-01-01 21:00:00,13,b\n"
    try run(text, identity: "comment")

    let again = try run(text)

    #expect((again.tally.added, again.tally.same) == (0, 2))
    #expect(try run(text.replacing(",a\n", with: ",c\n")).tally.differing == 1)
  }

  // MARK: - Diaries of earlier versions

  @Test(arguments: [
    "name,brewery,date,score\nA,X,2019-06-01,3.5\nB,X,2019-06-01,3.6\nB,X,2019-06-01,3.6\nB,X,2019-06-01,3.7\n",
    "beer_id,beer_name,beer_abv\n1,A,5\n2,B,\n2,C,\n3,C,\n",
    "beer_name,rating_score,created_at,global_rating_score\nA,4,2019-06-01 18:00,3.5\nB,4,2019-06-02,3.5\nB,4,2019-06-02,3.5\nC,,,\n",
    "name,id,score\nA,1,3.5\nB,2,3.5\nC,3,4\nD,4,4\n",
  ])
  func rowsThatWereRecognizedByAllTheirValuesStillAre(text: String) throws {
    try runByWholeRows(text)
    let plan = try FileImport(ImportSource(Array(text.utf8))).plan(for: diary)
    #expect((plan.tally.added, plan.tally.same) == (0, 4))
    let again = try run(text)
    #expect((again.tally.added, again.tally.same, again.importID) == (0, 4, nil))
    // From now on, other values may change.
    let changed = try run(text.replacing("3.5", with: "3.55").replacing(",5\n", with: ",5.5\n"))
    #expect(changed.tally.added == 0 && changed.tally.differing > 0)
    #expect(try diary.summary(BeerQuery()).beerCount == 4)
  }

  @Test func aBeerKeepsTheIDOfAnEarlierVersionIfAnotherHasTheNewOne() throws {
    try run("name,notes\nOrval,first\n")
    try runByWholeRows("name,notes\nOrval,second\n")

    for _ in 1...2 {
      let summary = try run("name,notes\nOrval,second\nOrval,first\n")
      #expect((summary.tally.added, summary.tally.same) == (0, 2))
    }
  }

  @Test func theIDsOfEarlierVersionsStayAsTheyWere() throws {
    #expect(try wholeRowIDs("name,abv\nA,5\n") == ["130c2f3e9cd11792b55eb2c2488de8c8"])
    #expect(try wholeRowIDs("beer_id,beer_name\n3,One\n") == ["3:a85ed53faede040ef72ed06d1a8dc460"])
  }

  // MARK: - Warning

  @Test func rowsThatAreNotRecognizedAgainAreReported() throws {
    let text = "name,brewery,date,score\nA,X,2019-06-01,3.5\nB,X,2019-06-02,3.5\nC,X,2019-06-03,3.5\n"
    try runByWholeRows(text)
    let changed = text.replacing("3.5", with: "3.6")
    let plan = try FileImport(ImportSource(Array(changed.utf8))).plan(for: diary)
    let duplicates = plan.possibleDuplicates
    #expect(duplicates.areMost && (duplicates.count, duplicates.rows) == (3, 3))
    let summary = try run(changed)
    #expect(summary.tally.added == 3 && summary.possibleDuplicates == duplicates)
  }

  @Test func beersFromAnywhereMayBeTheSame() throws {
    try run("name,brewery,date\nA,X,2019-06-01\nB,X,2019-06-02\n")
    let checkIns = "beer_name,brewery_name,rating_score,created_at,checkin_id\n"
    let rows = ["A,X,4,2019-06-01 20:00:00,1", "B,X,4,2019-06-02 20:00:00,2", "C,X,4,2019-06-02 20:00:00,3"]
    let first = checkIns + rows.joined(separator: "\n") + "\n"

    let summary = try run(first)
    let otherIDs = try run(first.replacing(":00,", with: ":00,9"))

    #expect(summary.tally.added == 3 && summary.possibleDuplicates.count == 2)
    #expect(summary.possibleDuplicates.areMost)
    #expect(otherIDs.tally.added == 3 && otherIDs.possibleDuplicates.count == 3)
  }

  @Test(arguments: [
    "name,brewery,date\nA,New X,2019-06-01\nB,New X,2019-06-02\n", "name,brewery\nA,X\nB,X\n",
    "name,brewery\nA,New X\nB,New X\n",
  ])
  func beersOfTheSameSourceMayBeTheSameByTheirNames(text: String) throws {
    try run("name,brewery,date\nA,X,2019-06-01\nB,X,2019-06-02\nC,X,2019-06-03\n")
    #expect(try run(text).possibleDuplicates.areMost)
  }

  @Test func theSameBeersOnOtherDaysAreNotDuplicates() throws {
    try run("name,brewery,date\nA,X,2019-06-01\nB,X,2019-06-02\n")
    #expect(try !run("name,brewery,date\nA,X,2020-06-01\nB,X,2020-06-02\n").possibleDuplicates.areMost)
    _ = try diary.add(NewBeer(fields: BeerFields(name: "D")))
    _ = try diary.add(NewBeer(fields: BeerFields(name: "E")))
    #expect(try !run("name,brewery\nD,X\nE,X\n").possibleDuplicates.areMost)
  }

  @Test func newBeersAreNotDuplicates() throws {
    let text = "name,brewery,date,id\nA,X,2019-06-01,1\nB,X,2019-06-02,2\nC,X,2019-06-03,3\n"
    #expect(try !run(text).possibleDuplicates.areMost)
    // A beer that was had twice on a day is no reason to warn.
    #expect(try !run(text + "C,X,2019-06-03,4\nD,X,2019-06-04,5\n").possibleDuplicates.areMost)
  }
}

@Suite struct FingerprintSetTests {
  @Test func aFingerprintSetHasTheSameElementsAsASet() {
    var random = Seeds.generator(3)
    var set = FingerprintSet()
    var expected: Set<UInt64> = []
    for _ in 0..<20_000 {
      // Many in one part, and many again.
      let hash = max(
        2, UInt64.random(in: 0...UInt64.max, using: &random) >> (Bool.random(using: &random) ? 0 : 54))
      #expect(set.insert(hash) == expected.insert(hash).inserted)
    }
    #expect(expected.allSatisfy { !set.insert($0) })
  }
}

@Suite struct NumberSetTests {
  @Test(arguments: [UInt64.max, 1_500_000_000, 1 << 17, 1 << 16, 5000])
  func aNumberSetHasTheSameElementsAsASet(limit: UInt64) {
    var random = Seeds.generator(5)
    var set = NumberSet()
    var expected: Set<UInt64> = []
    for step in 0..<30_000 as Range<UInt64> {
      // Ascending ids, with some from anywhere between them.
      let number = step % 3 == 0 ? UInt64.random(in: 0...limit, using: &random) : step
      #expect(set.insert(number) == expected.insert(number).inserted)
    }
    #expect(expected.allSatisfy { !set.insert($0) })
  }
}
