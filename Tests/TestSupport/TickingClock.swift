package import Foundation
import Synchronization

/// A clock that advances by a second each time it is read.
package final class TickingClock: Sendable {
  private let seconds = Mutex(1_700_000_000.0)

  package init() {}

  package func now() -> Date {
    seconds.withLock {
      $0 += 1
      return Date(timeIntervalSince1970: $0)
    }
  }
}
