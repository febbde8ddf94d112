import Foundation
import TestSupport

/// A shell on a terminal, from which the program is started as a person would.
struct ShellScreen {
  let terminal: TmuxScreen
  private let sandbox: Sandbox

  private static let prompt = "ready$"

  init(_ sandbox: Sandbox) async throws {
    self.sandbox = sandbox
    terminal = try await TmuxScreen(sandbox, running: ["/bin/sh"], environment: ["PS1": Self.prompt + " "])
    try await terminal.wait(for: Self.prompt)
    try await run("ulimit -c 0")
    try await run("stty -a > '\(sandbox.file("stty-before"))'")
  }

  /// Types a command and waits for the prompt after it.
  ///
  /// - Parameter key: The key that ends the line.
  func run(_ command: String, endedBy key: String = "Enter") async throws {
    try await terminal.type(command + "; echo don''e > '\(doneFile)'")
    try await terminal.press(key)
    try await terminal.wait(until: "the shell did “\(command)”") {
      FileManager.default.fileExists(atPath: doneFile)
    }
    try FileManager.default.removeItem(atPath: doneFile)
  }

  private var doneFile: String { sandbox.file("done") }
  private var processFile: String { sandbox.file("pid") }
  private var statusFile: String { sandbox.file("status") }

  private func type(_ command: String) async throws {
    try await terminal.type(command)
    try await terminal.press("Enter")
  }

  /// Starts the program on the terminal without waiting for its end.
  func startProgram(_ arguments: String) async throws {
    try await type("sh -c 'echo $$ > \(processFile); exec \(BuiltProgram.path) \(arguments)'")
  }

  /// Stops the program by the signal that it cannot handle, and gives the terminal the modes that shells have.
  func stopWithoutNotice() async throws {
    try send(SIGSTOP)
    try await terminal.wait(until: "the program is stopped") { try process().map(isStopped) ?? false }
    // In the modes of the program, Enter does not end a line.
    try await run("stty sane; clear", endedBy: "C-j")
  }

  /// Brings the suspended program back to the foreground.
  func resume() async throws { try await type("fg") }

  /// Sends a signal to the program.
  func send(_ signal: Int32) throws {
    guard let process = try process() else { throw TimeoutError(condition: "the program runs") }
    kill(process, signal)
  }

  /// Waits until the program has ended or is suspended, and returns its exit status as the shell has it.
  func waitForEnd() async throws -> Int32 {
    try await terminal.wait(until: "the program gives way") {
      guard let process = try process() else { return false }
      return kill(process, 0) != 0 || isStopped(process)
    }
    try await run("echo $? > \(statusFile)")
    let text = try String(contentsOfFile: statusFile, encoding: .utf8)
    return Int32(text.trimmingCharacters(in: .whitespacesAndNewlines)) ?? -1
  }

  /// The program's process, once it has said it.
  private func process() throws -> pid_t? {
    guard FileManager.default.fileExists(atPath: processFile) else { return nil }
    let text = try String(contentsOfFile: processFile, encoding: .utf8)
    return pid_t(text.trimmingCharacters(in: .whitespacesAndNewlines))
  }

  private func isStopped(_ process: pid_t) -> Bool {
    // The process may have ended in the meantime.
    let status = (try? String(contentsOfFile: "/proc/\(process)/status", encoding: .utf8)) ?? ""
    return status.contains("State:\tT")
  }
}

extension ShellScreen {
  /// What is wrong with the terminal after the program; nothing, as it should be.
  func damage() async throws -> [String] {
    var damage: [String] = []
    try await type("echo ali''ve")
    try await terminal.wait(until: "what the shell prints is shown") { screen in
      screen.split(separator: "\n").contains("alive")
    }
    if try await !terminal.text().contains("echo ali''ve") { damage.append("no echo") }
    try await run("stty -a > '\(sandbox.file("stty-after"))'")
    let modes = try ["stty-before", "stty-after"].map {
      try String(contentsOfFile: sandbox.file($0), encoding: .utf8)
    }
    if modes[0] != modes[1] { damage.append("other modes: \(modes[1])") }
    if try await terminal.fact("alternate_on") != "0" { damage.append("alternate screen") }
    if try await terminal.fact("cursor_flag") != "1" { damage.append("no cursor") }
    if try await terminal.fact("keypad_flag") != "0" { damage.append("keypad mode") }
    return damage
  }
}
