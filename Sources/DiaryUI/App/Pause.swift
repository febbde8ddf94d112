/// The time without a key that separates two gestures, counted in ticks because the state has no clock.
struct Pause: Hashable, Sendable {
  /// A tenth of a second or two.
  static let veryShort = Pause(ticks: 2)
  /// About half a second.
  static let short = Pause(ticks: 5)
  /// About three quarters of a second, longer than terminals usually wait before they repeat a key that is held down: up to
  /// 660 ms.
  static let untilRepeated = Pause(ticks: 8)
  /// About a second.
  static let long = Pause(ticks: 10)
  /// About two seconds.
  static let veryLong = Pause(ticks: 20)

  private var ticks: Int

  private init(ticks: Int) { self.ticks = ticks }

  var isOver: Bool { ticks == 0 }

  /// Counts a tick.
  mutating func tick() { ticks = max(0, ticks - 1) }
}
