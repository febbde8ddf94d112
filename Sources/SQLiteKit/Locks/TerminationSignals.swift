import Foundation
import Synchronization

/// Postpones SIGINT, SIGTERM and SIGHUP while the program has something to clean up.
///
/// Only signals with the default action are postponed; a handler that the program has installed keeps running.
struct TerminationSignals {
  /// The last signal that came, 0 if none did.
  ///
  /// Static because a signal handler cannot capture anything.
  private static let pending = Atomic<Int32>(0)

  /// How many callers postpone signals now, and which signals.
  private static let postponed = Mutex<(depth: Int, signals: [Int32])>((0, []))

  /// Postpones the signals until ``deliver()``; calls can be nested, also from several threads.
  static func postpone() -> TerminationSignals {
    postponed.withLock { postponed in
      postponed.depth += 1
      guard postponed.depth == 1 else { return }
      // The first access initializes the flag, which must not happen in the handler.
      pending.store(0, ordering: .relaxed)
      postponed.signals = [SIGINT, SIGTERM, SIGHUP].filter(hasDefaultAction)
      for number in postponed.signals {
        signal(number) { TerminationSignals.pending.store($0, ordering: .relaxed) }
      }
    }
    return TerminationSignals()
  }

  /// Restores the default actions; a signal that came in the meantime ends the program now.
  func deliver() {
    Self.postponed.withLock { postponed in
      postponed.depth -= 1
      guard postponed.depth == 0 else { return }
      for number in postponed.signals { signal(number, SIG_DFL) }
      let number = Self.pending.load(ordering: .relaxed)
      if postponed.signals.contains(number) { raise(number) }
    }
  }

  private static func hasDefaultAction(_ number: Int32) -> Bool {
    var action = sigaction()
    guard sigaction(number, nil, &action) == 0 else { return false }
    // `SIG_DFL` is a number with a function type, and functions cannot be compared.
    return unsafeBitCast(action.__sigaction_handler.sa_handler, to: Int.self)
      == unsafeBitCast(SIG_DFL, to: Int.self)
  }
}
