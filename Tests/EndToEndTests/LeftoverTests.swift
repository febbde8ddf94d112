import FixtureStores
import Foundation
import Testing

extension EndToEnd {
  /// What a killed process left next to the diary.
  @Suite struct LeftoverTests {
    private let sandbox: Sandbox
    private let store: String

    init() throws {
      sandbox = try Sandbox()
      store = sandbox.file("diary.sqlite")
    }

    /// Makes a folder with the mark that proves whose it is.
    private func leave() throws -> String {
      let name = ".beerdiary-staging-123456"
      let path = sandbox.file(name)
      try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: false)
      var status = stat()
      #expect(stat(path, &status) == 0)
      let mark = """
        This temporary folder belongs to beerdiary, which removes it.
        purpose staging
        name \(name)
        inode \(status.st_ino)

        """
      _ = try sandbox.write(mark, to: name + "/beerdiary-scratch")
      _ = try sandbox.write("a copy of a diary", to: name + "/diary.sqlite")
      return path
    }

    @Test func theNextCommandThatChangesTheDiaryRemovesALeftover() async throws {
      _ = try await sandbox.run("add", "Orval", "--store", store)
      let leftover = try leave()

      #expect(try await sandbox.run("list", "--store", store).status == 0)
      #expect(try await sandbox.run("add", "Gueuze", "--read-only", "--store", store).status == 77)
      #expect(FileManager.default.fileExists(atPath: leftover))

      #expect(try await sandbox.run("edit", "1", "--rating", "4", "--store", store).status == 0)
      #expect(!FileManager.default.fileExists(atPath: leftover))
    }

    @Test(.needsTmux) func openingTheScreenRemovesALeftover() async throws {
      _ = try await sandbox.run("add", "Orval", "--store", store)
      let leftover = try leave()

      let screen = try await TmuxScreen(sandbox, store: store)
      try await screen.wait(for: "Orval")
      try await screen.wait(until: "it is gone") { !FileManager.default.fileExists(atPath: leftover) }
      try await screen.press("q")

      #expect(try await screen.waitForEnd() == 0)
    }
  }
}
