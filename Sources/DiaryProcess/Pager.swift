import Foundation

/// The user's program for long output, `$PAGER`.
package struct Pager {
  /// The shell's exit statuses for a program that it cannot find or start.
  private static let shellFailures: ClosedRange<Int32> = 126...127

  private let command: String
  /// The rows of the terminal; output that fits is shown without the pager.
  package let rows: Int

  /// `nil` if the user wants no pager, or without a terminal.
  package init?(_ environment: Environment, _ console: Console) {
    guard let command = environment[.pager]?.trimmingCharacters(in: .whitespaces), !command.isEmpty,
      command != "cat", console.isTerminal, let rows = console.rows
    else { return nil }
    self.command = command
    self.rows = rows
  }

  /// Starts the pager; `nil` if that fails.
  package func start() -> Running? {
    var ends: [Int32] = [-1, -1]
    guard pipe(&ends) == 0 else { return nil }
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    // `less` needs this to show colors and to leave the text on the screen; the user's own value is kept.
    setenv(EnvironmentVariable.less.rawValue, "FRX", 0)
    // Ctrl-C is handled by the pager.
    let before = signal(SIGINT, SIG_IGN)
    let child = ChildProgram("/bin/sh", ["-c", command], .onTerminal, input: ends[0])
    close(ends[0])
    guard let child else {
      close(ends[1])
      signal(SIGINT, before)
      return nil
    }
    return Running(command: command, child: child, input: ends[1], interruptBefore: before)
  }

  /// A running pager.
  package struct Running {
    fileprivate let command: String
    fileprivate let child: ChildProgram
    /// The descriptor to write the text to.
    let input: Int32
    fileprivate let interruptBefore: sighandler_t?

    /// Closes the input, and waits until the user has left the pager.
    func finish() throws(CommandFailure) {
      close(input)
      let status = child.waitForExit()
      signal(SIGINT, interruptBefore)
      guard !Pager.shellFailures.contains(status) else {
        throw CommandFailure(
          sentence:
            "The pager “\(command)” could not be started. Set PAGER to another program, or use --no-pager.",
          status: .unavailable)
      }
    }
  }
}
