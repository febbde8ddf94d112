import Foundation
import Synchronization

/// A clock that stands still until it is advanced.
final class TestClock: Sendable {
  private let seconds = Mutex(1_790_000_000.0)

  var now: Date { Date(timeIntervalSince1970: seconds.withLock { $0 }) }

  func advance(days: Double = 0, seconds: Double = 0) {
    self.seconds.withLock { $0 += days * 86_400 + seconds }
  }
}
