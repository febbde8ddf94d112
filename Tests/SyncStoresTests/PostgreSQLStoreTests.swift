import Foundation
import Sync
import SyncStores
import TestSupport
import Testing

/// What the store does with a program that stands for `beerdiary-postgresql`.
@Suite(.timeLimit(.minutes(60))) struct PostgreSQLStoreTests {
  private let folder: TemporaryFolder
  private let staging: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    staging = try TemporaryFolder()
  }

  private static let url = "postgresql://ann:s3cret@db.home/beerdiary"

  /// Returns a store whose program writes its arguments, its URL and its input to files, and then runs a script.
  private func store(_ script: String) throws -> PostgreSQLStore {
    let program = try folder.script(
      "program",
      """
      #!/bin/sh
      echo "$@" >>'\(folder.path)/arguments'
      echo "$BEERDIARY_POSTGRESQL_URL" >'\(folder.path)/url'
      cat >'\(folder.path)/input'
      \(script)
      """)
    return PostgreSQLStore(
      try #require(PostgreSQLDatabase(Self.url)), program: program, environment: ["PATH": "/usr/bin:/bin"])
  }

  @Test func passwordsAreInAVariableAndNotInTheArguments() throws {
    let store = try store("exit 0")
    #expect(try store.list("log/").isEmpty)
    #expect(try folder.text("arguments") == "list log/")
    #expect(try folder.text("url") == Self.url)
  }

  @Test func aListHasTheNamesAndSizesThatTheProgramPrints() throws {
    let store = try store("echo '7 100 log/a'; echo '9 0 log/b'")
    #expect(
      try store.list("log/") == [
        ListedObject(name: "log/a", size: 100), ListedObject(name: "log/b", size: 0),
      ])
  }

  @Test(arguments: ["7 log/a", "7 x log/a", "hello"])
  func aListThatCannotBeReadIsAnError(_ line: String) throws {
    let store = try store("echo '\(line)'")
    #expect(throws: PostgreSQLError.self) { try store.list("log/") }
  }

  @Test func namesAndPathsAreLinesOfTheInput() throws {
    let store = try store("[ $1 != get ] || echo text >$2/a")
    try store.put([("log/a", "/tmp/x y"), ("diary", "/tmp/z")])
    #expect(try folder.text("input") == "log/a /tmp/x y\ndiary /tmp/z")
    try store.delete(["log/a", "log/b"])
    #expect(try folder.text("input") == "log/a\nlog/b")
    try store.get(["log/a", "log/b"], into: staging.path)
    #expect(try folder.text("input") == "log/a\nlog/b")
    #expect(try staging.contents() == ["a": Data("text\n".utf8)])
  }

  @Test func aCallThatFailsLeavesNoFiles() throws {
    let store = try store("echo text >$2/a; exit 10")
    #expect(throws: PostgreSQLError.self) { try store.get(["log/a", "log/b"], into: staging.path) }
    #expect(try staging.contents().isEmpty)
  }

  @Test func theProgramIsNotCalledWithoutNames() throws {
    let store = try store("exit 1")
    try store.put([])
    try store.get([], into: staging.path)
    try store.delete([])
    #expect(!FileManager.default.fileExists(atPath: folder.file("arguments")))
  }

  @Test(
    arguments: [
      (10, .unreachable), (11, .authentication), (12, .noDatabase), (13, .notSetUp), (14, .permission),
      (15, .diskFull), (16, .newerVersion), (17, .busy), (18, .file), (64, .invalidURL), (1, .other),
    ] as [(Int, PostgreSQLError.Kind)])
  func theExitStatusIsTheKindOfAnErrorAndTheOutputItsMessage(
    _ status: Int, _ kind: PostgreSQLError.Kind
  ) throws {
    let store = try store("echo 'It did not work.' >&2; exit \(status)")
    #expect(throws: PostgreSQLError(kind, "It did not work.")) { try store.list("") }
    #expect(throws: PostgreSQLError(kind, "It did not work.")) { try store.put([("log/a", "/dev/null")]) }
    #expect(throws: PostgreSQLError(kind, "It did not work.")) { try store.delete(["log/a"]) }
  }

  @Test func aProgramThatIsKilledOrFailsWithoutASentenceIsAnError() throws {
    for script in ["kill -9 $$", "exit 127", "echo 'lib not found' >&2; exit 127"] {
      #expect {
        try store(script).list("")
      } throws: { error in
        (error as? PostgreSQLError)?.kind == .other && "\(error)".hasPrefix("beerdiary-postgresql failed: ")
      }
    }
  }

  @Test func aMissingProgramIsReportedWithItsName() throws {
    let store = PostgreSQLStore(
      try #require(PostgreSQLDatabase(Self.url)), environment: ["PATH": folder.path])
    #expect(throws: ProgramError.notInstalled("beerdiary-postgresql")) { try store.list("") }
  }

  @Test(arguments: ["../x", "log/A", "", "log/a b", "-x/y/z"])
  func namesThatAreNotThoseOfObjectsAreRefused(_ name: String) throws {
    let store = try store("exit 0")
    #expect(throws: SyncError.invalidName(name)) { try store.put([(name, "/dev/null")]) }
    #expect(throws: SyncError.invalidName(name)) { try store.get([name], into: staging.path) }
    #expect(throws: SyncError.invalidName(name)) { try store.delete([name]) }
    #expect(throws: SyncError.self) { try store.put([("log/a", "/tmp/a\nlog/b /etc/passwd")]) }
  }

  @Test(
    arguments: [
      ("postgresql://ann@db.home/beerdiary", "postgresql://ann@db.home/beerdiary"),
      ("postgres://ann:s3cret@db.home:5432/beerdiary", "postgres://ann:…@db.home:5432/beerdiary"),
      ("postgresql://ann:a/b:c@d@one,two/x?sslmode=require", "postgresql://ann:…@one,two/x?sslmode=require"),
      ("postgresql:///x?user=ann&password=s3cret&host=/run", "postgresql:///x?user=ann&password=…&host=/run"),
      ("postgresql:///x?p%61ssword=s3cret&sslpassword=b", "postgresql:///x?p%61ssword=…&sslpassword=…"),
    ])
  func aURLIsShownWithoutPasswords(_ text: String, _ redacted: String) throws {
    let database = try #require(PostgreSQLDatabase(text))
    #expect(database.text == text)
    #expect(database.redactedText == redacted)
  }

  @Test(arguments: ["mysql://x", "postgresql:x", "postgresql://a b", ""])
  func textThatIsNotAURLOfPostgreSQLIsRefused(_ text: String) { #expect(PostgreSQLDatabase(text) == nil) }
}
