import FixtureStores
import Foundation
import TestSupport
import Testing

extension EndToEnd {
  /// A very large import into a new diary that is killed: it is there wholly or not at all, and completed by another.
  @Suite struct KilledImportTests {
    private static let rowCount = 53_000

    /// - Parameter size: Of the diary's file, in bytes, from which on the import is killed.
    @Test(arguments: BuiltProgram.sample(of: [200_000, 20_000_000], oneIn: 2))
    func aKilledImportIsCompletedByTheNextOne(killedFrom size: Int) async throws {
      try await untilSignalIsInTime { try await isKilled(from: size, in: $0) }
    }

    /// Kills an import and completes it; returns `false` if it was complete before.
    private func isKilled(from size: Int, in sandbox: Sandbox) async throws -> Bool {
      let store = sandbox.file("diary.sqlite")
      let rows = (1...Self.rowCount).map {
        "Beer \($0),Brewery \($0 % 700),\(String(repeating: "Malt ", count: 60))"
      }
      let csv = try sandbox.write("name,brewery,notes\n" + rows.joined(separator: "\n"), to: "beers.csv")

      let killed = try await sandbox.run(
        ["import", csv, "--store", store, "--yes"], signaling: SIGKILL
      ) { fileSize(store) ?? 0 >= size }
      #expect([128 + SIGKILL, 0].contains(killed.status))

      let listed = try await sandbox.run("list", "Beer 1", "--store", store)
      #expect(listed.status == 0)
      let left = try SQLiteFile(store).rows("SELECT count(*) FROM beer")
      #expect(left == [["0"]] || left == [["\(Self.rowCount)"]])
      let again = try await sandbox.run("import", csv, "--store", store, "--yes")
      #expect(again.status == 0)
      #expect(try SQLiteFile(store).rows("SELECT count(*) FROM beer") == [["\(Self.rowCount)"]])
      let health = try await sandbox.run("doctor", "--store", store)
      #expect(health.status == 0)
      return killed.status != 0
    }
  }
}
