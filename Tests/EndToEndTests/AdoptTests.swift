import FixtureStores
import Foundation
import Testing

extension EndToEnd {
  /// `adopt`: another diary's beers come into one's own.
  @Suite struct AdoptTests {
    private let sandbox: Sandbox

    init() throws { sandbox = try Sandbox() }

    @Test func aCopyBecomesTheDiaryAndTheFileIsUnchanged() async throws {
      let old = try LegacyDiary(sandbox) { store in
        store.externalCount = 3
        store.leavesRowsInWAL = true
      }
      let before = try FolderSnapshot(sandbox.files)

      let result = try await sandbox.run("adopt", old.path)

      #expect(result.status == 0 && result.errors == "")
      #expect(result.output == "Added 12 beers and 16 photos to a new diary, \(sandbox.defaultStore).\n")
      #expect(try FolderSnapshot(sandbox.files) == before)
      #expect(try await sandbox.differences(in: sandbox.defaultStore, from: old.beers) == [])
    }

    @Test func anotherDiaryIsMergedAndReportedAsJSON() async throws {
      let old = try LegacyDiary(sandbox)
      let csv = try sandbox.write("name\nMine\n", to: "mine.csv")
      _ = try await sandbox.run("import", csv)

      let first = try await sandbox.run("adopt", "--json", old.path)
      let again = try await sandbox.run("adopt", "--json", old.path)
      let text = try await sandbox.run("adopt", old.path)

      let reports = try [first, again].map { try MergeRecord($0.output) }
      #expect(first.status == 0 && again.status == 0)
      #expect(
        reports[0].added == .init(beers: 12, photos: 16) && reports[0].known == .init(beers: 0, photos: 0))
      #expect(
        reports[1].added == .init(beers: 0, photos: 0) && reports[1].known == .init(beers: 12, photos: 16))
      #expect(!reports[0].newDiary && reports[0].from == 1 && reports[0].to == reports[1].to)
      #expect(text.output == "Added 0 beers and 0 photos, 12 beers already in the diary.\n")
      #expect(try await sandbox.listedBeers(sandbox.defaultStore).count == 13)
    }

    @Test func aFileThatIsNotADiaryIsRefused() async throws {
      let text = try sandbox.write("no diary", to: "text")

      let missing = try await sandbox.run("adopt", sandbox.file("none.sqlite"))
      let foreign = try await sandbox.run("adopt", text)
      let none = try await sandbox.run("adopt", "")

      #expect([missing.status, foreign.status, none.status] == [66, 65, 64])
      #expect(!FileManager.default.fileExists(atPath: sandbox.defaultStore))
    }

    @Test(.needsTmux) func theProgressLineIsRemovedFromTheTerminal() async throws {
      let old = try LegacyDiary(sandbox) { $0.beerCount = 300 }

      let screen = try await TmuxScreen(sandbox, running: [BuiltProgram.path, "adopt", old.path])

      #expect(try await screen.waitForEnd() == 0)
      let text = try await screen.transcript()
      #expect(text.contains("300 beers") && !text.contains("Copying") && !text.contains("step"))
    }

    /// Whenever Ctrl-C comes, the next run has everything in the diary.
    @Test(arguments: [false, true]) func interruptingLosesNothing(_ isMerge: Bool) async throws {
      try await untilSignalIsInTime { try await isInterrupted(isMerge, in: $0) }
    }

    /// Interrupts the command and runs it again; returns `false` if it was done before.
    private func isInterrupted(_ isMerge: Bool, in sandbox: Sandbox) async throws -> Bool {
      let old = try LegacyDiary(sandbox) { $0.beerCount = 400 }
      let csv = try sandbox.write("name\nMine\n", to: "mine.csv")
      if isMerge { _ = try await sandbox.run("import", csv) }
      @Sendable func isStaged() -> Bool {
        let folder = (sandbox.defaultStore as NSString).deletingLastPathComponent
        let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
        return names.contains { $0.hasPrefix(".beerdiary-staging-") }
      }

      let stopped = try await sandbox.run(
        ["adopt", old.path], signaling: SIGINT, when: isStaged)

      #expect([0, 128 + SIGINT].contains(stopped.status))
      #expect(!isStaged())
      #expect(stopped.status == 0 || stopped.errors.contains("Stopped"))
      _ = try await sandbox.run("adopt", old.path)
      let listed = try await sandbox.listedBeers(sandbox.defaultStore).filter { $0.name != "Mine" }
      #expect(listed.count == 400 && zip(listed.reversed(), old.beers).allSatisfy { $0.matches($1) })
      return stopped.status != 0
    }
  }
}
