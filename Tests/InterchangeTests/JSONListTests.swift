import DiaryStore
import Foundation
import Testing

@testable import Interchange

/// JSON files with more than one list.
@Suite struct JSONListTests {
  private func file(_ text: String, list: String? = nil) throws -> FileImport {
    var options = ImportOptions()
    options.list = list
    return try FileImport(ImportSource(Array(text.utf8)), options)
  }

  private func names(_ file: FileImport) throws -> [String?] {
    let shelf = Shelf()
    _ = try file.run(into: shelf)
    return shelf.drafts.map(\.fields.name)
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
    let others = file.understanding.columns.unreadLists
    #expect(others.map(\.name) == ["friends"] && others.map(\.count) == [2])
  }

  private static let two = """
    {"data": {"beers": [{"name": "Orval"}, {"name": "Gose"}], "wishlist": [{"name": "Altbier"}]}, "tags": ["a"]}
    """

  @Test func severalListsOfBeersAreRefused() throws {
    let error = #expect(throws: ImportError.self) { try file(Self.two) }
    #expect(
      error?.message
        == "The file has several lists: data.beers (2 items) and data.wishlist (1 item). "
        + "Choose one with --list, for example --list data.beers.")
  }

  @Test func theListThatIsNamedIsRead() throws {
    let wish = try file(Self.two, list: "data.wishlist")
    #expect(try names(wish) == ["Altbier"])
    #expect(wish.understanding.columns.unreadLists.map(\.name) == ["data.beers"])
    // Also where the object around it has a name, and where the list comes in several objects.
    let named = "{\"title\": \"Mine\", \"beers\": [{\"name\": \"A\"}]}\n{\"beers\": [{\"name\": \"B\"}]}"
    #expect(try names(file(named, list: "beers")) == ["A", "B"])
  }

  @Test(arguments: [two, "[{\"name\": \"A\"}]", "name\nA\n"])
  func aListThatIsNotThereIsTold(text: String) throws {
    let lists = text == Self.two ? ["data.beers", "data.wishlist", "tags"] : []
    #expect(throws: ImportError.noSuchList("wish", lists: lists)) { try file(text, list: "wish") }
  }

  @Test func listsWithoutNamesAreRefusedTooUnlessThereIsOne() throws {
    #expect(throws: ImportError.self) { try file("{\"a\": [{\"x\": 1}], \"b\": [{\"x\": 1}, {\"x\": 2}]}") }
    let one = try FileColumns(ImportSource(Array("{\"a\": [{\"x\": 1}], \"b\": [1, 2]}".utf8)))
    #expect(one.header.names == ["x"])
  }

  @Test func recordsThatHaveListsAreRecords() throws {
    let text = "{\"titel\": \"A\", \"hops\": [{\"x\": 1}]}\n{\"titel\": \"B\", \"hops\": [{\"x\": 2}]}\n"
    #expect(try FileColumns(ImportSource(Array(text.utf8))).header.names == ["titel", "hops"])
  }

  @Test func oneObjectWithManyMembersIsLookedAtInNoTime() throws {
    let members = (0..<50_000).map { "\"k\($0)\": 1" }.joined(separator: ", ")
    let error = #expect(throws: ImportError.self) { try file("{\"a\": [{\(members)}], \"b\": [{\"x\": 1}]}") }
    guard case .severalLists = error else {
      Issue.record("\(String(describing: error))")
      return
    }
  }
}
