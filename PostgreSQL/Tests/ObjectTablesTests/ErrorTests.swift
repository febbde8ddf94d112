import Foundation
import Testing

@testable import ObjectTables

extension WithServer {
  @Suite("Errors and the setup of a database") struct ErrorTests {
    private func list(_ url: String?) throws -> Helper.Result { try Helper.run(["list"], url: url) }

    private func expect(_ result: Helper.Result, _ kind: DatabaseError.Kind, _ text: String) {
      #expect(result.status == kind.rawValue)
      #expect(result.errors.contains(text))
      #expect(result.errors.split(separator: "\n").count == 1)
      #expect(!result.errors.contains(TestDatabase.password))
    }

    @Test("Setting up can be repeated and keeps the objects")
    func repeatedSetup() throws {
      // given
      let database = try TestDatabase(isSetUp: false)
      let roles = [database.role("ann"), database.role("ben")]
      let url = database.administratorURL
      #expect(
        try Helper.run(["setup", roles[0]], url: url) == Helper.Result(status: 0, output: "", errors: ""))
      let put = try Helper.run(["put"], input: ["diary /dev/null"], url: database.url("ann"))
      expect(put, .file, "/dev/null")
      let files = try Files()
      let path = try files.write(Data([1]))
      #expect(try Helper.run(["put"], input: ["diary \(path)"], url: database.url("ann")).status == 0)
      expect(try list(database.url("ben")), .permission, "beerdiary-postgresql setup \(roles[1])")

      // when
      for _ in 1...2 {
        #expect(
          try Helper.run(["setup"] + roles, url: url) == Helper.Result(status: 0, output: "", errors: ""))
      }

      // then
      #expect(try list(database.url("ann")).output == "1 1 diary\n")
      #expect(try list(database.url("ben")) == Helper.Result(status: 0, output: "", errors: ""))
    }

    @Test("A setup that was interrupted is completed")
    func interruptedSetup() throws {
      let database = try TestDatabase()
      try database.administrator.execute("DELETE FROM beerdiary.version")
      try database.administrator.execute("DROP POLICY own_diary ON beerdiary.part")
      try database.administrator.execute("ALTER TABLE beerdiary.object DISABLE ROW LEVEL SECURITY")
      expect(try list(database.url("ann")), .notSetUp, "not set up")
      try Setup.run(database.administrator, roles: [database.role("ann")])
      #expect(try list(database.url("ann")).status == 0)
      #expect(
        try database.value("SELECT count(*)::text FROM pg_policies WHERE schemaname = 'beerdiary'") == "3")
      #expect(
        try database.value(
          "SELECT count(*)::text FROM pg_tables WHERE schemaname = 'beerdiary' AND rowsecurity") == "3")
    }

    @Test("A role that may not create tables, or does not exist, is refused by the setup")
    func setupRoles() throws {
      let database = try TestDatabase(isSetUp: false)
      expect(try Helper.run(["setup"], url: database.url("ann")), .permission, database.role("ann"))
      expect(
        try Helper.run(["setup", "nobody-here"], url: database.administratorURL), .usage,
        "createuser --pwprompt nobody-here")
    }

    @Test("A database that is not set up is an error that says what to do")
    func notSetUp() throws {
      let database = try TestDatabase(isSetUp: false)
      expect(try list(database.url("ann")), .notSetUp, "beerdiary-postgresql setup")
    }

    @Test("Tables of a newer version are refused by all commands")
    func newerVersion() throws {
      let database = try TestDatabase()
      try database.administrator.execute("UPDATE beerdiary.version SET version = 2")
      expect(try list(database.url("ann")), .newerVersion, "Update Beer Diary")
      expect(try Helper.run(["setup"], url: database.administratorURL), .newerVersion, "version 2")
    }

    @Test("A wrong password, none and an unknown role are errors of authentication, in any language")
    func authentication() throws {
      let database = try TestDatabase()
      expect(
        try list(database.url("ann", password: "wrong")), .authentication,
        "does not accept the password of \(database.role("ann"))")
      expect(
        try list(database.server.url(role: database.role("ann"), database: database.name)), .authentication,
        "Add it to ~/.pgpass")
      expect(
        try list(database.server.url(role: "stranger", password: "x", database: database.name)),
        .authentication, "stranger")
    }

    @Test("A missing database and a missing server are told apart")
    func missing() throws {
      let server = try TestServer.shared.get()
      expect(
        try list(server.url(role: "postgres", database: "none")), .noDatabase, "There is no database none")
      expect(
        try list("postgresql://ann:s3cret@/beerdiary?host=/nonexistent"), .unreachable, "cannot be reached")
      expect(
        try list("postgresql://ann:s3cret@127.0.0.1:1/beerdiary"), .unreachable, "127.0.0.1")
    }

    @Test(
      "A URL that is not valid is not shown",
      arguments: [
        "postgresql://ann:s3cret@[/x", "postgresql://ann:s3cret@/x?none=1", "host=x password=s3cret", "",
      ])
    func invalidURL(_ url: String) throws { expect(try list(url), .usage, "not valid") }

    @Test("A full disk of the server is an error of its own, and leaves nothing")
    func diskFull() throws {
      let database = try TestDatabase()
      try database.administrator.execute(
        """
        CREATE FUNCTION fail() RETURNS trigger LANGUAGE plpgsql AS
        $$ BEGIN RAISE EXCEPTION 'No space left on device' USING ERRCODE = 'disk_full'; END $$
        """)
      try database.administrator.execute(
        "CREATE TRIGGER fail BEFORE INSERT ON beerdiary.object FOR EACH ROW EXECUTE FUNCTION fail()")
      let files = try Files()
      let path = try files.write(Data([1]))
      expect(
        try Helper.run(["put"], input: ["log/a \(path)"], url: database.url("ann")), .diskFull,
        "The server's disk is full.")
      #expect(try database.value("SELECT count(*)::text FROM beerdiary.part") == "0")
    }

    @Test("A server that accepts no changes is busy")
    func readOnly() throws {
      let database = try TestDatabase()
      try database.administrator.execute(
        "ALTER ROLE \(database.role("ann")) SET default_transaction_read_only = on")
      expect(try list(database.url("ann")), .busy, "accepts no changes")
    }
  }
}

@Suite("Messages of servers")
struct MessageTests {
  @Test("The code is found in messages of any language")
  func codes() {
    let failure = Connection.connectionFailure(
      """
      connection to server at "a" (10.0.0.1), port 5432 failed: Verbindungsaufbau abgelehnt
      \tIs the server running on that host and accepting TCP/IP connections?
      connection to server at "b" (10.0.0.2), port 5432 failed: SCHWERWIEGEND:  28P01: Passwort falsch
      ORT:  auth_failed, auth.c:335
      """)
    #expect(failure.state == "28P01")
    #expect(failure.message == "Passwort falsch")
  }

  /// libpq tries again without TLS, unless the URL says otherwise.
  @Test("The failure of the encrypted connection is reported, not that of the one after it")
  func encryptedConnection() {
    func failure(_ first: String, _ second: String) -> (state: String?, message: String) {
      Connection.connectionFailure(
        [first, second].map { "connection to server at \"a\" (10.0.0.1), port 5432 failed: \($0)" }
          .joined(separator: "\n"))
    }
    let noEntry = "FATAL:  28000: no pg_hba.conf entry for host \"10.0.0.2\", no encryption\nLOCATION:  x.c:1"
    let password = "FATAL:  28P01: password authentication failed for user \"ann\"\nLOCATION:  auth.c:1"
    for (first, second) in [(password, noEntry), (noEntry, password)] {
      #expect(failure(first, second).state == "28P01")
    }
    let certificate = failure("SSL error: certificate verify failed", noEntry)
    #expect(certificate.state == nil)
    #expect(certificate.message.split(separator: "\n").first?.hasSuffix("certificate verify failed") == true)
    #expect(failure(noEntry, noEntry).state == "28000")
  }

  @Test("Control characters of a message are left out")
  func controlCharacters() {
    let error = DatabaseError(state: "XX000", message: "a\u{1B}[31mb\nDETAIL: c", role: "", database: "")
    #expect(error.message == "The server reports an error: a[31mb.")
  }
}
