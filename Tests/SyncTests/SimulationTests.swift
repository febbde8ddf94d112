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

  /// Without this, a history that goes wrong could not be looked at again.
  @Test(arguments: kinds.map(\.rawValue))
  func aSeedGivesTheSameObjectsEachTime(events: Int) throws {
    func objects(_ seed: UInt64) throws -> [String: Data] {
      let world = World(seed: seed, events: Events(rawValue: events), rules: .all)
      _ = try world.run()
      return world.store.objects
    }
    for seed in Self.seeds.prefix(10) {
      let once = try objects(seed)
      #expect(try objects(seed) == once, "seed \(seed), events \(events)")
    }
    #expect(try objects(1) != objects(2))
  }
}
