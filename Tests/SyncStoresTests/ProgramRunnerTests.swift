import Foundation
import SyncStores
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(60))) struct ProgramRunnerTests {
  private let runner = ProgramRunner()

  /// Runs a shell script, as the shortest way to a program that does something.
  private func sh(
    _ script: String, _ words: [String] = [], environment: [String: String] = ["PATH": "/usr/bin:/bin"],
    input: Data? = nil,
    runner: ProgramRunner = ProgramRunner()
  ) throws -> ProgramRunner.Result {
    try runner.run("/bin/sh", ["-c", script, "sh"] + words, environment: environment, input: input)
  }

  @Test func theOutputTheErrorsAndTheExitStatusOfAProgramAreReturned() throws {
    let result = try sh("printf out; printf err >&2; exit 7")
    #expect(String(decoding: result.output, as: UTF8.self) == "out")
    #expect(result.errors == "err")
    #expect(result.status == 7)
  }

  @Test func argumentsAndVariablesReachTheProgramUnchangedAndNoOthersDo() throws {
    let result = try sh(#"printf '%s|' "$@" "$A" "$HOME""#, ["a b", "$(x)", "'"], environment: ["A": "1 2"])
    #expect(String(decoding: result.output, as: UTF8.self) == "a b|$(x)|'|1 2||")
  }

  @Test func thePassphraseOfADiaryDoesNotReachTheProgram() throws {
    let result = try sh(
      #"printf '%s' "$BEERDIARY_SYNC_PASSPHRASE$A""#,
      environment: ["BEERDIARY_SYNC_PASSPHRASE": "secret", "A": "1"])
    #expect(String(decoding: result.output, as: UTF8.self) == "1")
  }

  @Test(arguments: [0, 5, 3_000_000]) func theStandardInputIsWhatIsPassedOrEmpty(_ size: Int) throws {
    let bytes = Data((0..<size).map { UInt8(truncatingIfNeeded: $0 &* 31) })
    #expect(try runner.run("/bin/cat", input: bytes).output == bytes)
    #expect(try runner.run("/bin/cat").output.isEmpty)
  }

  @Test func theEndOfALongErrorOutputIsKept() throws {
    let result = try sh("head -c 1000000 /dev/zero | tr '\\0' x >&2; printf end >&2")
    #expect(result.errors.utf8.count == ProgramRunner.errorSize)
    #expect(result.errors.hasSuffix("xend"))
  }

  @Test func aProgramThatWritesTooMuchIsEnded() {
    #expect(throws: ProgramError.tooMuchOutput("/bin/cat")) {
      try ProgramRunner(outputLimit: 100_000).run("/bin/cat", ["/dev/zero"])
    }
  }

  @Test(arguments: ["beerdiary-none", "/none", "./sh", "bin/sh"])
  func aMissingProgramIsReported(_ program: String) {
    #expect(throws: ProgramError.notInstalled(program)) { try runner.run(program) }
  }

  @Test func aScriptWhoseInterpreterIsNotThereIsReported() throws {
    let folder = try TemporaryFolder()
    try folder.script("tool", "#!/none\n")
    #expect(throws: ProgramError.notInstalled(folder.file("tool"))) { try runner.run(folder.file("tool")) }
  }

  @Test func aProgramIsOnlyLookedForInAbsoluteFoldersOfPATH() throws {
    let folder = try TemporaryFolder()
    try folder.script("tool", "#!/bin/sh\n")
    let other = try TemporaryFolder()
    try FileManager.default.createDirectory(atPath: other.file("tool"), withIntermediateDirectories: false)
    // The folder again, relative to any other.
    let up = String(repeating: "../", count: 40) + folder.path.dropFirst()
    #expect(ProgramRunner.path(of: "tool", in: "\(other.path):\(folder.path)") == folder.file("tool"))
    for path in [up, ":", ".", "", other.path] { #expect(ProgramRunner.path(of: "tool", in: path) == nil) }
    #expect(ProgramRunner.path(of: "sh", in: nil)?.hasSuffix("/sh") == true)
  }

  @Test func aSignalThatEndsAProgramIsPartOfItsStatus() throws {
    #expect(try sh("kill -TERM $$").status == 128 + SIGTERM)
  }

  /// Runs a shell script that waits longer than a program may be without progress.
  private func runImpatiently(_ script: String, _ words: [String] = []) async throws -> ProgramRunner.Result {
    try await onItsOwnThread {
      try Self().sh(script, words, runner: ProgramRunner(idleLimit: .seconds(2)))
    }
  }

  @Test func aProgramWithoutProgressIsEndedWithWhatItStarted() async throws {
    let folder = try TemporaryFolder()
    await #expect(throws: ProgramError.stalled("/bin/sh")) {
      try await runImpatiently("sleep 1000 & echo $! > \"$1\"; wait", [folder.file("id")])
    }
    try waitForEnd(of: #require(pid_t(folder.text("id"))))
  }

  @Test func aProgramThatContinuesToWriteIsNotEndedHoweverLongItTakes() async throws {
    let result = try await runImpatiently("for i in 1 2 3 4 5 6; do echo $i; sleep 0.5; done")
    #expect(result.status == 0)
  }

  @Test func aProgramThatReadsAndWritesIsNotEndedHoweverLongItIsSilent() async throws {
    let script = "for i in 1 2 3 4 5 6; do head -c 50000 /dev/zero >/dev/null; sleep 0.5; done"
    #expect(try await runImpatiently(script).status == 0)
  }

  @Test func aCanceledProgramIsEndedWithWhatItStarted() throws {
    let folder = try TemporaryFolder()
    let file = folder.file("id")
    let runner = ProgramRunner(isCancelled: { fileSize(file) ?? 0 > 0 })
    #expect(throws: ProgramError.cancelled) {
      try sh("sleep 1000 & echo $! > \"$1\"; wait", [file], runner: runner)
    }
    try waitForEnd(of: #require(pid_t(folder.text("id"))))
  }

  @Test func processesThatAProgramLeavesRunningAreEnded() throws {
    let result = try sh("sleep 1000 & echo $!")
    try waitForEnd(of: #require(pid_t(String(decoding: result.output, as: UTF8.self).dropLast())))
  }

  @Test func noProcessIsLeftToBeWaitedFor() throws {
    let folder = try TemporaryFolder()
    let script = "echo $$ >\"$1\"; exec cat \"$2\""
    _ = try sh(script, [folder.file("id"), "/dev/null"])
    try expectNoChild(pid_t(folder.text("id")))
    #expect(throws: ProgramError.tooMuchOutput("/bin/sh")) {
      try sh(script, [folder.file("id"), "/dev/zero"], runner: ProgramRunner(outputLimit: 1000))
    }
    try expectNoChild(pid_t(folder.text("id")))
  }

  private func expectNoChild(_ id: pid_t?) throws {
    #expect(waitpid(try #require(id), nil, WNOHANG) == -1 && errno == ECHILD)
  }
}
