import Foundation
import Testing

extension EndToEnd {
  /// `import`: beers from CSV files.
  @Suite struct ImportTests {
    private static let untappd = #"""
      beer_name,brewery_name,beer_type,beer_abv,rating_score,comment,checkin_id,flavor_profiles,created_at
      Gueuze,Drie Stoelen,Lambic,6.5,4.5,"Dry, and ""sharp""",1001,tart,2021-05-04 18:30:00
      Saison Été,Ferme du Nord,Saison,5.8,3.75,,1002,,2021-06-01 20:00:00
      """#
    private static let withBadRow = """
      name,abv,rating
      Good One,5.0,4
      Bad One,strong,3
      Good Two,6.0,3
      """

    private let sandbox: Sandbox
    private let store: String

    init() throws {
      sandbox = try Sandbox()
      store = sandbox.file("diary.sqlite")
    }

    @Test func addsTheBeersOfAFile() async throws {
      let csv = try sandbox.write(Self.untappd, to: "untappd.csv")

      let result = try await sandbox.run("import", csv, "--store", store)

      #expect(result.status == 0)
      #expect(result.errors == "")
      #expect(result.output.contains("2 beers added"))
      let beers = try await sandbox.listedBeers(store)
      #expect(beers.map(\.name) == ["Saison Été", "Gueuze"])
      #expect(beers[1].brewery == "Drie Stoelen" && beers[1].style == "Lambic")
      #expect(beers[1].abv == 6.5 && beers[1].rating == 4.5 && beers[1].notes == "Dry, and \"sharp\"")
    }

    @Test func readsStandardInput() async throws {
      let result = try await sandbox.run("import", "-", "--store", store, input: Self.untappd)

      #expect(result.status == 0)
      #expect(try await sandbox.listedBeers(store).count == 2)
    }

    @Test(arguments: [false, true])
    func theSameFileAgainAddsNothing(throughStandardInput: Bool) async throws {
      let csv = try sandbox.write(Self.untappd, to: "untappd.csv")
      _ = try await sandbox.run("import", csv, "--store", store)
      let before = try await sandbox.listedBeers(store)

      let again = try await sandbox.run(
        "import", throughStandardInput ? "-" : csv, "--store", store, input: Self.untappd)

      #expect(again.status == 0)
      #expect(again.output.contains("0 beers added"))
      #expect(try await sandbox.listedBeers(store) == before)
    }

    @Test func aBadRowIsReportedAndTheOthersGoIn() async throws {
      let csv = try sandbox.write(Self.withBadRow, to: "bad.csv")

      let result = try await sandbox.run("import", csv, "--store", store)

      #expect(result.status == 65)
      let report = try #require(result.errors.split(separator: "\n").first)
      #expect(result.errors.split(separator: "\n").count == 1)
      #expect(report.contains("line 3") && report.contains("column 2"))
      #expect(report.contains("abv") && report.contains("strong") && report.contains("not a number"))
      #expect(Set(try await sandbox.listedBeers(store).map(\.name)) == ["Good One", "Good Two"])
    }

    @Test func unknownColumnsBecomeExtras() async throws {
      _ = try await sandbox.run("import", "-", "--store", store, input: Self.untappd)

      let result = try await sandbox.run("list", "--json", "--store", store)

      let json = try JSONSerialization.jsonObject(with: Data(result.output.utf8))
      let beers = try #require(json as? [[String: Any]])
      let extras = beers.compactMap { $0["extras"] as? [String: Any] }
      #expect(extras.contains { $0["flavor_profiles"] as? String == "tart" })
    }

    @Test func aFileThatIsNotThereIsSaid() async throws {
      let result = try await sandbox.run("import", sandbox.file("none.csv"), "--store", store)

      #expect(result.status == 66)
      #expect(result.output == "")
      #expect(result.errors.contains("none.csv"))
      #expect(try FolderSnapshot(sandbox.files).isEmpty)
    }

    @Test func aPictureByMistakeIsRefused() async throws {
      let picture = BuiltProgram.sampleFolder + "/photos/022-1.png"

      let result = try await sandbox.run("import", picture, "--store", store)

      #expect(result.status == 65)
      #expect(result.output == "")
      #expect(result.errors.isOneSentence && result.errors.contains("PNG"))
    }

    @Test(arguments: ["", "\u{FEFF}"])
    func anEmptyFileIsRefused(_ text: String) async throws {
      let csv = try sandbox.write(text, to: "empty.csv")

      let result = try await sandbox.run("import", csv, "--store", store)

      #expect(result.status == 65)
      #expect(result.errors.isOneSentence && result.errors.contains("empty"))
      #expect(!FileManager.default.fileExists(atPath: store))
    }

    @Test(arguments: ["name,abv\n", "name,abv\nOrval,strong\n"], [false, true])
    func aFileWithoutAnyBeerLeavesNoDiary(_ text: String, isDefault: Bool) async throws {
      let csv = try sandbox.write(text, to: "none.csv")
      let arguments = isDefault ? [] : ["--store", store]

      let result = try await sandbox.start(["import", csv] + arguments).result()

      #expect(result.status == (text.contains("Orval") ? 65 : 0))
      #expect(!result.output.contains("new diary"))
      #expect(!FileManager.default.fileExists(atPath: isDefault ? sandbox.defaultStore : store))
    }

    @Test func aFileWithoutNamesIsRefused() async throws {
      let result = try await sandbox.run("import", "-", "--store", store, input: "colour,size\nred,2\n")

      #expect(result.status == 65)
      #expect(result.errors.isOneSentence && result.errors.contains("colour"))
      #expect(!FileManager.default.fileExists(atPath: store))
    }
  }
}
