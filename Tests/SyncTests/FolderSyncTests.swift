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
    try putDiary(of: key)
  }

  private func putDiary(of key: DiaryKey) throws {
    let diary = try SealedEnvelope(key: key, device: keys[0]).seal(
      Data(StoreSetup.content.utf8), name: ObjectName.diary, kind: .diary)
    try exchange.write([(ObjectName.diary, diary)])
  }

  private var exchange: StagedExchange<FolderStore> {
    StagedExchange(FolderStore(folder.path), folder: staging.path)
  }

  private func synchronizer(_ index: Int) -> Synchronizer<StagedExchange<FolderStore>> {
    Synchronizer(exchange, envelope: SealedEnvelope(key: key, device: keys[index]))
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

  /// A folder where a disk is not mounted is not filled.
  @Test mutating func aStoreWithoutTheDiaryIsRefused() throws {
    // given
    devices[0].write(.text("Pils"), to: name)
    try FileManager.default.removeItem(atPath: folder.file("diary"))

    // then
    #expect(throws: SyncError.missingDiary) { try synchronizer(0).sync(&devices[0]) }
    #expect(throws: SyncError.missingDiary) { try synchronizer(0).compact(&devices[0], through: 1) }
    try putDiary(of: DiaryKey())
    #expect(throws: SyncError.otherDiary) { try synchronizer(0).sync(&devices[0]) }
    #expect(try folder.contents().keys.sorted() == ["diary"])
    try putDiary(of: key)
    #expect(try synchronizer(0).sync(&devices[0]).sent == 1)
  }

  /// A text that exceeds the limits does not keep other changes from being sent.
  @Test mutating func aChangeThatIsTooLargeIsNamedAndLeftOut() throws {
    // given
    let note = Register(Samples.beer, "note")
    devices[0].write(.text("Pils"), to: name)
    devices[0].write(.text(String(repeating: "x", count: Limits.value + 1)), to: note)

    // when
    let report = try synchronizer(0).sync(&devices[0])

    // then
    #expect(report.tooLarge == ["beer \(Samples.beer.uuid) note"])
    #expect(report.sent == 1)
    try synchronizer(1).sync(&devices[1])
    #expect(devices[1].visible(name) == [.text("Pils")])
    #expect(devices[1].visible(note).isEmpty)
  }

  /// An envelope for which all segments are too large.
  private struct SmallEnvelope: Envelope {
    let envelope: SealedEnvelope

    func seal(_ content: Data, name: String, kind: ObjectKind) throws -> Data {
      if kind == .log { throw SyncError.tooLarge }
      return try envelope.seal(content, name: name, kind: kind)
    }
    func objectSize(ofContent count: Int, kind: ObjectKind) -> Int {
      envelope.objectSize(ofContent: count, kind: kind)
    }
    func open(_ object: Data, name: String, kind: ObjectKind) throws -> Data {
      try envelope.open(object, name: name, kind: kind)
    }
    func photoName(of digest: Data) -> String { envelope.photoName(of: digest) }
  }

  @Test mutating func aSegmentThatIsTooLargeDoesNotCountAsSent() throws {
    // given
    devices[0].write(.text("Pils"), to: name)
    let envelope = SmallEnvelope(envelope: SealedEnvelope(key: key, device: keys[0]))

    // when
    let report = try Synchronizer(exchange, envelope: envelope).sync(&devices[0])

    // then
    let segment = devices[0].ownSegments[0].id
    #expect(report.sent == 0 && report.tooLarge == [LogName(segment).text])
    #expect(report.unsendableSegments == [segment])
    #expect(devices[0].hasUnsentChanges(in: []))
  }

  /// An image that exceeds the limits is not even read, as that would need as much memory each time.
  @Test mutating func anImageThatIsTooLargeIsNamedAndLeftOut() throws {
    // given
    devices[0].place(world.photos[0])
    devices[0].imageSize = Limits.object + 1

    // when
    let report = try synchronizer(0).sync(&devices[0])

    // then
    #expect(report.tooLarge.count == 1)
    #expect(report.tooLarge.allSatisfy { $0.hasPrefix(ObjectName.photo) })
    #expect(try exchange.list(ObjectName.photo).isEmpty)
  }

  @Test mutating func aPartialImageIsPutAgain() throws {
    // given
    devices[0].place(world.photos[0])
    try synchronizer(0).sync(&devices[0])
    let object = try #require(folder.contents(of: "photo").first)
    try object.value.dropLast().write(to: URL(fileURLWithPath: folder.file("photo/" + object.key)))
    var other = devices[1]
    #expect(try synchronizer(1).sync(&other).damaged == ["photo/" + object.key])

    // when
    try synchronizer(0).sync(&devices[0])

    // then
    #expect(try synchronizer(1).sync(&devices[1]).damaged.isEmpty)
    #expect(devices[1].images == devices[0].images)
  }

  /// A store whose listings lack segments and snapshots.
  private struct HidingExchange: ObjectExchange {
    let exchange: StagedExchange<FolderStore>

    func list(_ prefix: String) -> [ListedObject] { [] }
    func read(_ names: [String]) throws -> ReadResult { try exchange.read(names) }
    func write(_ objects: [(name: String, bytes: Data)]) throws { try exchange.write(objects) }
    func delete(_ names: [String]) throws { try exchange.delete(names) }
  }

  @Test mutating func aListingThatLacksObjectsLeadsToOneSnapshot() throws {
    // given
    devices[0].write(.text("Pils"), to: name)
    try synchronizer(0).sync(&devices[0])
    try synchronizer(1).sync(&devices[1])
    let hiding = Synchronizer(
      HidingExchange(exchange: exchange), envelope: SealedEnvelope(key: key, device: keys[1]))

    // when
    for number in 0..<3 {
      devices[1].write(.integer(Int64(number)), to: name)
      #expect(try hiding.sync(&devices[1]).lost.count == 1)
    }

    // then
    #expect(try folder.contents(of: "snap").count == 1)
    // What is lost is written again.
    try FileManager.default.removeItem(atPath: folder.file("snap"))
    try hiding.sync(&devices[1])
    #expect(try folder.contents(of: "snap").count == 1)
  }

  @Test mutating func aSnapshotThatIsTooLargeIsLeftOut() throws {
    // given
    try synchronizeAndLoseSegments()

    // when
    devices[1].setSize(Limits.snapshot + 1)
    let report = try synchronizer(1).sync(&devices[1])

    // then
    #expect(report.tooLarge == ["snap/"])
    #expect(report.unsendableSegments == report.lost && report.lost.count == 1)
    #expect(!FileManager.default.fileExists(atPath: folder.file("snap")))
  }

  @Test mutating func changesDuringASyncAreSentDespiteATooLargeSnapshot() throws {
    // given
    try synchronizeAndLoseSegments()

    // when
    world.typing = 1
    devices[1].setSize(Limits.snapshot + 1)
    let report = try synchronizer(1).sync(&devices[1])

    // then
    #expect(report.tooLarge == ["snap/"])
    #expect(report.sent == 2)
    #expect(devices[1].ownSegments.count == 2 && devices[1].pending.isEmpty)
  }

  @Test mutating func aPartialSnapshotIsWrittenAgain() throws {
    // given
    try synchronizeAndLoseSegments()
    try synchronizer(1).sync(&devices[1])
    let snapshot = try #require(folder.contents(of: "snap").first)
    let file = URL(fileURLWithPath: folder.file("snap/" + snapshot.key))
    try snapshot.value.dropLast().write(to: file)

    // when
    try synchronizer(1).sync(&devices[1])

    // then
    #expect(try Data(contentsOf: file).count == snapshot.value.count)
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
    var other = devices[1]
    for isRepair in [false, true] {
      let report = try synchronizer(1).sync(&other, isRepair: isRepair)
      #expect(report.unusableObjects == ["log/" + object] && report.replaced.isEmpty)
    }
    #expect(try synchronizer(0).sync(&devices[0]).sent == 0)
    let report = try synchronizer(0).sync(&devices[0], isRepair: true)
    #expect(report.sent == 1)
    #expect(report.replaced == ["log/" + object] && report.unusableObjects.isEmpty)

    // then
    #expect(try synchronizer(1).sync(&devices[1]).applied == 1)
  }

  /// The damaged object of the device that no longer exists stays in the store.
  @Test mutating func aRepairNamesWhatItHasReplacedOnlyOnce() throws {
    // given
    devices[0].write(.text("Pils"), to: name)
    try synchronizer(0).sync(&devices[0])
    try synchronizer(1).sync(&devices[1])
    let object = LogName(devices[0].ownSegments[0].id).text
    try Data("garbage".utf8).write(to: URL(fileURLWithPath: folder.file(object)))

    for replaced in [[object], [], []] {
      // when
      let report = try synchronizer(1).sync(&devices[1], isRepair: true)

      // then
      #expect(report.replaced == Set(replaced) && report.unusableObjects.isEmpty)
    }
    let report = try synchronizer(1).sync(&devices[1])
    #expect(report.damaged.isEmpty && report.unusableObjects.isEmpty)
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

  /// A text begins with a byte that no version will have.
  @Test mutating func anObjectThatBecameATextIsDamaged() throws {
    // given
    devices[0].write(.text("Pils"), to: name)
    try synchronizer(0).sync(&devices[0])
    let object = try #require(folder.contents(of: "log").keys.first)
    try Data("garbage".utf8).write(to: URL(fileURLWithPath: folder.file("log/" + object)))

    // when
    let report = try synchronizer(1).sync(&devices[1])

    // then
    #expect(report.damaged == ["log/" + object])
    #expect(report.newer.isEmpty)
  }

  @Test mutating func damagedObjectsThatOthersReplaceAreDeletedByARepair() throws {
    // given
    for number in 0..<3 {
      for index in devices.indices {
        devices[index].write(.integer(Int64(number)), to: Register(Samples.beer, "field \(index)"))
        try synchronizer(index).sync(&devices[index])
      }
    }
    try synchronizer(0).sync(&devices[0])
    for file in try folder.contents(of: "log").keys {
      try Data("g\n".utf8).write(to: URL(fileURLWithPath: folder.file("log/" + file)))
    }

    // when
    let before = try synchronizer(0).sync(&devices[0])
    for index in devices.indices { try synchronizer(index).sync(&devices[index], isRepair: true) }

    // then
    #expect(before.sent == 3 && before.damaged.isEmpty)
    #expect(try folder.contents(of: "log").count == 2)
    devices.append(SimulatedDevice(9, skew: 0, world: world))
    for index in devices.indices {
      let report = try synchronizer(index % 2).sync(&devices[index])
      #expect(report.damaged.isEmpty && report.newer.isEmpty && report.waiting.isEmpty)
      for field in 0..<2 {
        #expect(devices[index].visible(Register(Samples.beer, "field \(field)")) == [.integer(2)])
      }
    }
  }

  /// Gives both devices a beer, and removes what they have put, so that one of them writes a snapshot.
  private mutating func synchronizeAndLoseSegments() throws {
    devices[0].write(.text("Pils"), to: name)
    try synchronizer(0).sync(&devices[0])
    try synchronizer(1).sync(&devices[1])
    try FileManager.default.removeItem(atPath: folder.file("log"))
  }

  @Test mutating func aDamagedSnapshotIsReplacedAndDeletedByARepair() throws {
    // given
    try synchronizeAndLoseSegments()
    try synchronizer(1).sync(&devices[1])
    let snapshot = try #require(folder.contents(of: "snap").keys.first)
    devices[1].write(.text("Saison"), to: Register(Samples.beer, "style"))
    try synchronizer(1).sync(&devices[1])
    try Data("g\n".utf8).write(to: URL(fileURLWithPath: folder.file("snap/" + snapshot)))
    var third = SimulatedDevice(9, skew: 0, world: world)
    #expect(try synchronizer(0).sync(&third).damaged == ["snap/" + snapshot])

    // when
    try synchronizer(1).sync(&devices[1], isRepair: true)

    // then
    let names = try folder.contents(of: "snap").keys
    #expect(names.count == 1 && !names.contains(snapshot))
    let report = try synchronizer(0).sync(&third)
    #expect(report.damaged.isEmpty && report.receivedChanges == ["beer": 1])
    #expect(third.visible(name) == [.text("Pils")])
  }

  /// The snapshot that replaces it has the same name if nothing has changed.
  @Test mutating func aSnapshotThatARepairPutsAgainUnderTheSameNameStays() throws {
    // given
    try synchronizeAndLoseSegments()
    try synchronizer(1).sync(&devices[1])
    let snapshot = try #require(folder.contents(of: "snap").keys.first)
    try Data("g\n".utf8).write(to: URL(fileURLWithPath: folder.file("snap/" + snapshot)))
    var third = SimulatedDevice(9, skew: 0, world: world)
    #expect(try synchronizer(0).sync(&third).damaged == ["snap/" + snapshot])

    // when
    try synchronizer(1).sync(&devices[1], isRepair: true)

    // then
    #expect(try Array(folder.contents(of: "snap").keys) == [snapshot])
    #expect(try synchronizer(0).sync(&third).damaged.isEmpty)
    #expect(third.visible(name) == [.text("Pils")])
  }

  /// A store that can only be read, or to which the connection fails when a snapshot is put, of which it keeps a part,
  /// or when objects are deleted.
  private struct FailingExchange: ObjectExchange {
    let exchange: StagedExchange<FolderStore>
    var writeError: (any Error)?
    var putsSnapshots = false
    var deletionError: any Error = SimulatedFailure()

    func list(_ prefix: String) throws -> [ListedObject] { try exchange.list(prefix) }
    func read(_ names: [String]) throws -> ReadResult { try exchange.read(names) }
    func write(_ objects: [(name: String, bytes: Data)]) throws {
      if let writeError { throw writeError }
      for object in objects {
        let fails = !putsSnapshots && object.name.hasPrefix(ObjectName.snapshot)
        try exchange.write([(object.name, fails ? object.bytes.dropLast(9) : object.bytes)])
        if fails { throw SimulatedFailure() }
      }
    }
    func delete(_ names: [String]) throws { throw deletionError }
  }

  private var failing: Synchronizer<FailingExchange> {
    Synchronizer(
      FailingExchange(exchange: exchange), envelope: SealedEnvelope(key: key, device: keys[1]))
  }

  /// A synchronizer of the second device that can only read the store.
  private var readOnly: Synchronizer<FailingExchange> {
    synchronizer(failingWith: SyncError.unwritable(code: EROFS, path: ""))
  }

  /// A synchronizer of the second device that can put nothing because of an error.
  private func synchronizer(failingWith error: any Error) -> Synchronizer<FailingExchange> {
    Synchronizer(
      FailingExchange(exchange: exchange, writeError: error),
      envelope: SealedEnvelope(key: key, device: keys[1]))
  }

  @Test mutating func changesOfOthersArriveFromAStoreThatCanOnlyBeRead() throws {
    // given
    devices[0].write(.text("Pils"), to: name)
    devices[0].place(world.photos[0])
    try synchronizer(0).sync(&devices[0])
    devices[1].write(.text("Bock"), to: name)

    // when
    var report = SyncReport()
    #expect(throws: SyncError.unwritable(code: EROFS, path: "")) {
      try readOnly.sync(&devices[1], report: &report)
    }

    // then
    #expect(Set(devices[1].visible(name)) == [.text("Pils"), .text("Bock")])
    #expect(devices[1].images == devices[0].images)
    #expect(report.receivedChanges == ["beer": 1, "photo": 1] && report.receivedImages == 1)
    #expect(report.sent == 0 && report.hasReceivedAll)
    // It was cut before anything was applied.
    let cut = devices[1].ownSegments
    #expect(cut.map(\.context) == [[]])

    // when the store can be written to again
    #expect(try synchronizer(1).sync(&devices[1]).sent == 1)

    // then
    #expect(devices[1].ownSegments == cut)
    let object = LogName(cut[0].id).text
    let bytes = try #require(try exchange.read([object]).contents[object])
    #expect(try synchronizer(1).batch(bytes, name: object).segments == cut)
    try synchronizer(0).sync(&devices[0])
    #expect(Set(devices[0].visible(name)) == [.text("Pils"), .text("Bock")])
  }

  @Test mutating func aReadOnlyDeviceSucceedsIfOnlyItsNameIsUnsent() throws {
    // given
    devices[0].write(.text("Pils"), to: name)
    try synchronizer(0).sync(&devices[0])
    devices[1].write(.text("tower"), to: Register(RecordID(entity: "device", uuid: UUID()), "name"))
    let error = SyncError.unwritable(code: EROFS, path: "")

    // when
    let reports = try (0..<2).map { _ in try readOnly.sync(&devices[1]) }

    // then
    #expect(reports.map(\.applied) == [1, 0] && reports.allSatisfy { $0.sent == 0 && $0.hasReceivedAll })
    #expect(devices[1].visible(name) == [.text("Pils")])
    #expect(throws: error) { try readOnly.sync(&devices[1], isRepair: true) }

    // when it has changed something
    devices[1].write(.text("Bock"), to: name)

    // then
    #expect(throws: error) { try readOnly.sync(&devices[1]) }
    #expect(try synchronizer(1).sync(&devices[1]).sent == 2)

    // when the store has lost that
    try FileManager.default.removeItem(atPath: folder.file("log"))
    var after = readOnly
    after.lastSequences = [keys[1].device: 2]

    // then
    #expect(throws: error) { try after.sync(&devices[1]) }
  }

  @Test mutating func aNameThatCannotBeSentForAnotherReasonIsAFailure() throws {
    // given
    devices[1].write(.text("tower"), to: Register(RecordID(entity: "device", uuid: UUID()), "name"))

    for error in [
      SyncError.unwritable(code: ENOSPC, path: ""), SyncError.system(code: EROFS, path: staging.path),
      SyncError.malformed(.truncated, at: 0),
    ] {
      // when
      var report = SyncReport()
      #expect(throws: error) {
        try synchronizer(failingWith: error).sync(&devices[1], report: &report)
      }

      // then
      #expect(report.hasReceivedAll)
    }
    #expect(throws: SimulatedFailure.self) {
      try synchronizer(failingWith: SimulatedFailure()).sync(&devices[1])
    }
  }

  /// What a repair repeats would have to be put as well.
  @Test mutating func aRepairThatCannotPutLeavesOrphansToTheNextOne() throws {
    // given
    devices[0].write(.text("Pils"), to: name)
    try synchronizer(0).sync(&devices[0])
    let lost = LogName(devices[0].ownSegments[0].id).text
    let style = Register(Samples.beer, "style")
    devices[0].write(.text("Saison"), to: style)
    try synchronizer(0).sync(&devices[0])
    try exchange.delete([lost])
    devices[1].write(.text("Dry"), to: Register(Samples.beer, "note"))

    // when
    #expect(throws: SyncError.unwritable(code: EROFS, path: "")) {
      try readOnly.sync(&devices[1], isRepair: true)
    }

    // then
    #expect(devices[1].ownSegments.count == 1)
    #expect(try synchronizer(1).sync(&devices[1], isRepair: true).receivedChanges == ["beer": 1])
    #expect(devices[1].ownSegments.count == 2)
    #expect(devices[1].visible(style) == [.text("Saison")])
  }

  /// The segments of the clone arrive while this device cannot put its own, and so cannot get a new id.
  @Test mutating func aCloneIsNoticedByTheNextSynchronizationThatSucceeds() throws {
    // given
    devices[1].write(.text("Pils"), to: name)
    try synchronizer(1).sync(&devices[1])
    var clone = devices[1]
    clone.write(.text("Bock"), to: name)
    try synchronizer(1).sync(&clone)

    // when
    devices[1].write(.text("Stout"), to: name)
    #expect(throws: SyncError.unwritable(code: EROFS, path: "")) { try readOnly.sync(&devices[1]) }

    // then
    #expect(Set(devices[1].visible(name)) == [.text("Bock"), .text("Stout")])
    #expect(try synchronizer(1).sync(&devices[1]).isCloned)
  }

  /// A store of which some objects cannot be read.
  private struct UnreadableExchange: ObjectExchange {
    let exchange: StagedExchange<FolderStore>
    let codes: [String: Int32]

    func list(_ prefix: String) throws -> [ListedObject] { try exchange.list(prefix) }
    func read(_ names: [String]) throws -> ReadResult {
      var result = try exchange.read(names.filter { codes[$0] == nil })
      result.errors = codes.filter { names.contains($0.key) }
      return result
    }
    func write(_ objects: [(name: String, bytes: Data)]) throws { try exchange.write(objects) }
    func delete(_ names: [String]) throws { try exchange.delete(names) }
  }

  /// A synchronizer of a device that cannot read some objects.
  private func synchronizer(_ index: Int, without codes: [String: Int32], wrappedKey: StoredKey? = nil)
    -> Synchronizer<UnreadableExchange>
  {
    Synchronizer(
      UnreadableExchange(exchange: exchange, codes: codes),
      envelope: SealedEnvelope(key: key, device: keys[index]), wrappedKey: wrappedKey)
  }

  /// Sends the name of a device, which then has records that others know, and matches no more with theirs.
  private mutating func sendName(of index: Int) throws {
    devices[index].write(.text("tower"), to: Register(RecordID(entity: "device", uuid: UUID()), "name"))
    try synchronizer(index).sync(&devices[index])
  }

  /// Records that only the unreadable object has in common with the diary would exist twice for good.
  @Test(arguments: [ObjectName.log, ObjectName.snapshot], [false, true])
  mutating func nothingIsCutIfRecordsCannotBeMatched(prefix: String, isRepair: Bool) throws {
    // given
    try synchronizeAndLoseSegments()
    try synchronizer(1).sync(&devices[1])
    devices[1].write(.text("Saison"), to: Register(Samples.beer, "style"))
    try synchronizer(1).sync(&devices[1])
    let object = try #require(exchange.list(prefix).first).name
    let before = try Set(exchange.list("log/"))
    let thirdKey = DeviceKey()
    var third = SimulatedDevice(thirdKey.device.rawValue, skew: 0, world: world)
    third.write(.text("Pils"), to: name)
    let envelope = SealedEnvelope(key: key, device: thirdKey)

    // when
    var report = SyncReport()
    #expect(throws: SyncError.unreadable([object: EIO])) {
      try Synchronizer(UnreadableExchange(exchange: exchange, codes: [object: EIO]), envelope: envelope)
        .sync(&third, isRepair: isRepair, report: &report)
    }

    // then
    #expect(report.unreadable == [object: EIO] && !report.hasReceivedAll)
    #expect(third.ownSegments.isEmpty && third.pending.count == 1)
    #expect(try Set(exchange.list("log/")) == before)

    // when it can be read
    #expect(try Synchronizer(exchange, envelope: envelope).sync(&third).sent == 1)
  }

  @Test(arguments: [false, true])
  mutating func onlyWhatDependsOnAnUnreadableObjectWaits(isRepair: Bool) throws {
    // given
    try sendName(of: 1)
    for text in ["Pils", "Bock"] {
      devices[0].write(.text(text), to: name)
      try synchronizer(0).sync(&devices[0])
    }
    let object = LogName(devices[0].ownSegments[0].id).text
    let note = Register(Samples.beer, "note")
    let thirdKey = DeviceKey()
    var third = SimulatedDevice(thirdKey.device.rawValue, skew: 0, world: world)
    third.write(.text("Dry"), to: note)
    try Synchronizer(exchange, envelope: SealedEnvelope(key: key, device: thirdKey)).sync(&third)

    // when
    let report = try synchronizer(1, without: [object: EACCES]).sync(&devices[1], isRepair: isRepair)

    // then
    #expect(report.unreadable == [object: EACCES])
    #expect(report.applied == 1 && report.waiting.count == 1 && report.damaged.isEmpty)
    #expect(report.unusableObjects.isEmpty)
    #expect(devices[1].visible(note) == [.text("Dry")] && devices[1].visible(name).isEmpty)
    // Nothing was repeated.
    #expect(devices[1].ownSegments.count == 1)

    // when it can be read
    let next = try synchronizer(1).sync(&devices[1])

    // then
    #expect(next.unreadable.isEmpty && next.waiting.isEmpty)
    #expect(devices[1].visible(name) == [.text("Bock")])
  }

  /// The object has the id of this device.
  @Test mutating func aRepairRepeatsNothingThatDependsOnAnUnreadableObjectOfAClone() throws {
    // given
    try sendName(of: 1)
    var clone = devices[1]
    for text in ["Pils", "Bock"] {
      clone.write(.text(text), to: name)
      try synchronizer(1).sync(&clone)
    }
    let object = LogName(clone.ownSegments[1].id).text

    // when
    let report = try synchronizer(1, without: [object: EACCES]).sync(&devices[1], isRepair: true)

    // then
    #expect(report.unreadable == [object: EACCES] && report.damaged.isEmpty)
    #expect(report.waiting == [clone.ownSegments[2].id])
    #expect(devices[1].ownSegments.count == 1 && devices[1].visible(name).isEmpty)

    // when it can be read
    let next = try synchronizer(1).sync(&devices[1])

    // then
    #expect(next.isCloned && devices[1].visible(name) == [.text("Bock")])
  }

  @Test mutating func imagesNextToAnUnreadableOneAreReceived() throws {
    // given
    for photo in world.photos.prefix(2) { devices[0].place(photo) }
    try synchronizer(0).sync(&devices[0])
    let image = "photo/" + (try #require(folder.contents(of: "photo").keys.first))

    // when
    let report = try synchronizer(1, without: [image: EIO]).sync(&devices[1])

    // then
    #expect(report.unreadable == [image: EIO])
    #expect(report.receivedImages == 1 && report.missingImages == 1)
  }

  @Test mutating func anUnreadableObjectIsPutAgainByARepairOfItsDevice() throws {
    // given
    devices[0].write(.text("Pils"), to: name)
    try synchronizer(0).sync(&devices[0])
    let object = LogName(devices[0].ownSegments[0].id).text

    // when
    let report = try synchronizer(0, without: [object: EIO]).sync(&devices[0], isRepair: true)

    // then
    #expect(report.sent == 1 && report.replaced == [object] && report.unreadable.isEmpty)
  }

  /// They may be partial: their sizes are not those of what was put.
  @Test(arguments: [1, 2]) mutating func unreadableObjectsOfThisDeviceAreNamedUnlessTheyAreReplaced(
    _ count: Int
  ) throws {
    // given
    for index in 0..<count {
      devices[0].write(.integer(Int64(index)), to: name)
      try synchronizer(0).sync(&devices[0])
    }
    var codes: [String: Int32] = [:]
    for segment in devices[0].ownSegments {
      let object = LogName(segment.id).text
      devices[0].setPutSize(1, of: object)
      codes[object] = EIO
    }

    // when
    let report = try synchronizer(0, without: codes).sync(&devices[0])

    // then
    #expect(report.sent == count)
    // Several segments are put in an object with another name.
    #expect(report.unreadable == (count == 1 ? [:] : codes))
  }

  /// The file may be intact.
  ///
  /// A replacement would belong to this user, and others might not be able to read it.
  @Test mutating func anUnreadableKeyIsPutAgainOnlyByARepair() throws {
    // given
    let wrapped = StoredKey(try WrappedKey.wrap(key, passphrase: "x", cost: .minimal))
    try exchange.write([(wrapped.name, wrapped.bytes)])
    devices[0].write(.text("Pils"), to: name)
    let synchronizer = synchronizer(0, without: [wrapped.name: EACCES], wrappedKey: wrapped)

    // when
    let report = try synchronizer.sync(&devices[0])
    let repair = try synchronizer.sync(&devices[0], isRepair: true)

    // then
    #expect(report.sent == 1 && report.unreadable == [wrapped.name: EACCES] && report.restored.isEmpty)
    #expect(repair.unreadable.isEmpty && repair.restored == [wrapped.name])
  }

  @Test mutating func nothingIsExchangedIfTheObjectOfTheDiaryIsUnreadable() throws {
    devices[0].write(.text("Pils"), to: name)
    let codes = [ObjectName.diary: EACCES]

    for isRepair in [false, true] {
      #expect(throws: SyncError.unreadable(codes)) {
        try synchronizer(0, without: codes).sync(&devices[0], isRepair: isRepair)
      }
    }

    #expect(try folder.contents().keys.sorted() == ["diary"])
  }

  @Test mutating func everythingIsReceivedBeforePuttingASnapshotFails() throws {
    try synchronizeAndLoseSegments()
    var report = SyncReport()

    #expect(throws: SimulatedFailure.self) { try failing.sync(&devices[1], report: &report) }

    #expect(report.hasReceivedAll)
  }

  @Test mutating func aSnapshotThatWasPutOnlyInPartIsDeletedByItsDevice() throws {
    // given
    try synchronizeAndLoseSegments()
    #expect(throws: SimulatedFailure.self) { try failing.sync(&devices[1]) }
    let partial = try #require(folder.contents(of: "snap").keys.first)
    var third = SimulatedDevice(9, skew: 0, world: world)
    #expect(try synchronizer(0).sync(&third).damaged == ["snap/" + partial])

    // when
    devices[1].write(.text("Saison"), to: Register(Samples.beer, "style"))
    let report = try synchronizer(1).sync(&devices[1])

    // then
    #expect(report.damaged.isEmpty)
    let names = try folder.contents(of: "snap").keys
    #expect(names.count == 1 && !names.contains(partial))
    #expect(try synchronizer(0).sync(&third).damaged.isEmpty)
    #expect(third.visible(name) == [.text("Pils")])
  }

  @Test mutating func aStoreThatRefusesDeletionsIsSynchronized() throws {
    // given
    try synchronizeAndLoseSegments()
    #expect(throws: SimulatedFailure.self) { try failing.sync(&devices[1]) }
    let partial = try #require(folder.contents(of: "snap").keys.first)
    var refusing = FailingExchange(exchange: exchange, putsSnapshots: true)
    let envelope = SealedEnvelope(key: key, device: keys[1])

    for style in ["Saison", "Stout"] {
      // when
      devices[1].write(.text(style), to: Register(Samples.beer, "style"))
      let report = try Synchronizer(refusing, envelope: envelope).sync(&devices[1])

      // then
      #expect(report.sent == 1 && report.damaged.isEmpty)
      let files = try folder.contents(of: "snap").keys
      #expect(files.count == 2 && files.contains(partial))
    }
    refusing.deletionError = CancellationError()
    #expect(throws: CancellationError.self) {
      try Synchronizer(refusing, envelope: envelope).sync(&devices[1])
    }
    #expect(devices[1].putSizes["snap/" + partial] != nil)
    try synchronizer(1).sync(&devices[1])
    let files = try folder.contents(of: "snap").keys
    #expect(files.count == 1 && !files.contains(partial))
    #expect(devices[1].putSizes["snap/" + partial] == nil)
  }

  @Test mutating func aDamagedSnapshotThatARepairCannotDeleteIsDeletedByTheNextOne() throws {
    // given
    try synchronizeAndLoseSegments()
    try synchronizer(1).sync(&devices[1])
    let file = try #require(folder.contents(of: "snap").keys.first)
    let snapshot = "snap/" + file
    try Data("g\n".utf8).write(to: URL(fileURLWithPath: folder.file(snapshot)))
    // Then there is another snapshot, and a repair only has to delete the damaged one.
    devices[1].write(.text("Saison"), to: Register(Samples.beer, "style"))
    try synchronizer(1).sync(&devices[1])

    // when
    #expect(throws: SimulatedFailure.self) { try failing.sync(&devices[1], isRepair: true) }
    #expect(devices[1].knownSnapshots[snapshot] != nil)
    try synchronizer(1).sync(&devices[1], isRepair: true)

    // then
    let files = try folder.contents(of: "snap").keys
    #expect(files.count == 1 && !files.contains(file))
    #expect(devices[1].knownSnapshots[snapshot] == nil && devices[1].putSizes[snapshot] == nil)
  }

  @Test mutating func anAppliedSnapshotThatBecomesPartialIsReplaced() throws {
    // given
    try synchronizeAndLoseSegments()
    try synchronizer(1).sync(&devices[1])
    var third = SimulatedDevice(9, skew: 0, world: world)
    try synchronizer(0).sync(&third)
    let snapshot = try #require(folder.contents(of: "snap").first)
    try snapshot.value.dropLast().write(to: URL(fileURLWithPath: folder.file("snap/" + snapshot.key)))

    // when
    try synchronizer(0).sync(&third)

    // then
    var fourth = SimulatedDevice(10, skew: 0, world: world)
    try synchronizer(0).sync(&fourth)
    #expect(fourth.visible(name) == [.text("Pils")])
  }

  @Test mutating func aKnownSnapshotThatCannotBeReadIsNamedAndStaysKnown() throws {
    // given
    try synchronizeAndLoseSegments()
    try synchronizer(1).sync(&devices[1])
    let snapshot = try #require(exchange.list(ObjectName.snapshot).first).name
    let known = devices[1].knownSnapshots

    // when
    let report = try synchronizer(1, without: [snapshot: EIO]).sync(&devices[1], isRepair: true)

    // then
    #expect(report.unreadable == [snapshot: EIO] && report.lost.isEmpty)
    #expect(devices[1].knownSnapshots == known)
    #expect(try exchange.list(ObjectName.snapshot).map(\.name) == [snapshot])
  }

  @Test mutating func aSnapshotStaysIfTheNewerOneCannotBeRead() throws {
    // given
    for text in ["Pils", "Bock"] {
      devices[0].write(.text(text), to: name)
      for index in devices.indices { try synchronizer(index).sync(&devices[index]) }
      try FileManager.default.removeItem(atPath: folder.file("log"))
      try synchronizer(1).sync(&devices[1])
    }
    let snapshots = devices[1].knownSnapshots.keys
    let newer = try #require(
      devices[1].knownSnapshots.max {
        $0.value.map(\.sequence).max() ?? 0 < $1.value.map(\.sequence).max() ?? 0
      })
    try #require(snapshots.count == 2)

    // when
    let hasMerged = try synchronizer(1, without: [newer.key: EIO]).compact(&devices[1], through: 1)

    // then
    #expect(!hasMerged)
    #expect(try Set(exchange.list(ObjectName.snapshot).map(\.name)) == Set(snapshots))
    // It is deleted as soon as the newer one can be read.
    _ = try synchronizer(1).compact(&devices[1], through: 1)
    #expect(try exchange.list(ObjectName.snapshot).map(\.name) == [newer.key])
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

  @Test mutating func changesOfOthersAreCounted() throws {
    // given
    let photoChange = Register(Samples.beer, Register.photoChange)
    devices[0].write(.text("Pils"), to: name)
    devices[0].write(.integer(1), to: photoChange)
    devices[0].place(world.photos[0])
    try synchronizer(0).sync(&devices[0])
    devices[0].write(.text("Bock"), to: name)
    try synchronizer(0).sync(&devices[0])

    // when
    let both = try synchronizer(1).sync(&devices[1])

    // then
    #expect(both.applied == 2 && both.receivedChanges == ["beer": 2, "photo": 1])

    // when only a photo has changed
    devices[0].write(.integer(2), to: photoChange)
    devices[0].write(.text("Glass"), to: Register(world.photos[0], "caption"))
    try synchronizer(0).sync(&devices[0])

    // then
    #expect(try synchronizer(1).sync(&devices[1]).receivedChanges == ["photo": 1])

    // when the beer is deleted
    devices[0].purge(Samples.beer)
    try synchronizer(0).sync(&devices[0])

    // then
    #expect(try synchronizer(1).sync(&devices[1]).receivedChanges == ["beer": 1])
  }

  @Test mutating func compactionKeepsWhatOtherDevicesNeed() throws {
    // given
    for number in 0..<5 {
      devices[0].write(.integer(Int64(number)), to: name)
      try synchronizer(0).sync(&devices[0])
      if number == 2 { try synchronizer(1).sync(&devices[1]) }
    }

    // when
    #expect(try synchronizer(0).compact(&devices[0], through: 5, counts: 5...5))

    // then
    #expect(try folder.contents(of: "log").count == 1)
    #expect(try synchronizer(0).sync(&devices[0]).sent == 0)
    #expect(try synchronizer(1).sync(&devices[1]).applied == 2)
    #expect(devices[1].visible(name) == [.integer(4)])
    #expect(devices[0].ownSegments.map(\.changes.count) == [0, 0, 0, 0, 1])
  }

  @Test mutating func onlyRunsOfSmallOldObjectsAreMerged() throws {
    // given
    for number in 0..<8 {
      let size = number == 3 ? 3_000 : 10
      devices[0].write(.blob(world.random.data(size)), to: Register(Samples.beer, "field \(number)"))
      try synchronizer(0).sync(&devices[0])
    }
    var small = synchronizer(0)
    small.batchSize = 2_000

    // when
    #expect(try small.compact(&devices[0], through: 7, counts: 4...10) == false)
    #expect(try folder.contents(of: "log").count == 8)
    #expect(try small.compact(&devices[0], through: 7, counts: 3...3))
    #expect(try small.compact(&devices[0], through: 7, counts: 3...3))
    #expect(try small.compact(&devices[0], through: 7, counts: 3...3) == false)

    // then
    let logs = try folder.contents(of: "log").keys.compactMap { LogName("log/" + $0) }
    #expect(
      logs.map { [$0.first, $0.last.sequence] }.sorted { $0[0] < $1[0] } == [
        [1, 3], [4, 4], [5, 7], [8, 8],
      ])
    #expect(devices[0].putSizes.keys.sorted() == logs.map(\.text).sorted())
    #expect(try synchronizer(0).sync(&devices[0]).sent == 0)
    #expect(try synchronizer(1).sync(&devices[1]).applied == 8)
  }

  @Test mutating func aDamagedImageIsNotPut() throws {
    // given
    devices[0].place(world.photos[0])
    var damaged = devices[0]
    let (digest, image) = try #require(damaged.images.first)
    damaged.insertImages([(digest, Data("damaged".utf8))])

    // when
    for isRepair in [false, true] { try synchronizer(0).sync(&damaged, isRepair: isRepair) }

    // then
    #expect(try synchronizer(1).sync(&devices[1]).missingImages == 1)
    damaged.insertImages([(digest, image)])
    try synchronizer(0).sync(&damaged)
    #expect(try synchronizer(1).sync(&devices[1]).missingImages == 0)
    #expect(devices[1].images == [digest: image])
  }

  /// A transaction for each image would wait for the disk each time.
  @Test mutating func severalImagesAreInsertedTogether() throws {
    for photo in world.photos.prefix(2) { devices[0].place(photo) }
    try synchronizer(0).sync(&devices[0])

    try synchronizer(1).sync(&devices[1])

    #expect(devices[1].images == devices[0].images && devices[1].images.count == 2)
    #expect(devices[1].imageInsertions == 1)
  }

  private func allFiles() throws -> [Data] {
    try ["log", "photo"].flatMap { try folder.contents(of: $0).values }
  }
}
