import Foundation
import Testing

extension EndToEnd {
  /// `fields`, and custom fields in other commands.
  @Suite struct FieldsCommandTests {
    private let sandbox: Sandbox

    init() throws { sandbox = try Sandbox() }

    private func names(_ arguments: String...) async throws -> [String] {
      try await sandbox.listedNames(arguments)
    }

    @Test func fieldsAreListedSortedAndIndexed() async throws {
      _ = try await sandbox.run("add", "Plain")
      #expect(try await sandbox.run("fields").output == "")
      _ = try await sandbox.run("remove", "Plain")
      _ = try await sandbox.run("add", "A", "--set", "hop=Citra", "--set", "vintage=2014")
      _ = try await sandbox.run("add", "B", "--set", "hop=Saaz", "--set", "vintage=2016")
      _ = try await sandbox.run("add", "C", "--set", "hop=12")

      let lines = try await sandbox.run("fields").outputLines
      #expect(lines == ["hop      text    3 beers", "vintage  number  2 beers"])
      #expect(try await names("--sort", "vintage") == ["B", "A", "C"])
      #expect(try await names("--sort", "HOP") == ["C", "A", "B"])
      #expect(try await sandbox.run("fields", "index", "Hop").output == "Indexed “hop”.\n")
      #expect(try await sandbox.run("fields", "index", "hop").output == "“hop” already has an index.\n")
      #expect(try await names("hop:cit or vintage>=2016", "--sort", "hop", "--reverse") == ["B", "A"])
      #expect(try await sandbox.run("fields", "--json").output.contains(#""indexed":true"#))
      #expect(try await sandbox.run("doctor", "--deep").status == 0)
      #expect(
        try await sandbox.run("fields", "unindex", "hop", "--json").output.contains(#""indexed": false"#))
    }

    @Test func aValueBecomesWhatTheFieldIsInOtherBeers() async throws {
      _ = try await sandbox.run("add", "A", "--set", "batch=007")
      let added = try await sandbox.run("add", "B", "--set", "Batch=12", "--json").output
      #expect(added.contains(#""batch": "12""#))
    }

    @Test(arguments: [
      (["list", "--sort", "ratng"], "Did you mean “rating”?"),
      (["fields", "index", "hpo"], "Did you mean “hop”?"),
      (["fields", "idnex", "hop"], "Did you mean `beerdiary fields index`?"),
      (["list", "hop>many"], "neither a number"),
    ])
    func mistakesAreReportedWithSuggestions(_ arguments: [String], _ sentence: String) async throws {
      _ = try await sandbox.run("add", "A", "--set", "hop=Citra")
      let result = try await sandbox.start(arguments).result()
      #expect(result.status == 64 && result.errors.contains(sentence), "\(result.errors)")
    }
  }
}
