import FixtureStores
import Foundation
import Testing

extension EndToEnd {
  /// `--migrate-only` with `--dry-run` and `--backup`.
  @Suite struct MigrationSafetyTests {
    private let sandbox: Sandbox

    init() throws { sandbox = try Sandbox() }

    @Test func aDryRunChangesNothing() async throws {
      let diary = try LegacyDiary(sandbox) { $0.leavesRowsInWAL = true }
      let before = try FolderSnapshot(sandbox.files)

      let text = try await sandbox.run("--migrate-only", "--dry-run", "--store", diary.path)
      let json = try await sandbox.run("--migrate-only", "--dry-run", "--json", "--store", diary.path)

      #expect(text.status == 0 && text.errors == "" && json.status == 0 && json.errors == "")
      #expect(text.output.contains("12 beers and 16 photos") && text.output.contains("Nothing was changed"))
      let preview = try MigrationPreviewRecord(json.output)
      #expect(
        preview.dryRun && preview.from == 1 && preview.to > 2 && preview.steps.last?.to == preview.to)
      #expect(preview.counts == .init(beers: 12, photos: 16) && preview.space.needed < preview.space.free)
      #expect(try FolderSnapshot(sandbox.files) == before)
    }

    @Test func aDryRunReportsCurrentForeignAndMissingFiles() async throws {
      let diary = try LegacyDiary(sandbox)
      _ = try await sandbox.run("--migrate-only", "--store", diary.path)
      let text = try sandbox.write("no diary", to: "text")

      let current = try await sandbox.run("--migrate-only", "--dry-run", "--store", diary.path)
      let foreign = try await sandbox.run("--migrate-only", "--dry-run", "--store", text)
      let missing = try await sandbox.run("--migrate-only", "--dry-run")

      #expect(current.status == 0 && current.output == "\(diary.path) is up to date.\n")
      #expect(foreign.status == 65 && missing.status == 66)
      #expect(!FileManager.default.fileExists(atPath: sandbox.defaultStore))
    }

    @Test func theBackupIsTheDiaryAsItWas() async throws {
      let diary = try LegacyDiary(sandbox) { store in
        store.externalCount = 3
        store.leavesRowsInWAL = true
      }
      let copy = sandbox.file("copy.sqlite")

      let result = try await sandbox.run(
        "--migrate-only", "--finish", "--backup", copy, "--store", diary.path)

      #expect(result.status == 0)
      #expect(result.errors == "Copied \(diary.path) to \(copy), and checked the copy.\n")
      let preview = try await sandbox.run("--migrate-only", "--dry-run", "--json", "--store", copy)
      #expect(try MigrationPreviewRecord(preview.output).from == 1)
      #expect(try await sandbox.run("--migrate-only", "--store", copy).status == 0)
      for store in [diary.path, copy] {
        #expect(try await sandbox.differences(in: store, from: diary.beers) == [])
      }
    }

    @Test func withoutTheBackupThereIsNoMigration() async throws {
      let diary = try LegacyDiary(sandbox)
      let taken = try sandbox.write("mine", to: "taken")
      let before = try FolderSnapshot(sandbox.files)

      let result = try await sandbox.run("--migrate-only", "--backup", taken, "--store", diary.path)

      #expect(result.status == 73 && result.output == "" && result.errors.contains("already exists"))
      #expect(try FolderSnapshot(sandbox.files) == before)
    }

    @Test(arguments: [
      ["--dry-run"], ["--backup", "file"], ["--migrate-only", "--backup", ""],
      ["--migrate-only", "--dry-run", "--finish"], ["--migrate-only", "--dry-run", "--backup", "file"],
    ])
    func incompatibleOptionsAreAUsageError(_ arguments: [String]) async throws {
      #expect(try await sandbox.start(arguments).result().status == 64)
      #expect(!FileManager.default.fileExists(atPath: sandbox.defaultStore))
    }
  }
}
