import Foundation
import TestSupport
import Testing

/// A program on a real terminal: a tmux server of its own with one pane.
///
/// Keys go in, and what a person would see comes out.
final class TmuxScreen: Sendable {
  static let isInstalled = FileManager.default.isExecutableFile(atPath: program)
  private static let program = "/usr/bin/tmux"

  private let sandbox: Sandbox
  private let socket: String
  /// Where the exit status goes: tmux itself does not always notice the end of a process.
  private let statusFile: String
  /// The process group of what runs in the pane.
  private let group: pid_t

  /// - Parameters:
  ///   - size: Columns and rows.
  ///   - environment: Added to the sandbox's.
  init(
    _ sandbox: Sandbox, running command: [String], size: (Int, Int) = (100, 30),
    environment: [String: String] = [:]
  ) async throws {
    self.sandbox = sandbox
    socket = sandbox.tmuxSocket
    statusFile = socket + "-status"
    let variables = environment.flatMap { ["-e", "\($0)=\($1)"] }
    let printed = try await Self.tmux(
      sandbox, socket,
      ["start-server", ";", "set", "-g", "default-terminal", "screen-256color", ";"]
        + ["set", "-g", "status", "off", ";", "set", "-sg", "escape-time", "0", ";"]
        + ["new-session", "-d", "-P", "-F", "#{pane_pid}", "-x", "\(size.0)", "-y", "\(size.1)"]
        + ["-c", sandbox.home] + variables + ["/bin/sh", "-c", Self.script, statusFile] + command)
    guard let process = pid_t(printed.trimmingCharacters(in: .newlines)), process > 1 else {
      throw TmuxFailure(message: "tmux says “\(printed)” is its pane's process")
    }
    group = process
  }

  /// Shows the diary of a store.
  convenience init(
    _ sandbox: Sandbox, store: String, _ arguments: String..., size: (Int, Int) = (100, 30),
    environment: [String: String] = [:]
  ) async throws {
    let command = [BuiltProgram.path, "--store", store] + arguments
    try await self.init(sandbox, running: command, size: size, environment: environment)
  }

  /// Runs a command, notes its exit status and keeps what it left on the screen.
  private static let script = """
    trap : INT
    "$@"
    echo $? >"$0.new"
    mv "$0.new" "$0"
    read end
    """

  deinit {
    // Killed, so that nothing is written into a folder that is being removed.
    kill(-group, SIGKILL)
    // Nothing can be done where this fails.
    let end = try? ChildProcess(
      Self.program, ["-S", socket, "kill-server"], environment: sandbox.environment,
      folder: sandbox.temporary)
    var status: Int32 = 0
    if let end { waitpid(end.id, &status, 0) }
  }

  @discardableResult
  private func tmux(_ arguments: [String]) async throws -> String {
    try await Self.tmux(sandbox, socket, arguments)
  }

  private static func tmux(_ sandbox: Sandbox, _ socket: String, _ arguments: [String]) async throws -> String
  {
    let result = try await sandbox.command(program, ["-S", socket, "-f", "/dev/null"] + arguments)
    guard result.status == 0 else { throw TmuxFailure(message: result.errors) }
    return result.output
  }
}

struct TmuxFailure: Error {
  let message: String
}

extension TmuxScreen {
  /// Presses keys by tmux's names, such as `Enter` and `C-c`; a letter is its own name.
  func press(_ keys: String...) async throws { try await tmux(["send-keys"] + keys) }

  /// Types text as it is.
  func type(_ text: String) async throws { try await tmux(["send-keys", "-l", text]) }

  /// Pastes text, marked as pasted where the program has asked for that.
  func paste(_ text: String) async throws {
    let file = sandbox.file("pasted")
    try Data(text.utf8).write(to: URL(filePath: file))
    try await tmux(["load-buffer", file, ";", "paste-buffer", "-p", "-d"])
  }

  /// Sends control sequences without their beginning, each in one piece as a terminal does.
  func report(_ sequences: String...) async throws {
    // One command for all, so that a double click takes no longer than the program allows.
    let commands = sequences.map { sequence in
      ["send-keys", "-H"]
        + ([0x1B, UInt8(ascii: "[")] + Array(sequence.utf8)).map { String($0, radix: 16) }
    }
    try await tmux(Array(commands.joined(separator: [";"])))
  }

  /// Writes every byte that the pane's program sends from now on into a file.
  func record(into file: String) async throws { try await tmux(["pipe-pane", "cat >> '\(file)'"]) }

  /// Sends a signal to what runs in the pane.
  func send(_ signal: Int32) throws {
    let children = try String(contentsOfFile: "/proc/\(group)/task/\(group)/children", encoding: .utf8)
    guard let child = children.split(separator: " ").first.flatMap({ pid_t($0) }), child > 1 else {
      throw TmuxFailure(message: "nothing runs in the pane")
    }
    kill(child, signal)
  }

  func resize(to columns: Int, _ rows: Int) async throws {
    try await tmux(["resize-window", "-x", "\(columns)", "-y", "\(rows)"])
  }

  /// What the terminal shows, a line a row, without blanks at the ends of lines.
  func text() async throws -> String { try await tmux(["capture-pane", "-p"]) }

  /// What was shown from the beginning on; a text that was broken to fit is in one piece.
  func transcript() async throws -> String { try await tmux(["capture-pane", "-p", "-J", "-S", "-"]) }

  /// What is shown with its colours and attributes, as escape sequences.
  func styledText() async throws -> String { try await tmux(["capture-pane", "-p", "-e"]) }

  func lines() async throws -> [String] {
    try await text().split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
  }

  /// The line that the real cursor is on.
  func cursorLine() async throws -> String {
    let row = Int(try await fact("cursor_y")) ?? 0
    return try await lines()[row]
  }

  /// What tmux knows of the pane, such as `alternate_on`.
  func fact(_ name: String) async throws -> String {
    try await tmux(["display-message", "-p", "#{\(name)}"]).trimmingCharacters(in: .newlines)
  }
}

extension TmuxScreen {
  func wait(until condition: String, _ isMet: (String) -> Bool) async throws {
    try await wait(until: condition) { isMet(try await text()) }
  }

  /// Waits for what need not be on the screen, as long as the screen changes or the program computes.
  func wait(
    until condition: String, lookingEvery pause: Duration = .milliseconds(25),
    _ isMet: () async throws -> Bool
  ) async throws {
    try await waitUntil(condition, lookingEvery: pause, progress: progress, seen: text, isMet)
  }

  private func progress() async throws -> String {
    "\(ProcessorTime.ofTree(group))\n" + (try await text())
  }

  /// Waits for a question and types an answer to it.
  func answer(_ text: String, to question: String) async throws {
    try await wait(for: question)
    try await type(text)
    try await press("Enter")
  }

  func wait(for text: String) async throws {
    try await wait(until: "“\(text)” is shown") { $0.contains(text) }
  }

  func wait(forAll texts: String...) async throws {
    try await wait(until: "\(texts) are shown") { screen in texts.allSatisfy(screen.contains) }
  }

  /// Waits for the end of what runs in the pane and returns its exit status, 128 and more for a signal.
  func waitForEnd() async throws -> Int32 {
    try await wait(until: "the program ends") {
      FileManager.default.fileExists(atPath: statusFile)
    }
    let text = try String(contentsOfFile: statusFile, encoding: .utf8)
    return Int32(text.trimmingCharacters(in: .whitespacesAndNewlines)) ?? -1
  }
}
