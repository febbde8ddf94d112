import Foundation
import TestSupport
import Testing

@testable import Sync

/// Random histories of devices with real stores that share objects.
///
/// `make histories` runs many instead of a sample.
@Suite struct StoreSimulationTests {
  static let seeds = Seeds.range(
    0..<(ProcessInfo.processInfo.environment["BEERDIARY_SYNC_STORE_SEEDS"].flatMap { UInt64($0) } ?? 4))

  static let kinds: [StoreFaults] = [.delays, .losses, .clones, [.delays, .losses, .clones]]

  @Test(arguments: seeds)
  func allDevicesShowTheSameDiary(_ seed: UInt64) throws {
    #expect(try StoreHistory(seed: seed).run() == [], "seed \(seed)")
  }

  @Test(arguments: kinds.map(\.rawValue))
  func allDevicesShowTheSameDiaryDespiteFaults(faults: Int) throws {
    for seed in Self.seeds {
      // given
      let history = try StoreHistory(seed: seed, faults: StoreFaults(rawValue: faults))

      // when
      let problems = try history.run()

      // then
      #expect(problems == [], "seed \(seed), faults \(faults)")
    }
  }
}
