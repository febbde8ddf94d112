import DiaryModel
import DiaryStore
import DiarySync
import Foundation
import Pictures
import SQLiteKit
import SyncStores
import TestSupport
import Testing

@testable import Sync

/// Two diaries synchronize through rclone, which fails.
@Suite("Synchronizing through rclone", .timeLimit(.minutes(20)))
struct RcloneSyncTests {
  /// A diary that is synchronized through a folder.
  private final class Computer {
    let diary: Diary
    private let folder: TemporaryFolder
    private let exchange: StagedExchange<RcloneStore>
    private let envelope: any Envelope

    init(_ store: RcloneStore, key: DiaryKey) throws {
      folder = try TemporaryFolder()
      try FileManager.default.createDirectory(
        atPath: folder.file("staging"), withIntermediateDirectories: false)
      exchange = StagedExchange(store, folder: folder.file("staging"))
      let device = DeviceKey()
      envelope = SealedEnvelope(key: key, device: device)
      diary = try Diary.open(at: folder.file("diary.sqlite"))
      try SyncedDiary.start(diary, as: device.device)
    }

    func sync() throws {
      var synced = SyncedDiary(diary)
      try Synchronizer(exchange, envelope: envelope).sync(&synced)
    }

    func add(_ name: String) throws {
      let beer = try diary.add(NewBeer(fields: BeerFields(name: name)))
      _ = try diary.addPhoto(to: beer.id, image: MemoryBytes(Data("photo of \(name)".utf8)), caption: name)
    }

    /// The names of all beers, and the images of their photos, in their order.
    func contents() throws -> [String: [String]] {
      let ids = try diary.ids(BeerQuery()).ascending
      let beers = try ids.compactMap { try diary.beer($0) }
      return try Dictionary(
        beers.map { detail in
          let images = try detail.photos.map { photo in
            var image = Data()
            _ = try diary.readImage(ofPhoto: photo.id) { image += Data($0) }
            return String(decoding: image, as: UTF8.self)
          }
          return (detail.beer.fields.name ?? "", images)
        }, uniquingKeysWith: +)
    }
  }

  /// The most calls of rclone in one synchronization here.
  private static let calls = 1...11

  @Test(
    "Whatever happens in a call of rclone, later synchronizations bring all beers and photos to both diaries",
    arguments: FakeRclone.Fault.allCases.filter { $0 != .hangs })
  func faults(_ fault: FakeRclone.Fault) throws {
    let rclone = try FakeRclone()
    let store = RcloneStore(
      try #require(RcloneRemote(":local:" + rclone.store)), program: rclone.path,
      environment: ["PATH": "/usr/bin:/bin"])
    let staging = try TemporaryFolder()
    let key = try StoreSetup.create(
      in: StagedExchange(store, folder: staging.path), passphrase: "Zwickl", cost: .minimal)
    let computers = [try Computer(store, key: key), try Computer(store, key: key)]
    var expected: [String: [String]] = [:]
    var generator = Seeds.generator(UInt64(fault.rawValue.utf8.count))
    // The script takes time, so that all calls are left to `make sync-servers`.
    let count = ProcessInfo.processInfo.environment["BEERDIARY_SYNC_SERVERS"] == nil ? 1 : Self.calls.count
    for call in Self.calls.shuffled(using: &generator).prefix(count) {
      for (index, computer) in computers.enumerated() {
        let name = "\(fault.rawValue) \(call) \(index)"
        try computer.add(name)
        expected[name] = ["photo of \(name)"]
      }
      try rclone.fail(fault, at: call)
      // Some faults are noticed at once, others later.
      try? computers[call % 2].sync()
      try rclone.succeed()
      for index in [0, 1, 0] { try computers[index].sync() }
      for computer in computers {
        #expect(try computer.contents() == expected, "\(fault.rawValue) in call \(call)")
      }
    }
  }

  @Test("Ending rclone because the user stops the synchronization is no failure")
  func cancellation() {
    #expect(SyncFailure(mapping: ProgramError.cancelled, path: "diary.sqlite").isCancellation)
  }
}
