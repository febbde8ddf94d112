import Foundation
import Synchronization

/// Keeps the signals that would end the program from doing so for a short while.
///
/// Only those whose effect is the usual one: a handler goes on noticing its signals.
struct EndingSignals {
  /// Global, as a signal handler reaches nothing else.
  private static let noticed = Atomic<Int32>(0)

  private let held: [Int32]

  /// Holds the signals back until ``release()``.
  static func hold() -> EndingSignals {
    // The flag is made by its first use, which must not be within the handler.
    noticed.store(0, ordering: .relaxed)
    let held = [SIGINT, SIGTERM, SIGHUP].filter(hasUsualEffect)
    for number in held { signal(number) { EndingSignals.noticed.store($0, ordering: .relaxed) } }
    return EndingSignals(held: held)
  }

  /// Gives the signals their effect back; one that came meanwhile ends the program now.
  func release() {
    for number in held { signal(number, SIG_DFL) }
    let number = Self.noticed.load(ordering: .relaxed)
    if held.contains(number) { raise(number) }
  }

  private static func hasUsualEffect(_ number: Int32) -> Bool {
    var action = sigaction()
    guard sigaction(number, nil, &action) == 0 else { return false }
    // Functions cannot be compared, but this one is a number.
    return unsafeBitCast(action.__sigaction_handler.sa_handler, to: Int.self)
      == unsafeBitCast(SIG_DFL, to: Int.self)
  }
}
