import DiaryProcess
package import DiaryUI
import Foundation

/// Runs commands of this program on the terminal, in a process of their own.
///
/// A command opens the diary itself, so it finds and locks it as it does in a shell.
package struct TerminalCommandRunner: Sendable {
  private let store: String
  private let options: [String]
  private let screenOptions: [String]

  /// Creates a runner.
  ///
  /// - Parameters:
  ///   - store: The path of the diary.
  ///   - options: Options for every command.
  ///   - screenOptions: Options for commands that open a screen.
  package init(store: String, options: [String], screenOptions: [String]) {
    self.store = store
    self.options = options
    self.screenOptions = screenOptions
  }

  /// Returns the arguments of a command.
  package func arguments(_ command: TerminalCommand) -> [String] {
    switch command {
    case .showSample: ["demo"] + options + screenOptions
    case .adopt(let path):
      ["adopt"] + options
        + ["--store", store, "--", URL(fileURLWithPath: TypedPath.expanded(path)).path]
    }
  }

  /// Runs a command until it ends, and lets the user read what it has printed.
  ///
  /// - Returns: The exit status; `nil` if the command could not be started.
  func run(_ command: TerminalCommand) -> Int32? {
    guard let program = ChildProgram("/proc/self/exe", arguments(command), .onTerminal) else { return nil }
    let status = program.waitForExit()
    if command != .showSample || status != 0 { waitForEnter() }
    return status
  }

  private func waitForEnter() {
    Console.standardError.line("Press Enter to go back to your diary.")
    Console.standardError.flush()
    var byte: UInt8 = 0
    while true {
      let count = read(STDIN_FILENO, &byte, 1)
      if count == 1, ![UInt8(ascii: "\n"), UInt8(ascii: "\r")].contains(byte) { continue }
      if count < 0, errno == EINTR { continue }
      return
    }
  }
}
