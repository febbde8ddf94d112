import Foundation
import Sync
import SyncStores
import TestSupport
import Testing

/// What the store does when rclone does not do what it is told.
@Suite(.timeLimit(.minutes(60))) struct RcloneStoreTests {
  private let folder: TemporaryFolder
  private let staging: TemporaryFolder
  private let rclone: FakeRclone

  init() throws {
    folder = try TemporaryFolder()
    staging = try TemporaryFolder()
    rclone = try FakeRclone()
  }

  /// Returns a store that does not wait long for a program that hangs.
  private func store(for fault: FakeRclone.Fault) throws -> RcloneStore {
    try store(runner: fault == .hangs ? ProgramRunner(idleLimit: .milliseconds(300)) : ProgramRunner())
  }

  private func store(runner: ProgramRunner = ProgramRunner()) throws -> RcloneStore {
    RcloneStore(
      try #require(RcloneRemote(":local:" + folder.file("store"))), program: rclone.path, runner: runner,
      environment: ["PATH": "/usr/bin:/bin"])
  }

  @Test func anyNumberOfObjectsNeedsOneCallAndPuttingOneMore() throws {
    let store = try store()
    let files = try (1...20).map { ("log/a-\($0)", try staging.write("text", to: "\($0)")) }
    try store.put(files)
    _ = try store.list("log/")
    try store.get(files.map(\.0), into: staging.path)
    try store.delete(files.map(\.0))
    #expect(
      try rclone.calls().map { $0.split(separator: " ").first } == [
        "copy", "lsjson", "lsjson", "copy", "delete",
      ])
  }

  @Test func rcloneIsNotCalledWithoutNames() throws {
    let store = try store()
    try store.put([])
    try store.get([], into: staging.path)
    try store.delete([])
    #expect(try rclone.calls().isEmpty)
  }

  @Test(arguments: FakeRclone.Fault.allCases)
  func anErrorNeverLooksLikeAnEmptyStore(_ fault: FakeRclone.Fault) throws {
    let failing = try store(for: fault)
    try store().put([("log/a", staging.write("text", to: "a"))])
    try rclone.fail(fault)
    switch fault {
    case .copiesHalf, .copiesOne, .truncates:
      #expect(try failing.list("log/") == [ListedObject(name: "log/a", size: 4)])
    default:
      #expect(throws: (any Error).self) { try failing.list("log/") }
    }
  }

  @Test func aMissingFolderIsAnEmptyListingButAnotherErrorIsNot() throws {
    #expect(try store().list("log/").isEmpty)
    try rclone.fail(.deniesAccess)
    #expect(throws: RcloneError.failed("AccessDenied: directory not found")) { try store().list("log/") }
  }

  @Test(arguments: FakeRclone.Fault.allCases)
  func objectsThatWereNotStoredCompletelyAreAnError(_ fault: FakeRclone.Fault) throws {
    let failing = try store(for: fault)
    let files = [
      ("log/a", try staging.write("some text", to: "a")), ("log/b", try staging.write("more text", to: "b")),
    ]
    try rclone.fail(fault)
    if fault == .endsEarly {
      try failing.put(files)
    } else {
      #expect(throws: (any Error).self) { try failing.put(files) }
    }
    #expect(try staging.contents().keys.sorted() == ["a", "b"])
    try store().put(files)
    #expect(try store().list("log/").map(\.size) == [9, 9])
  }

  @Test(arguments: FakeRclone.Fault.allCases)
  func aCheckThatFailsIsAnError(_ fault: FakeRclone.Fault) throws {
    let failing = try store(for: fault)
    let files = [("log/a", try staging.write("some text", to: "a"))]
    try rclone.fail(fault, at: 2)
    switch fault {
    case .copiesHalf, .copiesOne, .truncates: try failing.put(files)
    default: #expect(throws: (any Error).self) { try failing.put(files) }
    }
  }

  @Test(arguments: [FakeRclone.Fault.dies, .copiesHalf, .copiesOne, .fails, .failsLate, .hangs])
  func aCopyThatFailsLeavesNoFiles(_ fault: FakeRclone.Fault) throws {
    let failing = try store(for: fault)
    try store().put([
      ("log/a", staging.write("some text", to: "a")), ("log/b", staging.write("more text", to: "b")),
    ])
    let target = try TemporaryFolder()
    try rclone.fail(fault)
    #expect(throws: (any Error).self) { try failing.get(["log/a", "log/b"], into: target.path) }
    #expect(try target.contents().isEmpty)
    try store().get(["log/a", "log/b"], into: target.path)
    #expect(try target.contents() == ["a": Data("some text".utf8), "b": Data("more text".utf8)])
  }

  @Test(arguments: [FakeRclone.Fault.dies, .fails, .failsLate, .hangs])
  func aFailedDeletionIsAnError(_ fault: FakeRclone.Fault) throws {
    let failing = try store(for: fault)
    try rclone.fail(fault)
    #expect(throws: (any Error).self) { try failing.delete(["log/a"]) }
  }

  @Test func aProgramThatIsNotInstalledIsReported() throws {
    let remote = try #require(RcloneRemote("beers:"))
    let store = RcloneStore(remote, environment: ["PATH": folder.path])
    #expect(throws: ProgramError.notInstalled("rclone")) { try store.list("log/") }
  }

  @Test func cancelingEndsRclone() throws {
    let rclone = rclone
    let store = try store(runner: ProgramRunner(isCancelled: { (try? rclone.calls().isEmpty) == false }))
    try rclone.fail(.hangs)
    #expect(throws: ProgramError.cancelled) { try store.list("log/") }
  }

  @Test func rcloneGetsTheUsersVariablesButNotTheOneThatBreaksIt() throws {
    let script = try folder.script(
      "rclone", "#!/bin/sh\n/usr/bin/env >'\(folder.path)/variables'\necho '[]'\n")
    let store = RcloneStore(
      try #require(RcloneRemote("beers:")), program: script,
      environment: ["AWS_CA_BUNDLE": "/x", "RCLONE_CONFIG": "/y", "HOME": "/z"])
    #expect(try store.list("log/").isEmpty)
    let lines = Set(try folder.text("variables").split(separator: "\n"))
    #expect(lines.isSuperset(of: ["RCLONE_CONFIG=/y", "HOME=/z"]))
    #expect(!lines.contains("AWS_CA_BUNDLE=/x"))
  }

  @Test(
    arguments: [
      (
        """
        2026/11/27 05:44:07 NOTICE: Config file "/home/ann/.config/rclone/rclone.conf" not found - using defaults
        2026/11/27 05:44:07 Failed to create file system for ":sftp,host=h,pass=hunter22:x": base64 decode failed
        """, "base64 decode failed"
      ),
      (
        """
        2026/11/27 05:44:08 ERROR : error listing: request send failed
        2026/11/27 05:44:08 NOTICE: Failed to lsjson with 2 errors: last error was: error in ListJSON: dial tcp: refused
        """, "dial tcp: refused"
      ),
      (
        """
        2026/11/27 05:44:07 CRITICAL: Failed to create file system for "x:": LoadCustomCABundleError: unable to load
        caused by: unsupported transport, *fshttp.Transport
        """, "LoadCustomCABundleError: unable to load caused by: unsupported transport, *fshttp.Transport"
      ),
      (
        """
        2026/11/27 05:55:09 Failed to lsjson with 2 errors: last error was: error in ListJSON: AccessDenied: No.
        \tstatus code: 403, request id: 18EBD136B289697550688451, host id:
        """, "AccessDenied: No."
      ),
      (
        """
        2026/11/27 05:55:10 NOTICE: Failed to copy: operation error S3: HeadObject, https response error StatusCode: 403, \
        RequestID: 1, HostID: , api error Forbidden: Forbidden
        """, "Forbidden: Forbidden"
      ),
      ("panic: no memory\n", "panic: no memory"),
      (
        "2026/11/27 05:44:07 ERROR : a: user ann hunter22 \u{1B}[31m is wrong\n",
        "a: user ann … [31m is wrong"
      ),
      (
        "2026/11/27 05:44:07 Failed to copy: Propfind \"https://ann:secret@example.org/x\": 401\n",
        "Propfind \"https://…@example.org/x\": 401"
      ),
      ("", "exit status 1"),
    ])
  func anErrorIsTheLastReasonThatRcloneGivesWithoutAPassword(_ errors: String, _ message: String) throws {
    try errors.write(toFile: folder.file("errors"), atomically: true, encoding: .utf8)
    let script = try folder.script("rclone", "#!/bin/sh\n/bin/cat '\(folder.path)/errors' >&2\nexit 1\n")
    let remote = try #require(RcloneRemote(":sftp,host=h,pass=hunter22:x"))
    #expect(throws: RcloneError.failed(message)) {
      try RcloneStore(remote, program: script, environment: [:]).list("log/")
    }
  }

  @Test(arguments: ["../x", "log/../../x", "-x/y/z", "A", ""])
  func namesThatAreNotThoseOfObjectsAreRefused(_ name: String) throws {
    let store = try store()
    #expect(throws: SyncError.invalidName(name)) { try store.put([(name, "/dev/null")]) }
    #expect(throws: SyncError.invalidName(name)) { try store.get([name], into: staging.path) }
    #expect(throws: SyncError.invalidName(name)) { try store.delete([name]) }
    #expect(try rclone.calls().isEmpty)
  }
}
