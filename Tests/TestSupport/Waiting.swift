import Foundation
import Synchronization

/// A condition that a test waited for was not met.
package struct TimeoutError: Error, CustomStringConvertible {
  private let condition: String
  private let seen: String

  /// - Parameters:
  ///   - condition: The condition, as the end of "timed out waiting until".
  ///   - seen: What there was instead.
  package init(condition: String, seen: String = "") {
    self.condition = condition
    self.seen = seen
  }

  package var description: String {
    "timed out waiting until \(condition)" + (seen.isEmpty ? "" : "; seen:\n\(seen)")
  }
}

/// Decides how long a test waits: as long as there is progress, and for a long time after the last.
///
/// It counts checks of the progress, each at least a second after the one before, and not time: whatever slows down a
/// busy machine slows down the checks as well.
package struct Patience {
  private static let pause = Duration.seconds(1)

  private let silence: Int?
  private let longest: Int
  private var checks = 0
  private var silentChecks = 0
  private var state = ""
  private var nextCheck = ContinuousClock.now + Self.pause

  /// - Parameters:
  ///   - silence: How many checks in a row may find no progress; `nil` for 120, or 600 if progress cannot be seen. Even
  ///     a very busy machine gives each program some processor time in two minutes.
  ///   - longest: The maximum number of checks, so that an endless computation ends the test as well.
  package init(silence: Int? = nil, longest: Int = 1800) {
    self.silence = silence
    self.longest = longest
  }

  /// Returns whether to continue waiting.
  ///
  /// - Parameter progress: A text that changes while there is progress; empty if progress cannot be seen.
  package mutating func lasts(_ progress: () throws -> String) rethrows -> Bool {
    isCheckDue ? lasts(seeing: try progress()) : true
  }

  package mutating func lasts(_ progress: () async throws -> String) async rethrows -> Bool {
    isCheckDue ? lasts(seeing: try await progress()) : true
  }

  /// Returns whether to continue waiting if progress cannot be seen.
  package mutating func lasts() -> Bool { lasts { "" } }

  private var isCheckDue: Bool { ContinuousClock.now >= nextCheck }

  private mutating func lasts(seeing newState: String) -> Bool {
    nextCheck = ContinuousClock.now + Self.pause
    checks += 1
    silentChecks = newState == state ? silentChecks + 1 : 0
    state = newState
    return silentChecks < silence ?? (state.isEmpty ? 600 : 120) && checks < longest
  }
}

/// Waits for a condition by checking it repeatedly.
///
/// - Parameters:
///   - condition: The condition, as the end of "timed out waiting until".
///   - pause: The longest time between two checks.
///   - progress: A text that changes while there is progress; empty if progress cannot be seen.
///   - seen: What is reported if the condition is not met.
package func waitUntil(
  _ condition: String, lookingEvery pause: Duration = .milliseconds(25), patience: Patience = Patience(),
  progress: () async throws -> String = { "" }, seen: () async throws -> String = { "" },
  _ isMet: () async throws -> Bool
) async throws {
  var patience = patience
  var nextPause = min(pause, .milliseconds(2))
  while try await !isMet() {
    guard try await patience.lasts(progress) else {
      throw TimeoutError(condition: condition, seen: try await seen())
    }
    try await Task.sleep(for: nextPause)
    nextPause = min(nextPause * 2, pause)
  }
}

/// Waits for a condition without suspending, as in a test that is not asynchronous.
package func blockUntil(
  _ condition: String, patience: Patience = Patience(), progress: () throws -> String = { "" },
  _ isMet: () throws -> Bool
) throws {
  var patience = patience
  while try !isMet() {
    guard try patience.lasts(progress) else { throw TimeoutError(condition: condition) }
    usleep(2000)
  }
}

/// Returns whether `body` ends while the patience lasts, for what mostly waits for another machine.
///
/// Does not stop `body` if it takes longer.
package func endsInTime(_ patience: Patience, _ body: () throws -> Void) rethrows -> Bool {
  let hasEnded = Atomic(false)
  let isLate = Atomic(false)
  Thread.detachNewThread {
    var patience = patience
    while !hasEnded.load(ordering: .relaxed) {
      if !patience.lasts() { return isLate.store(true, ordering: .relaxed) }
      usleep(100_000)
    }
  }
  defer { hasEnded.store(true, ordering: .relaxed) }
  try body()
  return !isLate.load(ordering: .relaxed)
}

/// Calls what mostly waits on a thread of its own.
///
/// Tests share as many threads as there are processors: each that is blocked would leave a processor idle.
///
/// - Throws: The error of `body`.
package func onItsOwnThread<Value: Sendable>(_ body: @escaping @Sendable () throws -> Value) async throws
  -> Value
{
  try await withCheckedThrowingContinuation { (continuation: CheckedContinuation<Value, any Error>) in
    Thread.detachNewThread { continuation.resume(with: Result(catching: body)) }
  }
}
