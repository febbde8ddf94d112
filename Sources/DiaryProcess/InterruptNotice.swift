import Foundation
import Synchronization

/// Notices the signals that ask the program to end (SIGINT, SIGTERM and SIGHUP) during work that can stop at a clean
/// boundary, instead of being ended by them immediately.
package enum InterruptNotice {
  private typealias Handler = @convention(c) (Int32) -> Void

  /// Global, as a signal handler reaches nothing else; it may do little more than set a flag.
  private static let noticed = Atomic<Int32>(0)

  /// Whether a signal asked to stop the work.
  package static var isInterrupted: Bool { noticed.load(ordering: .relaxed) != 0 }

  /// Ends the program as the signal that came would have; `nil` if none came.
  package static var ending: EndedBySignal? {
    let number = noticed.load(ordering: .relaxed)
    return number == 0 ? nil : EndedBySignal(number: number)
  }

  /// Ends the program after work that was stopped, as the signal that stopped it would have.
  package static var ended: EndedBySignal { ending ?? EndedBySignal(number: SIGINT) }

  /// Runs work that checks `isInterrupted` now and then.
  ///
  /// A second Ctrl-C or SIGTERM ends the program wherever it is. A second SIGHUP does not: both the terminal and the
  /// shell send one when a window is closed.
  package static func during<Result, Failure: Error>(_ work: () throws(Failure) -> Result) throws(Failure)
    -> Result
  {
    try noticing(work) { number in
      InterruptNotice.noticed.store(number, ordering: .relaxed)
      if number != SIGHUP { signal(number, SIG_DFL) }
    }
  }

  /// Whether `during` or `throughout` notices signals now.
  private static let isNoticing = Atomic(false)

  /// Notices every signal that asks the program to end for as long as the work takes, however often it comes.
  ///
  /// - Parameter work: Asks `isInterrupted` where it can stop.
  package static func throughout<Result, Failure: Error>(_ work: () throws(Failure) -> Result) throws(Failure)
    -> Result
  {
    try noticing(work, with: note)
  }

  private static let note: Handler = { InterruptNotice.noticed.store($0, ordering: .relaxed) }

  /// Runs work with a handler of the signals; within other such work, that one's stays in place.
  private static func noticing<Result, Failure: Error>(
    _ work: () throws(Failure) -> Result, with handler: Handler
  ) throws(Failure) -> Result {
    if isNoticing.load(ordering: .relaxed) { return try work() }
    // The flag is made by its first use, which must not be within the handler.
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

  /// Handles every signal that asks the program to end, however often it comes, for work that soon stops by itself.
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

  /// - Returns: The previous actions of the signals.
  private static func install(_ handler: Handler) -> [Int32: sigaction] {
    var before: [Int32: sigaction] = [:]
    for number in endings {
      var action = sigaction()
      sigaction(number, nil, &action)
      before[number] = action
      // A shell script has what it starts in the background ignore the Ctrl-C that is meant for others.
      if isIgnoring(action.__sigaction_handler.sa_handler) { continue }
      signal(number, handler)
    }
    return before
  }

  /// Whether a handler is `SIG_IGN`: functions cannot be compared, but this one is a number.
  private static func isIgnoring(_ handler: sighandler_t?) -> Bool {
    unsafeBitCast(handler, to: Int.self) == unsafeBitCast(SIG_IGN, to: Int.self)
  }
}
