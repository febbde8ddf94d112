import DiaryModel
import DiaryStore
import Foundation
import GRDB
import Pictures
import SyncStores
import TestSupport
import Testing

@testable import DiarySync
@testable import Sync

/// Two computers synchronize a diary through a folder.
@Suite struct SyncSessionTests {
  private let store: TemporaryFolder
  private let first: Desk
  private let second: Desk

  init() throws {
    store = try TemporaryFolder()
    first = try Desk("laptop")
    second = try Desk("tower")
  }

  /// Starts to synchronize both.
  private func start() throws { try first.share(in: store, with: second) }

  /// The report of a synchronization that had nothing to exchange.
  private var upToDate: SyncReport {
    var report = SyncReport()
    report.hasReceivedAll = true
    return report
  }

  private func snapshot(_ folder: String) throws -> [String: Data] {
    let names = try FileManager.default.subpathsOfDirectory(atPath: folder)
    return names.reduce(into: [:]) {
      $0[$1] = FileManager.default.contents(atPath: folder + "/" + $1)
    }
  }

  // MARK: - Starting and stopping

  @Test func changesOfBothArriveAtTheOther() throws {
    try first.add("Orval")
    try start()
    #expect(try second.names() == ["Orval"])

    try second.add("Kriek")
    #expect(try second.status().unsentCount == 1)
    try first.exchange(with: second)

    #expect(try first.names() == ["Kriek", "Orval"])
    #expect(try second.status().unsentCount == 0)
    #expect(try second.status().lastSync != nil && second.status().failure == nil)
    #expect(try second.status().location == store.path)
  }

  @Test func whatIsSentAndWhatIsReceivedAreTheSame() throws {
    // given
    let orval = try first.add("Orval")
    let kriek = try first.add("Kriek")
    try first.create(in: store)
    try second.join(store)
    func exchanged() throws -> Int {
      let unsent = try first.status().unsentCount
      let sent = try first.sync().sentChangeCount
      let received = try second.sync().receivedChangeCount
      #expect(unsent == sent && sent == received)
      return received
    }

    // when and then
    let photo = try first.diary.addPhoto(to: first.id(orval), image: MemoryBytes(Data("a".utf8))).photo
    #expect(try exchanged() == 3)
    _ = try first.diary.setCaption("Foam", ofPhoto: photo.id)
    try first.edit(kriek) { $0.rating = 4 }
    #expect(try exchanged() == 2)
    _ = try first.diary.moveToTrash([first.id(kriek)])
    _ = try first.diary.emptyTrash()
    #expect(try exchanged() == 1)
    #expect(try exchanged() == 0)
  }

  @Test func beersThatComeBackAreCountedWhereTheyWereDeleted() throws {
    // given
    let beers = try ["Orval", "Kriek"].map { try first.add($0) }
    try start()
    _ = try first.diary.moveToTrash(beers.map { try first.id($0) })
    _ = try first.diary.emptyTrash()
    try first.sync()

    // when
    try second.edit(beers[0]) { $0.rating = 4 }
    let other = try second.sync()

    // then
    #expect(other.returnedBeerCount == 0)
    #expect(try first.sync().returnedBeerCount == 1)
    #expect(try first.names() == ["Orval"])
    #expect(try first.sync().returnedBeerCount == 0)
  }

  @Test func beersThatComeBackAreCountedOnOtherDevicesThatHadThem() throws {
    // given
    let orval = try first.add("Orval")
    try start()
    let third = try Desk("netbook")
    try third.join(store)
    try third.sync()
    let id = try third.id(orval)
    _ = try first.diary.moveToTrash([first.id(orval)])
    _ = try first.diary.emptyTrash()
    for desk in [first, third] { try desk.sync() }
    #expect(try third.names() == [])

    // when
    try second.edit(orval) { $0.rating = 4 }
    try second.sync()
    let report = try third.sync()
    let late = try Desk("tablet")
    try late.join(store)
    let initial = try late.sync()

    // then
    #expect(report.returnedBeerCount == 1)
    #expect(try third.names() == ["Orval"] && third.id(orval) != id)
    #expect(try initial.returnedBeerCount == 0 && late.names() == ["Orval"])
  }

  @Test func anUnsynchronizedDiaryHasNoStatus() throws {
    #expect(try SyncSession.status(of: first.diary) == nil)
    #expect(try SyncSession.conflicts(of: first.diary) == [])
    #expect(throws: SyncFailure.notSynchronized) { try first.sync() }
    #expect(throws: SyncFailure.notSynchronized) { try first.session.leave(first.diary) }
    #expect(throws: SyncFailure.notSynchronized) { try SyncSession.devices(of: first.diary) }
  }

  @Test func devicesKnowEachOthersNames() throws {
    try first.add("Orval")
    try start()
    try second.add("Kriek")
    try first.exchange(with: second)

    let devices = try SyncSession.devices(of: first.diary)

    #expect(devices.map(\.name) == ["laptop", "tower"])
    #expect(devices.map(\.isThisOne) == [true, false])
    #expect(devices.allSatisfy { $0.lastSeen != nil && $0.segmentCount > 0 })
    #expect(try devices[0].id == first.status().device)
    #expect(try SyncSession.deviceName(of: second.diary) == "tower")
    #expect(try first.status().conflictCount == 0 && first.status().unsentCount == 0)
  }

  @Test func aWrongPassphraseChangesNothing() throws {
    try first.add("Orval")
    try first.create(in: store)
    try first.sync()
    let before = try snapshot(store.path)

    #expect(throws: SyncFailure.wrongPassphrase) { try second.join(store, passphrase: "wrong") }
    #expect(throws: SyncFailure.emptyPassphrase) { try second.join(store, passphrase: "") }

    #expect(try SyncSession.status(of: second.diary) == nil)
    #expect(try snapshot(store.path) == before)
  }

  @Test func aStoreHasOneDiary() throws {
    try first.create(in: store)
    try first.sync()

    #expect(throws: SyncFailure.diaryExists(location: store.path)) { try second.create(in: store) }
    #expect(throws: SyncFailure.alreadySynchronized(location: store.path)) { try first.create(in: store) }
    let empty = try TemporaryFolder()
    #expect(throws: SyncFailure.noDiary(location: empty.path)) { try second.join(empty) }
  }

  @Test func aFolderWithTheDiaryItselfIsRefused() throws {
    let link = store.file("link")
    try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: first.folder.path)
    for path in [first.folder.path, (first.folder.path as NSString).deletingLastPathComponent, link] {
      #expect(throws: SyncFailure.folderOfDiary(path: path)) {
        try first.session.create(first.diary, at: .folder(path), passphrase: "p", deviceName: "laptop")
      }
    }
    #expect(!FileManager.default.fileExists(atPath: first.folder.file("diary")))

    try first.session.create(
      first.diary, at: .folder(first.folder.file("store")), passphrase: "p", deviceName: "laptop")
  }

  @Test func onlyTheLastFolderOfAPathIsCreated() throws {
    let path = store.file("a")
    try first.session.create(
      first.diary, at: .folder(path), passphrase: "p", deviceName: "laptop")
    #expect(FileManager.default.fileExists(atPath: path + "/diary"))

    let missing = store.file("b/c")
    #expect(throws: SyncFailure.noFolder(path: store.file("b"))) {
      try second.session.create(second.diary, at: .folder(missing), passphrase: "p", deviceName: "tower")
    }
    #expect(throws: SyncFailure.noFolder(path: missing)) {
      try second.session.join(second.diary, at: .folder(missing), passphrase: "p", deviceName: "tower")
    }
  }

  @Test func aStoreIsCheckedWithoutAPassphrase() throws {
    let (session, folder) = (first.session, StoreLocation.folder(store.path))
    try session.check(folder, hasDiary: false)
    #expect(throws: SyncFailure.noDiary(location: store.path)) { try session.check(folder, hasDiary: true) }
    try second.create(in: store)
    try session.check(folder, hasDiary: true)
    #expect(throws: SyncFailure.diaryExists(location: store.path)) {
      try session.check(folder, hasDiary: false)
    }

    let new = store.file("a")
    try session.check(.folder(new), hasDiary: false)
    #expect(throws: SyncFailure.noFolder(path: new)) { try session.check(.folder(new), hasDiary: true) }
    #expect(throws: SyncFailure.noFolder(path: new)) {
      try session.check(.folder(new + "/b"), hasDiary: false)
    }
    #expect(!FileManager.default.fileExists(atPath: new))
  }

  @Test func leavingKeepsBeersAndDeletesTheKeys() throws {
    try first.add("Orval")
    try start()

    try second.session.leave(second.diary)

    #expect(try SyncSession.status(of: second.diary) == nil)
    #expect(try second.names() == ["Orval"])
    #expect(try FileManager.default.contentsOfDirectory(atPath: second.keyFolder) == [])
    try second.add("Kriek")
    try second.join(store)
    try first.exchange(with: second)
    #expect(try first.names() == ["Kriek", "Orval"])
    #expect(try second.names() == ["Kriek", "Orval"])
    #expect(try first.status().conflictCount == 0)
  }

  /// As if the program had been killed after each of its writes.
  @Test(arguments: [["diary"], []]) func anInterruptedStartIsRepeated(_ written: [String]) throws {
    try first.add("Orval")
    try first.create(in: store)
    let keys = try #require(try store.contents(of: "keys").keys.first)
    for name in ["diary"] where !written.contains(name) {
      try FileManager.default.removeItem(atPath: store.file(name))
    }
    try first.session.leave(first.diary)

    try first.create(in: store)
    try first.sync()
    try second.join(store)
    try second.sync()

    #expect(try store.contents(of: "keys").keys.sorted() == [keys])
    #expect(try second.names() == ["Orval"])
  }

  @Test func anInterruptedStartNeedsTheSamePassphrase() throws {
    try first.create(in: store)
    #expect(throws: SyncFailure.diaryExists(location: store.path)) {
      try second.session.create(
        second.diary, at: .folder(store.path), passphrase: "another", deviceName: "tower")
    }
    try FileManager.default.removeItem(atPath: store.file("diary"))
    let failure = #expect(throws: SyncFailure.self) {
      try second.session.create(
        second.diary, at: .folder(store.path), passphrase: "another", deviceName: "tower")
    }
    #expect(failure?.sentence.contains("repeat it with the same passphrase") == true)
    #expect(try SyncSession.status(of: second.diary) == nil)
  }

  // MARK: - Keys

  @Test func onlyTheUserCanReadTheKeysAndTheDiaryHasNone() throws {
    try first.add("Orval")
    try first.create(in: store)
    try first.sync()

    let folder = first.keyFolder + "/" + (try first.status().device)
    let path = folder + "/keys"
    var status = stat()
    #expect(stat(path, &status) == 0 && status.st_mode & 0o777 == 0o600)
    #expect(stat(folder, &status) == 0 && status.st_mode & 0o777 == 0o700)
    // Nothing temporary is left.
    #expect(try Set(FileManager.default.contentsOfDirectory(atPath: folder)) == ["diaries", "keys", "lock"])
    let keys = try #require(try SyncKeys(in: folder))
    try first.diary.close()
    let file = try Data(contentsOf: URL(fileURLWithPath: first.folder.file("diary.sqlite")))
    for secret in [keys.diary.rawRepresentation, keys.device.rawRepresentation] {
      #expect(file.range(of: secret) == nil)
    }
  }

  @Test func aCopyWithoutKeysContinuesAsANewDeviceAndLosesNothing() throws {
    try first.add("Orval")
    try start()
    try second.add("Unsent")
    let copy = try Desk(copying: second, name: "new laptop", withKeys: false)

    #expect(throws: SyncFailure.missingKeys(location: store.path)) { try copy.sync() }
    #expect(try copy.session.problems(of: copy.diary).count == 1)
    try copy.join(store)
    try copy.sync()
    try first.sync()

    #expect(try first.names() == ["Orval", "Unsent"])
    #expect(try copy.status().device != second.status().device)
  }

  /// Segments that were cut before a synchronization was stopped cannot be signed by the new device.
  @Test func changesThatWereNotSentInTimeArriveFromACopyWithoutKeys() throws {
    try first.add("Orval")
    try start()
    try second.add("Unsent")
    let isCut = { [second] in (try? second.diary.read { try ChangeTracker($0).changedRowCount }) == 0 }
    #expect(throws: SyncFailure.self) {
      try second.session.synchronize(second.diary, isCancelled: isCut)
    }
    #expect(try second.status().unsentCount == 1)
    let copy = try Desk(copying: second, name: "new laptop", withKeys: false)

    try copy.join(store)
    try copy.sync()
    try first.sync()

    #expect(try first.names() == ["Orval", "Unsent"])
  }

  @Test func aClonedDiskContinuesAsANewDevice() throws {
    let clone = try cloneWithChanges()

    #expect(try clone.sync().isCloned)
    try clone.sync()
    for desk in [first, second, clone] { try desk.sync() }

    for desk in [first, second, clone] { #expect(try desk.names() == ["Clone", "Orval", "Second"]) }
    #expect(try clone.status().device != second.status().device)
  }

  @Test func whatACloneHasExchangedIsReportedIfTheNewDeviceFails() throws {
    let clone = try cloneWithChanges()
    let device = try clone.status().device
    let object = store.file(ObjectName.diary)
    var report = SyncReport()

    #expect(throws: SyncFailure.self) {
      try clone.session.synchronize(
        clone.diary, report: &report,
        onProgress: { _ in
          if (try? clone.status().device) != device { try? FileManager.default.removeItem(atPath: object) }
        })
    }

    #expect(try clone.status().device != device)
    #expect(report.isCloned && report.hasReceivedAll)
    #expect(report.sentChangeCount > 0 && report.receivedChangeCount > 0)
  }

  /// Returns a clone of the second disk, after both have changed and the second was synchronized.
  private func cloneWithChanges() throws -> Desk {
    try first.add("Orval")
    try start()
    let clone = try Desk(copying: second, name: "clone", withKeys: true)
    try second.add("Second")
    try clone.add("Clone")
    try second.sync()
    return clone
  }

  private func expectAllChanges(with clone: Desk, sourceLocation: SourceLocation = #_sourceLocation) throws {
    try clone.add("Later")
    let desks = [clone, second, first]
    for _ in 0..<3 { for desk in desks { try desk.sync() } }
    for desk in desks {
      #expect(try desk.names() == ["Clone", "Later", "Orval", "Second"], sourceLocation: sourceLocation)
    }
    #expect(try Set(desks.map { try $0.status().device }).count == 3, sourceLocation: sourceLocation)
  }

  /// As if the process had been killed before one of its accesses to the store.
  @Test(arguments: 0..<24) func aClonedDiskThatIsInterruptedLosesNothing(_ access: Int) throws {
    let clone = try cloneWithChanges()
    var accesses = 0
    _ = try? clone.session.synchronize(
      clone.diary,
      isCancelled: {
        accesses += 1
        return accesses > access
      })
    try expectAllChanges(with: clone)
  }

  /// As if the process had been killed after one of the writes that give a diary the keys of a new device.
  @Test(arguments: 1...4) func aCloneThatWasInterruptedWhileBecomingANewDeviceGoesOn(_ writes: Int) throws {
    let clone = try cloneWithChanges()
    let session = clone.session
    let device = try #require(try clone.diary.read { try SyncSettings($0).device })
    let old = try #require(try SyncKeys(in: session.folder(of: device)))
    let keys = SyncKeys(diary: old.diary, device: DeviceKey(), location: old.location)
    let folder = session.folder(of: keys.device.device)
    try keys.write(in: folder)
    if writes > 1 { _ = try SyncLock(in: folder) }
    if writes > 2 { try KeyUsers(in: folder).insert(clone.diary.path) }
    if writes > 3 { try SyncedDiary(clone.diary).changeDevice(to: keys.device.device) }

    try expectAllChanges(with: clone)
  }

  @Test func leavingDeletesTheKeysOfAllIDsThatTheDeviceHad() throws {
    try first.add("Orval")
    try start()
    let restored = try Desk(copying: second, name: "tower", withKeys: true)
    try second.add("Kriek")
    try second.sync()
    try FileManager.default.removeItem(atPath: second.diary.path)
    #expect(try restored.sync().isCloned)
    #expect(try FileManager.default.contentsOfDirectory(atPath: restored.keyFolder).count == 2)

    try restored.session.leave(restored.diary)

    #expect(try FileManager.default.contentsOfDirectory(atPath: restored.keyFolder) == [])
  }

  /// As if the process had been killed when it had written the keys.
  @Test func keysThatWereWrittenAndNeverUsedAreRemoved() throws {
    let files = FileManager.default
    try first.create(in: store)
    let unused = first.keyFolder + "/" + (try first.status().device)
    let copy = first.folder.file("copy")
    try files.copyItem(atPath: unused, toPath: copy)
    try first.session.leave(first.diary)
    let (used, others) = (first.keyFolder + "/used", first.keyFolder + "/others")
    for folder in [unused, used, others] { try files.copyItem(atPath: copy, toPath: folder) }
    _ = try SyncLock(in: used)
    try KeyUsers(in: others).remove(first.diary.path)
    try KeyUsers(in: others).insert(second.diary.path)

    try first.join(store)

    let device = try first.status().device
    #expect(try Set(files.contentsOfDirectory(atPath: first.keyFolder)) == [device, "used", "others"])
    try first.sync()
  }

  /// A copy of a diary on the same computer has the same keys.
  @Test func leavingKeepsTheKeysThatAnotherDiaryUses() throws {
    try first.add("Orval")
    try start()
    let copy = try Desk(copying: second, name: "copy", withKeys: false)
    copy.sharesKeys(with: second)

    try copy.session.leave(copy.diary)
    try second.add("Kriek")
    try second.sync()
    let cloned = try Desk(copying: second, name: "copy", withKeys: false)
    cloned.sharesKeys(with: second)
    try second.add("Gueuze")
    try second.sync()
    #expect(try cloned.sync().isCloned)
    try cloned.session.leave(cloned.diary)

    #expect(try second.sync().isCloned == false)
    try second.session.leave(second.diary)
    #expect(try FileManager.default.contentsOfDirectory(atPath: second.keyFolder) == [])
  }

  @Test func theStoreOfAnotherDiaryIsRefused() throws {
    try first.add("Orval")
    try start()
    let other = try TemporaryFolder()
    let third = try Desk("third")
    try third.create(in: other)

    #expect(throws: SyncFailure.otherDiary(location: other.path)) { try second.join(other) }
    #expect(try second.status().location == store.path)
  }

  @Test func aStoreThatHasMovedIsJoinedAtItsNewLocation() throws {
    try first.add("Orval")
    try start()
    let moved = try TemporaryFolder()
    for name in try FileManager.default.contentsOfDirectory(atPath: store.path) {
      try FileManager.default.moveItem(atPath: store.file(name), toPath: moved.file(name))
    }
    let device = try second.status().device

    try second.join(moved)
    try second.add("Kriek")
    try second.sync()

    #expect(try second.status().device == device && second.status().location == moved.path)
  }

  /// The other process could write the keys with the earlier location afterwards.
  @Test func aNewLocationIsNotJoinedDuringASynchronization() throws {
    try first.add("Orval")
    try start()
    let moved = try TemporaryFolder()
    for name in try FileManager.default.contentsOfDirectory(atPath: store.path) {
      try FileManager.default.copyItem(atPath: store.file(name), toPath: moved.file(name))
    }
    let folder = second.keyFolder + "/" + (try second.status().device)
    let keys = try snapshot(folder)
    var session = second.session
    session.lockTimeout = .zero
    func join() throws {
      try session.join(
        second.diary, at: .folder(moved.path), passphrase: Desk.passphrase, deviceName: "tower")
    }

    var lock: SyncLock? = try SyncLock(in: folder)
    #expect(throws: SyncFailure.busy) { try join() }
    withExtendedLifetime(lock) {}
    lock = nil

    #expect(try snapshot(folder) == keys && second.status().location == store.path)
    try join()
    #expect(try second.status().location == moved.path)
  }

  @Test func twoProcessesDoNotSynchronizeAtTheSameTime() throws {
    let folder = try TemporaryFolder()
    let lock = try SyncLock(in: folder.path)

    #expect(throws: SyncFailure.busy) { try SyncLock(in: folder.path) }
    #expect(throws: CancellationError.self) { try SyncLock(in: folder.path, isCancelled: { true }) }

    withExtendedLifetime(lock) {}
  }

  /// Another process may stop the synchronization, or continue as a new device, while one waits for it.
  @Test func theDeviceIsReadWhenTheLockIsHeld() throws {
    try first.add("Orval")
    try start()
    let old = try second.status().device
    let new = DeviceKey()
    let folder = { [second] in second.keyFolder + "/" + $0 }
    let keys = try #require(try SyncKeys(in: folder(old)))
    var lock: SyncLock? = try SyncLock(in: folder(old))

    try second.add("Kriek")
    // Asked while it waits for the lock.
    try second.session.synchronize(
      second.diary,
      isCancelled: { [second] in
        guard lock != nil else { return false }
        #expect(throws: Never.self) {
          try SyncKeys(diary: keys.diary, device: new, location: keys.location)
            .write(in: folder(new.device.description))
          try SyncedDiary(second.diary).changeDevice(to: new.device)
        }
        lock = nil
        return false
      })
    try first.sync()

    #expect(try first.names() == ["Kriek", "Orval"])
    #expect(try SyncSession.devices(of: first.diary).map(\.id).contains(new.device.description))
    #expect(try first.sync(isRepair: true).damaged == [])
  }

  @Test func theFolderOfAStoreMayHaveLineBreaks() throws {
    let path = store.file("a\r\nb\n")
    try first.add("Orval")
    try first.session.create(first.diary, at: .folder(path), passphrase: "p", deviceName: "laptop")

    #expect(try first.sync().sent == 1)
  }

  // MARK: - Recent photos

  /// Adds a beer with a photo to the first computer.
  private func addPhoto(_ text: String, drunkAt: DiaryDate?, takenAt: DiaryDate? = nil) throws {
    let beer = try first.diary.add(NewBeer(fields: BeerFields(name: text, drunkAt: drunkAt)))
    _ = try first.diary.addPhoto(to: beer.id, image: MemoryBytes(Data(text.utf8)), caption: text)
    guard let takenAt else { return }
    try first.diary.write { db in
      try db.execute(
        sql: "UPDATE photo SET taken_at = ? WHERE caption = ?", arguments: [takenAt.text, text])
    }
  }

  /// The captions of the photos whose images a computer has.
  private func images(_ desk: Desk) throws -> Set<String> {
    try desk.diary.read { db in
      try String.fetchSet(
        db,
        sql: """
          SELECT caption FROM photo JOIN photo_image USING (id) WHERE is_missing = 0 AND data = CAST(caption AS BLOB)
          """)
    }
  }

  @Test func onlyRecentImagesAreFetchedAndTheOthersLater() throws {
    let now = Date()
    func day(_ daysAgo: Double) throws -> DiaryDate {
      try #require(
        DiaryDate(instant: now - daysAgo * 86_400).flatMap { DiaryDate(String($0.text.prefix(10))) })
    }
    try addPhoto("new", drunkAt: day(300))
    try addPhoto("old", drunkAt: day(400))
    try addPhoto("old beer, new photo", drunkAt: day(400), takenAt: day(10))
    try addPhoto("no date", drunkAt: nil)
    try addPhoto("only a year", drunkAt: DiaryDate(String(day(300).text.prefix(4))))
    let all: Set = ["new", "old", "old beer, new photo", "no date", "only a year"]
    second.fetchesOnlyRecentImages = true
    try start()
    try second.edit(#require(try second.diary.beer(second.diary.ids(BeerQuery()).ascending[0])).beer.uuid) {
      $0.notes = "Dry"
    }
    try first.exchange(with: second)

    #expect(try images(second) == all.subtracting(["old"]))
    #expect(try second.session.olderImageCount(of: second.diary) == 1)
    #expect(try second.sync() == upToDate && second.sync(isRepair: true) == upToDate)
    #expect(try first.sync() == upToDate && first.sync(isRepair: true) == upToDate)
    #expect(try images(first) == all)

    second.fetchesOnlyRecentImages = false
    #expect(try second.session.olderImageCount(of: second.diary) == 0)
    try second.sync()
    #expect(try images(second) == all)

    // What is there stays.
    second.fetchesOnlyRecentImages = true
    try second.sync()
    #expect(try images(second) == all)
  }

  @Test func leavingFetchesTheOtherImagesAndNothingElse() throws {
    try addPhoto("old", drunkAt: DiaryDate("2019"))
    second.fetchesOnlyRecentImages = true
    try start()
    try first.exchange(with: second)
    try first.add("Kriek")
    try first.sync()
    let names = try second.names()
    #expect(try images(second) == [])

    try second.session.leave(second.diary)

    #expect(try images(second) == ["old"])
    #expect(try second.names() == names)
    #expect(try SyncSession.status(of: second.diary) == nil)
  }

  @Test(arguments: [true, false]) func leavingIsRefusedIfImagesCannotBeFetched(storeIsThere: Bool) throws {
    try addPhoto("old", drunkAt: DiaryDate("2019"))
    second.fetchesOnlyRecentImages = true
    try start()
    try first.exchange(with: second)
    try FileManager.default.removeItem(atPath: storeIsThere ? store.file("photo") : store.path)

    let failure = try #require(throws: SyncFailure.self) { try second.session.leave(second.diary) }

    guard case .missingImages(1, let reason) = failure else {
      Issue.record("\(failure)")
      return
    }
    #expect((reason == nil) == storeIsThere)
    #expect(failure.sentence.contains("1 image is not on this device"))
    #expect(try SyncSession.status(of: second.diary) != nil)
    try second.session.leave(second.diary, withoutImages: true)
    #expect(try SyncSession.status(of: second.diary) == nil)
  }

  /// Fetches the images of photos with captions for the second computer.
  private func fetch(_ captions: String...) throws -> SyncReport {
    let photos = try second.diary.read { db in
      try Set(
        captions.compactMap {
          try Int64.fetchOne(db, sql: "SELECT id FROM photo WHERE caption = ?", arguments: [$0])
        })
    }
    return try second.session.fetchImages(ofPhotos: photos, of: second.diary)
  }

  @Test func theImagesOfPhotosAreFetchedAndNothingElse() throws {
    for text in ["old", "older", "oldest"] { try addPhoto(text, drunkAt: DiaryDate("2019")) }
    second.fetchesOnlyRecentImages = true
    try start()
    try first.exchange(with: second)
    try first.add("Kriek")
    try first.sync()
    let names = try second.names()
    let lastSync = try second.status().lastSync

    let report = try fetch("old", "older")

    #expect(report.receivedImages == 2 && report.missingImages == 0)
    #expect(try images(second) == ["old", "older"])
    #expect(try second.session.olderImageCount(of: second.diary) == 1)
    #expect(try second.names() == names && second.status().lastSync == lastSync)
    #expect(try second.status().unsentCount == 0)
    #expect(try fetch("old") == SyncReport())
    #expect(try first.sync() == upToDate)
  }

  @Test func anImageThatIsNotInTheStoreOrDamagedThereStaysMissing() throws {
    try addPhoto("old", drunkAt: DiaryDate("2019"))
    second.fetchesOnlyRecentImages = true
    try start()
    try first.exchange(with: second)
    let name = try #require(
      try FileManager.default.contentsOfDirectory(atPath: store.file("photo")).first)
    let path = store.file("photo/" + name)
    let image = try Data(contentsOf: URL(fileURLWithPath: path))

    try FileManager.default.removeItem(atPath: path)
    let absent = try fetch("old")
    #expect(absent.receivedImages == 0 && absent.missingImages == 1 && absent.damaged.isEmpty)
    try Data(image.reversed()).write(to: URL(fileURLWithPath: path))
    let damaged = try fetch("old")
    #expect(damaged.receivedImages == 0 && damaged.damaged == ["photo/" + name])
    #expect(try images(second) == [])

    try first.sync(isRepair: true)
    #expect(try fetch("old").receivedImages == 1)
    #expect(try images(second) == ["old"])
  }

  @Test func imagesAreNotFetchedWithoutTheStoreOrAfterACancellation() throws {
    #expect(throws: SyncFailure.notSynchronized) { try fetch("old") }
    try addPhoto("old", drunkAt: DiaryDate("2019"))
    second.fetchesOnlyRecentImages = true
    try start()
    try first.exchange(with: second)

    let failure = #expect(throws: SyncFailure.self) {
      try second.session.fetchImages(ofPhotos: [1], of: second.diary, isCancelled: { true })
    }
    #expect(failure?.isCancellation == true)
    try FileManager.default.removeItem(atPath: store.path)
    #expect(throws: SyncFailure.noFolder(path: store.path)) { try fetch("old") }
    #expect(try second.status().failure == nil)
    #expect(try images(second) == [])
  }

  // MARK: - Merging objects

  /// A computer whose diary has sent 60 changes on one day, and the clock of the computer.
  private func deskWithManyObjects() throws -> (desk: Desk, clock: TestClock) {
    let clock = TestClock()
    let desk = try Desk("old", clock: { clock.now })
    try desk.create(in: store)
    for number in 0..<60 {
      try desk.add("Beer \(number)")
      try desk.sync()
    }
    return (desk, clock)
  }

  private func logCount() throws -> Int { try snapshot(store.path).keys.count { $0.hasPrefix("log/") } }

  @Test func objectsAreMergedWhenTheyAreAMonthOld() throws {
    let (desk, clock) = try deskWithManyObjects()
    // The first synchronization recorded the first segment only.
    clock.advance(days: 31)
    try desk.sync()
    #expect(try logCount() == 60)
    clock.advance(days: 29)
    try desk.sync()
    #expect(try logCount() == 60)

    clock.advance(days: 2)
    try desk.sync()

    #expect(try logCount() == 1)
    #expect(try desk.sync().sent == 0 && desk.status().unsentCount == 0)
    try second.join(store)
    try second.sync()
    #expect(try second.names().count == 60)
    let report = try desk.sync(isRepair: true)
    #expect(report.sent == 0 && report.damaged.isEmpty && report.lost.isEmpty)
  }

  @Test func aSynchronizationSucceedsEvenIfMergingObjectsFails() throws {
    let (desk, clock) = try deskWithManyObjects()
    for _ in 0..<2 {
      clock.advance(days: 31)
      let before = clock.now
      // Canceled after the synchronization.
      try desk.session.synchronize(
        desk.diary, isCancelled: { (try? desk.status().lastSync).flatMap { $0 } == before })
    }

    #expect(try logCount() == 60)
    #expect(try desk.status().failure == nil && desk.status().lastSync == clock.now)
    clock.advance(days: 31)
    try desk.sync()
    #expect(try logCount() == 1)
  }

  /// The disk with the folder may be disconnected right after the synchronization.
  @Test func objectsAreNotMergedInAFolderThatIsMissing() throws {
    let clock = TestClock()
    let desk = try Desk("old", clock: { clock.now })
    try desk.create(in: store)
    try desk.add("Orval")
    try desk.sync()
    clock.advance(days: 31)
    try FileManager.default.removeItem(atPath: store.path)

    let device = try #require(try desk.diary.read { try SyncSettings($0).device })
    let keys = try #require(try SyncKeys(in: desk.session.folder(of: device)))
    #expect(throws: SyncFailure.noFolder(path: store.path)) {
      try desk.session.compactOldSegments(of: desk.diary, keys) { false }
    }
    #expect(!FileManager.default.fileExists(atPath: store.path))
  }

  // MARK: - Failures

  @Test func aFailureIsInTheStatusUntilTheNextSuccess() throws {
    try first.add("Orval")
    try start()
    let away = store.path + "-away"
    try FileManager.default.moveItem(atPath: store.path, toPath: away)
    let failure = SyncFailure.noFolder(path: store.path)

    #expect(throws: failure) { try first.sync() }
    #expect(try first.status().failure == failure.sentence)
    #expect(try first.session.problems(of: first.diary) == [.unreachableStore(failure.sentence)])

    try FileManager.default.moveItem(atPath: away, toPath: store.path)
    try first.sync()
    #expect(try first.status().failure == nil)
    #expect(try first.session.problems(of: first.diary) == [])
  }

  @Test func whatWasSentBeforeAFailureCountsAsSent() throws {
    try start()
    try first.add("Orval")
    // A file in place of the folder for snapshots, which is read after the changes were put.
    try Data().write(to: URL(fileURLWithPath: store.file("snap")))

    #expect(throws: SyncFailure.self) { try first.sync() }

    #expect(try first.status().unsentCount == 0 && first.status().failure != nil)
    try first.add("Kriek")
    #expect(try first.status().unsentCount == 1)
    try FileManager.default.removeItem(atPath: store.file("snap"))
    // Also what was sent by the synchronization that failed is noticed as lost.
    let log = store.file("log")
    for name in try FileManager.default.contentsOfDirectory(atPath: log) {
      try FileManager.default.removeItem(atPath: log + "/" + name)
    }
    let report = try first.sync()
    #expect(report.sentChangeCount == 1 && report.putAgain == 2)
    #expect(try second.sync().receivedChangeCount == 2)
  }

  /// Takes from this user the permission to read the key in the store, which each synchronization reads and which does
  /// not keep anything from being exchanged.
  private func makeKeyUnreadable() throws {
    let name = try #require(try store.contents(of: "keys").keys.first)
    #expect(chmod(store.file("keys/" + name), 0) == 0)
  }

  /// It may stay so.
  @Test(.enabled(if: geteuid() != 0, "the superuser may read everything"))
  func whatWasExchangedIsRecordedIfAFileCannotBeRead() throws {
    // given
    let orval = try first.add("Orval")
    try start()
    _ = try second.diary.moveToTrash([second.id(orval)])
    _ = try second.diary.emptyTrash()
    try second.sync()
    try first.edit(orval) { $0.rating = 4 }
    try first.sync()
    let damaged = "log/00000000000000ff-1-1-00ff00ff00ff00ff"
    try write(Data("garbage".utf8), to: damaged)
    try makeKeyUnreadable()
    let device = try #require(try first.diary.read { try SyncSettings($0).device })
    func lastSequence() throws -> UInt64? {
      try second.diary.read { try SyncSettings($0).lastSequences[device] }
    }
    let (lastSync, before) = (try second.status().lastSync, try #require(try lastSequence()))

    for returned in [1, 0] {
      // when
      var report = SyncReport()
      #expect(throws: SyncFailure.self) { try second.session.synchronize(second.diary, report: &report) }

      // then
      #expect(report.unreadable.count == 1 && report.returnedBeerCount == returned)
    }
    let status = try second.status()
    #expect(status.failure != nil && status.lastSync == lastSync)
    #expect(status.unusableFiles == [damaged])
    #expect(try #require(try lastSequence()) > before)
  }

  @Test(.enabled(if: geteuid() != 0, "the superuser may read everything"))
  func objectsAreMergedIfAFileCannotBeRead() throws {
    let (desk, clock) = try deskWithManyObjects()
    try makeKeyUnreadable()

    for _ in 0..<2 {
      clock.advance(days: 31)
      #expect(throws: SyncFailure.self) { try desk.sync() }
    }

    #expect(try logCount() == 1)
  }

  @Test func filesThatCannotBeReadAreNamedWithTheReason() {
    func sentence(_ names: [String], _ code: Int32) -> String {
      SyncFailure(
        mapping: SyncError.unreadable(names.reduce(into: [:]) { $0[$1] = code }), path: "diary.sqlite",
        location: "/mnt/beer"
      ).sentence
    }
    #expect(
      sentence(["log/a"], EACCES)
        == "The file “log/a” in /mnt/beer cannot be read (Permission denied), so the synchronization is not complete. "
        + "Change its permissions.")
    #expect(
      sentence(["log/d", "log/a", "log/b", "log/c"], EIO)
        == "The files “log/a”, “log/b”, “log/c” and 1 more in /mnt/beer cannot be read (Input/output error), so the "
        + "synchronization is not complete. Check the disk, then use `beerdiary sync repair` on each device, on this one "
        + "last. If that does not help, move them out of the store and do it again.")
  }

  @Test func aFolderThatCannotBeWrittenIsNamedWithTheReason() {
    func sentence(_ code: Int32) -> String {
      SyncFailure(mapping: SyncError.unwritable(code: code, path: "/mnt/beer/log"), path: "diary.sqlite")
        .sentence
    }
    #expect(
      sentence(EROFS)
        == "/mnt/beer/log cannot be written (Read-only file system), so the synchronization is not complete. "
        + "Change its permissions, or use another location.")
    #expect(sentence(ENOSPC).hasSuffix("Free some space and synchronize again."))
  }

  @Test func aCanceledSynchronizationIsNotAFailure() throws {
    try first.add("Orval")
    try first.create(in: store)

    let failure = #expect(throws: SyncFailure.self) {
      try first.session.synchronize(first.diary, isCancelled: { true })
    }

    #expect(failure?.isCancellation == true)
    #expect(try first.status().failure == nil && first.status().lastSync == nil)
    try first.sync()
    #expect(try first.status().unsentCount == 0)
  }

  /// A store whose program is stopped during each access.
  private struct StoppedExchange: ObjectExchange {
    func list(_ prefix: String) throws -> [ListedObject] { throw ProgramError.cancelled }
    func read(_ names: [String]) throws -> ReadResult { throw ProgramError.cancelled }
    func write(_ objects: [(name: String, bytes: Data)]) throws { throw ProgramError.cancelled }
    func delete(_ names: [String]) throws { throw ProgramError.cancelled }
  }

  /// Otherwise it would count as an error after which a synchronization can continue.
  @Test func anAccessThatWasStoppedCountsAsCanceled() {
    var checks = 0
    let monitor = SyncMonitor(onProgress: { _ in checks += 1 }, isCancelled: { checks > 1 })
    let exchange = MonitoredExchange(StoppedExchange(), monitor)
    func expectCancellation(_ access: () throws -> Void) {
      checks = 0
      #expect(throws: CancellationError.self) { try access() }
    }

    expectCancellation { _ = try exchange.list("log/") }
    expectCancellation { _ = try exchange.read(["log/1"]) }
    expectCancellation { try exchange.write([("log/1", Data())]) }
    expectCancellation { try exchange.delete(["snap/1"]) }
  }

  @Test func progressCountsWhatIsSentAndReceived() throws {
    try first.add("Orval")
    try first.create(in: store)
    var steps: [SyncProgress] = []

    try first.session.synchronize(first.diary, onProgress: { steps.append($0) })

    #expect(steps.map(\.sent).max() == 1)
    #expect(steps.map(\.sent) == steps.map(\.sent).sorted())
  }

  @Test func exposedKeysAreFoundAndRepaired() throws {
    try first.create(in: store)
    try first.sync()
    let path = first.keyFolder + "/" + (try first.status().device) + "/keys"
    chmod(path, 0o644)

    #expect(try first.session.problems(of: first.diary) == [.exposedKeys(path: path)])
    try first.session.repair(first.diary)
    #expect(try first.session.problems(of: first.diary) == [])
  }

  // MARK: - Objects that a new device needs

  /// Checks that a third device can join.
  private func expectThatDevicesCanJoin(sourceLocation: SourceLocation = #_sourceLocation) throws {
    let third = try Desk("phone")
    try third.join(store)
    try third.sync()
    #expect(try third.names() == ["Orval"], sourceLocation: sourceLocation)
  }

  private func write(_ bytes: Data?, to name: String) throws {
    let url = URL(fileURLWithPath: store.file(name))
    if let bytes { try bytes.write(to: url) } else { try FileManager.default.removeItem(at: url) }
  }

  private func keyFolder(of desk: Desk) throws -> String { try desk.keyFolder + "/" + desk.status().device }

  /// A changed byte, a text, an empty file, and none.
  private func damaged(_ bytes: Data) -> [Data?] {
    var changed = bytes
    changed[50] ^= 1
    return [changed, Data("garbage".utf8), Data(), nil]
  }

  @Test func aLostKeyIsStoredAgain() throws {
    try first.add("Orval")
    try start()
    let (file, bytes) = try #require(try store.contents(of: "keys").first)
    let name = "keys/" + file
    for desk in [first, second] {
      for damaged in damaged(bytes) {
        try write(damaged, to: name)

        #expect(try desk.session.problems(of: desk.diary) == [.lostObjects([name])])
        #expect(try desk.sync().restored == [name])

        #expect(try store.contents(of: "keys") == [file: bytes])
        #expect(try desk.sync().restored == [])
        #expect(try desk.session.problems(of: desk.diary) == [])
      }
    }
    try expectThatDevicesCanJoin()
  }

  @Test func theKeyOfAnEarlierPassphraseIsNotStoredAgain() throws {
    try first.add("Orval")
    try start()
    let keys = try #require(try SyncKeys(in: keyFolder(of: first)))
    let new = try WrappedKey.wrap(keys.diary, passphrase: "new", cost: .minimal)
    try FileManager.default.removeItem(atPath: store.file("keys"))
    try FileManager.default.createDirectory(atPath: store.file("keys"), withIntermediateDirectories: true)
    try write(new, to: "keys/new")

    for isRepair in [false, true] { #expect(try first.sync(isRepair: isRepair).restored == []) }

    #expect(try store.contents(of: "keys") == ["new": new])
    #expect(try first.session.problems(of: first.diary) == [])
    // A damaged key is none.
    try write(Data("garbage".utf8), to: "keys/new")
    #expect(try first.sync().restored == [try #require(keys.wrapped).name])
    try expectThatDevicesCanJoin()
  }

  @Test func theLostObjectOfTheDiaryIsStoredAgainByARepair() throws {
    try first.add("Orval")
    try start()
    for damaged in damaged(try Data(contentsOf: URL(fileURLWithPath: store.file("diary")))) {
      try write(damaged, to: "diary")
      let failure: SyncFailure =
        damaged == nil
        ? .missingObject("diary", location: store.path) : .damagedObject("diary", location: store.path)

      #expect(throws: failure) { try second.sync() }
      #expect(throws: failure) { try Desk("phone").join(store) }
      #expect(try second.session.problems(of: second.diary) == [.lostObjects(["diary"])])
      #expect(try second.sync(isRepair: true).restored == ["diary"])

      #expect(try first.sync().restored == [])
    }
    try expectThatDevicesCanJoin()
  }

  /// Nothing says that an empty folder, or that of another diary, is the store of the diary.
  @Test func aRepairWritesNothingToAStoreWithoutTheDiary() throws {
    try first.add("Orval")
    try start()
    let other = try TemporaryFolder()
    try Desk("other").create(in: other)
    let stores = [try TemporaryFolder(), other]
    for folder in stores {
      try FileManager.default.removeItem(atPath: store.path)
      try FileManager.default.copyItem(atPath: folder.path, toPath: store.path)
      let before = try snapshot(store.path)
      for isRepair in [false, true] {
        #expect(throws: SyncFailure.self) { try first.sync(isRepair: isRepair) }
      }
      #expect(try snapshot(store.path) == before)
      let problems = try first.session.problems(of: first.diary)
      guard problems.count == 1, case .unreachableStore(let sentence)? = problems.first else {
        Issue.record("\(problems)")
        continue
      }
      #expect(sentence.contains(folder === other ? "has another diary" : "no longer has this diary"))
    }
  }

  /// As after `init` on two devices whose folders are synchronized later.
  @Test func aRepairWritesNothingToAStoreThatAnotherDiaryHasTakenOver() throws {
    try first.add("Orval")
    try start()
    let other = try TemporaryFolder()
    try Desk("other").create(in: other)
    for key in try FileManager.default.contentsOfDirectory(atPath: other.file("keys")) {
      try FileManager.default.copyItem(
        atPath: other.file("keys/\(key)"), toPath: store.file("keys/\(key)"))
    }
    try FileManager.default.removeItem(atPath: store.file("diary"))
    try FileManager.default.copyItem(atPath: other.file("diary"), toPath: store.file("diary"))
    let before = try snapshot(store.path)
    for isRepair in [false, true] {
      #expect(throws: SyncFailure.self) { try first.sync(isRepair: isRepair) }
    }
    #expect(try snapshot(store.path) == before)
    guard case .unreachableStore(let sentence)? = try first.session.problems(of: first.diary).first else {
      Issue.record("no problem was found")
      return
    }
    #expect(sentence.contains("has another diary"))
  }

  /// Earlier versions kept no key of the store.
  @Test func keysOfAnEarlierVersionAreRead() throws {
    try first.add("Orval")
    try start()
    let folder = try keyFolder(of: first)
    var keys = try #require(try SyncKeys(in: folder))
    let wrapped = keys.wrapped
    keys.wrapped = nil
    try keys.write(in: folder)

    #expect(try first.sync().restored == [])

    #expect(try SyncKeys(in: folder)?.location == store.path)
    try first.join(store)
    #expect(try SyncKeys(in: folder)?.wrapped == wrapped && wrapped != nil)
  }

  @Test func beersThatWouldNeverBeSentAreFoundAndRepaired() throws {
    try start()
    let beer = try first.add("Orval")
    // As after a trigger was lost.
    try first.diary.write { try ChangeTracker($0).reset() }

    #expect(try first.session.problems(of: first.diary) == [.unsentBeers([first.id(beer)])])
    try first.session.repair(first.diary)
    try first.exchange(with: second)
    #expect(try second.names() == ["Orval"])
  }

  /// Words of the diary, of the passphrase and of the names of devices.
  @Test func nothingOfTheDiaryCanBeReadInTheStore() throws {
    let beer = try first.diary.add(
      NewBeer(
        fields: BeerFields(
          name: "Westvleteren", brewery: "Sixtus", style: "Quadrupel", rating: 4.75, notes: "Figs and plums",
          place: "Monastery", drunkAt: DiaryDate("2026-06-01T18:04:00"), extras: ["hop": .text("Hallertau")]),
        origin: Origin(source: "untappd", id: "checkin77")))
    _ = try first.diary.addPhoto(
      to: beer.id, image: MemoryBytes(Data("not quite a photograph".utf8)), caption: "Chalice")
    try start()
    try second.edit(beer.uuid) { $0.notes = "Raisins" }
    try first.exchange(with: second)

    let words = [
      "Westvleteren", "Sixtus", "Quadrupel", "4.75", "Figs", "plums", "Monastery", "2026-06-01", "Hallertau",
      "hop", "checkin77", "untappd", "photograph", "Chalice", "Raisins", "laptop", "tower", "correct",
      "horse",
      "brewery", "rating", beer.uuid.uuidString, beer.uuid.text,
    ]
    let files = try snapshot(store.path)
    #expect(files.count > 5)
    for (name, bytes) in files {
      for word in words {
        #expect(bytes.range(of: Data(word.utf8)) == nil, "\(word) in \(name)")
        #expect(!name.contains(word), "\(name)")
      }
      #expect(bytes.range(of: withUnsafeBytes(of: beer.uuid.uuid) { Data($0) }) == nil)
    }
  }
}
