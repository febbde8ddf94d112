import Foundation

/// A child process with default signal handling.
package struct ChildProgram {
  /// How the program uses the terminal.
  package enum TerminalUse {
    /// It uses the terminal until it ends.
    case onTerminal
    /// It runs in its own session, so that Ctrl-C in the terminal does not reach it.
    case detached
  }

  /// `POSIX_SPAWN_SETSID`, which glibc shows only with its extensions.
  ///
  /// Source: posix_spawn(3).
  private static let newSession: Int16 = 0x80

  private let process: pid_t
  private let terminalUse: TerminalUse

  /// Starts a program with default signal handling.
  ///
  /// - Parameters:
  ///   - program: The path of the file to run.
  ///   - input: A descriptor that becomes the program's standard input.
  ///   - output: A descriptor that becomes the program's standard output.
  ///   - errors: A descriptor that becomes the program's standard error.
  /// - Returns: `nil` if it cannot be started.
  package init?(
    _ program: String, _ arguments: [String], _ terminalUse: TerminalUse, input: Int32? = nil,
    output: Int32? = nil, errors: Int32? = nil
  ) {
    var attributes = posix_spawnattr_t()
    var actions = posix_spawn_file_actions_t()
    posix_spawnattr_init(&attributes)
    posix_spawn_file_actions_init(&actions)
    defer {
      posix_spawnattr_destroy(&attributes)
      posix_spawn_file_actions_destroy(&actions)
    }
    var none = sigset_t()
    var usual = sigset_t()
    sigemptyset(&none)
    sigemptyset(&usual)
    // The signals that this program handles or ignores.
    for signal in [SIGINT, SIGTERM, SIGHUP, SIGTSTP, SIGCONT, SIGWINCH, SIGPIPE, SIGXFSZ, SIGBUS] {
      sigaddset(&usual, signal)
    }
    posix_spawnattr_setsigmask(&attributes, &none)
    posix_spawnattr_setsigdefault(&attributes, &usual)
    var flags = Int16(POSIX_SPAWN_SETSIGMASK) | Int16(POSIX_SPAWN_SETSIGDEF)
    if terminalUse == .detached {
      flags |= Self.newSession
      for descriptor in [STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO] {
        posix_spawn_file_actions_addopen(&actions, descriptor, "/dev/null", O_RDWR, 0)
      }
    }
    let streams = [(input, STDIN_FILENO), (output, STDOUT_FILENO), (errors, STDERR_FILENO)]
    for case (let descriptor?, let stream) in streams {
      posix_spawn_file_actions_adddup2(&actions, descriptor, stream)
    }
    posix_spawnattr_setflags(&attributes, flags)
    var words: [UnsafeMutablePointer<CChar>?] = ([program] + arguments).map { strdup($0) } + [nil]
    defer { words.forEach { free($0) } }
    var process: pid_t = 0
    guard posix_spawn(&process, program, &actions, &attributes, &words, environ) == 0 else { return nil }
    self.process = process
    self.terminalUse = terminalUse
  }

  /// Waits for the exit status; -1 if a signal ended the program.
  ///
  /// If a program that uses the terminal is suspended, this process is suspended as well, so that the shell gets the
  /// terminal and can resume both.
  package func waitForExit() -> Int32 {
    var status: Int32 = 0
    while true {
      if waitpid(process, &status, terminalUse == .onTerminal ? WUNTRACED : 0) < 0 {
        if errno != EINTR { return -1 }
      } else if status & 0xFF == 0x7F {
        kill(getpid(), SIGSTOP)
      } else {
        return Self.exitStatus(status)
      }
    }
  }

  /// Returns the exit status once; `nil` while the program runs.
  package func exitStatusIfEnded() -> Int32? {
    var status: Int32 = 0
    return waitpid(process, &status, WNOHANG) == process ? Self.exitStatus(status) : nil
  }

  private static func exitStatus(_ status: Int32) -> Int32 {
    status & 0x7F == 0 ? status >> 8 & 0xFF : -1
  }
}
