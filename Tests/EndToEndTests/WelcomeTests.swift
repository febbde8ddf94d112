import FixtureStores
import Foundation
import Testing

extension EndToEnd {
  /// The ways to begin that an empty diary offers.
  @Suite(.needsTmux) struct WelcomeTests {
    private let sandbox: Sandbox

    init() throws { sandbox = try Sandbox() }

    @Test func aDiaryOfTheAppIsChosenFromAListAndAdded() async throws {
      _ = try LegacyStore().write(to: sandbox.home + "/Old.sqlite")
      let screen = try await TmuxScreen(sandbox, running: [BuiltProgram.path])
      try await screen.wait(for: "Bring your diary from Beer Diary for iOS")

      try await screen.press("i")
      try await screen.wait(for: "Old.sqlite")
      try await screen.type("old")
      try await screen.press("Enter")
      try await screen.wait(forAll: "12 beers", " y add ")
      try await screen.press("y")
      try await screen.wait(forAll: "Added 12 beers", "Press Enter to go back to your diary.")
      try await screen.press("Enter")
      try await screen.wait(forAll: LegacyDiary.newestName, "12 beers", "u: undo")
      try await screen.press("u")
      try await screen.wait(for: "Undo: adopted 12 beers? y/N")
      try await screen.press("y")
      try await screen.wait(for: "Undone: adopted 12 beers.")
      try await screen.press("C-r")
      try await screen.wait(forAll: LegacyDiary.newestName, "Redone: adopted 12 beers.")
      try await screen.press("q")

      #expect(try await screen.waitForEnd() == 0)
      #expect(try await sandbox.listedBeers(sandbox.defaultStore).count == 12)
    }

    @Test func aFileIsChosenFromAListAndImported() async throws {
      try Data("name\nOrval\n".utf8).write(to: URL(fileURLWithPath: sandbox.home + "/beers.csv"))
      let screen = try await TmuxScreen(sandbox, running: [BuiltProgram.path])
      try await screen.wait(for: "Import check-ins")

      try await screen.press("I")
      try await screen.wait(for: "beers.csv")
      try await screen.type("beers")
      try await screen.press("Enter")
      try await screen.wait(for: "y imports")
      try await screen.press("y")
      try await screen.wait(for: "Added 1 beer.")
      try await screen.press("q", "q")

      #expect(try await screen.waitForEnd() == 0)
      #expect(try await sandbox.listedBeers(sandbox.defaultStore).count == 1)
    }

    @Test func theSampleIsOpenedAndLeavesTheDiaryEmpty() async throws {
      let screen = try await TmuxScreen(sandbox, running: [BuiltProgram.path])
      try await screen.wait(for: "Look around in a sample diary")

      try await screen.press("d")
      // If the program is not in the source tree, the sample is not installed, and the command says so.
      try await screen.wait(until: "the sample or the reason is shown") {
        $0.contains("with photos") || $0.contains("The sample diary is not installed.")
      }
      let isInstalled = try await screen.text().contains("with photos")
      try await screen.press(isInstalled ? "q" : "Enter")
      try await screen.wait(for: "Your diary is empty.")
      try await screen.press("q")

      #expect(try await screen.waitForEnd() == 0)
      #expect(try FolderSnapshot(sandbox.temporary).isEmpty)
      #expect(try await sandbox.listedBeers(sandbox.defaultStore).isEmpty)
    }
  }
}
