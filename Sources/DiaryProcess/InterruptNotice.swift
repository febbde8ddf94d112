import Foundation
import Synchronization

/// Catches the signals that ask the program to end (SIGINT, SIGTERM and SIGHUP) during work that can stop at a clean
/// boundary.
package enum InterruptNotice {
  private typealias Handler = @convention(c) (Int32) -> Void

  /// Global, because a signal handler has no other access; it may do little more than set a flag.
  private static let noticed = Atomic<Int32>(0)

  /// Whether a signal has arrived.
  package static var isInterrupted: Bool { noticed.load(ordering: .relaxed) != 0 }

  /// The error that ends the program like the signal that arrived; `nil` if none did.
  package static var ending: EndedBySignal? {
    let number = noticed.load(ordering: .relaxed)
    return number == 0 ? nil : EndedBySignal(number: number)
  }

  /// The error that ends the program like the signal that stopped the work.
  package static var ended: EndedBySignal { ending ?? EndedBySignal(number: SIGINT) }

  /// Runs work that checks `isInterrupted` regularly.
  ///
  /// A second Ctrl-C or SIGTERM ends the program immediately. A second SIGHUP does not: both the terminal and the
  /// shell send one when a window is closed.
  package static func during<Result, Failure: Error>(_ work: () throws(Failure) -> Result) throws(Failure)
    -> Result
  {
    try noticing(work) { number in
      InterruptNotice.noticed.store(number, ordering: .relaxed)
      if number != SIGHUP { signal(number, SIG_DFL) }
    }
  }

  /// Whether `during` or `throughout` catches signals now.
  private static let isNoticing = Atomic(false)

  /// Runs work during which repeated signals do not end the program either.
  ///
  /// - Parameter work: Checks `isInterrupted` where it can stop.
  package static func throughout<Result, Failure: Error>(_ work: () throws(Failure) -> Result) throws(Failure)
    -> Result
  {
    try noticing(work, with: note)
  }

  private static let note: Handler = { InterruptNotice.noticed.store($0, ordering: .relaxed) }

  /// Runs work with a signal handler; in nested calls, the outer handler stays.
  private static func noticing<Result, Failure: Error>(
    _ work: () throws(Failure) -> Result, with handler: Handler
  ) throws(Failure) -> Result {
    if isNoticing.load(ordering: .relaxed) { return try work() }
    // The flag is initialized by its first use, which must not be in the handler.
    noticed.store(0, ordering: .relaxed)
    isNoticing.store(true, ordering: .relaxed)
    let before = install(handler)
    defer {
      for (number, var action) in before { sigaction(number, &action, nil) }
      isNoticing.store(false, ordering: .relaxed)
    }
    return try work()
  }

  /// Signals that ask the program to end.
  private static let endings = [SIGINT, SIGTERM, SIGHUP]

  /// Runs work that stops soon after a signal, during which repeated signals do not end the program either.
  ///
  /// - Parameter work: The handlers are installed when it first calls `isCancelled`; before that, a signal ends the
  ///   program as usual.
  package static func handlingTermination<Result, Failure: Error>(
    _ work: (_ isCancelled: @escaping @Sendable () -> Bool) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    if isNoticing.load(ordering: .relaxed) { return try work { isInterrupted } }
    noticed.store(0, ordering: .relaxed)
    let before = Mutex<[Int32: sigaction]>([:])
    defer { for (number, var action) in before.withLock({ $0 }) { sigaction(number, &action, nil) } }
    return try work {
      before.withLock { if $0.isEmpty { $0 = install(note) } }
      return isInterrupted
    }
  }

  /// Installs a handler for the signals that end the program, except ignored ones.
  ///
  /// - Returns: The previous actions of the signals.
  private static func install(_ handler: Handler) -> [Int32: sigaction] {
    var before: [Int32: sigaction] = [:]
    for number in endings {
      var action = sigaction()
      sigaction(number, nil, &action)
      before[number] = action
      // A shell script starts background jobs with Ctrl-C ignored, which stays so.
      if isIgnoring(action.__sigaction_handler.sa_handler) { continue }
      signal(number, handler)
    }
    return before
  }

  /// Returns whether a handler is `SIG_IGN`, which is a number: functions cannot be compared.
  private static func isIgnoring(_ handler: sighandler_t?) -> Bool {
    unsafeBitCast(handler, to: Int.self) == unsafeBitCast(SIG_IGN, to: Int.self)
  }
}

/// The error that ends the program like a signal, after cleaning up.
package struct EndedBySignal: Error {
  /// The signal's number, as in the exit status 128 + number.
  package let number: Int32

  package init(number: Int32) { self.number = number }

  /// Ends the process by the signal, so that the parent process sees the reason.
  package func raiseAgain() -> Never {
    signal(number, SIG_DFL)
    raise(number)
    exit(128 + number)
  }
}
