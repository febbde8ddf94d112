import Foundation
import TestSupport
import Testing

@testable import Sync

/// Two devices, encryption, and a folder between them.
@Suite struct FolderSyncTests {
  private let folder: TemporaryFolder
  private let staging: TemporaryFolder
  private let world = World(seed: 1, events: [], rules: .all)
  private let key = DiaryKey()
  private let keys = [DeviceKey(), DeviceKey()]
  private var devices: [SimulatedDevice]

  init() throws {
    folder = try TemporaryFolder()
    staging = try TemporaryFolder()
    let world = world
    devices = keys.map { SimulatedDevice($0.device.rawValue, skew: 0, world: world) }
  }

  private func synchronizer(_ index: Int) -> Synchronizer<StagedExchange<FolderStore>> {
    Synchronizer(
      StagedExchange(FolderStore(folder.path), folder: staging.path),
      envelope: SealedEnvelope(key: key, device: keys[index]))
  }

  private let name = Register(Samples.beer, "name")

  @Test mutating func anEditAndAnImageReachTheOtherDevice() throws {
    // given
    devices[0].write(.text("Rochefort 10"), to: name)
    devices[0].place(world.photos[0])

    // when
    try synchronizer(0).sync(&devices[0])
    let report = try synchronizer(1).sync(&devices[1])

    // then
    #expect(report.applied == 1)
    #expect(devices[1].visible(name) == [.text("Rochefort 10")])
    #expect(devices[1].images == devices[0].images)
    #expect(devices[1].photos().map(\.photo) == [world.photos[0].uuid])
    let images = devices[0].images.values
    for file in try allFiles() {
      for word in [Data("Rochefort".utf8), Data("beer".utf8), Data("name".utf8)] + images {
        #expect(file.range(of: word) == nil)
      }
    }
  }

  /// A killed copy can leave part of an object under its final name.
  @Test mutating func aPartialObjectIsSkippedAndPutAgain() throws {
    // given
    devices[0].write(.text("Pils"), to: name)
    try synchronizer(0).sync(&devices[0])
    let object = try #require(folder.contents(of: "log").keys.first)
    for count in [0, 1, 100] {
      try Data(count: count).write(to: URL(fileURLWithPath: folder.file("log/" + object)))

      // when
      var other = devices[1]
      let report = try synchronizer(1).sync(&other)

      // then
      #expect(report.damaged == ["log/" + object])
      #expect(other.visible(name).isEmpty)
      #expect(try synchronizer(0).sync(&devices[0]).sent == 1)
      #expect(try synchronizer(1).sync(&other).applied == 1)
      #expect(other.visible(name) == [.text("Pils")])
    }
  }

  /// Damage that a listing does not show is repaired by a synchronization with `isRepair`.
  @Test mutating func repairPutsDamagedObjectsAgain() throws {
    // given
    devices[0].write(.text("Pils"), to: name)
    try synchronizer(0).sync(&devices[0])
    let object = try #require(folder.contents(of: "log").keys.first)
    let path = URL(fileURLWithPath: folder.file("log/" + object))
    var bytes = try Data(contentsOf: path)
    bytes[40] ^= 1
    try bytes.write(to: path)

    // when
    #expect(try synchronizer(0).sync(&devices[0]).sent == 0)
    #expect(try synchronizer(0).sync(&devices[0], isRepair: true).sent == 1)

    // then
    #expect(try synchronizer(1).sync(&devices[1]).applied == 1)
  }

  @Test mutating func objectsOfANewerVersionAreNotDamaged() throws {
    // given
    devices[0].write(.text("Pils"), to: name)
    try synchronizer(0).sync(&devices[0])
    let object = try #require(folder.contents(of: "log").keys.first)
    let path = URL(fileURLWithPath: folder.file("log/" + object))
    var bytes = try Data(contentsOf: path)
    bytes[0] = 2
    try bytes.write(to: path)

    for isRepair in [false, true] {
      // when
      let report = try synchronizer(1).sync(&devices[1], isRepair: isRepair)

      // then
      #expect(report.newer == ["log/" + object])
      #expect(report.damaged.isEmpty)
    }
  }

  @Test mutating func anEmptiedStoreIsReportedAndFilledAgain() throws {
    // given
    devices[0].write(.text("Pils"), to: name)
    try synchronizer(0).sync(&devices[0])
    try synchronizer(1).sync(&devices[1])

    // when
    for folder in ["log", "snap"] { try? FileManager.default.removeItem(atPath: self.folder.file(folder)) }
    let report = try synchronizer(1).sync(&devices[1])

    // then
    #expect(report.lost.count == 1)
    var third = SimulatedDevice(9, skew: 0, world: world)
    try synchronizer(1).sync(&third)
    #expect(third.visible(name) == [.text("Pils")])
  }

  @Test mutating func manySegmentsThatArePutAgainBecomeSeveralObjects() throws {
    // given
    for number in 0..<3 {
      devices[0].write(.integer(Int64(number)), to: name)
      try synchronizer(0).sync(&devices[0])
    }
    try FileManager.default.removeItem(atPath: folder.file("log"))

    // when
    var small = synchronizer(0)
    small.batchSize = 1
    #expect(try small.sync(&devices[0]).sent == 3)

    // then
    #expect(try folder.contents(of: "log").count == 3)
    #expect(try synchronizer(1).sync(&devices[1]).applied == 3)
    #expect(devices[1].visible(name) == [.integer(2)])
  }

  @Test mutating func compactionKeepsWhatOtherDevicesNeed() throws {
    // given
    for number in 0..<5 {
      devices[0].write(.integer(Int64(number)), to: name)
      try synchronizer(0).sync(&devices[0])
      if number == 2 { try synchronizer(1).sync(&devices[1]) }
    }

    // when
    try synchronizer(0).compact(&devices[0], first: 5)

    // then
    #expect(try folder.contents(of: "log").count == 1)
    #expect(try synchronizer(0).sync(&devices[0]).sent == 0)
    #expect(try synchronizer(1).sync(&devices[1]).applied == 2)
    #expect(devices[1].visible(name) == [.integer(4)])
    #expect(devices[0].ownSegments.map(\.changes.count) == [0, 0, 0, 0, 1])
  }

  @Test mutating func aDamagedImageIsNotPut() throws {
    // given
    devices[0].place(world.photos[0])
    var damaged = devices[0]
    let (digest, image) = try #require(damaged.images.first)
    damaged.insertImage(Data("damaged".utf8), digest: digest)

    // when
    for isRepair in [false, true] { try synchronizer(0).sync(&damaged, isRepair: isRepair) }

    // then
    #expect(try synchronizer(1).sync(&devices[1]).missingImages == 1)
    damaged.insertImage(image, digest: digest)
    try synchronizer(0).sync(&damaged)
    #expect(try synchronizer(1).sync(&devices[1]).missingImages == 0)
    #expect(devices[1].images == [digest: image])
  }

  private func allFiles() throws -> [Data] {
    try ["log", "photo"].flatMap { try folder.contents(of: $0).values }
  }
}
