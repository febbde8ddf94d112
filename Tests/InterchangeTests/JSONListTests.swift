import DiaryModel
import DiaryStore
import Foundation
import Testing

@testable import Interchange

/// JSON files with more than one list.
@Suite struct JSONListTests {
  private func file(_ text: String, list: String? = nil, map: String? = nil) throws -> FileImport {
    var options = ImportOptions()
    options.list = list
    options.assignments = map.flatMap(ColumnAssignment.init).map { [$0] } ?? []
    return try FileImport(ImportSource(Array(text.utf8)), options)
  }

  private func names(_ file: FileImport) throws -> [String?] {
    let destination = RecordingDestination()
    _ = try file.run(into: destination)
    return destination.newBeers.map(\.fields.name)
  }

  @Test(arguments: [
    """
    {"friends": [{"id": 1, "user": "Ann"}, {"id": 2, "user": "Bob"}], "checkins": [{"beer_name": "Orval"}], "empty": []}
    """,
    """
    {"friends": [{"id": 1}], "checkins": [{"beer": {"beer_name": "Orval"}}]}
    {"friends": [{"id": 2}], "checkins": []}
    """,
    """
    {"checkins": [{"beer_name": "Orval"}],
     "friends": [{"name": "Villers", "brewery_type": "micro"}, {"name": "Westmalle", "brewery_type": "micro"}]}
    """,
  ])
  func theListWithNamesOfBeersIsRead(text: String) throws {
    let file = try file(text)
    #expect(try names(file) == ["Orval"])
    let others = file.analysis.columns.unreadLists
    #expect(others.map(\.name) == ["friends"] && others.map(\.count) == [2])
  }

  @Test func beersOnOneLineAreNamedByTheirPositions() throws {
    let text = #"[{"name":"A","abv":"strong"}, {"style":"Ale"}, {"name":"C","abv":"weak"}]"#

    let counts = try imported(text).summary.counts
    let lines = try imported(text.replacing("}, ", with: "},\n")).summary.counts

    func places(_ counts: ReadCounts) -> [String] {
      counts.firstRowsWithKeptValues.flatMap(\.messages).map { String($0.prefix { $0 != "," }) }
    }
    #expect(places(counts) == ["beer 1", "beer 3"] && places(lines) == ["line 1", "line 3"])
    #expect(counts.unnamed.first == [2] && counts.namesPositions && !lines.namesPositions)
  }

  @Test func anEntryThatIsNoObjectIsSkippedAndReported() throws {
    let (summary, destination) = try imported(#"[{"name":"A"}, "B", {"name":"C"}]"#)

    #expect(destination.newBeers.map(\.fields.name) == ["A", "C"])
    #expect(summary.counts.rejected == 1)
    #expect(
      summary.counts.firstRejected.flatMap(\.messages) == ["beer 2: this is not a JSON object"])
  }

  @Test func aBrokenLineIsReportedWithThePositionOfTheMistake() throws {
    let text = "{\"name\":\"A\"}\n{\"name\":\"B\", oops}\nnothing\n{\"name\":\"C\"}\n"
    let (summary, destination) = try imported(text)

    #expect(destination.newBeers.map(\.fields.name) == ["A", "C"])
    let messages = summary.counts.firstRejected.flatMap(\.messages)
    #expect(messages.count == 2)
    #expect(messages.first?.hasPrefix("line 2: the JSON is invalid on line 2, column ") == true)
    #expect(messages.last == "line 3: this is not a JSON object")
  }

  @Test func aListWithoutObjectsIsRefused() throws {
    #expect(throws: ImportError.brokenJSON(line: 1, column: 2, what: "an object is expected")) {
      try imported(#"["A", "B"]"#)
    }
  }

  private static let two = """
    {"data": {"beers": [{"name": "Orval"}, {"name": "Gose"}], "wishlist": [{"name": "Altbier"}]}, "tags": ["a"]}
    """

  @Test func severalListsOfBeersAreRefused() throws {
    let error = #expect(throws: ImportError.self) { try file(Self.two) }
    #expect(
      error?.sentence
        == "The file has several lists: data.beers (2 items) and data.wishlist (1 item). "
        + "Choose one with --records, for example --records data.beers.")
  }

  @Test func theListThatIsNamedIsRead() throws {
    let wish = try file(Self.two, list: "data.wishlist")
    #expect(try names(wish) == ["Altbier"])
    #expect(wish.analysis.columns.unreadLists.map(\.name) == ["data.beers"])
    // Also if the object around it has a name, and if the list comes in several objects.
    let named = "{\"title\": \"Mine\", \"beers\": [{\"name\": \"A\"}]}\n{\"beers\": [{\"name\": \"B\"}]}"
    #expect(try names(file(named, list: "beers")) == ["A", "B"])
  }

  @Test func aMissingListIsReported() throws {
    let lists = ["data.beers", "data.wishlist", "tags"]
    #expect(throws: ImportError.noSuchList("wish", lists: lists)) { try file(Self.two, list: "wish") }
  }

  @Test(arguments: ["[{\"name\": \"A\"}]", "{\"name\": \"A\"}", "name\nA\n"])
  func aFileWithoutListsHasNoneToChoose(text: String) throws {
    let error = #expect(throws: ImportError.noLists) { try file(text, list: "wish") }
    #expect(error?.sentence == "--records requires a JSON file that is an object with lists.")
  }

  @Test(arguments: ["{}", "[{}, {}]"]) func objectsWithoutMembersAreNotBeers(text: String) throws {
    let error = #expect(throws: ImportError.noBeers) { try file(text) }
    #expect(error?.sentence == "The file contains no beers. Name another file.")
  }

  private static let titled =
    "{\"title\": \"My beers\", \"beers\": [{\"name\": \"Orval\"}, {\"name\": \"Gose\"}]}"

  @Test func aListOfBeersIsNotReadAsAFieldOfABeer() throws {
    let error = #expect(throws: ImportError.self) { try file(Self.titled) }
    #expect(
      error?.sentence
        == "The file is one beer, or has the list beers (2 items). To import the list, use --records beers. "
        + "To import the object as one beer, use `--map \"title=name\"`.")
    #expect(try names(file(Self.titled, list: "beers")) == ["Orval", "Gose"])
    #expect(try names(file(Self.titled, map: "title=name")) == ["My beers"])
    // A beer whose lists have no beers, and beers that come one after the other.
    #expect(try names(file("{\"name\": \"Orval\", \"scores\": [{\"x\": 1}]}")) == ["Orval"])
    let beers = "{\"name\": \"A\", \"hops\": [{\"name\": \"Citra\"}]}\n{\"name\": \"B\"}\n"
    #expect(try names(file(beers)) == ["A", "B"])
  }

  @Test func namedColumnsDecideWhichListIsRead() throws {
    let text = ["Orval", "Gose"].map {
      "{\"hops\": [{\"name\": \"Citra\"}], \"Getränk\": \"\($0)\"}"
    }.joined(separator: "\n")
    #expect(try names(file(text, map: "Getränk=name")) == ["Orval", "Gose"])
    var options = ImportOptions()
    options.mapping = SavedMapping(
      name: "club", assignments: [ColumnAssignment(column: "Getränk", role: .field(.name))])
    #expect(try names(FileImport(ImportSource(Array(text.utf8)), options)) == ["Orval", "Gose"])
    let lists = "{\"a\": [{\"name\": \"Citra\"}], \"b\": [{\"Getränk\": \"Orval\"}]}"
    #expect(try names(file(lists, map: "Getränk=name")) == ["Orval"])
  }

  @Test func severalListsWithoutNamesAreRefused() throws {
    #expect(throws: ImportError.self) { try file("{\"a\": [{\"x\": 1}], \"b\": [{\"x\": 1}, {\"x\": 2}]}") }
    let one = try FileColumns(ImportSource(Array("{\"a\": [{\"x\": 1}], \"b\": [1, 2]}".utf8)))
    #expect(one.header.names == ["x"])
  }

  @Test func recordsOnLinesMayHaveLists() throws {
    let text = "{\"titel\": \"A\", \"hops\": [{\"x\": 1}]}\n{\"titel\": \"B\", \"hops\": [{\"x\": 2}]}\n"
    #expect(try FileColumns(ImportSource(Array(text.utf8))).header.names == ["titel", "hops"])
  }

  @Test func anObjectWithManyMembersIsExaminedQuickly() throws {
    let members = (0..<50_000).map { "\"k\($0)\": 1" }.joined(separator: ", ")
    let error = #expect(throws: ImportError.self) { try file("{\"a\": [{\(members)}], \"b\": [{\"x\": 1}]}") }
    guard case .severalLists = error else {
      Issue.record("\(String(describing: error))")
      return
    }
  }
}
