import Foundation
import Testing

extension EndToEnd {
  /// What the local queue holds, and above all what it does not.
  @Suite struct TelemetryTests {
    private let sandbox: Sandbox

    init() throws { sandbox = try Sandbox() }

    @Test(.needsTmux) func aSessionLeavesItsSignals() async throws {
      let diary = try LegacyDiary(sandbox)

      let screen = try await TmuxScreen(sandbox, store: diary.path)
      try await screen.wait(for: LegacyDiary.newestName)
      try await screen.press("p")
      try await screen.wait(for: "4 photos")
      try await screen.press("J")
      // Leaving at once must not lose what was asked for.
      try await screen.press("q", "q")
      #expect(try await screen.waitForEnd() == 0)
      _ = try await sandbox.run("import", "-", "--store", diary.path, input: "name\nNew\n")

      let session = ["App.launched", "Store.migrated", "Store.opened", "Photo.moved", "Session.ended"]
      let signals = try sandbox.recordedSignals()
      #expect(Array(signals.prefix(5)) == session)
      #expect(signals.dropFirst(5) == ["App.launched", "Store.opened", "Diary.imported"])
    }

    @Test func aRefusedStoreIsCounted() async throws {
      let result = try await sandbox.run("list", "--store", sandbox.file("none.sqlite"))

      #expect(result.status == 66)
      #expect(try sandbox.recordedSignals() == ["App.launched", "Error.shown"])
    }

    @Test(arguments: [["DO_NOT_TRACK": "1"], [:]])
    func nothingIsWrittenWhereNotWanted(_ environment: [String: String]) async throws {
      let diary = try LegacyDiary(sandbox)
      let flag = environment.isEmpty ? ["--no-telemetry"] : []

      for command in [["list"], ["show", "1"], ["--migrate-only"], ["import", "-"], []] {
        let arguments = command + flag + ["--store", diary.path]
        let result = try await sandbox.start(arguments, input: "name\nX\n", environment: environment).result()
        #expect(result.status == 0)
      }
      if TmuxScreen.isInstalled { try await useScreen(diary, flag, environment) }

      // Thumbnails are kept, which tell nothing of what was done.
      #expect(try FolderSnapshot(sandbox.home).names.filter { !$0.contains("cache") } == [])
    }

    private func useScreen(_ diary: LegacyDiary, _ flag: [String], _ environment: [String: String])
      async throws
    {
      let screen = try await TmuxScreen(
        sandbox, running: [BuiltProgram.path, "--store", diary.path] + flag, environment: environment)
      try await screen.wait(for: LegacyDiary.newestName)
      try await screen.press("q")
      #expect(try await screen.waitForEnd() == 0)
    }

    @Test func theQueueIsShownAsJSONLines() async throws {
      let diary = try LegacyDiary(sandbox)
      _ = try await sandbox.run("--migrate-only", "--store", diary.path)

      let result = try await sandbox.run("telemetry", "show")

      #expect(result.status == 0)
      #expect(result.errors == "")
      let types = try result.outputLines.map {
        try JSONDecoder().decode(SignalRecord.self, from: Data($0.utf8)).type
      }
      #expect(types == ["App.launched", "Store.migrated", "Store.opened"])
    }

    @Test func anEmptyQueueIsNoError() async throws {
      let result = try await sandbox.run("telemetry", "show")

      #expect(result.status == 0)
      #expect(result.output == "")
    }

    @Test func whatTheUserWroteIsNeverInTheQueue() async throws {
      let mark = "q" + UUID().uuidString.lowercased().prefix(8)
      let csv = try sandbox.write(
        "name,brewery,notes,place,abv,\(mark)\n\(mark),\(mark),\(mark),\(mark),5,\(mark)\n\(mark),,,,\(mark),\n",
        to: "\(mark).csv")
      let store = sandbox.file("\(mark).sqlite")

      let imported = try await sandbox.run("import", csv, "--store", store)
      _ = try await sandbox.run("list", "--store", store)
      _ = try await sandbox.run("show", mark, "--store", store)
      _ = try await sandbox.run("list", "--store", sandbox.file("\(mark)-none.sqlite"))
      _ = try await sandbox.run("import", sandbox.file("\(mark)-none.csv"), "--store", store)
      _ = try await sandbox.run("--store", csv)

      #expect(imported.status == 65)
      #expect(try await sandbox.listedBeers(store).map(\.name) == [mark])
      let files = try FileManager.default.subpathsOfDirectory(atPath: sandbox.stateFolder)
      #expect(files.contains("telemetry.jsonl"))
      for name in files {
        let data = try Data(contentsOf: URL(fileURLWithPath: "\(sandbox.stateFolder)/\(name)"))
        #expect(!String(decoding: data, as: UTF8.self).lowercased().contains(mark) && !name.contains(mark))
      }
    }
  }
}
