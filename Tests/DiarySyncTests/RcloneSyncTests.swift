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

/// Two diaries synchronize through rclone, which fails or is killed.
@Suite(.timeLimit(.minutes(60))) struct RcloneSyncTests {
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

    func add(_ name: String, photo: String) throws {
      let beer = try diary.add(NewBeer(fields: BeerFields(name: name)))
      _ = try diary.addPhoto(to: beer.id, image: MemoryBytes(Data(photo.utf8)), caption: name)
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

  /// Whether to test all calls of rclone, as `make sync-servers` does; else one of them, because they take time.
  private static let isComplete = ProcessInfo.processInfo.environment["BEERDIARY_SYNC_SERVERS"] != nil

  /// The most calls of the script in one synchronization.
  private static let calls = 1...11

  /// The path of rclone, or of another version that `BEERDIARY_RCLONE` names; `nil` if it is not installed.
  private static let rclone = ProgramRunner.path(
    of: ProcessInfo.processInfo.environment["BEERDIARY_RCLONE"] ?? "rclone", in: nil)

  @Test(arguments: FakeRclone.Fault.allCases.filter { $0 != .hangs })
  func laterSyncsAreCompleteWhateverHappensInRclone(_ fault: FakeRclone.Fault) throws {
    let rclone = try FakeRclone()
    let store = RcloneStore(
      try #require(RcloneRemote(":local:" + rclone.store)), program: rclone.path,
      environment: ["PATH": "/usr/bin:/bin"])
    let staging = try TemporaryFolder()
    let key = try StoreSetup.create(
      in: StagedExchange(store, folder: staging.path), passphrase: "Zwickl", cost: .minimal
    ).key
    let computers = [try Computer(store, key: key), try Computer(store, key: key)]
    var expected: [String: [String]] = [:]
    var generator = Seeds.generator(UInt64(fault.rawValue.utf8.count))
    for call in Self.calls.shuffled(using: &generator).prefix(Self.isComplete ? Self.calls.count : 1) {
      for (index, computer) in computers.enumerated() {
        let name = "\(fault.rawValue) \(call) \(index)"
        try computer.add(name, photo: "photo of \(name)")
        expected[name] = ["photo of \(name)"]
      }
      try rclone.fail(fault, at: call)
      // Some faults are noticed immediately, others later.
      try? computers[call % 2].sync()
      try rclone.succeed()
      for index in [0, 1, 0] { try computers[index].sync() }
      for computer in computers {
        #expect(try computer.contents() == expected, "\(fault.rawValue) in call \(call)")
      }
    }
  }

  @Test(.enabled(if: Self.rclone != nil, "rclone is not installed"))
  func theNextSyncAfterRcloneWasKilledIsComplete() throws {
    let rclone = try KilledRclone(try #require(Self.rclone))
    let store = RcloneStore(
      try #require(RcloneRemote(":local:" + rclone.store)), program: rclone.path,
      // So slow that a kill also meets a photo that is copied in part.
      environment: ["PATH": "/usr/bin:/bin", "RCLONE_CONFIG": "", "RCLONE_BWLIMIT": "2M"])
    let staging = try TemporaryFolder()
    let key = try StoreSetup.create(
      in: StagedExchange(store, folder: staging.path), passphrase: "Zwickl", cost: .minimal
    ).key
    let computers = [try Computer(store, key: key), try Computer(store, key: key)]
    var expected: [String: [String]] = [:]
    /// Adds a beer to each diary, and sends that of the second one.
    func prepare(_ first: Computer, _ second: Computer, _ name: String) throws {
      for (index, computer) in [first, second].enumerated() {
        let photo = String(repeating: "photo of \(name) \(index)", count: 10_000)
        try computer.add("\(name) \(index)", photo: photo)
        expected["\(name) \(index)"] = [photo]
      }
      try second.sync()
    }

    // The first time without a kill, to see how many calls there are and how long one takes.
    try prepare(computers[0], computers[1], "none")
    let calls = try rclone.callCount()
    let start = ContinuousClock.now
    try computers[0].sync()
    let count = try rclone.callCount() - calls
    let duration = (ContinuousClock.now - start) / count

    var generator = Seeds.generator(1)
    // A kill comes too late if the machine is less busy than when the duration was measured; then the next ones come
    // sooner.
    var longest = duration
    for call in (1...count).shuffled(using: &generator) where try Self.isComplete || rclone.killCount() == 0 {
      let moments = (0..<2).map { _ in Double.random(in: 0...1, using: &generator) }
      for (index, moment) in (Self.isComplete ? [0] + moments : [moments[0]]).enumerated() {
        let (first, second) = (computers[index % 2], computers[(index + 1) % 2])
        try prepare(first, second, "\(call) \(index)")
        let (delay, earlierKills) = (longest * moment, try rclone.killCount())
        try rclone.kill(inCall: call, after: delay)
        try? first.sync()
        if try rclone.killCount() == earlierKills { longest /= 2 }
        try rclone.succeed()
        try first.sync()
        try second.sync()
        for computer in computers {
          #expect(try computer.contents() == expected, "killed in call \(call) after \(delay)")
        }
      }
    }
    #expect(try rclone.killCount() > 0)
  }

  @Test func endingRcloneWhenTheUserStopsASyncIsNotAFailure() {
    #expect(SyncFailure(mapping: ProgramError.cancelled, path: "diary.sqlite").isCancellation)
  }
}

/// A script that runs rclone, and kills it when it is told to.
private struct KilledRclone {
  private let folder: TemporaryFolder

  init(_ rclone: String) throws {
    folder = try TemporaryFolder()
    try folder.script(
      "rclone",
      """
      #!/bin/sh
      echo "$1" >>'\(folder.path)/calls'
      read -r call delay <'\(folder.path)/kill'
      if [ "$call" = "$(wc -l <'\(folder.path)/calls')" ]; then
        (sleep "$delay"; echo "$1" >>'\(folder.path)/kills'; kill -9 $$) >/dev/null 2>&1 &
      fi
      exec '\(rclone)' "$@"
      """)
    try succeed()
  }

  /// The path of the script.
  var path: String { folder.file("rclone") }

  /// A folder for what is copied, which does not exist at first.
  var store: String { folder.file("store") }

  /// Kills rclone in a later call, unless it ends before; the next call has the number 1.
  func kill(inCall call: Int, after delay: Duration) throws {
    let milliseconds = Int(delay / .milliseconds(1))
    let seconds = "\(milliseconds / 1000)." + String(1000 + milliseconds % 1000).dropFirst()
    try write("\(try callCount() + call) \(seconds)")
  }

  /// Lets all later calls end by themselves.
  func succeed() throws { try write("0 0") }

  private func write(_ line: String) throws {
    try (line + "\n").write(toFile: folder.file("kill"), atomically: true, encoding: .utf8)
  }

  /// How often rclone was called, and how often it was killed.
  func callCount() throws -> Int { try lineCount("calls") }
  func killCount() throws -> Int { try lineCount("kills") }

  private func lineCount(_ name: String) throws -> Int {
    guard fileSize(folder.file(name)) != nil else { return 0 }
    return try folder.text(name).split(separator: "\n").count
  }
}
