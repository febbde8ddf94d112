import Foundation
import Testing

@testable import ObjectTables

extension WithServer {
  @Suite("Two servers") struct FailoverTests {
    @Test("After a failover, the same URL leads to the server that accepts changes, with all objects")
    func failover() async throws {
      // given
      let server = try TestServer(["--standby"])
      let database = try TestDatabase(on: server)
      let standby = server.folder + "/standby"
      let address = server.url(role: database.role("ann"), password: "s3cret", database: database.name)
      let url = address.replacingOccurrences(of: "host=", with: "host=\(standby),")
      // A server that does not know the role yet would refuse it, and the next one would not be tried.
      let copy = try Connection(
        "postgresql://postgres@/postgres?host=\(standby)&target_session_attrs=any")
      try await waitUntil {
        try database.value(
          "SELECT count(*)::text FROM pg_database JOIN pg_roles ON rolname = datname || '_ann'", copy) == "1"
      }
      let files = try Files()
      let path = try files.write(Data([1]))
      #expect(
        try Helper.run(["put"], input: ["log/a \(path)"], url: url)
          == Helper.Result(status: 0, output: "", errors: ""))
      let primary = try database.value("SELECT pg_current_wal_lsn()::text")
      try await waitUntil {
        try database.value("SELECT (pg_last_wal_replay_lsn() >= '\(primary)')::text", copy) == "true"
      }
      let news = try Helper(["listen", "--after", "0"], url: url)
      #expect(news.line() == "1 1 log/a")

      // when
      let alone = try Helper.run(
        ["list"],
        url: address.replacingOccurrences(of: "host=.*", with: "host=\(standby)", options: .regularExpression)
      )
      try server.failOver()

      // then
      #expect(alone.status == DatabaseError.Kind.busy.rawValue)
      #expect(alone.errors.contains("read-only"))
      #expect(
        [DatabaseError.Kind.unreachable.rawValue, DatabaseError.Kind.busy.rawValue].contains(news.exitStatus))
      try await waitUntil { try Helper.run(["put"], input: ["log/b \(path)"], url: url).status == 0 }
      #expect(try Helper.run(["list"], url: url).output == "1 1 log/a\n2 1 log/b\n")
    }
  }
}
