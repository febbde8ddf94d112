import DiaryModel
import FixtureStores
import Foundation
import Testing

extension EndToEnd {
  /// `list` and `show`: the diary for pipes and scripts.
  @Suite struct ListAndShowTests {
    /// What the design promises for each beer.
    static let keys = Set(
      BeerColumn.all.map(\.name) + [
        "id", "uuid", "created_at", "updated_at", "deleted_at", "source", "source_id", "label", "photo_count",
        "photos",
      ])
    static let photoKeys: Set<String> = [
      "id", "uuid", "number", "caption", "taken_at", "format", "width", "height", "bytes", "sha256",
      "is_missing",
    ]

    private let sandbox: Sandbox
    private let diary: LegacyDiary

    init() async throws {
      sandbox = try Sandbox()
      diary = try await LegacyDiary.migrated(sandbox)
    }

    @Test func theListHasALineForEachBeerWithTheNewestFirst() async throws {
      let result = try await sandbox.run("list", "--store", diary.path)

      #expect(result.status == 0)
      let lines = result.outputLines
      #expect(lines.count == 12)
      #expect(lines[0].contains("Märzen \"12\" 一番 🍺") && lines[0].contains("Brouwerij 5"))
      #expect(lines[0].contains("9 Mar 2023") && lines[0].hasSuffix("  4 photos"))
      #expect(lines[8].contains("(no name)"))
    }

    @Test func withoutATerminalThePlainListIsPrinted() async throws {
      let list = try await sandbox.run("list", "--store", diary.path)
      let plain = try await sandbox.run("--store", diary.path)

      #expect(plain.status == 0)
      #expect(plain.output == list.output)
      #expect(plain.errors == "")
    }

    @Test func jsonHasAllKeysForEveryBeer() async throws {
      for arguments in [["list", "--json"], ["show", "6", "--json"]] {
        let result = try await sandbox.start(arguments + ["--store", diary.path]).result()
        let json = try JSONSerialization.jsonObject(with: Data(result.output.utf8))
        let beers = try #require((json as? [[String: Any]]) ?? (json as? [String: Any]).map { [$0] })

        #expect(beers.allSatisfy { Set($0.keys) == Self.keys })
        let photos = beers.flatMap { $0["photos"] as? [[String: Any]] ?? [] }
        #expect(!photos.isEmpty && photos.allSatisfy { Set($0.keys) == Self.photoKeys })
      }
    }

    @Test func jsonHasWhatWasRecorded() async throws {
      let listed = try await sandbox.listedBeers(diary.path)

      #expect(listed.count == 12)
      #expect(zip(listed.reversed(), diary.beers).allSatisfy { $0.matches($1) })
      #expect(try await sandbox.shownBeer(6, diary.path).hashes == diary.beers[5].photos.map(\.sha256))
    }

    @Test func aBeerIsShownByIDAndByUUID() async throws {
      let uuid = try await sandbox.shownBeer(6, diary.path).uuid

      let byNumber = try await sandbox.run("show", "6", "--store", diary.path)
      let byUUID = try await sandbox.run("show", uuid, "--store", diary.path)

      #expect(byNumber.status == 0 && byUUID.status == 0)
      #expect(byNumber.output == byUUID.output)
      for part in ["Märzen \"6\" 一番 🍺", "Brouwerij 6", "Stout - Imperial", "Notes on beer 6.", "photo 4"] {
        #expect(byNumber.output.contains(part))
      }
    }

    @Test(arguments: ["999", "00000000-0000-7000-8000-000000000000"])
    func aMissingBeerIsReported(_ id: String) async throws {
      let result = try await sandbox.run("show", id, "--store", diary.path)

      #expect(result.status == 66)
      #expect(result.output == "")
      #expect(result.errors.contains(id))
    }

    @Test func theListEndsQuietlyIfItsReaderEnds() async throws {
      // More than a pipe holds, so that the writer notices.
      let rows = (1...3_000).map { "Beer \($0) with a name that takes some room,Brewery\n" }.joined()
      let csv = try sandbox.write("name,brewery\n" + rows, to: "many.csv")
      let store = sandbox.file("many.sqlite")
      _ = try await sandbox.run("import", csv, "--store", store)

      let result = try await sandbox.shell("\"$PROGRAM\" list --store '\(store)' | head -n 1")

      #expect(result.outputLines.count == 1)
      #expect(result.errors == "")
    }

    @Test func controlSequencesInTextAreMadeHarmless() async throws {
      let hostile = "Name\u{1B}[2J\u{9B}31m\u{7}\u{202E}end"
      let csv = try sandbox.write("name,notes\n\(hostile),\(hostile)\n", to: "hostile.csv")
      let store = sandbox.file("hostile.sqlite")
      _ = try await sandbox.run("import", csv, "--store", store)

      for arguments in [["list"], ["list", "--json"], ["show", "1"], ["show", "1", "--json"]] {
        let result = try await sandbox.start(arguments + ["--store", store]).result()
        #expect(result.output.contains("Name") && result.output.contains("end"))
        #expect(
          !result.output.unicodeScalars.contains { "\u{1B}\u{9B}\u{7}\u{202E}".unicodeScalars.contains($0) })
      }
    }
  }
}
