import Foundation
import Testing

extension EndToEnd {
  /// `add`, `edit`, `remove` and `restore` from a shell.
  @Suite struct BeerCommandTests {
    private let sandbox: Sandbox

    init() throws { sandbox = try Sandbox() }

    @Test func aBeerIsAddedChangedRemovedAndRestored() async throws {
      let added = try await sandbox.run(
        "add", "Orval", "--abv", "6,2 %", "--date", "2024-06-01 18:04", "--json")
      #expect(added.status == 0)
      #expect(
        added.output.contains(#""abv": 6.2"#) && added.output.contains(#""drunk_at": "2024-06-01T18:04:00""#))

      let edited = try await sandbox.run(
        "edit", "orval", "--rating", "4.5", "--set", "hop=Citra", "--set", "IBU guess=60", "--abv", "",
        "--json")
      #expect(edited.status == 0)
      #expect(edited.output.contains(#""rating": 4.5"#) && edited.output.contains(#""abv": null"#))
      #expect(edited.output.contains(#""hop": "Citra""#) && edited.output.contains(#""IBU guess": 60"#))

      #expect(try await sandbox.run("remove", "Orval").output == "Moved “Orval” to the trash.\n")
      #expect(try await sandbox.run("list").output == "")
      #expect(try await sandbox.run("trash", "restore", "1").output == "Restored “Orval” from the trash.\n")
      #expect(try await sandbox.run("list").output.contains("Orval"))
      #expect(try await sandbox.run("trash", "restore", "--all").output == "The trash is empty.\n")
    }

    @Test(arguments: [
      (["add", "x", "--abv", "120"], "--abv requires 0 to 100 percent"),
      (["add", "x", "--date", "someday"], "--date requires a date"),
      (["add", "x", "--set", "Citra"], "--set requires a name and a value"),
      (["edit", "1"], "Name the fields to change"),
      (["trash", "restore"], "Name the beers to restore, or use --all."),
    ])
    func invalidArgumentsAreReportedInOneSentence(_ arguments: [String], _ sentence: String) async throws {
      let result = try await sandbox.start(arguments).result()

      #expect(result.status == 64)
      #expect(result.errors.contains(sentence))
    }

    @Test func aMissingBeerIsNamed() async throws {
      _ = try await sandbox.run("add", "Orval")

      let result = try await sandbox.start(["remove", "Orval", "99"]).result()

      #expect(result.status == 66 && result.errors.contains("There is no beer 99"))
      #expect(try await sandbox.run("list").output.contains("Orval"))
    }
  }
}
