import Foundation
import Testing

@testable import ObjectTables

/// Suites that need a server.
@Suite(.serialized, .enabled(if: TestServer.isAvailable), .timeLimit(.minutes(5))) struct WithServer {}

extension WithServer {
  @Suite("Objects of a diary") struct ObjectTests {
    private let database: TestDatabase
    private let files: Files

    init() throws {
      database = try TestDatabase()
      files = try Files()
    }

    private func run(_ arguments: String..., input: [String] = [], as person: String = "ann") throws
      -> Helper.Result
    {
      try Helper.run(arguments, input: input, url: database.url(person))
    }

    private func put(_ objects: [(String, Data)], as person: String = "ann") throws {
      let lines = try objects.map { "\($0.0) \(try files.write($0.1))" }
      let result = try run("put", input: lines, as: person)
      #expect(result == Helper.Result(status: 0, output: "", errors: ""))
    }

    private func get(_ name: String, as person: String = "ann") throws -> Data? {
      let folder = try Files()
      let result = try run("get", folder.path, input: [name], as: person)
      #expect(result.status == 0)
      return folder.read(String(name.split(separator: "/").last ?? ""))
    }

    @Test("What was put is listed, read and deleted")
    func roundTrip() throws {
      // given
      let bytes = Data((0..<1_000).map { UInt8(truncatingIfNeeded: $0) })
      try put([("log/a-1", bytes), ("diary", Data()), ("log/a-2", Data([0]))])

      // then
      #expect(try run("list", "log/").output == "1 1000 log/a-1\n3 1 log/a-2\n")
      #expect(try run("list").output == "2 0 diary\n1 1000 log/a-1\n3 1 log/a-2\n")
      #expect(try run("list", "snap/").output == "")
      #expect(try get("log/a-1") == bytes)
      #expect(try get("diary") == Data())
      #expect(try get("log/b") == nil)
      #expect(try run("delete", input: ["log/a-1", "log/b"]).status == 0)
      #expect(try run("list", "log/").output == "3 1 log/a-2\n")
      #expect(try database.value("SELECT count(*)::text FROM beerdiary.part") == "1")
    }

    @Test("An object may be as large as several parts", arguments: [-1, 0, 1])
    func parts(_ difference: Int) throws {
      var generator = SystemRandomNumberGenerator()
      let count = 2 * DiaryObjects.partSize + difference
      let bytes = Data((0..<count).map { _ in UInt8.random(in: .min ... .max, using: &generator) })
      try put([("photo/a", bytes), ("photo/b", Data([1]))])
      #expect(try get("photo/a") == bytes)
    }

    @Test("An object may be larger than the memory of the program")
    func memory() throws {
      // given
      let limit = 100_000
      let bytes = Data(count: 420 * DiaryObjects.partSize)
      #expect(bytes.count > limit << 10)

      // when
      let line = "photo/a \(try files.write(bytes))"
      #expect(try Helper(["put"], input: [line], url: database.url("ann"), memory: limit).wait().status == 0)
      let folder = try Files()
      let get = try Helper(["get", folder.path], input: ["photo/a"], url: database.url("ann"), memory: limit)

      // then
      #expect(try get.wait() == Helper.Result(status: 0, output: "", errors: ""))
      #expect(folder.read("a") == bytes)
    }

    @Test("Replacing an object gives it a new sequence number, and removes its old parts")
    func replaces() throws {
      try put([("log/a", Data(count: DiaryObjects.partSize + 1)), ("log/b", Data([2]))])
      try put([("log/a", Data([3]))])
      #expect(try get("log/a") == Data([3]))
      #expect(try run("list", "--after", "1").output == "2 1 log/b\n3 1 log/a\n")
      #expect(try run("list", "--after", "2", "log/").output == "3 1 log/a\n")
      #expect(try database.value("SELECT count(*)::text FROM beerdiary.part") == "2")
    }

    @Test("Many objects are read in one call")
    func many() throws {
      let names = (0..<1_203).map { "log/n\($0)" }
      let path = try files.write(Data([7]))
      #expect(try run("put", input: names.map { "\($0) \(path)" }).status == 0)
      let folder = try Files()
      #expect(try run("get", folder.path, input: names).status == 0)
      #expect(names.allSatisfy { folder.read(String($0.dropFirst(4))) == Data([7]) })
      #expect(try run("delete", input: names).status == 0)
      #expect(try run("list").output == "")
    }

    @Test(
      "Invalid names are refused",
      arguments: ["../x", "/x", "log/", "a/b/c", "log/A", "", "log/%", "a,b", "log/a\"", "log/{a}"])
    func names(_ name: String) throws {
      #expect(try run("put", input: [name + " /etc/hostname"]).status == DatabaseError.Kind.usage.rawValue)
      #expect(try run("get", files.path, input: [name]).status == DatabaseError.Kind.usage.rawValue)
      #expect(try run("delete", input: [name]).status == DatabaseError.Kind.usage.rawValue)
    }

    @Test("A file that is missing, or a folder, leaves nothing in the database")
    func missingFile() throws {
      for path in [files.path + "/none", files.path] {
        let result = try run("put", input: ["log/a \(path)"])
        #expect(result.status == DatabaseError.Kind.file.rawValue)
        #expect(result.errors.hasPrefix(path))
      }
      #expect(try run("list").output == "")
    }

    @Test("An object whose parts are not complete does not exist")
    func incomplete() throws {
      try put([("log/a", Data(count: DiaryObjects.partSize + 1))])
      try database.administrator.execute("DELETE FROM beerdiary.part WHERE position = 1")
      #expect(try get("log/a") == nil)
    }

    // MARK: - Several diaries

    @Test("Two diaries can have objects with the same name")
    func twoDiaries() throws {
      try put([("log/a", Data([1])), ("log/b", Data([1]))], as: "ann")
      try put([("log/a", Data([2]))], as: "ben")
      #expect(try get("log/a", as: "ann") == Data([1]))
      #expect(try get("log/a", as: "ben") == Data([2]))
      #expect(try run("list", as: "ben").output == "1 1 log/a\n")
      #expect(try run("delete", input: ["log/a", "log/b"], as: "ben").status == 0)
      #expect(try run("list", as: "ann").output == "1 1 log/a\n2 1 log/b\n")
    }

    @Test("No SQL of one diary's role reads or changes another diary")
    func rowLevelSecurity() throws {
      // given
      try put([("log/a", Data([1]))], as: "ann")
      try put([("log/b", Data([2]))], as: "ben")
      let ben = try Connection(database.url("ben"))
      let ann = database.role("ann")

      // then
      for table in ["object", "part"] {
        #expect(
          try database.value("SELECT string_agg(DISTINCT diary, ',') FROM beerdiary.\(table)", ben)
            == database.role("ben"))
        #expect(try ben.execute("DELETE FROM beerdiary.\(table) WHERE diary = '\(ann)'") == 0)
      }
      #expect(
        try database.value("SELECT string_agg(name, ',') FROM beerdiary.diary", ben) == database.role("ben"))
      #expect(try ben.execute("UPDATE beerdiary.diary SET sequence = 9 WHERE name = '\(ann)'") == 0)
      for statement in [
        "INSERT INTO beerdiary.object VALUES ('\(ann)', 'log/c', 9, 1, 'x')",
        "INSERT INTO beerdiary.part VALUES ('\(ann)', 'log/a', 'x', 0, '')",
        "UPDATE beerdiary.object SET diary = '\(ann)'",
        "UPDATE beerdiary.diary SET name = '\(ann)x'",
        "INSERT INTO beerdiary.diary VALUES ('x', 1, 'x')",
        "DELETE FROM beerdiary.diary",
        "TRUNCATE beerdiary.object",
        "UPDATE beerdiary.version SET version = 2",
        "ALTER TABLE beerdiary.object DISABLE ROW LEVEL SECURITY",
        "SET ROLE \(ann)",
        "SET SESSION AUTHORIZATION \(ann)",
      ] {
        #expect(throws: DatabaseError.self) { try ben.execute(statement) }
      }
      #expect(try get("log/a", as: "ann") == Data([1]))
    }

    @Test("A superuser's diary has only its own objects")
    func superuser() throws {
      try put([("log/a", Data([1]))], as: "ann")
      try Setup.run(database.administrator, roles: [])
      let objects = try DiaryObjects(database.administrator)
      try objects.list("") { _ in Issue.record("An object of another diary is listed") }
      try objects.delete(["log/a"])
      try objects.put([("log/a", files.write(Data([2])))])
      #expect(try get("log/a", as: "ann") == Data([1]))
    }

    // MARK: - Several devices

    @Test("A later sequence number is never visible before an earlier one")
    func sequencesFollowCommits() async throws {
      // given a device that has taken a number and not yet committed
      let first = try Connection(database.url("ann"))
      try first.execute("BEGIN")
      try first.execute("UPDATE beerdiary.diary SET sequence = sequence + 1")
      try first.execute(
        "INSERT INTO beerdiary.object SELECT name, 'log/first', sequence, 0, '' FROM beerdiary.diary")

      // when
      let second = try Helper(
        ["put"], input: ["log/second \(try files.write(Data([2])))"], url: database.url("ann"))
      try await waitUntil { try database.value(Self.waiting) == "1" }

      // then
      #expect(try run("list").output == "")
      try first.execute("COMMIT")
      #expect(try second.wait().status == 0)
      #expect(try run("list", "--after", "0").output == "1 0 log/first\n2 1 log/second\n")
    }

    /// The number of statements that wait for others in this database.
    private static let waiting = """
      SELECT count(*)::text FROM pg_stat_activity
      WHERE datname = current_database() AND wait_event_type = 'Lock'
      """

    @Test("Devices that replace an object at the same time leave one of its versions, whole")
    func concurrentPuts() throws {
      let versions = try (1...4).map { number in
        try files.write(Data(repeating: UInt8(number), count: DiaryObjects.partSize + number))
      }
      for _ in 1...3 {
        let puts = try versions.map { path in
          try Helper(["put"], input: ["log/a \(path)", "log/b \(path)"], url: database.url("ann"))
        }
        for put in puts { #expect(try put.wait() == Helper.Result(status: 0, output: "", errors: "")) }
        for name in ["log/a", "log/b"] {
          let bytes = try #require(try get(name))
          let number = try #require(bytes.first)
          #expect(
            bytes == Data(repeating: number, count: DiaryObjects.partSize + Int(number)))
        }
        #expect(try database.value("SELECT count(*)::text FROM beerdiary.part") == "4")
      }
    }

    @Test("A device that is killed while it puts leaves whole objects, and keeps no lock")
    func killed() async throws {
      let path = try files.write(Data(count: 40 * DiaryObjects.partSize))
      for _ in 1...5 {
        let put = try Helper(["put"], input: ["log/a \(path)", "log/b \(path)"], url: database.url("ann"))
        try await waitUntil { try database.value(Self.sessions) != "0" }
        put.kill()
        #expect(put.exitStatus == 128 + SIGKILL)
        try await waitUntil { try database.value(Self.sessions) == "0" }
        #expect(
          try database.value(
            """
            SELECT count(*)::text FROM beerdiary.part FULL JOIN beerdiary.object USING (diary, name, content)
            WHERE bytes IS NULL OR size IS NULL
            """) == "0")
        #expect(
          try database.value(
            """
            SELECT count(*)::text FROM beerdiary.object
            WHERE size <> (SELECT sum(length(bytes)) FROM beerdiary.part WHERE part.name = object.name)
            """) == "0")
      }
      try self.put([("log/c", Data([2]))])
    }

    /// The number of connections of a diary's role.
    private static let sessions = """
      SELECT count(*)::text FROM pg_stat_activity
      WHERE datname = current_database() AND usename LIKE '%ann'
      """

    @Test("Losing the connection while an object is put is an error, and leaves nothing")
    func lostConnection() async throws {
      // given
      let other = try Connection(database.url("ann"))
      try other.execute("BEGIN")
      try other.execute("UPDATE beerdiary.diary SET sequence = sequence + 1")
      let put = try Helper(
        ["put"], input: ["log/a \(try files.write(Data([1])))"], url: database.url("ann"))
      try await waitUntil { try database.value(Self.waiting) == "1" }

      // when
      _ = try database.value(
        """
        SELECT pg_terminate_backend(pid)::text FROM pg_stat_activity
        WHERE datname = current_database() AND wait_event_type = 'Lock'
        """)

      // then
      let result = try put.wait()
      #expect(result.status == DatabaseError.Kind.busy.rawValue)
      #expect(result.errors.hasPrefix("The server cannot do this now: "))
      try other.execute("ROLLBACK")
      #expect(try run("list").output == "")
    }

    // MARK: - News

    @Test("Listening prints what there is and what comes, and ends with its reader")
    func listen() async throws {
      try put([("log/a", Data([1]))])
      let news = try Helper(["listen", "--after", "0", "--every", "3600"], url: database.url("ann"))
      #expect(news.line() == "1 1 log/a")
      try put([("log/b", Data([1, 2]))])
      #expect(news.line() == "2 2 log/b")
      try put([("log/a", Data([1, 2, 3]))])
      #expect(news.line() == "3 3 log/a")
      try put([("log/c", Data())], as: "ben")
      try put([("log/d", Data())])
      #expect(news.line() == "4 0 log/d")
      try news.closeOutput()
      #expect(Set([0, 128 + SIGPIPE]).contains(news.exitStatus))
    }

    @Test("Listening lists regularly where there are no notifications")
    func poll() async throws {
      let news = try Helper(["listen", "--after", "0", "--every", "1"], url: database.url("ann"))
      try put([("log/a", Data([1]))])
      #expect(news.line() == "1 1 log/a")
      let connection = try Connection(database.url("ann"))
      try connection.execute("UPDATE beerdiary.diary SET sequence = sequence + 1")
      try connection.execute(
        "INSERT INTO beerdiary.object SELECT name, 'log/b', sequence, 0, '' FROM beerdiary.diary")
      #expect(news.line() == "2 0 log/b")
      news.kill()
      #expect(news.exitStatus == 128 + SIGKILL)
    }
  }
}
