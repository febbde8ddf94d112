import Terminal

/// Distinguishes double clicks from single clicks.
struct ClickCounter {
  private static let maxPause = Duration.milliseconds(400)

  private var last: (point: Point, time: ContinuousClock.Instant)?

  /// Returns the event, with the number of clicks if it is a press.
  mutating func counted(_ event: MouseEvent, at time: ContinuousClock.Instant = .now) -> MouseEvent {
    guard case .press = event.kind else { return event }
    if let last, last.point == event.point, time - last.time < Self.maxPause {
      self.last = nil
      return MouseEvent(.press(clicks: 2), at: event.point)
    }
    last = (event.point, time)
    return event
  }
}
