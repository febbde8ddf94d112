import Foundation
import Testing

@testable import Sync

/// A device that joins others looks at what they have before it sends anything.
@Suite struct JoiningTests {
  private let world = World(seed: 1, events: [], rules: .all)

  @discardableResult
  private func sync(_ device: inout SimulatedDevice) throws -> SyncReport {
    try Synchronizer(world.store.exchange(for: 0), envelope: PlainEnvelope()).sync(&device)
  }

  @Test func aJoiningDeviceSeesAllSegmentsOnce() throws {
    var devices = [1, 2, 3].map { SimulatedDevice($0, skew: 0, world: world) }
    for (index, beer) in world.beers.enumerated() { devices[index].edit(beer) }
    for index in [0, 1] { try sync(&devices[index]) }
    try sync(&devices[0])

    try sync(&devices[2])
    try sync(&devices[2])

    #expect(devices[0].joined.isEmpty)
    #expect(devices[2].joined == [devices[0].replica.storage.allVersions()])
    #expect(!devices[2].joined[0].keys.contains { $0.record == world.beers[2] })
  }

  @Test func aJoiningDeviceSeesASnapshot() throws {
    var devices = [1, 2, 3].map { SimulatedDevice($0, skew: 0, world: world) }
    for index in [0, 1] {
      devices[index].edit(world.beers[index])
      try sync(&devices[index])
    }
    try sync(&devices[0])
    // The first device writes a snapshot of what the second one does not put again.
    world.store.objects = world.store.objects.filter { !$0.key.hasPrefix(ObjectName.log) }
    try sync(&devices[0])
    let own = DeviceID(1)
    world.store.objects = world.store.objects.filter { LogName($0.key)?.device != own }

    devices[2].edit(world.beers[2])
    try sync(&devices[2])

    #expect(devices[2].joined == [devices[0].replica.storage.allVersions()])
  }

  /// Each segment of one device needs the last one of the other.
  @Test func aLongChainOfTwoDevicesIsNotReadAgainAndAgain() throws {
    var devices = [1, 2, 3].map { SimulatedDevice($0, skew: 0, world: world) }
    for _ in 0..<40 {
      for index in [0, 1] {
        devices[index].edit(world.beers[index])
        try sync(&devices[index])
      }
    }
    let before = world.readings

    #expect(try sync(&devices[2]).applied == 80)

    #expect(world.readings - before < 400)
    #expect(devices[2].replica.storage.allVersions() == devices[1].replica.storage.allVersions())
  }

  /// Segments that wait for others are read again instead of being kept.
  @Test func objectsAreReadInGroupsOfLimitedSize() throws {
    var devices = [1, 2, 3].map { SimulatedDevice($0, skew: 0, world: world) }
    for _ in 0..<10 {
      for index in [0, 1] {
        devices[index].edit(world.beers[index])
        try sync(&devices[index])
      }
    }
    var synchronizer = Synchronizer(world.store.exchange(for: 0), envelope: PlainEnvelope())
    synchronizer.groupSize = 1
    synchronizer.waitingSize = 0

    world.store.maxReadCount = 0
    #expect(try synchronizer.sync(&devices[2]).applied == 20)

    #expect(world.store.maxReadCount == 1)
    #expect(devices[2].replica.storage.allVersions() == devices[1].replica.storage.allVersions())
  }
}
