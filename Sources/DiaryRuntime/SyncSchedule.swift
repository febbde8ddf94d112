import DiaryUI

/// When the diary is synchronized next.
///
/// A request during a synchronization leads to one more after it.
struct SyncSchedule: Sendable {
  private let pause: Duration
  private let interval: Duration

  /// When the next one is due; `nil` if none is.
  private(set) var due: ContinuousClock.Instant?
  /// Whether changes or the user wait for the next one.
  private(set) var isPending = false
  private var isAsked = false
  private var isRegular = false

  /// Creates a schedule without requests.
  ///
  /// - Parameters:
  ///   - pause: How long there has to be no other change before changes are sent.
  ///   - interval: The time from the end of one regular synchronization to the next one.
  init(pause: Duration = .seconds(5), interval: Duration = .seconds(300)) {
    self.pause = pause
    self.interval = interval
  }

  /// Notes a request.
  mutating func note(_ request: SyncRequest, at now: ContinuousClock.Instant) {
    switch request {
    case .asked:
      isAsked = true
      isPending = true
      due = now
    case .regularly:
      isRegular = true
      due = now
    case .afterChange:
      isPending = true
      // One that is due already sends the change as well.
      if due.map({ $0 > now }) ?? true { due = now + pause }
    case .stop:
      isRegular = false
      isPending = isAsked
      if !isAsked { due = nil }
    }
  }

  /// Begins the next synchronization if it is due.
  ///
  /// - Returns: Whether the user asked for it; `nil` if it is not due.
  mutating func begin(at now: ContinuousClock.Instant) -> Bool? {
    guard let due, due <= now else { return nil }
    defer { isAsked = false }
    self.due = nil
    isPending = false
    return isAsked
  }

  /// Notes that a synchronization ended.
  mutating func end(at now: ContinuousClock.Instant) {
    if isRegular, due == nil { due = now + interval }
  }
}
