import Foundation

/// The user's program for long output, `$PAGER`.
package struct Pager {
  /// What the shell says of a program that it cannot find or start.
  private static let shellFailures: ClosedRange<Int32> = 126...127

  private let command: String
  /// Rows of the terminal; what fits is shown without the pager.
  package let rows: Int

  /// `nil` where none is wanted or the output goes to no terminal.
  package init?(_ environment: Environment, _ console: Console) {
    guard let command = environment["PAGER"]?.trimmingCharacters(in: .whitespaces), !command.isEmpty,
      command != "cat", console.isTerminal, let rows = console.rows
    else { return nil }
    self.command = command
    self.rows = rows
  }

  /// Starts the pager; `nil` where the system does not allow it.
  package func start() -> Running? {
    var ends: [Int32] = [-1, -1]
    guard pipe(&ends) == 0 else { return nil }
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    // What `less` needs for colours, and to leave the text on the screen; the user's own choice stays.
    setenv("LESS", "FRX", 0)
    // Ctrl-C is for the pager.
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

  /// A pager that was started.
  package struct Running {
    fileprivate let command: String
    fileprivate let child: ChildProgram
    /// Where the text is written.
    let input: Int32
    fileprivate let interruptBefore: sighandler_t?

    /// Tells the pager that there is no more, and waits until the user has left it.
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
