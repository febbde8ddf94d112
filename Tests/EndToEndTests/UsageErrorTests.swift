import Foundation
import Testing

extension EndToEnd {
  /// Whatever goes wrong ends in one sentence and a code that scripts can tell apart.
  @Suite struct UsageErrorTests {
    private let sandbox: Sandbox

    init() throws { sandbox = try Sandbox() }

    @Test(arguments: [["list"], ["show", "1"], ["--migrate-only"], []])
    func aMissingStoreIsNotCreated(_ command: [String]) async throws {
      let store = sandbox.file("none.sqlite")

      let result = try await sandbox.start(command + ["--store", store]).result()

      #expect(result.status == 66)
      #expect(result.output == "")
      #expect(result.errors.isOneSentence && result.errors.contains(store))
      #expect(try FolderSnapshot(sandbox.files).isEmpty)
    }

    @Test(arguments: ["\"$PROGRAM\" list --store=\"$name\"", "BEERDIARY_STORE=\"$name\" \"$PROGRAM\" list"])
    func aPathThatIsNotUTF8IsRefused(_ command: String) async throws {
      let result = try await sandbox.shell(
        "cd '\(sandbox.files)'; name=$(printf 'bad\\377.sqlite'); export BEERDIARY_STORE; \(command)")

      #expect(result.status == 64)
      #expect(result.errors.isOneSentence && result.errors.contains("UTF-8"), "\(result.errors)")
      #expect(try FolderSnapshot(sandbox.files).isEmpty)
    }

    @Test func aFolderThatCannotBeCreatedIsReported() async throws {
      let file = try sandbox.write("no folder", to: "file")

      for store in ["/proc/beerdiary/diary.sqlite", file + "/diary.sqlite", file + "/in/diary.sqlite"] {
        let result = try await sandbox.run("import", "-", "--store", store, input: "name\nOne\n")
        #expect(result.status == 73)
        #expect(result.output == "")
        #expect(result.errors.isOneSentence)
      }
    }

    @Test(.enabled(if: geteuid() != 0, "the superuser may write everywhere"))
    func aFolderWithoutPermissionIsReported() async throws {
      chmod(sandbox.files, 0o500)
      defer { chmod(sandbox.files, 0o700) }

      let result = try await sandbox.run(
        "import", "-", "--store", sandbox.file("diary.sqlite"), input: "name\nOne\n")

      #expect(result.status == 77)
      #expect(result.errors.isOneSentence)
    }

    @Test func theProgramWorksIfTelemetryCannotBeWritten() async throws {
      let diary = try LegacyDiary(sandbox)
      _ = try await sandbox.run("--migrate-only", "--store", diary.path)

      let result = try await sandbox.run(
        "list", "--store", diary.path, environment: ["XDG_STATE_HOME": "/proc/beerdiary"])

      #expect(result.status == 0)
      #expect(result.errors == "")
      #expect(result.outputLines.count == 12)
    }

    @Test(arguments: [
      ["--frobnicate"], ["frobnicate"], ["list", "--frobnicate"], ["show"], ["--store="], ["--finish"],
    ])
    func wrongUsageIsReported(_ arguments: [String]) async throws {
      let result = try await sandbox.start(arguments).result()

      #expect(result.status == 64)
      #expect(result.output == "")
      #expect(result.errors.hasPrefix("beerdiary: ") && result.errors.contains("--help"))
    }

    @Test func jsonNeedsACommand() async throws {
      let result = try await sandbox.start(["--json"]).result()

      #expect(result.status == 64)
      #expect(result.errors == "beerdiary: --json requires --migrate-only or a command.\n")
    }

    @Test(arguments: [
      ["--\u{1B}[31mfoo"], ["list", "--\u{9B}31m"], ["show", "\u{1B}]0;title\u{7}"],
      ["--store", "\u{1B}[2J"],
    ])
    func controlSequencesAreNotRepeated(_ arguments: [String]) async throws {
      let result = try await sandbox.start(arguments).result()

      #expect(result.status == 64 || result.status == 66)
      let controls = result.errors.unicodeScalars.filter {
        $0 != "\n" && $0.properties.generalCategory == .control
      }
      #expect(!result.errors.isEmpty && controls.isEmpty)
    }

    @Test(arguments: [["--help"], ["list", "--help"], ["--version"]])
    func helpIsNotAnError(_ arguments: [String]) async throws {
      let result = try await sandbox.start(arguments).result()

      #expect(result.status == 0)
      #expect(!result.output.isEmpty)
      #expect(result.errors == "")
    }

    @Test(.needsTmux) func anUnsuitableTerminalIsReported() async throws {
      let diary = try LegacyDiary(sandbox)
      let errors = sandbox.file("errors")

      let screen = try await TmuxScreen(
        sandbox,
        running: [
          "/bin/sh", "-c", "exec env TERM=dumb '\(BuiltProgram.path)' --store '\(diary.path)' 2>'\(errors)'",
        ])

      #expect(try await screen.waitForEnd() == 64)
      let sentence = try String(contentsOfFile: errors, encoding: .utf8)
      #expect(sentence.isOneSentence && sentence.contains("terminal"))
      #expect(try await screen.fact("alternate_on") == "0")
    }
  }
}
