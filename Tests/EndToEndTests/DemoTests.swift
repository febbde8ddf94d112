import Foundation
import Testing

extension EndToEnd {
  /// `demo`: the sample diary, gone when the program ends.
  @Suite struct DemoTests {
    private let sandbox: Sandbox
    private let command = [BuiltProgram.path, "demo", "--from", BuiltProgram.sampleFolder]

    init() throws { sandbox = try Sandbox() }

    @Test func theSampleIsListedWithoutATerminal() async throws {
      let result = try await sandbox.run("demo", "--from", BuiltProgram.sampleFolder)

      #expect(result.status == 0)
      #expect(result.errors == "")
      #expect(result.outputLines.count >= 60)
      #expect(try FolderSnapshot(sandbox.temporary).isEmpty)
    }

    @Test(.needsTmux) func theSampleIsOpenedOnATerminalAndLeavesNothing() async throws {
      let screen = try await TmuxScreen(sandbox, running: command)
      try await screen.wait(forAll: "Beer Diary", "with photos", "q quit")

      try await screen.press("q")

      #expect(try await screen.waitForEnd() == 0)
      #expect(try sandbox.leftByDemo() == [])
      #expect(!FileManager.default.fileExists(atPath: sandbox.defaultStore))
    }

    @Test(.needsTmux) func undoLeavesTheSampleAsItIs() async throws {
      let screen = try await TmuxScreen(sandbox, running: command)
      try await screen.wait(forAll: "Beer Diary", "with photos", "q quit")

      try await screen.press("u")

      try await screen.wait(for: "Nothing to undo.")
    }

    @Test(.needsTmux) func aTerminatedDemoLeavesNothing() async throws {
      let screen = try await TmuxScreen(sandbox, running: command)
      try await screen.wait(forAll: "Beer Diary", "with photos", "q quit")

      try screen.send(SIGTERM)

      #expect(try await screen.waitForEnd() == 128 + SIGTERM)
      #expect(try sandbox.leftByDemo() == [])
    }

    @Test(.needsTmux) func leftoversOfAKilledDemoAreRemovedByTheNext() async throws {
      let screen = try await TmuxScreen(sandbox, running: command)
      try await screen.wait(forAll: "Beer Diary", "with photos", "q quit")
      try screen.send(SIGKILL)
      #expect(try await screen.waitForEnd() == 128 + SIGKILL)
      try #require(try !sandbox.leftByDemo().isEmpty)

      _ = try await sandbox.run("demo", "--list", "--from", BuiltProgram.sampleFolder)

      #expect(try sandbox.leftByDemo() == [])
    }

    @Test func aFolderThatOnlyHasTheNameOfADemoIsNotRemoved() async throws {
      let names = ["beerdiary-demo-AbCdEf", "beerdiary-demo-notes", "other"]
      for name in names {
        try FileManager.default.createDirectory(
          atPath: sandbox.temporary + "/" + name, withIntermediateDirectories: false)
      }

      _ = try await sandbox.run("demo", "--list", "--from", BuiltProgram.sampleFolder)

      #expect(try sandbox.leftByDemo() == names.sorted())
    }

    @Test func aDemoLeavesNothingIfTheReaderEnds() async throws {
      let result = try await sandbox.shell(
        "\"$PROGRAM\" demo --list --from '\(BuiltProgram.sampleFolder)' | true")

      #expect(result.errors == "")
      #expect(try sandbox.leftByDemo() == [])
    }

    @Test func theDiaryIsListedInsteadOfTheSampleIfThereIsOne() async throws {
      let arguments = ["demo", "--unless-diary", "--from", BuiltProgram.sampleFolder]
      #expect(try await sandbox.start(arguments).result().outputLines.count >= 60)

      _ = try await sandbox.run("import", "-", input: "name\nMine\n")
      let own = try await sandbox.start(arguments).result()

      #expect(own.outputLines.count == 1 && own.output.contains("Mine"))
    }

    @Test(.needsTmux) func controlCEndsTheDemoAndLeavesNothing() async throws {
      let screen = try await TmuxScreen(sandbox, running: command)
      try await screen.wait(forAll: "Beer Diary", "with photos", "q quit")

      try await screen.press("C-c")

      #expect(try await screen.waitForEnd() == 128 + SIGINT)
      #expect(try sandbox.leftByDemo() == [])
    }

    /// Wherever the program was built to, and whatever folder it is run from.
    @Test(arguments: [
      (program: "prefix/bin/beerdiary", sample: "prefix/share/beerdiary/sample"),
      ("checkout/beerdiary", "checkout/Resources/sample"),
      ("checkout/.build/release/beerdiary", "checkout/Resources/sample"),
      ("checkout/out/a/b/c/d/e/beerdiary", "checkout/Resources/sample"),
    ])
    func theSampleIsFoundRelativeToTheProgram(_ paths: (program: String, sample: String)) async throws {
      let program = sandbox.file(paths.program)
      let sample = sandbox.file(paths.sample)
      try await sandbox.installProgram(as: program)
      try FileManager.default.createDirectory(
        atPath: (sample as NSString).deletingLastPathComponent, withIntermediateDirectories: true)
      try FileManager.default.copyItem(atPath: BuiltProgram.sampleFolder, toPath: sample)
      try FileManager.default.createSymbolicLink(
        atPath: sandbox.file("link"), withDestinationPath: program)

      for path in [program, sandbox.file("link")] {
        let result = try await sandbox.command("/bin/sh", ["-c", "cd / && exec '\(path)' demo --list"])
        #expect(result.errors == "" && result.outputLines.count >= 60)
      }
    }

    @Test func aDemoWithoutASampleSaysHowToNameOne() async throws {
      let program = sandbox.file("beerdiary")
      try await sandbox.installProgram(as: program)
      let result = try await sandbox.command(program, ["demo", "--list"])
      #expect(result.status == 66 && result.errors.contains("--from"))
    }

    @Test func aMissingSampleIsReported() async throws {
      let result = try await sandbox.run("demo", "--from", sandbox.file("none"))

      #expect(result.status == 66)
      #expect(result.errors.isOneSentence)
      #expect(try FolderSnapshot(sandbox.temporary).isEmpty)
    }

    @Test func aSampleWithoutItsPhotosIsReported() async throws {
      _ = try sandbox.write("name\nOne\n", to: "beers.csv")
      let withoutFolder = try await sandbox.run("demo", "--from", sandbox.files)
      try FileManager.default.createDirectory(
        atPath: sandbox.file("photos/1-1.jpg"), withIntermediateDirectories: true)
      let withoutFile = try await sandbox.run("demo", "--from", sandbox.files)

      for result in [withoutFolder, withoutFile] {
        #expect(result.status == 66)
        #expect(result.errors.isOneSentence && result.errors.contains(sandbox.file("photos")))
      }
      #expect(try sandbox.leftByDemo() == [])
    }
  }
}

extension Sandbox {
  /// Copies the program, by another process: see `install`.
  fileprivate func installProgram(as path: String) async throws {
    let result = try await command("/usr/bin/install", ["-D", "-m", "755", BuiltProgram.path, path])
    guard result.status == 0 else { throw CocoaError(.fileWriteUnknown) }
  }

  fileprivate func leftByDemo() throws -> [String] { try FolderSnapshot(temporary).names }
}
