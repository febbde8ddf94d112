import Synchronization

/// Limits progress reports to as many as a screen can show.
///
/// `Phase` tells the phases of the work apart.
final class ProgressThrottle<Phase: Equatable & Sendable>: Sendable {
  private static var pause: Duration { .milliseconds(30) }

  private let last = Mutex<(phase: Phase, time: ContinuousClock.Instant)?>(nil)

  /// Returns whether to report progress in a phase now: at its beginning, and then after a pause.
  func isDue(in phase: Phase) -> Bool {
    let now = ContinuousClock.now
    return last.withLock { last in
      if let last, last.phase == phase, now - last.time < Self.pause { return false }
      last = (phase, now)
      return true
    }
  }
}
