import DiaryUI
import Foundation
import Glibc

/// Turns signals into values for the event loop.
///
/// The signals are blocked in the calling thread, and so in all threads that it starts. One thread sleeps until a
/// signal arrives, so no code runs in a signal handler. Child processes inherit the blocked signals, so their signal
/// mask has to be cleared.
final class SignalWatch {
  enum Event: Hashable, Sendable {
    case signal(SystemSignal)
    case windowChanged
  }

  static let watched = [SIGINT, SIGTERM, SIGHUP, SIGTSTP, SIGCONT, SIGWINCH]
  private var blocked: sigset_t
  private var before = sigset_t()
  private var stopBefore: sigaction

  /// Starts to watch; `report` is called on another thread.
  init(report: @escaping @Sendable (Event) -> Void) {
    blocked = Self.set(of: Self.watched)
    pthread_sigmask(SIG_BLOCK, &blocked, &before)
    stopBefore = Self.keepStopSignalFromCurses()
    let waited = blocked
    let thread = Thread { Self.wait(for: waited, report) }
    thread.name = "signals"
    thread.start()
  }

  /// Restores the default effects of the signals, which end the process in most cases.
  func stop() {
    sigaction(SIGTSTP, &stopBefore, nil)
    pthread_sigmask(SIG_SETMASK, &before, nil)
  }

  /// Keeps curses from changing the handling of SIGTSTP.
  ///
  /// While the signal has its default effect, curses ignores it during each update of the screen, and the kernel then
  /// drops a pending one, so a stop during an update would be lost. A handler, which is never called because the signal
  /// is blocked, keeps curses from doing so.
  private static func keepStopSignalFromCurses() -> sigaction {
    var before = sigaction()
    sigaction(SIGTSTP, nil, &before)
    if before.__sigaction_handler.sa_handler == nil { signal(SIGTSTP) { _ in } }
    return before
  }

  /// Stops this process and its job until the shell resumes it.
  func stopProcess() {
    var stop = Self.set(of: [SIGTSTP])
    let usual = signal(SIGTSTP, SIG_IGN)
    pthread_sigmask(SIG_UNBLOCK, &stop, nil)
    // Stops the whole job, as the terminal does for Ctrl-Z, so that a `make` that started the program stops as well.
    kill(0, SIGTSTP)
    // Stops this process by a signal to this thread, which the waiting thread cannot receive.
    signal(SIGTSTP, SIG_DFL)
    pthread_kill(pthread_self(), SIGTSTP)
    pthread_sigmask(SIG_BLOCK, &stop, nil)
    signal(SIGTSTP, usual)
  }

  static func set(of signals: [Int32]) -> sigset_t {
    var set = sigset_t()
    sigemptyset(&set)
    for signal in signals { sigaddset(&set, signal) }
    return set
  }

  /// Reports signals as they arrive, and does not return; they must be blocked in the calling thread.
  static func wait(for signals: sigset_t, _ report: @Sendable (Event) -> Void) {
    var signals = signals
    var number: Int32 = 0
    while true {
      let failure = sigwait(&signals, &number)
      if failure == EINTR { continue }
      guard failure == 0 else { return }
      if let event = event(of: number) { report(event) }
    }
  }

  private static func event(of number: Int32) -> Event? {
    if number == SIGWINCH { return .windowChanged }
    return SystemSignal(number: number).map { .signal($0) }
  }
}

extension SystemSignal {
  init?(number: Int32) {
    switch number {
    case SIGINT: self = .interrupt
    case SIGTERM: self = .terminate
    case SIGHUP: self = .hangup
    case SIGTSTP: self = .stop
    case SIGCONT: self = .resumed
    default: return nil
    }
  }

  /// The signal's number, as in the exit status 128 + number.
  package var number: Int32 {
    switch self {
    case .interrupt: SIGINT
    case .terminate: SIGTERM
    case .hangup: SIGHUP
    case .stop: SIGTSTP
    case .resumed: SIGCONT
    }
  }
}
