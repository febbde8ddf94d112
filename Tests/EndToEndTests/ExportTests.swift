import FixtureStores
import Foundation
import TestSupport
import Testing

extension EndToEnd {
  /// `export` and `backup`; `import` with `--dry-run` and `--rejects`, and `import undo`.
  @Suite struct ExportTests {
    private static let csv = "name,rating,hop\nOrval,4.5,Hallertau\nGueuze,4,\n"

    private let sandbox: Sandbox
    private let store: String

    init() throws {
      sandbox = try Sandbox()
      store = sandbox.file("diary.sqlite")
    }

    @Test func photosAndBeersAreExportedToDifferentPaths() async throws {
      _ = try await sandbox.run("add", "Orval", "--store", store)
      let path = sandbox.file("out")

      let result = try await sandbox.run("export", "--photos", path, "-o", path, "--store", store)

      #expect(result.status == 64 && result.errors.contains("Name two different paths."))
      #expect(!FileManager.default.fileExists(atPath: path))
    }

    @Test func aDryRunWritesNothing() async throws {
      let csv = try sandbox.write(Self.csv + "Bad,3,,x\n", to: "beers.csv")

      let result = try await sandbox.run("import", "--dry-run", csv, "--store", store)
      let json = try await sandbox.run("import", csv, "--dry-run", "--json", "--store", store)

      #expect(result.status == 65)
      #expect(result.output.contains("3 rows: 2 new, 1 row to skip"))
      #expect(result.output.contains("custom field") && result.output.contains("Orval"))
      let plan = try JSONSerialization.jsonObject(with: Data(json.output.utf8)) as? [String: Any]
      #expect(plan?["added"] as? Int == 2 && plan?["rejected"] as? Int == 1)
      #expect(try FolderSnapshot(sandbox.files).names == ["beers.csv"])
    }

    @Test func aDryRunOfAnotherCommandIsRefused() async throws {
      _ = try await sandbox.run("import", "-", "--store", store, input: Self.csv)
      let result = try await sandbox.run("add", "Gueuze", "--dry-run", "--store", store)
      #expect(result.status == 64)
      #expect(try await sandbox.listedBeers(store).count == 2)
    }

    @Test func anImportIsListedAndUndone() async throws {
      let csv = try sandbox.write(Self.csv, to: "beers.csv")
      _ = try await sandbox.run("import", csv, "--store", store)

      let batches = try await sandbox.run("import", "list", "--store", store)
      let plan = try await sandbox.run("import", "undo", "--dry-run", "--store", store)
      let undo = try await sandbox.run("import", "undo", "1", "--store", store)
      let again = try await sandbox.run("import", "undo", "--store", store)

      let columns = try Regex(#"^1  \d{1,2} \w{3} \d{4} \d\d:\d\d  beers.csv  2 beers\n$"#)
      #expect(batches.output.wholeMatch(of: columns) != nil, "\(batches.output)")
      #expect(
        plan.status == 0 && plan.output.hasSuffix(": 2 beers moved to the trash. Nothing was changed.\n"))
      #expect(undo.status == 0 && undo.output.contains("2 beers moved to the trash"))
      #expect(again.status == 66 && again.errors.isOneSentence)
      #expect(try await sandbox.listedBeers(store).isEmpty)
    }

    @Test func anExistingFileOfRejectedRowsIsEmptiedIfNoRowIsRejected() async throws {
      let csv = try sandbox.write(Self.csv, to: "beers.csv")
      let rejects = try sandbox.write("old rows\n", to: "rejects.csv")

      let result = try await sandbox.run(
        "import", csv, "--store", store, "--rejects", rejects, "--force")

      #expect(result.status == 0 && result.errors.contains("No rows were skipped. \(rejects) is now empty."))
      #expect(try String(contentsOfFile: rejects, encoding: .utf8).isEmpty)
    }

    @Test func missingImagesOfAnExportAreReportedInAFewLines() async throws {
      let photos = try (0..<14).map { try sandbox.write("photo \($0)", to: "\($0).jpg") }
      _ = try await sandbox.run("add", "Orval", "--store", store)
      _ = try await sandbox.start(["photo", "add", "1", "--any-file", "--store", store] + photos).result()
      let file = try SQLiteFile(store)
      try file.execute("DELETE FROM photo_image WHERE id > 1")
      file.close()

      let result = try await sandbox.run(
        "export", "--store", store, "-o", sandbox.file("all.csv"), "--photos", sandbox.file("photos"))

      #expect(result.status == 65)
      let lines = result.errors.split(separator: "\n")
      #expect(lines.count == 14 && lines[10] == "… and 3 more photos", "\(result.errors)")
      #expect(lines.dropFirst(11).first?.contains("use `beerdiary doctor") == true)
      #expect(FileManager.default.fileExists(atPath: sandbox.file("all.csv")))
    }

    @Test func rejectedRowsAreWrittenAndImportedAgain() async throws {
      let csv = try sandbox.write(Self.csv + "Bad,3,,x\n", to: "beers.csv")
      let rejects = sandbox.file("rejects.csv")

      let first = try await sandbox.run("import", csv, "--store", store, "--rejects", rejects)
      let text = try String(contentsOfFile: rejects, encoding: .utf8)
      _ = try sandbox.write(text.replacingOccurrences(of: "Bad,3,,x", with: "Repaired,3,"), to: "rejects.csv")
      let second = try await sandbox.run("import", rejects, "--store", store)

      #expect(first.status == 65 && text.hasPrefix("\"import_problem (rating-scale 5)\",name,rating,hop\n"))
      #expect(second.status == 0 && second.output.contains("Added 1 beer"))
    }

    @Test(arguments: ["csv", "json", "jsonl"])
    func importingAnExportGivesAnEqualDiary(ending: String) async throws {
      _ = try await sandbox.run("import", "-", "--store", store, input: Self.csv)
      _ = try await sandbox.run("remove", "2", "--store", store)
      let file = sandbox.file("out." + ending)

      let export = try await sandbox.run("export", "-o", file, "--store", store)
      let copy = sandbox.file("copy.sqlite")
      _ = try await sandbox.run("import", file, "--store", copy)
      let first = try await sandbox.run("export", "--format", ending, "--store", store)
      let second = try await sandbox.run("export", "--format", ending, "--store", copy)

      #expect(export.status == 0 && export.output == "" && export.errors.contains("Exported 2 beers to "))
      #expect(first.output == (try String(contentsOfFile: file, encoding: .utf8)))
      #expect(first.output == second.output)
    }

    @Test func onlyBeersThatMatchTheFilterAreExported() async throws {
      _ = try await sandbox.run("import", "-", "--store", store, input: Self.csv)
      let result = try await sandbox.run("export", "rating>4", "--format", "markdown", "--store", store)
      #expect(result.output.contains("## Orval") && !result.output.contains("Gueuze"))
      #expect(result.output.contains("hop: Hallertau"))
    }

    @Test func aBackupIsRestoredAndThePreviousDiaryIsKept() async throws {
      _ = try await sandbox.run("import", "-", "--store", store, input: Self.csv)
      let file = sandbox.file("backup.sqlite")

      let backup = try await sandbox.run("backup", file, "--store", store)
      let twice = try await sandbox.run("backup", file, "--store", store)
      _ = try await sandbox.run("remove", "1", "--store", store)
      let restored = try await sandbox.run("backup", "restore", file, "--yes", "--store", store)

      #expect(backup.status == 0 && twice.status == 73)
      #expect(restored.status == 0 && restored.output.contains("before-restore"))
      #expect(try await sandbox.listedBeers(store).count == 2)
      let names = try FolderSnapshot(sandbox.files).names
      #expect(names.contains { $0.contains("before-restore") })
    }

    @Test(arguments: BuiltProgram.sample(of: [1, 200_000, 4_000_000], oneIn: 3))
    func anImportThatIsKilledIsCompletedByAnother(logSize: Int) async throws {
      try await untilSignalIsInTime { try await killAndCompleteImport(logSize: logSize, in: $0) }
    }

    /// Kills an import and completes it with another; returns `false` if it was complete before the signal.
    private func killAndCompleteImport(logSize: Int, in sandbox: Sandbox) async throws -> Bool {
      let store = sandbox.file("diary.sqlite")
      let rows = (1...20_000).map { "Beer \($0),\(Double($0 % 9) / 2),hop \($0)\n" }.joined()
      let csv = try sandbox.write("name,rating,hop\n" + rows, to: "many.csv")

      let killed = try await sandbox.run(
        ["import", csv, "--store", store], signaling: SIGKILL
      ) { fileSize(store + "-wal") ?? 0 >= logSize }
      #expect([128 + SIGKILL, 0].contains(killed.status))
      let rest = try await sandbox.run("import", csv, "--store", store)

      #expect(rest.status == 0)
      let export = try await sandbox.run("export", "--store", store)
      #expect(export.output.split(separator: "\n").count == 20_001)
      #expect(try await sandbox.run("doctor", "--store", store).status == 0)
      return killed.status != 0
    }
  }
}
