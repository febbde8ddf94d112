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
      let csv = try sandbox.write("name,rating\nOrval,4.5\nGueuze,4\nBad,x\n", to: "beers.csv")
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

    @Test func theFileThatIsReadIsNotReplaced() async throws {
      let csv = sandbox.file("beers.csv")
      let before = try FolderSnapshot(sandbox.files)
      let file = try await sandbox.run("import", csv, "--rejects", csv, "--force", "--store", store)
      let input = try await sandbox.shell(
        "\"$PROGRAM\" import - --rejects '\(csv)' --force --store '\(store)' <'\(csv)'")
      for result in [file, input] {
        #expect(result.status == 73 && result.errors.contains("it is the file that is read"))
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

    @Test(.needsTmux, arguments: [("n", 73), ("y", 0)])
    func onATerminalItAsks(_ answer: String, _ status: Int32) async throws {
      let file = try sandbox.write("precious", to: "there")
      let screen = try await TmuxScreen(
        sandbox, running: [BuiltProgram.path, "export", "-o", file, "--store", store])
      try await screen.wait(for: "[y/N]")
      try await screen.press(answer, "Enter")

      #expect(try await screen.waitForEnd() == status)
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

    @Test func whatIsNoRegularFileIsWrittenInto() async throws {
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
      #expect(try await sandbox.run("export", "--store", store, "-o", "/dev/full").status == 73)
    }

    @Test func rejectedRowsGoToStandardOutput() async throws {
      let csv = sandbox.file("beers.csv")
      let result = try await sandbox.run("import", csv, "--rejects", "-", "--store", store)
      #expect(result.status == 65 && result.output.hasPrefix("import_problem,name,rating\n"))
      #expect(result.outputLines.count == 2 && result.errors.contains("in the diary already"))
      let json = try await sandbox.run("import", csv, "--rejects", "-", "--json", "--store", store)
      #expect(json.status == 64 && json.errors.isOneSentence)
    }
  }
}
