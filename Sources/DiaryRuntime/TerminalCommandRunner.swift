import DiaryProcess
import DiaryStore
import DiaryText
package import DiaryUI
import SQLiteKit

/// How a command has ended.
struct CommandResult {
  /// The exit status; `nil` if the command could not be started.
  let status: Int32?
  /// What the command has changed; `nil` if nothing.
  var change: Result<LoggedChange?, StoreError> = .success(nil)
}

/// Runs commands of this program on the terminal, in a process of their own.
///
/// A command opens the diary itself, so it finds and locks it as it does in a shell.
package struct TerminalCommandRunner: Sendable {
  private let store: String
  private let options: [String]
  private let screenOptions: [String]
  private let isSampleInstalled: @Sendable () -> Bool

  /// Creates a runner.
  ///
  /// - Parameters:
  ///   - store: The path of the diary.
  ///   - options: Options for every command.
  ///   - screenOptions: Options for commands that open a screen.
  ///   - isSampleInstalled: Returns whether there is a sample diary.
  package init(
    store: String, options: [String], screenOptions: [String],
    isSampleInstalled: @escaping @Sendable () -> Bool
  ) {
    self.isSampleInstalled = isSampleInstalled
    self.store = store
    self.options = options
    self.screenOptions = screenOptions
  }

  /// Returns the arguments of a command.
  package func arguments(_ command: TerminalCommand) -> [String] {
    switch command {
    case .showSample: ["demo"] + options + screenOptions
    case .adopt(let path):
      ["adopt"] + options + ["--store", store, "--", TypedPath.absolute(path)]
    case .backUp: ["backup", "create"] + options + ["--store", store]
    }
  }

  /// Returns why a command is not run; `nil` if it is.
  func refusal(of command: TerminalCommand) -> Problem? {
    switch command {
    case .showSample: isSampleInstalled() ? nil : Problem(sentence: "The sample diary is not installed.")
    case .adopt, .backUp: nil
    }
  }

  /// Runs a command until it ends.
  ///
  /// - Returns: The exit status; `nil` if the command could not be started.
  func run(_ command: TerminalCommand) -> Int32? {
    ChildProgram("/proc/self/exe", arguments(command), .onTerminal)?.waitForExit()
  }
}
