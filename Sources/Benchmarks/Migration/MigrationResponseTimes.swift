import FixtureStores
import Foundation
import TestSupport

/// The interface's response times to keys during a migration.
///
/// The key is Ctrl-L, which redraws the screen: the response is the heading of the migration's screen, which nothing
/// else sends again. Keys are pressed at random times, each after the response to the last.
struct MigrationResponseTimes {
  private static let redraw: UInt8 = 0x0C
  private static let heading = Array("Migrating".utf8)
  /// A word that is on the list of beers, but not on the migration's screen.
  private static let beer = Array("Brouwerij".utf8)
  private static let timeout = Duration.seconds(60)

  private let screen: ProgramOnTerminal

  struct NoResponse: Error {}

  init(program: String, store: String, home: String) throws {
    screen = try ProgramOnTerminal(
      program, ["--store", store], environment: BuiltProgram.environment(home: home))
  }

  /// Returns the seconds from each key to its response, from the start of the migration until the list is shown.
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
    guard seen != nil else { throw NoResponse() }
    try screen.press(UInt8(ascii: "q"))
    return times
  }
}
