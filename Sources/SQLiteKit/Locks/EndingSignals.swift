import Foundation
import Synchronization

/// Keeps the signals that would end the program from doing so for a short while.
///
/// Only those whose effect is the usual one: a handler goes on noticing its signals.
struct EndingSignals {
  /// Global, as a signal handler reaches nothing else.
  private static let noticed = Atomic<Int32>(0)

  /// How often they are held back, and which; several threads can do so.
  private static let held = Mutex<(depth: Int, signals: [Int32])>((0, []))

  /// Holds the signals back until ``release()``.
  static func hold() -> EndingSignals {
    held.withLock { held in
      held.depth += 1
      guard held.depth == 1 else { return }
      // The flag is made by its first use, which must not be within the handler.
      noticed.store(0, ordering: .relaxed)
      held.signals = [SIGINT, SIGTERM, SIGHUP].filter(hasUsualEffect)
      for number in held.signals { signal(number) { EndingSignals.noticed.store($0, ordering: .relaxed) } }
    }
    return EndingSignals()
  }

  /// Gives the signals their effect back; one that came since ends the program now.
  func release() {
    Self.held.withLock { held in
      held.depth -= 1
      guard held.depth == 0 else { return }
      for number in held.signals { signal(number, SIG_DFL) }
      let number = Self.noticed.load(ordering: .relaxed)
      if held.signals.contains(number) { raise(number) }
    }
  }

  private static func hasUsualEffect(_ number: Int32) -> Bool {
    var action = sigaction()
    guard sigaction(number, nil, &action) == 0 else { return false }
    // Functions cannot be compared, but this one is a number.
    return unsafeBitCast(action.__sigaction_handler.sa_handler, to: Int.self)
      == unsafeBitCast(SIG_DFL, to: Int.self)
  }
}
