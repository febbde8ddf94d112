internal import CFileSystem
package import Foundation
import Glibc

/// Runs other programs until they end, and collects what they write.
///
/// A program runs in its own session, so that neither keys of the terminal nor questions on it interfere. It and the
/// programs that it started are killed if this process stops waiting for them.
package struct ProgramRunner {
  /// The time after which a program that makes no progress is killed.
  ///
  /// Progress is output, or reading and writing anything else, such as files and connections.
  package var idleLimit: Duration

  /// The maximum size of the standard output, in bytes.
  package var outputLimit: Int

  /// Returns whether to kill the program; called several times per second.
  package var isCancelled: () -> Bool

  /// Creates a runner.
  ///
  /// - Parameters:
  ///   - idleLimit: The time after which a program that makes no progress is killed.
  ///   - outputLimit: The maximum size of the standard output, in bytes.
  ///   - isCancelled: Called several times per second; return `true` to kill the program.
  package init(
    idleLimit: Duration = .seconds(120), outputLimit: Int = 256 << 20,
    isCancelled: @escaping () -> Bool = { false }
  ) {
    self.idleLimit = idleLimit
    self.outputLimit = outputLimit
    self.isCancelled = isCancelled
  }

  /// The result of a program that has ended.
  package struct Result: Sendable {
    /// The exit status; 128 and the number of the signal if a signal ended the program, as in a shell.
    package let status: Int32

    /// The standard output.
    package let output: Data

    /// The end of the standard error output, at most ``ProgramRunner/errorSize`` bytes.
    package let errors: String
  }

  /// The size of the end of the standard error output that is kept, in bytes.
  package static let errorSize = 8192

  /// Runs a program without a shell, and waits for its end.
  ///
  /// - Parameters:
  ///   - program: An absolute path, or a name that is looked up in the folders of `PATH`.
  ///   - arguments: The arguments after the name of the program. Other users can see them, so they must not contain
  ///     passwords.
  ///   - environment: All variables of the program, except the passphrase of a diary, which it does not get.
  ///   - input: The standard input; empty if `nil`.
  /// - Returns: What the program wrote, and its exit status, which may be that of a failure.
  /// - Throws: ``ProgramError``.
  package func run(
    _ program: String, _ arguments: [String] = [],
    environment: [String: String] = ProcessInfo.processInfo.environment, input: Data? = nil
  ) throws(ProgramError) -> Result {
    guard let path = Self.path(of: program, in: environment["PATH"]) else { throw .notInstalled(program) }
    let variables = environment.filter { $0.key != Self.passphraseVariable }.map { "\($0)=\($1)" }
    let child = try RunningProgram(
      path, name: program, [program] + arguments, environment: variables, input: input)
    var output = Data()
    var errors = Data()
    var progress = Progress(of: child.id)
    while true {
      // Asked before the last output is read, so that none is missed.
      let hasEnded = child.reapIfEnded()
      let isSilent = child.readAvailable(into: &output, errors: &errors)
      guard output.count <= outputLimit else { throw .tooMuchOutput(program) }
      if errors.count > Self.errorSize { errors = Data(errors.suffix(Self.errorSize)) }
      if hasEnded, isSilent { break }
      guard !isCancelled() else { throw .cancelled }
      if isSilent {
        guard progress.idleTime < idleLimit else { throw .stalled(program) }
        child.waitForOutput()
      } else {
        progress.record()
      }
    }
    return Result(status: child.status, output: output, errors: String(decoding: errors, as: UTF8.self))
  }

  private static let passphraseVariable = "BEERDIARY_SYNC_PASSPHRASE"

  /// Returns the path of a program; `nil` if it is not installed.
  ///
  /// Only absolute folders of `PATH` count: a program of the current folder is never meant.
  package static func path(of program: String, in searchPath: String?) -> String? {
    guard !program.contains("/") else { return program.hasPrefix("/") && isProgram(program) ? program : nil }
    return (searchPath ?? "/usr/local/bin:/usr/bin:/bin").split(separator: ":")
      .filter { $0.hasPrefix("/") }
      .map { "\($0)/\(program)" }
      .first(where: isProgram)
  }

  private static func isProgram(_ path: String) -> Bool {
    var status = stat()
    return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFREG && access(path, X_OK) == 0
  }

  /// Measures how long a process has made no progress.
  private struct Progress {
    private let process: pid_t
    private var last = ContinuousClock.now
    private var lastCheck = ContinuousClock.now
    private var lastBytes: Int

    /// The number of bytes that count as progress; a program that waits also transfers some, such as keepalive packets.
    private static let minBytes = 16_384

    init(of process: pid_t) {
      self.process = process
      lastBytes = Self.bytes(of: process)
    }

    /// Records that the process has made progress now.
    mutating func record() { last = .now }

    var idleTime: Duration {
      mutating get {
        let now = ContinuousClock.now
        if now - lastCheck > .milliseconds(500) {
          lastCheck = now
          let bytes = Self.bytes(of: process)
          if bytes - lastBytes >= Self.minBytes {
            lastBytes = bytes
            last = now
          }
        }
        return now - last
      }
    }

    /// Returns how many bytes a process has read and written; 0 if the system does not say.
    private static func bytes(of process: pid_t) -> Int {
      guard let text = try? String(contentsOfFile: "/proc/\(process)/io", encoding: .utf8) else { return 0 }
      return text.split(separator: "\n").filter { $0.hasPrefix("rchar:") || $0.hasPrefix("wchar:") }
        .compactMap { $0.split(separator: " ").last.flatMap { Int($0) } }
        .reduce(0, +)
    }
  }
}

/// The reason why a program has no result.
package enum ProgramError: Error, Equatable, Sendable {
  /// The program with this name is not installed.
  case notInstalled(String)

  /// A system call failed with this `errno`, so that the program could not be started.
  case notStarted(String, code: Int32)

  /// The program made no progress for too long, and was killed.
  case stalled(String)

  /// The program wrote too much to its standard output, and was killed.
  case tooMuchOutput(String)

  /// The program was killed because its runner was canceled.
  case cancelled
}

extension ProgramError: CustomStringConvertible {
  /// The error as a sentence for the user.
  package var description: String {
    switch self {
    case .notInstalled(let program): "\(program) is not installed. Install it and synchronize again."
    case .notStarted(let program, let code):
      "\(program) could not be started: \(String(cString: strerror(code)))."
    case .stalled(let program): "\(program) made no progress and was ended."
    case .tooMuchOutput(let program): "\(program) wrote more than expected and was ended."
    case .cancelled: "Canceled."
    }
  }
}

/// A process in a session of its own, which is killed if this object is released before.
private final class RunningProgram {
  /// Also the id of its process group, because it leads its session.
  let id: pid_t

  /// The exit status as a shell has it, once the program has ended.
  private(set) var status: Int32 = -1

  private let output: Pipe
  private let errors: Pipe
  private var hasEnded = false

  /// `POSIX_SPAWN_SETSID`, which glibc shows only with its extensions.
  ///
  /// Source: posix_spawn(3).
  private static let newSession: Int16 = 0x80

  init(_ path: String, name: String, _ words: [String], environment: [String], input: Data?)
    throws(ProgramError)
  {
    do throws(ErrnoFailure) {
      let output = try Pipe()
      let errors = try Pipe()
      let input = try input.map { input throws(ErrnoFailure) in try Descriptor(content: input) }
      defer { input?.close() }
      id = try Self.spawn(
        path, words, environment, input: input?.number, output: output.writeEnd.number,
        errors: errors.writeEnd.number)
      output.writeEnd.close()
      errors.writeEnd.close()
      self.output = output
      self.errors = errors
    } catch {
      throw error.code == ENOENT ? .notInstalled(name) : .notStarted(name, code: error.code)
    }
  }

  deinit {
    guard !hasEnded else { return }
    kill(-id, SIGKILL)
    reap()
  }

  /// Starts the program with the handling of signals that programs expect; a child inherits what its parent ignores
  /// and blocks.
  private static func spawn(
    _ path: String, _ words: [String], _ environment: [String], input: Int32?, output: Int32, errors: Int32
  ) throws(ErrnoFailure) -> pid_t {
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    if let input {
      posix_spawn_file_actions_adddup2(&actions, input, STDIN_FILENO)
    } else {
      posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0)
    }
    posix_spawn_file_actions_adddup2(&actions, output, STDOUT_FILENO)
    posix_spawn_file_actions_adddup2(&actions, errors, STDERR_FILENO)
    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    var signals = sigset_t()
    sigemptyset(&signals)
    posix_spawnattr_setsigmask(&attributes, &signals)
    sigfillset(&signals)
    posix_spawnattr_setsigdefault(&attributes, &signals)
    posix_spawnattr_setflags(
      &attributes, Int16(POSIX_SPAWN_SETSIGMASK) | Int16(POSIX_SPAWN_SETSIGDEF) | newSession)
    let arguments = words.map { strdup($0) } + [nil]
    let variables = environment.map { strdup($0) } + [nil]
    defer { (arguments + variables).forEach { free($0) } }
    var id: pid_t = 0
    let code = posix_spawn(&id, path, &actions, &attributes, arguments, variables)
    guard code == 0 else { throw ErrnoFailure(code: code) }
    return id
  }

  /// Returns whether the program has ended; then kills the programs that it started, and reads its exit status.
  func reapIfEnded() -> Bool {
    guard !hasEnded else { return true }
    var info = siginfo_t()
    if waitid(P_PID, id_t(id), &info, WEXITED | WNOHANG | WNOWAIT) == 0 {
      guard info.si_signo == SIGCHLD else { return false }
      // Before the process is reaped, since its id may belong to another group afterwards.
      kill(-id, SIGKILL)
    } else if errno == EINTR {
      return false
    }
    reap()
    hasEnded = true
    return true
  }

  private func reap() {
    var raw: Int32 = 0
    while waitpid(id, &raw, 0) < 0 {
      guard errno == EINTR else { return }
    }
    let signal = raw & 0x7F
    status = signal == 0 ? raw >> 8 & 0xFF : 128 + signal
  }

  /// Reads what the program has written since the last call.
  ///
  /// - Returns: Whether it has written nothing.
  func readAvailable(into output: inout Data, errors: inout Data) -> Bool {
    let count = self.output.readAvailable(into: &output) + self.errors.readAvailable(into: &errors)
    return count == 0
  }

  /// Waits for output or the end of the program, at most 50 ms.
  func waitForOutput() {
    var ends = [output, errors].filter { !$0.isAtEnd }.map {
      pollfd(fd: $0.readEnd.number, events: Int16(POLLIN), revents: 0)
    }
    // A program that has closed its output ends soon, as a rule.
    poll(&ends, nfds_t(ends.count), ends.isEmpty ? 2 : 50)
  }
}

/// A system call failed with this `errno`.
private struct ErrnoFailure: Error {
  let code: Int32
}

/// A pipe that this process reads and another one writes.
private final class Pipe {
  let readEnd: Descriptor
  let writeEnd: Descriptor
  private(set) var isAtEnd = false

  /// The maximum number of bytes that are read in one call.
  private static let size = 65_536

  init() throws(ErrnoFailure) {
    var ends: [Int32] = [-1, -1]
    guard file_system_pipe(&ends) == 0 else { throw ErrnoFailure(code: errno) }
    let (first, second) = (ends[0], ends[1])
    readEnd = try Descriptor(first)
    do throws(ErrnoFailure) { writeEnd = try Descriptor(second) } catch {
      readEnd.close()
      throw error
    }
    _ = fcntl(readEnd.number, F_SETFL, O_NONBLOCK)
  }

  /// Reads once, and returns the number of bytes; 0 if there are none.
  func readAvailable(into data: inout Data) -> Int {
    guard !isAtEnd else { return 0 }
    let bytes = [UInt8](unsafeUninitializedCapacity: Self.size) { buffer, count in
      let result = read(readEnd.number, buffer.baseAddress, buffer.count)
      count = max(result, 0)
      if result == 0 || result < 0 && errno != EAGAIN && errno != EINTR { isAtEnd = true }
    }
    data.append(contentsOf: bytes)
    return bytes.count
  }
}

/// An open file that other programs do not inherit.
private final class Descriptor {
  private(set) var number: Int32

  /// Takes over a descriptor, and moves it if it has the number of a standard stream.
  ///
  /// A child's standard streams are set one after the other, which would close it.
  init(_ number: Int32) throws(ErrnoFailure) {
    guard number <= STDERR_FILENO else {
      self.number = number
      return
    }
    self.number = fcntl(number, F_DUPFD_CLOEXEC, STDERR_FILENO + 1)
    let code = errno
    _ = Glibc.close(number)
    guard self.number >= 0 else { throw ErrnoFailure(code: code) }
  }

  /// Creates a file in memory, to be read from its start.
  convenience init(content: Data) throws(ErrnoFailure) {
    try self.init(Self.memoryFile())
    var written = 0
    while written < content.count {
      let count = content.withUnsafeBytes {
        write(number, $0.baseAddress?.advanced(by: written), content.count - written)
      }
      guard count > 0 || errno == EINTR else { throw ErrnoFailure(code: errno) }
      written += max(count, 0)
    }
    guard lseek(number, 0, SEEK_SET) == 0 else { throw ErrnoFailure(code: errno) }
  }

  private static func memoryFile() throws(ErrnoFailure) -> Int32 {
    let number = file_system_memory_file()
    guard number >= 0 else { throw ErrnoFailure(code: errno) }
    return number
  }

  deinit { close() }

  func close() {
    guard number >= 0 else { return }
    _ = Glibc.close(number)
    number = -1
  }
}
