import DiaryModel
import FixtureStores
import Foundation
import TestSupport

/// The times from keys to the screens that respond to them.
///
/// Ctrl-L follows each key, so that the whole screen is sent: the file's name in its heading, which is shown at any
/// width and which nothing else sends again, ends the measurement. Keys are pressed at random times, each after the
/// response to the last.
struct KeyTimes {
  /// Ctrl-L.
  static let redraw: UInt8 = 0x0C
  private static let timeout = Duration.seconds(30)

  private let screen: ProgramOnTerminal
  private let heading: [UInt8]

  struct NoResponse: Error {}

  init(_ screen: ProgramOnTerminal, heading: String = ".sqlite") {
    self.screen = screen
    self.heading = Array(heading.utf8)
  }

  /// Returns the milliseconds for each key; the keys are chosen at random.
  func measure(_ keys: String, count: Int, isEnough: () -> Bool = { false }) throws -> [Double] {
    var random = SeededGenerator(seed: 11)
    let keys = Array(keys.utf8)
    var times: [Double] = []
    while times.count < count, !isEnough() {
      screen.watch(for: .milliseconds(Int.random(in: 5...40, using: &random)))
      let start = ContinuousClock.now
      try screen.press(keys.randomElement(using: &random) ?? Self.redraw, Self.redraw)
      guard screen.wait(forAny: [heading], atMost: Self.timeout) != nil else { throw NoResponse() }
      times.append((ContinuousClock.now - start) / .milliseconds(1))
    }
    return times
  }
}
