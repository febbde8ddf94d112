import FaultVFS
import FixtureStores
import Foundation

/// Runs a command again and again, and lets each system call that changes files fail once, or be its last.
///
/// See `SystemCallFaults.h` for the calls.
struct CommandFaults {
  private static let errors: [(name: String, code: Int32)] = [("kill", 0), ("EIO", EIO), ("ENOSPC", ENOSPC)]

  private let scenario: CommandScenario
  private let program: String
  private let choice: PlaceChoice
  private let original: CaseFolder
  private let check: CommandCheck
  private let callCount: Int

  init(_ scenario: CommandScenario, program: String, choice: PlaceChoice) throws {
    self.scenario = scenario
    self.program = program
    self.choice = choice
    let original = try CaseFolder()
    self.original = original
    _ = try original.runSoundly {
      try scenario.prepare(original.store)
      return Verdict()
    }
    let before = try CommandCheck.state(of: CaseFolder(copying: original), scenario)
    let folder = try CaseFolder(copying: original)
    let undisturbed = try Self.run(program, scenario, folder, at: 0, error: 0)
    guard undisturbed.status == scenario.status << 8 else {
      throw UsageError("undisturbed, \(scenario.name) ended with status \(undisturbed.status)")
    }
    callCount = undisturbed.count
    let after = try CommandCheck.state(of: folder, scenario)
    check = CommandCheck(scenario: scenario, before: before, after: after)
  }

  func run(_ report: inout Report) throws {
    for error in Self.errors where choice.kind == nil || choice.kind == error.name {
      try choice.forEachPlace(of: callCount) { try disturbed(error, at: $0, &report) }
    }
  }

  /// Whether the call was reached.
  private func disturbed(_ error: (name: String, code: Int32), at place: Int, _ report: inout Report) throws
    -> Bool
  {
    let folder = try CaseFolder(copying: original)
    report.cases += 1
    let run = try Self.run(program, scenario, folder, at: place, error: error.code)
    let name =
      "commands scenario=\(scenario.name) kind=\(error.name) at=\(place) (\(run.call ?? "not reached"))"
    if run.call != nil { report.fired += 1 }
    let isKilled = error.code == 0 && run.status & 0x7F == SIGKILL
    if run.status & 0x7F != 0, !isKilled { report.fail(name, "it ended by signal \(run.status & 0x7F)") }
    try note(folder, name, &report) { try check.failures(in: folder, isDone: run.status == 0) }
    // What a user does next.
    let again = try Self.run(program, scenario, folder, at: 0, error: 0)
    if again.status & 0x7F != 0 { report.fail(name, "again, it ended by signal \(again.status & 0x7F)") }
    try note(folder, name, &report) { try check.failuresAfterRetry(in: folder) }
    return run.call != nil
  }

  private func note(
    _ folder: CaseFolder, _ name: String, _ report: inout Report, _ failures: () throws -> [String]
  ) throws {
    switch try folder.run({ Verdict(failures: try failures()) }) {
    case .killed: report.fail(name, "it was killed while checked")
    case .broken(let what): report.fail(name, what)
    case .verdict(let verdict): for failure in verdict.failures { report.fail(name, failure) }
    }
  }

  /// Runs the command with the library of faults loaded into it.
  private static func run(
    _ program: String, _ scenario: CommandScenario, _ folder: CaseFolder, at place: Int, error: Int32
  ) throws -> (status: Int32, count: Int, call: String?) {
    let library = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath()
      .deletingLastPathComponent().appending(path: "libSystemCallFaults.so").path
    guard FileManager.default.fileExists(atPath: library) else { throw UsageError("no \(library)") }
    let state = folder.path + "/../\((folder.path as NSString).lastPathComponent).calls"
    try Data(count: 64).write(to: URL(fileURLWithPath: state))
    defer { unlink(state) }
    let temporary = folder.path + "/tmp"
    try FileManager.default.createDirectory(atPath: temporary, withIntermediateDirectories: true)
    var variables = [
      "HOME=\(folder.path)", "TMPDIR=\(temporary)", "PATH=/usr/bin:/bin", "LANG=C.UTF-8", "TZ=UTC",
      "SWIFT_BACKTRACE=enable=no", "LD_PRELOAD=\(library)", "SYSTEM_CALL_FAULTS_ROOT=\(folder.path)",
      "SYSTEM_CALL_FAULTS_AT=\(place)", "SYSTEM_CALL_FAULTS_ERROR=\(error)",
      "SYSTEM_CALL_FAULTS_STATE=\(state)",
    ]
    if !scenario.hasRenameat2 { variables.append("SYSTEM_CALL_FAULTS_WITHOUT_RENAMEAT2=1") }
    let storeFolder = (folder.store as NSString).deletingLastPathComponent
    var words = ["beerdiary"] + scenario.arguments(storeFolder)
    if words[1] != "telemetry" { words += ["--store", folder.store] }
    let status = withCStrings(words) { words in
      withCStrings(variables) { forked_case_run_program(program, words, $0, 90, -1, nil) }
    }
    let bytes = FileManager.default.contents(atPath: state) ?? Data(count: 64)
    let count = bytes.prefix(8).reversed().reduce(0) { $0 << 8 | Int($1) }
    let call = String(decoding: bytes.dropFirst(8).prefix { $0 != 0 }, as: UTF8.self)
    return (status, count, call.isEmpty ? nil : call)
  }
}
