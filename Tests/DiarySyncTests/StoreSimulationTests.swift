import DiaryModel
import DiaryStore
import Foundation
import GRDB
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

  /// The contents differ, because the UUIDs of beers and photos are those of the system.
  ///
  /// If objects are late or lost, there may be several snapshots, which are applied in the order of the hashes of their
  /// contents.
  @Test(arguments: [[], StoreFaults.clones].map(\.rawValue))
  func aSeedGivesTheSameHistoryEachTime(faults: Int) throws {
    func names(_ seed: UInt64) throws -> [String] {
      let history = try StoreHistory(seed: seed, faults: StoreFaults(rawValue: faults))
      _ = try history.run()
      return history.names
    }
    for seed in Self.seeds.prefix(2) {
      let once = try names(seed)
      #expect(try names(seed) == once, "seed \(seed), faults \(faults)")
    }
  }

  @Test func aSeedGivesTheSameObjectsEachTime() throws {
    func objects(_ seed: UInt64) throws -> [String: Data] {
      let random = RandomSource(repeating: SeededGenerator(seed: seed))
      let clock = TestClock()
      let objects = try SharedObjects(random: random)
      let devices = try (0..<2).map { _ in
        try Device(objects, random: random, clock: { clock.now })
      }
      for (number, name) in ["Orval", "Kriek", "Gueuze", "Bock"].enumerated() {
        clock.advance(seconds: 1)
        let device = devices[number % 2]
        let beer = try device.diary.add(NewBeer(fields: BeerFields(name: name)))
        // In place of the one that was made from numbers of the system.
        let uuid = UUID(uuidString: "6F1D3C0A-0000-4000-8000-00000000000\(number)")
        try device.diary.write { db in
          try db.execute(sql: "UPDATE beer SET uuid = ? WHERE id = ?", arguments: [uuid, beer.id])
        }
      }
      for _ in 0..<2 { for device in devices { try device.sync() } }
      for device in devices {
        let beer = try #require(try device.beers().first)
        try device.edit(beer.beer.uuid) { $0.notes = "Sour" }
        try device.sync()
      }
      return objects.objects
    }
    let once = try objects(1)
    #expect(once.count == 4)
    #expect(try objects(1) == once)
    #expect(try Set(objects(2).keys).isDisjoint(with: once.keys))
  }
}
