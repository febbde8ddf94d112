import Foundation
import Testing

extension EndToEnd {
  /// `demo`: the sample diary, gone when the program ends.
  @Suite struct DemoTests {
    private let sandbox: Sandbox
    private let command = [BuiltProgram.path, "demo", "--from", BuiltProgram.sampleFolder]

    init() throws { sandbox = try Sandbox() }

    @Test func listsTheSampleWithoutATerminal() async throws {
      let result = try await sandbox.run("demo", "--from", BuiltProgram.sampleFolder)

      #expect(result.status == 0)
      #expect(result.errors == "")
      #expect(result.outputLines.count >= 60)
      #expect(try FolderSnapshot(sandbox.temporary).isEmpty)
    }

    @Test(.needsTmux) func opensTheSampleAndLeavesNothing() async throws {
      let screen = try await TmuxScreen(sandbox, running: command)
      try await screen.wait(forAll: "Beer Diary", "with photos", "q quit")

      try await screen.press("q")

      #expect(try await screen.waitForEnd() == 0)
      #expect(try sandbox.leftByDemo() == [])
      #expect(!FileManager.default.fileExists(atPath: sandbox.defaultStore))
    }

    @Test(.needsTmux) func leavesNothingAfterControlC() async throws {
      let screen = try await TmuxScreen(sandbox, running: command)
      try await screen.wait(forAll: "Beer Diary", "with photos", "q quit")

      try await screen.press("C-c")

      #expect(try await screen.waitForEnd() == 128 + SIGINT)
      #expect(try sandbox.leftByDemo() == [])
    }

    @Test func aSampleThatIsNotThereIsSaid() async throws {
      let result = try await sandbox.run("demo", "--from", sandbox.file("none"))

      #expect(result.status == 66)
      #expect(result.errors.isOneSentence)
      #expect(try FolderSnapshot(sandbox.temporary).isEmpty)
    }
  }
}

extension Sandbox {
  fileprivate func leftByDemo() throws -> [String] { try FolderSnapshot(temporary).names }
}
