import DiaryModel
import DiaryStore
import Testing

extension Commands {
  /// `fields list`, `fields index` and `fields unindex`.
  @Suite struct FieldsCommandTests {
    private let place: Workplace

    init() throws {
      place = try Workplace(beers: "Orval", "Gueuze")
      _ = try place.run("edit", "1", "--set", "hop=Hallertau", "--set", "vintage=2015")
      _ = try place.run("edit", "2", "--set", "vintage=2018")
    }

    private func indexed() throws -> [String] {
      try place.diary().customFields().filter(\.isIndexed).map(\.name)
    }

    @Test func fieldsAreListedInColumns() throws {
      let result = try place.run("fields")

      #expect(result.status == 0)
      #expect(result.lines == ["hop      text    1 beer", "vintage  number  2 beers"])
    }

    @Test func anIndexIsCreatedAndRemoved() throws {
      #expect(try place.run("fields", "index", "Vintage").output == "Indexed “vintage”.\n")
      #expect(try indexed() == ["vintage"])
      #expect(try place.run("fields", "list").output.contains("2 beers, indexed"))
      #expect(try place.run("fields", "index", "vintage", "--json").output.contains("\"indexed\": true"))

      #expect(
        try place.run("fields", "unindex", "vintage").output == "Removed the index of “vintage”.\n")
      #expect(try indexed() == [])
      #expect(try place.run("fields", "unindex", "vintage").output == "“vintage” has no index.\n")
    }

    @Test func aDiaryWithoutFieldsSaysHowToMakeOne() throws {
      let result = try Workplace(beers: "Orval").run("fields", "list")

      #expect(result.output.contains("Add one with `beerdiary edit 1 --set hop=Citra`."))
    }
  }
}
