import Foundation
import Testing

extension EndToEnd {
  /// What is longer than the terminal goes through `$PAGER`.
  @Suite(.needsTmux) struct PagerTests {
    private let sandbox: Sandbox

    init() throws { sandbox = try Sandbox() }

    private var note: String { sandbox.file("note") }

    /// Runs the program with a pager that keeps what it gets.
    private func screen(_ arguments: String..., pager: String? = nil) async throws -> TmuxScreen {
      let rows = (1...60).map { "Beer \($0)\n" }.joined()
      _ = try await sandbox.run("import", "-", input: "name\n" + rows)
      let command = ["/usr/bin/env", "PAGER=\(pager ?? "cat >'\(note)'; echo paged")", BuiltProgram.path]
      return try await TmuxScreen(sandbox, running: command + arguments)
    }

    @Test(arguments: [["list"], ["list", "--json"], ["telemetry", "describe"]])
    func longOutputIsPaged(_ arguments: [String]) async throws {
      let screen =
        arguments.count == 1 ? try await screen(arguments[0]) : try await screen(arguments[0], arguments[1])

      #expect(try await screen.waitForEnd() == 0)
      #expect(try await screen.text().contains("paged"))
      let paged = try String(contentsOfFile: note, encoding: .utf8)
      #expect(paged.split(separator: "\n").count > 30)
      #expect(arguments != ["list"] || paged.split(separator: "\n").count == 60)
    }

    @Test func shortOutputIsNotPaged() async throws {
      let screen = try await screen("list", "--limit", "3")

      #expect(try await screen.waitForEnd() == 0)
      #expect(try await screen.text().contains("Beer 60"))
      #expect(!FileManager.default.fileExists(atPath: note))
    }

    @Test func nothingIsPagedIfThePagerIsTurnedOff() async throws {
      let screen = try await screen("list", "--no-pager")

      #expect(try await screen.waitForEnd() == 0)
      #expect(!FileManager.default.fileExists(atPath: note))
    }

    @Test func aPagerThatIsLeftEarlyEndsTheProgram() async throws {
      let screen = try await screen("list", "--json", pager: "head -1 >'\(note)'")

      #expect(try await screen.waitForEnd() == 0)
      #expect(try String(contentsOfFile: note, encoding: .utf8) == "[\n")
    }

    @Test func aMissingPagerIsReported() async throws {
      let screen = try await screen("list", pager: "no-such-pager")

      #expect(try await screen.waitForEnd() == 69)
      #expect(try await screen.transcript().contains("--no-pager"))
    }
  }
}
