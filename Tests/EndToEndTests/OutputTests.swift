import FixtureStores
import Foundation
import Testing

extension EndToEnd {
  /// What commands may write to: no option destroys a file of the user's.
  @Suite struct OutputTests {
    private let sandbox: Sandbox
    private let store: String

    init() async throws {
      sandbox = try Sandbox()
      store = sandbox.file("diary.sqlite")
      let csv = try sandbox.write("name,rating\nOrval,4.5\nGueuze,4\nBad,4,x\n", to: "beers.csv")
      #expect(try await sandbox.run("import", csv, "--store", store).status == 65)
    }

    /// Every option and argument that names a place to write to, as what comes before that place.
    private static let outputs = [
      ["export", "--force", "-o"], ["import", "beers.csv", "--yes", "--force", "--rejects"], ["backup"],
      ["backup", "create"], ["--migrate-only", "--backup"], ["photo", "export", "--all"],
      ["export", "--photos"],
    ]

    private func run(_ output: [String], _ path: String) async throws -> ProcessResult {
      let arguments = output.map { $0 == "beers.csv" ? sandbox.file($0) : $0 }
      return try await sandbox.start(arguments + [path, "--store", store]).result()
    }

    @Test(arguments: outputs) func theDiaryAndWhatBelongsToItAreNeverWrittenTo(_ output: [String])
      async throws
    {
      try FileManager.default.createSymbolicLink(atPath: sandbox.file("link"), withDestinationPath: store)
      #expect(link(store, sandbox.file("hard")) == 0)
      let settings = sandbox.home + "/config/beerdiary"
      try FileManager.default.createDirectory(atPath: settings, withIntermediateDirectories: true)
      try Data("[list]\n".utf8).write(to: URL(fileURLWithPath: settings + "/config.toml"))
      let before = try [sandbox.files, sandbox.home + "/config"].map { try FolderSnapshot($0) }

      let own = ["", "-wal", "-shm", "-journal"].map { store + $0 }
      let program = [settings + "/config.toml", settings + "/new", sandbox.stateFolder + "/draft-1-1.json"]
      for path in own + program + [sandbox.file("link"), sandbox.file("hard")] {
        let result = try await run(output, path)
        #expect(
          result.status == 73 && result.errors.isOneSentence, "\(path): \(result.status) \(result.errors)")
        #expect(result.output == "")
      }
      #expect(try [sandbox.files, sandbox.home + "/config"].map { try FolderSnapshot($0) } == before)
    }

    @Test(arguments: outputs) func filesOfAnotherStoreAreNeverWritten(_ output: [String]) async throws {
      let other = sandbox.file("other.sqlite")
      let support = sandbox.file(".old_SUPPORT/_EXTERNAL_DATA")
      try FileManager.default.createDirectory(atPath: support, withIntermediateDirectories: true)
      #expect(try await sandbox.run("add", "Orval", "--store", other).status == 0)
      let before = try FolderSnapshot(sandbox.files)

      for path in [other + "-wal", other + "-journal", support + "/1B2C"] {
        let result = try await run(output, path)
        #expect(result.status == 73 && result.errors.isOneSentence, "\(path): \(result.errors)")
      }
      #expect(try FolderSnapshot(sandbox.files) == before)
    }

    @Test(arguments: [["list"], ["stats"], ["doctor", "--json"], ["list", "--json"]])
    func outputThatTheShellAppendsToTheDiaryIsRefused(_ command: [String]) async throws {
      let before = try FolderSnapshot(sandbox.files)

      let words = command.joined(separator: " ")
      let result = try await sandbox.shell("\"$PROGRAM\" \(words) --store '\(store)' >>'\(store)'")

      #expect(result.status != 0 && result.errors.isOneSentence, "\(result.errors)")
      #expect(try FolderSnapshot(sandbox.files) == before)
    }

    @Test func aDiaryWithASecondNameIsOnlyRead() async throws {
      #expect(link(store, sandbox.file("second.sqlite")) == 0)
      let before = try FolderSnapshot(sandbox.files)

      let added = try await sandbox.run("add", "Gose", "--store", store)
      let listed = try await sandbox.run("list", "--store", sandbox.file("second.sqlite"))

      #expect(added.status != 0 && added.errors.contains("has another name (a hard link)"))
      #expect(listed.status == 0 && listed.output.contains("Orval"))
      #expect(try FolderSnapshot(sandbox.files) == before)
    }

    @Test func foldersOfTheProgramAreReservedBeforeTheyExist() async throws {
      let path = sandbox.home + "/config/beerdiary/photos"
      try? FileManager.default.removeItem(atPath: sandbox.home + "/config/beerdiary")

      let result = try await sandbox.run("photo", "export", "--all", path, "--store", store)

      #expect(result.status == 73 && !FileManager.default.fileExists(atPath: path))
    }

    @Test func theInputFileIsNotReplaced() async throws {
      let csv = sandbox.file("beers.csv")
      let before = try FolderSnapshot(sandbox.files)
      let file = try await sandbox.run("import", csv, "--rejects", csv, "--force", "--store", store)
      let input = try await sandbox.shell(
        "\"$PROGRAM\" import - --rejects '\(csv)' --force --store '\(store)' <'\(csv)'")
      for result in [file, input] {
        #expect(result.status == 73 && result.errors.contains("it is the input file"))
      }
      #expect(try FolderSnapshot(sandbox.files) == before)
    }

    @Test(arguments: [["export", "-o"], ["import", "beers.csv", "--rejects"]])
    func anExistingFileIsReplacedOnlyWithForce(_ output: [String]) async throws {
      let file = try sandbox.write("precious", to: "there")

      let refused = try await run(output, file)
      #expect(refused.status == 73 && refused.errors.isOneSentence && refused.errors.contains("--force"))
      #expect(try String(contentsOfFile: file, encoding: .utf8) == "precious")
      let forced = try await run(output + [file, "--force"], "--no-telemetry")
      #expect(forced.status == (output[0] == "import" ? 65 : 0), "\(forced.errors)")
      #expect(try String(contentsOfFile: file, encoding: .utf8) != "precious")
    }

    @Test func aFileWithAnotherNameIsNotReplaced() async throws {
      let file = try sandbox.write("precious", to: "there")
      let other = sandbox.file("other")
      #expect(link(file, other) == 0)
      let result = try await sandbox.run("export", "-o", file, "--force", "--store", store)
      #expect(result.status == 73 && result.errors.isOneSentence && result.errors.contains("hard link"))
      for path in [file, other] { #expect(try String(contentsOfFile: path, encoding: .utf8) == "precious") }
    }

    @Test(.enabled(if: geteuid() == 0, "only the superuser can give files away"))
    func aReplacedFileKeepsItsOwner() async throws {
      let file = try sandbox.write("precious", to: "there")
      #expect(chown(file, 1234, 1235) == 0 && chmod(file, 0o640) == 0)
      #expect(try await sandbox.run("export", "-o", file, "--force", "--store", store).status == 0)
      var status = stat()
      #expect(stat(file, &status) == 0)
      #expect((status.st_uid, status.st_gid, status.st_mode & 0o777) == (1234, 1235, 0o640))
      #expect(try String(contentsOfFile: file, encoding: .utf8) != "precious")
    }

    @Test(.needsTmux) func aWriteProtectedFileIsNamedAsSuch() async throws {
      let file = try sandbox.write("precious", to: "there")
      #expect(chmod(file, 0o444) == 0)
      let refused = try await sandbox.run("export", "-o", file, "--store", store)
      #expect(refused.status == 73 && refused.errors.contains("write-protected"))
      let screen = try await TmuxScreen(
        sandbox, running: [BuiltProgram.path, "export", "-o", file, "--store", store])
      try await screen.wait(for: "write-protected")
      try await screen.press("n", "Enter")
      #expect(try await screen.waitForEnd() == 0)
      #expect(try String(contentsOfFile: file, encoding: .utf8) == "precious")
    }

    /// To decline is no error.
    @Test(.needsTmux, arguments: ["n", "y"]) func replacingAFileOnATerminalAsks(_ answer: String) async throws
    {
      let file = try sandbox.write("precious", to: "there")
      let screen = try await TmuxScreen(
        sandbox, running: [BuiltProgram.path, "export", "-o", file, "--store", store])
      try await screen.wait(for: "[y/N]")
      try await screen.press(answer, "Enter")

      #expect(try await screen.waitForEnd() == 0)
      #expect(try (String(contentsOfFile: file, encoding: .utf8) == "precious") == (answer == "n"))
    }

    @Test func anotherDatabaseIsNeverReplaced() async throws {
      let backup = sandbox.file("backup.sqlite")
      #expect(try await sandbox.run("backup", backup, "--store", store).status == 0)
      let before = try FolderSnapshot(sandbox.files)
      #expect(try await sandbox.run("export", "-o", backup, "--force", "--store", store).status == 73)
      #expect(try await sandbox.run("backup", backup, "--store", store).status == 73)
      #expect(try FolderSnapshot(sandbox.files) == before)
    }

    @Test func aFileThatIsNotRegularIsWrittenToInPlace() async throws {
      let fifo = sandbox.file("fifo")
      #expect(mkfifo(fifo, 0o600) == 0)
      let script = """
        "$PROGRAM" export --store '\(store)' >expected || exit 1
        cat fifo >from-fifo & "$PROGRAM" export --store '\(store)' -o fifo && wait
        "$PROGRAM" export --store '\(store)' -o - >from-minus
        echo before >from-stdout; "$PROGRAM" export --store '\(store)' -o /dev/stdout >>from-stdout
        "$PROGRAM" export --store '\(store)' -o /dev/fd/3 3>from-descriptor
        "$PROGRAM" export --store '\(store)' -o /dev/null
        for name in fifo minus descriptor; do cmp expected from-$name || exit 2; done
        tail -n +2 from-stdout | cmp - expected && test -p fifo && test -c /dev/null
        """
      let result = try await sandbox.shell("cd '\(sandbox.files)'; \(script)")
      #expect(result.status == 0, "\(result.errors)")
      #expect(try await sandbox.run("export", "--store", store, "-o", "/dev/full").status == 74)
    }

    @Test func rejectedRowsGoToStandardOutput() async throws {
      let csv = sandbox.file("beers.csv")
      let result = try await sandbox.run("import", csv, "--rejects", "-", "--store", store)
      let names = "\"import_problem (rating-scale 5)\",name,rating\n"
      #expect(result.status == 65 && result.output.hasPrefix(names))
      #expect(result.outputLines.count == 2 && result.errors.contains("already in the diary"))
      let json = try await sandbox.run("import", csv, "--rejects", "-", "--json", "--store", store)
      #expect(json.status == 64 && json.errors.isOneSentence)
    }
  }
}
