import Foundation

extension ConsoleInput {
  /// Reads the next line, without showing on a terminal what is typed; `nil` at the end of the input.
  package func readHiddenLine() -> String? {
    HiddenInput.withoutEcho(descriptor) { readLine() }
  }
}

/// Turns off the echo of a terminal while a line is typed; if a signal ends the program, the echo is turned on first.
private enum HiddenInput {
  // Global, because a signal handler has no other access. Only the thread that reads the input writes them.
  private nonisolated(unsafe) static var descriptor: Int32 = -1
  private nonisolated(unsafe) static var settings = termios()

  private static let endings = [SIGINT, SIGTERM, SIGHUP, SIGQUIT]

  /// Calls a function with the echo turned off, if the descriptor is a terminal.
  static func withoutEcho<Result>(_ descriptor: Int32, _ read: () -> Result) -> Result {
    var before = termios()
    guard tcgetattr(descriptor, &before) == 0 else { return read() }
    self.descriptor = descriptor
    settings = before
    var actions: [Int32: sigaction] = [:]
    for number in endings {
      var action = sigaction()
      sigaction(number, nil, &action)
      actions[number] = action
      signal(number) { number in
        tcsetattr(HiddenInput.descriptor, TCSANOW, &HiddenInput.settings)
        signal(number, SIG_DFL)
        raise(number)
      }
    }
    var hidden = before
    hidden.c_lflag &= ~tcflag_t(ECHO)
    tcsetattr(descriptor, TCSANOW, &hidden)
    defer {
      tcsetattr(descriptor, TCSANOW, &before)
      for (number, var action) in actions { sigaction(number, &action, nil) }
    }
    return read()
  }
}
