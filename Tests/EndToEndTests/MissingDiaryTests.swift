import FixtureStores
import Foundation
import Testing

extension EndToEnd {
  /// On the screen: your own diary is made where it is missing, one that was named is not.
  @Suite(.needsTmux) struct MissingDiaryTests {
    private let sandbox: Sandbox

    init() throws { sandbox = try Sandbox() }

    @Test func aNamedOneIsNotMade() async throws {
      let store = sandbox.file("mistyped.sqlite")

      let screen = try await TmuxScreen(sandbox, store: store)

      #expect(try await screen.waitForEnd() == 66)
      let text = try await screen.transcript()
      #expect(text.contains("There is no diary at \(store)"))
      #expect(text.contains("beerdiary import --store"))
      #expect(try FolderSnapshot(sandbox.files).isEmpty)
    }

    @Test func oneNamedByTheEnvironmentIsNotMade() async throws {
      let screen = try await TmuxScreen(
        sandbox, running: [BuiltProgram.path],
        environment: ["BEERDIARY_STORE": sandbox.file("mistyped.sqlite")])

      #expect(try await screen.waitForEnd() == 66)
      #expect(try FolderSnapshot(sandbox.files).isEmpty)
    }

    @Test func yourOwnIsMade() async throws {
      let screen = try await TmuxScreen(sandbox, running: [BuiltProgram.path])
      try await screen.wait(for: "q quit")

      try await screen.press("q")

      #expect(try await screen.waitForEnd() == 0)
      #expect(FileManager.default.fileExists(atPath: sandbox.defaultStore))
    }
  }
}
