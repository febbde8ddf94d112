import FixtureStores
import Foundation
import Testing

extension EndToEnd {
  /// `--migrate-only`: what scripts use.
  @Suite struct MigrateOnlyTests {
    private let sandbox: Sandbox

    init() throws { sandbox = try Sandbox() }

    @Test(arguments: [LegacyStore.Model.orderedRelationship, .userOrder])
    func aMigrationIsReportedInOneLine(_ model: LegacyStore.Model) async throws {
      let diary = try LegacyDiary(sandbox) { $0.model = model }
      let photos = diary.beers.map(\.photos.count).reduce(0, +)

      let result = try await sandbox.run("--migrate-only", "--store", diary.path)

      #expect(result.status == 0)
      #expect(result.errors == "")
      #expect(result.outputLines.count == 1)
      #expect(result.output.contains("12 beers") && result.output.contains("\(photos) photos"))
      #expect(try await sandbox.differences(in: diary.path, from: diary.beers) == [])
    }

    /// Only metadata moves: the images are not even read.
    ///
    /// The shell's figures include those of its children.
    @Test func aMigrationDoesNotReadTheImages() async throws {
      let diary = try LegacyDiary(sandbox) { $0.photoByteCount = 2_000_000 }
      let imageBytes = diary.beers.flatMap(\.photos).map(\.byteCount).reduce(0, +)

      let result = try await sandbox.shell(
        "\"$PROGRAM\" --migrate-only --store '\(diary.path)' >&2 && sed -n 's/^rchar: //p' /proc/$$/io")

      #expect(result.status == 0, "\(result.errors)")
      let readBytes = try #require(Int(result.output.trimmingCharacters(in: .newlines)))
      #expect(readBytes > 0 && readBytes < imageBytes / 4, "\(readBytes) of \(imageBytes)")
      #expect(try await sandbox.differences(in: diary.path, from: diary.beers) == [])
    }

    @Test func aCurrentStoreIsUpToDateAndStaysAsItIs() async throws {
      let diary = try LegacyDiary(sandbox)
      _ = try await sandbox.run("--migrate-only", "--store", diary.path)
      let before = try await sandbox.listedBeers(diary.path)

      let again = try await sandbox.run("--migrate-only", "--store", diary.path)

      #expect(again.status == 0)
      #expect(again.errors == "")
      #expect(again.output == "\(diary.path) is up to date.\n")
      #expect(try await sandbox.listedBeers(diary.path) == before)
      #expect(try FolderSnapshot(sandbox.files).names == ["old.sqlite"])
    }

    @Test(arguments: [(LegacyStore.Model.orderedRelationship, 1), (.userOrder, 2)])
    func aMigrationIsReportedAsJSON(_ model: LegacyStore.Model, version: Int) async throws {
      let diary = try LegacyDiary(sandbox) { $0.model = model }
      let photos = diary.beers.map(\.photos.count).reduce(0, +)

      let first = try await sandbox.run("--migrate-only", "--json", "--store", diary.path)
      let again = try await sandbox.run("--migrate-only", "--json", "--store", diary.path)

      #expect(first.status == 0 && again.status == 0)
      #expect(first.errors == "" && again.errors == "")
      let report = try MigrationRecord(first.output)
      let second = try MigrationRecord(again.output)
      #expect(report.from == version && report.to > 2)
      #expect(second.from == report.to && second.to == report.to)
      #expect(report.counts == .init(beers: 12, photos: photos) && second.counts == report.counts)
      #expect(report.seconds > 0 && second.seconds == 0)
      #expect(report.steps.first?.from == version && report.steps.last?.to == report.to)
      #expect(report.steps.allSatisfy { $0.seconds > 0 } && second.steps.isEmpty)
      #expect(report.backgroundSeconds == nil)
    }

    @Test func aMigrationFinishesTheBackgroundWork() async throws {
      let diary = try LegacyDiary(sandbox)

      let result = try await sandbox.run("--migrate-only", "--finish", "--json", "--store", diary.path)

      #expect(result.status == 0)
      #expect(result.errors == "")
      #expect(try MigrationRecord(result.output).backgroundSeconds != nil)
      // A list shows what is known, and computes nothing.
      let hashes = try await sandbox.listedBeers(diary.path).sorted { $0.id < $1.id }.map(\.hashes)
      #expect(hashes == diary.beers.map { $0.photos.map(\.sha256) })
      #expect(try FolderSnapshot(sandbox.files).names == ["old.sqlite"])
    }

    /// One does the background work, and the others wait for it; none reports damage.
    @Test func severalProgramsFinishTheSameDiary() async throws {
      let diary = try LegacyDiary(sandbox) { store in
        store.beerCount = 120
        store.externalCount = 30
      }
      _ = try await sandbox.run("--migrate-only", "--store", diary.path)

      let programs = try (0..<3).map { _ in
        try sandbox.start(["--migrate-only", "--finish", "--store", diary.path])
      }

      for program in programs {
        let result = try await program.result()
        #expect(result.status == 0)
        #expect(result.errors == "")
      }
      let hashes = try await sandbox.listedBeers(diary.path).sorted { $0.id < $1.id }.map(\.hashes)
      #expect(hashes == diary.beers.map { $0.photos.map(\.sha256) })
    }

    @Test(.needsTmux, arguments: [["--migrate-only"], ["--migrate-only", "--finish"]])
    func theProgressLineOnATerminalIsGoneAtTheEnd(_ arguments: [String]) async throws {
      let diary = try LegacyDiary(sandbox) { $0.beerCount = 300 }

      let screen = try await TmuxScreen(
        sandbox, running: [BuiltProgram.path, "--store", diary.path] + arguments)

      #expect(try await screen.waitForEnd() == 0)
      let text = try await screen.transcript()
      #expect(text.contains("300 beers"))
      #expect(!text.contains("step") && text.firstMatch(of: /, \d+ left/) == nil)
    }

    @Test func aMissingDiaryIsReported() async throws {
      let result = try await sandbox.run("--migrate-only", "--store", sandbox.file("none.sqlite"))

      #expect(result.status == 66)
      #expect(result.output == "")
      #expect(try FolderSnapshot(sandbox.files).isEmpty)
    }
  }
}
