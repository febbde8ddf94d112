import Foundation
import Testing

extension EndToEnd {
  /// `list` with a filter, an order and a limit.
  @Suite struct FilterTests {
    private let sandbox: Sandbox
    private let store: String

    init() throws {
      sandbox = try Sandbox()
      store = sandbox.file("diary.sqlite")
    }

    private func fill() async throws {
      let csv = """
        name,brewery,style,rating,abv,date,hop
        Märzen,Heller-Trum,Rauchbier,4,5.1,2019-06-01,
        Rasputin,De Molen,Stout,4.5,10.4,2020-01-02,Citra
        Porter,De Molen,Porter,,6,2018-03-04,Saaz
        """
      _ = try await sandbox.run("import", try sandbox.write(csv, to: "beers.csv"), "--store", store)
    }

    private func names(_ arguments: String...) async throws -> [String] {
      try await sandbox.listedNames(["--store", store] + arguments)
    }

    @Test func aListIsFilteredSortedAndLimited() async throws {
      try await fill()
      #expect(try await names("brewery:\"de molen\"") == ["Rasputin", "Porter"])
      #expect(try await names("rating>=4", "abv<8") == ["Märzen"])
      #expect(try await names("marz", "or", "hop:citra", "--sort", "name") == ["Märzen", "Rasputin"])
      #expect(try await names("--sort", "rating", "--reverse") == ["Märzen", "Rasputin", "Porter"])
      #expect(try await names("--sort", "abv", "--limit", "1") == ["Rasputin"])
      #expect(try await names("--", "-style:stout", "after:2018") == ["Märzen"])
      let found = try await sandbox.run("search", "molen", "--store", store)
      #expect(found.outputLines.count == 2)
    }

    @Test(arguments: [
      ("rating>=4 stlye:stout", "            ^~~~~"), ("sour date>=june", "             ^~~~"),
    ])
    func aMistakeIsUnderlined(_ filter: String, _ marks: String) async throws {
      try await fill()
      let result = try await sandbox.run("list", filter, "--store", store)

      #expect(result.status == 64)
      #expect(result.output == "")
      let lines = result.errors.split(separator: "\n").map(String.init)
      #expect(lines.dropFirst() == ["  " + filter, marks])
    }

    @Test func anUnusedFieldIsReported() async throws {
      try await fill()
      let result = try await sandbox.run("list", "colour:red", "--store", store)
      #expect(result.status == 64 && result.errors.contains("no field “colour”"))
    }
  }
}
