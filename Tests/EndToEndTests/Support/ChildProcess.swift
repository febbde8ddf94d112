import Foundation
import TestSupport

/// A process that was started, with its output going into files.
///
/// Files instead of pipes: nothing has to be read while it runs, and a grandchild that outlives it holds
/// nothing up.
final class ChildProcess: Sendable {
  struct StartFailure: Error {
    let path: String
    let code: Int32
  }

  let id: pid_t
  private let output: String
  private let errors: String

  /// - Parameter folder: Where the files with input and output go.
  init(
    _ path: String, _ arguments: [String], environment: [String: String], input: Data = Data(),
    folder: String
  ) throws {
    let name = folder + "/" + UUID().uuidString
    output = name + ".out"
    errors = name + ".err"
    try input.write(to: URL(fileURLWithPath: name + ".in"))
    id = try Self.spawn(path, arguments, environment, [name + ".in", output, errors])
  }

  /// Ends the process with a signal; it must not have been waited for.
  func send(_ signal: Int32) { kill(id, signal) }

  /// Whether the process is over; it can still be waited for.
  var hasEnded: Bool {
    var info = siginfo_t()
    return waitid(P_PID, id_t(id), &info, WEXITED | WNOHANG | WNOWAIT) != 0 || info.si_signo == SIGCHLD
  }

  /// What the process has written to standard error so far.
  func errorsSoFar() throws -> String {
    String(decoding: try Data(contentsOf: URL(fileURLWithPath: errors)), as: UTF8.self)
  }

  /// Waits until a condition is met or the process has ended, checking very often.
  ///
  /// - Parameter moment: What the condition means, as the end of "timed out waiting until".
  func wait(until moment: String, _ isReached: () async throws -> Bool) async throws {
    try await waitUntil(
      moment, lookingEvery: .microseconds(200), progress: { "\(ProcessorTime.ofTree(id))" }
    ) {
      if hasEnded { return true }
      return try await isReached()
    }
  }

  /// What the process wrote and how it ended.
  func result() async throws -> ProcessResult {
    var status: Int32 = 0
    // Most commands end after 20 to 60 ms, and thousands are waited for.
    try await waitUntil(
      "process \(id) ends", lookingEvery: .milliseconds(3), progress: { "\(ProcessorTime.ofTree(id))" }
    ) {
      waitpid(id, &status, WNOHANG) == id
    }
    return ProcessResult(
      output: try String(contentsOfFile: output, encoding: .utf8),
      errors: try String(contentsOfFile: errors, encoding: .utf8), waitStatus: status)
  }

  private static func spawn(
    _ path: String, _ arguments: [String], _ environment: [String: String], _ files: [String]
  ) throws -> pid_t {
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_addopen(&actions, 0, files[0], O_RDONLY, 0)
    posix_spawn_file_actions_addopen(&actions, 1, files[1], O_WRONLY | O_CREAT, 0o600)
    posix_spawn_file_actions_addopen(&actions, 2, files[2], O_WRONLY | O_CREAT, 0o600)
    var attributes = defaultSignals()
    defer { posix_spawnattr_destroy(&attributes) }
    let words = ([path] + arguments).map { strdup($0) } + [nil]
    let variables = environment.map { strdup("\($0)=\($1)") } + [nil]
    defer { (words + variables).forEach { free($0) } }
    var id: pid_t = 0
    let code = posix_spawn(&id, path, &actions, &attributes, words, variables)
    guard code == 0 else { throw StartFailure(path: path, code: code) }
    return id
  }

  /// A child inherits what its parent ignores and blocks; it is to start as from a shell.
  private static func defaultSignals() -> posix_spawnattr_t {
    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    var signals = sigset_t()
    sigemptyset(&signals)
    posix_spawnattr_setsigmask(&attributes, &signals)
    sigfillset(&signals)
    posix_spawnattr_setsigdefault(&attributes, &signals)
    posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF))
    return attributes
  }
}

/// What a process that ended leaves.
struct ProcessResult: Sendable {
  let output: String
  let errors: String
  /// The exit code, or 128 and the signal that ended the process, as a shell has it.
  let status: Int32

  init(output: String, errors: String, waitStatus: Int32) {
    self.output = output
    self.errors = errors
    let signal = waitStatus & 0x7F
    status = signal == 0 ? (waitStatus >> 8) & 0xFF : 128 + signal
  }

  var outputLines: [String] { output.split(separator: "\n").map(String.init) }
}
