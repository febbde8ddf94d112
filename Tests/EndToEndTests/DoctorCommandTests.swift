import FixtureStores
import Foundation
import Testing

extension EndToEnd {
  /// `doctor`: says what is wrong and repairs it if asked.
  @Suite struct DoctorCommandTests {
    private let sandbox: Sandbox
    private let diary: LegacyDiary

    init() async throws {
      sandbox = try Sandbox()
      diary = try await LegacyDiary.migrated(sandbox)
    }

    /// Lets photos share a place, and leaves an image of no photo.
    private func damage() async throws {
      _ = try await sandbox.run("--migrate-only", "--finish", "--store", diary.path)
      let file = try SQLiteFile(diary.path)
      try file.execute(DuplicatePositions.sql(ofBeer: Int64(LegacyDiary.newest)))
      try file.execute("INSERT INTO photo_image (data) VALUES (x'FFD8FF')", [])
      file.close()
    }

    @Test(arguments: [[], ["--deep"], ["--json"]]) func aHealthyDiaryIsReportedAsHealthy(_ words: [String])
      async throws
    {
      let result = try await sandbox.start(["doctor", "--store", diary.path] + words).result()

      #expect(result.status == 0)
      #expect(result.output.contains(words == ["--json"] ? "\"healthy\": true" : "No problems found in"))
    }

    @Test func nothingIsChangedUnlessRequested() async throws {
      try await damage()
      let before = try await sandbox.listedBeers(diary.path)

      let result = try await sandbox.run("doctor", "--store", diary.path)
      let refused = try await sandbox.run("doctor", "--repair", "--store", diary.path)

      #expect(result.status == 65 && result.outputLines.count == 3)
      #expect(result.outputLines.allSatisfy { $0.contains("--repair") })
      #expect(refused.status == 64 && refused.errors.contains("--yes"))
      #expect(try await sandbox.listedBeers(diary.path) == before)
    }

    @Test func aRepairLosesNothing() async throws {
      try await damage()

      let result = try await sandbox.run("doctor", "--repair", "--yes", "--json", "--store", diary.path)

      #expect(result.status == 0)
      #expect(result.output.contains("\"repaired\": true") && !result.output.contains("\"repaired\": false"))
      #expect(try await sandbox.run("doctor", "--deep", "--store", diary.path).status == 0)
      let beers = try await sandbox.listedBeers(diary.path)
      #expect(
        beers.count == 13 && beers.contains { $0.name == "Photos without a beer" && $0.photoCount == 1 })
      #expect(try await sandbox.differences(in: diary.path, from: diary.beers) == [])
    }

    @Test(.needsTmux, arguments: [("n", 65), ("y", 0)]) func theDoctorAsksOnATerminal(
      _ answer: String, _ status: Int32
    )
      async throws
    {
      try await damage()

      let screen = try await TmuxScreen(
        sandbox, running: [BuiltProgram.path, "doctor", "--repair", "--store", diary.path])
      try await screen.wait(for: "[y/N]")
      try await screen.press(answer, "Enter")

      #expect(try await screen.waitForEnd() == status)
    }

    @Test func timesOfAnImportAreOnlyMadeLocalOnRequest() async throws {
      let csv = try sandbox.write(
        "beer_name,rating_score,created_at,checkin_id\nA,4,\"Sat, 31 Dec 2016 23:30:00 +0000\",1\n",
        to: "u.csv")
      let store = sandbox.file("new.sqlite")
      _ = try await sandbox.run("import", csv, "--store", store)
      try SQLiteFile(store).execute("DELETE FROM background_work WHERE name LIKE 'untappd%'")

      let yes = try await sandbox.run("doctor", "--repair", "--yes", "--store", store)
      #expect(yes.status == 65 && yes.output.contains("--local-times 1") && yes.output.contains("u.csv"))
      #expect(try await sandbox.run("export", "--store", store).output.contains("2016-12-31T23:30:00Z"))
      let other = try await sandbox.run("doctor", "--repair", "--yes", "--local-times", "2", "--store", store)
      #expect(other.status == 64 && other.errors.contains("Import 2"))
      let kept = try await sandbox.run("doctor", "--repair", "--yes", "--keep-times", "1", "--store", store)
      #expect(kept.status == 0 && kept.output.contains("will not be reported again"))

      try SQLiteFile(store).execute("DELETE FROM background_work WHERE name LIKE 'untappd%'")
      let local = try await sandbox.run("doctor", "--repair", "--yes", "--local-times", "1", "--store", store)
      #expect(local.status == 0)
      let exported = try await sandbox.run("export", "--store", store).output
      #expect(exported.contains("2016-12-31T23:30:00") && !exported.contains("2016-12-31T23:30:00Z"))
    }

    @Test func aDamagedFileIsNotRepaired() async throws {
      let text = try sandbox.write("no diary", to: "text")

      #expect(try await sandbox.run("doctor", "--store", text).status == 65)
      #expect(try await sandbox.run("doctor", "--yes", "--store", diary.path).status == 64)
    }
  }
}
