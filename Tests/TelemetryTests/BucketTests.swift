import Testing

@testable import Telemetry

@Suite struct BucketTests {
  @Test(
    arguments: [
      (-1, "0"), (0, "0"), (1, "1-9"), (9, "1-9"), (10, "10-99"), (99, "10-99"), (100, "100-999"),
      (999, "100-999"), (1_000, "1000-9999"), (9_999, "1000-9999"), (10_000, "10000-99999"),
      (66_055, "10000-99999"), (100_000, "100000-999999"), (999_999, "100000-999999"),
      (1_000_000, "1000000+"), (.max, "1000000+"),
    ])
  func countsFallIntoPowersOfTen(count: Int, name: String) {
    #expect(CountBucket(count).rawValue == name)
  }

  @Test(
    arguments: [
      (.seconds(-1), .underAMinute), (.seconds(59), .underAMinute), (.seconds(60), .underTenMinutes),
      (.seconds(599), .underTenMinutes), (.seconds(600), .underHalfAnHour), (.seconds(1_800), .underAnHour),
      (.seconds(3_600), .anHourOrMore), (.seconds(Int64.max), .anHourOrMore),
    ] as [(Duration, SessionLength)])
  func sessionsFallIntoAFewLengths(duration: Duration, length: SessionLength) {
    #expect(SessionLength(duration) == length)
  }

  @Test(
    arguments: [
      (79, 24, .small), (80, 23, .small), (80, 24, .standard), (119, 80, .standard),
      (300, 24, .standard), (120, 30, .wide), (199, 60, .wide), (200, 49, .wide), (200, 50, .large),
      (0, 0, .small),
    ] as [(Int, Int, TerminalSize)])
  func aTerminalHasTheLargestSizeThatFitsBothWays(columns: Int, rows: Int, size: TerminalSize) {
    #expect(TerminalSize(columns: columns, rows: rows) == size)
  }
}
