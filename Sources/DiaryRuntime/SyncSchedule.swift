import DiaryUI

/// When the diary is synchronized next.
///
/// A request during a synchronization leads to one more after it.
struct SyncSchedule: Sendable {
  private let pause: Duration
  private let interval: Duration

  /// When the next one is due; `nil` if none is.
  private(set) var due: ContinuousClock.Instant?
  private var isAsked = false
  private var isRegular = false
  /// Whether changes wait for the next one.
  private var hasChanges = false
  /// Whether the one that is running sends changes.
  private var isSendingChanges = false
  /// Whether the last one did nothing, because another process was synchronizing the diary.
  private var wasBusy = false

  /// Whether changes or the user wait for the next one.
  var isPending: Bool { isAsked || hasChanges }

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
      due = now
    case .regularly:
      isRegular = true
      due = now
    case .afterChange:
      hasChanges = true
      // One that is due already sends the change as well.
      if due.map({ $0 > now }) ?? true { due = now + pause }
    case .stop:
      isRegular = false
      hasChanges = false
      isSendingChanges = false
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
    isSendingChanges = hasChanges
    hasChanges = false
    return isAsked
  }

  /// Notes that a synchronization ended.
  ///
  /// - Parameters:
  ///   - isBusy: Whether it did nothing, because another process was synchronizing the diary. Changes, which that process
  ///     may not send, are due again after the pause, or after the interval if the one before found it busy, too.
  ///   - hasFailed: Whether it failed. Changes wait for the next one, or for the end.
  mutating func end(at now: ContinuousClock.Instant, isBusy: Bool = false, hasFailed: Bool = false) {
    if isSendingChanges, isBusy || hasFailed { hasChanges = true }
    if isBusy, isSendingChanges {
      let next = now + (wasBusy ? interval : pause)
      due = due.map { min($0, next) } ?? next
    }
    isSendingChanges = false
    wasBusy = isBusy
    if isRegular, due == nil { due = now + interval }
  }
}
