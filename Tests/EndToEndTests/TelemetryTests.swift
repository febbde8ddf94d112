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
      try await screen.wait(forAll: "4 photos", "q back")
      try await screen.press("J")
      // Leaving immediately must not lose what was asked for.
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

    @Test func errorsAreCountedByWhatTheyAreAbout() async throws {
      _ = try await sandbox.run("add", "Orval")
      let commands: [(words: [String], status: Int32, kind: String)] = [
        (["show", "99"], 66, "noInput"), (["list", "rating>=x"], 64, "usage"), (["lst"], 64, "usage"),
        (["backup", "/proc/none/copy.sqlite"], 73, "cannotCreate"),
        (["add", "Duvel", "--read-only"], 77, "permission"), (["import", "/none.csv"], 66, "noInput"),
      ]
      for command in commands {
        let result = try await sandbox.start(command.words).result()
        #expect(result.status == command.status, "\(command.words): \(result.errors)")
        let last = try #require(try sandbox.recorded().last)
        #expect(
          last.type == "Error.shown" && last.payload == ["Error.kind": .name(command.kind)],
          "\(command.words)")
      }
    }

    @Test(arguments: [["DO_NOT_TRACK": "1"], [:]])
    func nothingIsWrittenIfTelemetryIsOff(_ environment: [String: String]) async throws {
      let sandbox = try Sandbox(isFirstStart: true)
      let diary = try LegacyDiary(sandbox)
      let flag = environment.isEmpty ? ["--no-telemetry"] : []

      for command in [["--migrate-only"], ["list"], ["show", "1"], ["import", "-"], []] {
        let arguments = command + flag + ["--store", diary.path]
        let result = try await sandbox.start(arguments, input: "name\nX\n", environment: environment).result()
        #expect(result.status == 0)
      }
      for (command, status) in [(["list", "--sort", "hue"], 64), (["show", "99"], 66)] as [([String], Int32)]
      {
        let arguments = command + flag + ["--store", diary.path]
        let result = try await sandbox.start(arguments, environment: environment).result()
        #expect(result.status == status)
      }
      if TmuxScreen.isInstalled { try await useScreen(sandbox, diary, flag, environment) }

      // Thumbnails are kept, which tell nothing of what was done.
      #expect(try FolderSnapshot(sandbox.home).names.filter { !$0.contains("cache") } == [])
    }

    private func useScreen(
      _ sandbox: Sandbox, _ diary: LegacyDiary, _ flag: [String], _ environment: [String: String]
    ) async throws {
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

    @Test func anEmptyQueueIsNotAnError() async throws {
      let result = try await sandbox.run("telemetry", "show")

      #expect(result.status == 0)
      #expect(result.output == "")
    }

    @Test func theQueueNeverHasTextOrIdentityOfTheUser() async throws {
      let tour = FeatureTour(sandbox: sandbox)
      try await tour.run()
      if TmuxScreen.isInstalled { try await tour.runOnScreen() }

      #expect(try await sandbox.listedBeers(tour.store).contains { $0.name == tour.mark })
      let types = Set(try sandbox.recordedSignals())
      #expect(types.isSuperset(of: ["App.launched", "Diary.imported", "Search.used", "Statistics.opened"]))
      let host = ProcessInfo.processInfo.hostName
      let secrets = [tour.mark, sandbox.home, sandbox.files, host, NSUserName(), NSFullUserName()]
      let files = try FileManager.default.subpathsOfDirectory(atPath: sandbox.stateFolder)
      #expect(files.contains("telemetry.jsonl"))
      // The keys of a synchronized diary are there with its location, and have nothing to do with telemetry.
      for name in files where name.split(separator: "/").first != "sync" {
        let data = try Data(contentsOf: URL(fileURLWithPath: "\(sandbox.stateFolder)/\(name)"))
        let text = name + "\n" + String(decoding: data, as: UTF8.self)
        for secret in secrets where secret.count > 2 {
          #expect(!text.localizedCaseInsensitiveContains(secret), "\(secret) is in \(name)")
        }
      }
    }

    @Test func nothingIsWrittenFromTurningTelemetryOffUntilItIsOnAgain() async throws {
      _ = try await sandbox.run("add", "Orval")
      let off = try await sandbox.run("telemetry", "off")
      let before = try FolderSnapshot(sandbox.stateFolder)

      for command in [["list"], ["stats"], ["add", "Rochefort"], ["show", "99"]] {
        _ = try await sandbox.start(command).result()
      }

      #expect(off.output.hasPrefix("Usage counts are off"))
      #expect(try FolderSnapshot(sandbox.stateFolder) == before)
      #expect(before.names == ["telemetry-notice", "telemetry-off", "telemetry.jsonl"])
      #expect(try await sandbox.run("telemetry", "on").output.hasPrefix("Usage counts are on"))
      _ = try await sandbox.run("list")
      #expect(try sandbox.recordedSignals().count > 2)
      let purged = try await sandbox.run("telemetry", "purge", "--json")
      #expect(
        purged.output.contains(#""signals": 0"#) && purged.output.contains(#""installation_id": false"#))
    }

    @Test func aBatchThatIsAcknowledgedIsGone() async throws {
      _ = try await sandbox.run("add", "Orval")
      for _ in 0..<40 { _ = try await sandbox.run("list") }
      func export(_ flags: String...) async throws -> [SignalRecord] {
        let result = try await sandbox.start(["telemetry", "export"] + flags).result()
        #expect(result.status == 0 && result.errors == "")
        return try JSONDecoder().decode([SignalRecord].self, from: Data(result.output.utf8))
      }
      _ = try await sandbox.run("add", "Orval")
      for _ in 0..<25 { _ = try await sandbox.run("list") }

      let count = try sandbox.recordedSignals().count
      #expect(try await export().count == min(100, count))
      #expect(try await export("--acknowledge").count == min(100, count))
      #expect(try await export("--acknowledge").count == count - min(100, count))
      #expect(try await export("--acknowledge").count == 0)
    }

    @Test(.needsTmux) func theNoticeIsShownOnTheFirstTerminalOnce() async throws {
      let sandbox = try Sandbox(isFirstStart: true)
      // Without a terminal, the notice is not shown.
      #expect(
        try await sandbox.run("add", "Orval").errors
          == "Created a new diary at \(sandbox.defaultStore).\n")
      for isShown in [true, false] {
        let screen = try await TmuxScreen(sandbox, running: [BuiltProgram.path, "list"])
        #expect(try await screen.waitForEnd() == 0)
        try await screen.wait(for: "Orval")
        let text = try await screen.transcript().replacing("\n", with: " ")
        #expect(
          text.contains("Usage is counted locally, never sent. Show or stop: beerdiary telemetry [off]")
            == isShown)
      }
    }

    @Test(.needsTmux) func theFirstScreenShowsTheNoticeAfterTheFirstKey() async throws {
      let sandbox = try Sandbox(isFirstStart: true)
      let diary = try LegacyDiary(sandbox)
      _ = try await sandbox.run("--migrate-only", "--store", diary.path)
      let isShown = { (text: String) in text.contains("never sent. Show or stop: beerdiary telemetry [off]") }

      let first = try await TmuxScreen(sandbox, store: diary.path)
      try await first.wait(forAll: "q quit", LegacyDiary.newestName)
      let before = try await first.text()
      #expect(!isShown(before))
      try await first.press("j")
      try await first.wait(until: "the notice is on the screen") { isShown($0) && $0.contains("q quit") }
      #expect(!FileManager.default.fileExists(atPath: sandbox.telemetryNotice))
      try await first.press("j")
      try await first.wait(until: "the notice is gone") { !isShown($0) }
      try await first.wait(for: "q quit")
      let after = try await first.text()
      #expect(!isShown(after))
      try await first.press("q")
      #expect(try await first.waitForEnd() == 0)

      #expect(FileManager.default.fileExists(atPath: sandbox.telemetryNotice))
      let second = try await TmuxScreen(sandbox, store: diary.path)
      try await second.wait(forAll: "q quit", LegacyDiary.newestName)
      let again = try await second.text()
      #expect(!isShown(again))
    }
  }
}
