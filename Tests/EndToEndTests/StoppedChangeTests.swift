import Foundation
import TestSupport
import Testing

extension EndToEnd {
  /// Ctrl-C while a command changes many beers.
  @Suite struct StoppedChangeTests {
    private static let beerCount = 100_000

    @Test(arguments: [
      ["remove", "style:stout", "--yes"], ["trash", "restore", "style:stout", "--yes"], ["undo"],
    ])
    func aStoppedChangeOfManyBeersChangesNothingAndSaysSo(_ command: [String]) async throws {
      try await untilSignalIsInTime { try await isStopped(command, in: $0) }
    }

    /// Stops a command once it has begun to write; returns `false` if it was done before.
    private func isStopped(_ command: [String], in sandbox: Sandbox) async throws -> Bool {
      let rows = (1...Self.beerCount).map { "Beer \($0),Stout\n" }.joined()
      let csv = try sandbox.write("name,style\n" + rows, to: "beers.csv")
      #expect(try await sandbox.run("import", csv).status == 0)
      if command[0] != "remove" {
        #expect(try await sandbox.run("remove", "style:stout", "--yes").status == 0)
      }
      let before = try await sandbox.run("list", "--columns", "id").output
      let log = sandbox.defaultStore + "-wal"

      // A change that does not fit in memory goes to the -wal before it is committed; opening writes much less.
      let stopped = try await sandbox.run(command, signaling: SIGINT) { fileSize(log) ?? 0 > 1_000_000 }

      guard stopped.status != 0 else { return false }
      #expect(stopped.status == 128 + SIGINT && stopped.output == "")
      #expect(stopped.errors == "Stopped. Nothing was changed.\n")
      #expect(try await sandbox.run("list", "--columns", "id").output == before)
      #expect(try await sandbox.run("doctor").status == 0)
      return true
    }
  }
}
