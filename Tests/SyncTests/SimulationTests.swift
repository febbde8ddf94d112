import Foundation
import TestSupport
import Testing

@testable import Sync

/// Random histories of devices that share a store with faults.
///
/// `BEERDIARY_SYNC_SEEDS=100000` runs that many seeds of each kind instead of a sample.
@Suite struct SimulationTests {
  static let kinds: [Events] = [
    [], .backups, .clones, .losses, [.backups, .losses], [.backups, .clones, .losses],
  ]

  static let seeds = Seeds.range(
    0..<(ProcessInfo.processInfo.environment["BEERDIARY_SYNC_SEEDS"].flatMap { UInt64($0) } ?? 40))

  @Test(arguments: kinds.map(\.rawValue))
  func devicesConvergeWithoutLosingValues(events: Int) throws {
    for seed in Self.seeds {
      // given
      let world = World(seed: seed, events: Events(rawValue: events), rules: .all)

      // when
      let problems = try world.run()

      // then
      #expect(problems.isEmpty, "seed \(seed), events \(events)")
    }
  }
}
