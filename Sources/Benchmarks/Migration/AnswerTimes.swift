import FixtureStores
import Foundation
import TestSupport

/// How long the interface takes to answer keys while it migrates.
///
/// The key is Ctrl-L, which draws the screen anew: the answer is the heading of the migration's screen, which nothing
/// else sends again. Keys come at odd moments, each after the answer to the last.
struct AnswerTimes {
  private static let redraw: UInt8 = 0x0C
  private static let heading = Array("Bringing".utf8)
  /// A word that the list of beers shows, and the migration's screen does not.
  private static let beer = Array("Brouwerij".utf8)
  private static let timeout = Duration.seconds(60)

  private let screen: ProgramOnTerminal

  struct NoAnswer: Error {}

  init(program: String, store: String, home: String) throws {
    screen = try ProgramOnTerminal(
      program, ["--store", store], environment: BuiltProgram.environment(home: home))
  }

  /// Seconds from each key to its answer, from the first sight of the migration until the list is there.
  func measure() throws -> [Double] {
    defer { screen.end() }
    var random = SeededGenerator(seed: 7)
    var times: [Double] = []
    var seen = screen.wait(forAny: [Self.heading, Self.beer], atMost: Self.timeout)
    while let found = seen, found == 0 {
      let pause = Duration.milliseconds(Int.random(in: 3...25, using: &random))
      if screen.wait(forAny: [Self.beer], atMost: pause) != nil { break }
      let start = ContinuousClock.now
      try screen.press(Self.redraw)
      seen = screen.wait(forAny: [Self.heading, Self.beer], atMost: Self.timeout)
      times.append((ContinuousClock.now - start) / .seconds(1))
    }
    guard seen != nil else { throw NoAnswer() }
    try screen.press(UInt8(ascii: "q"))
    return times
  }
}
