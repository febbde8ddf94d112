import DiaryFixtures
import DiaryModel
import DiaryStore
import Foundation
import GRDB
import Pictures
import Sync
import TestSupport
import Testing

@testable import DiarySync

/// Two devices with real stores show the same after they have exchanged their segments.
@Suite struct DeviceTests {
  private let objects: SharedObjects
  private let first: Device
  private let second: Device

  init() throws {
    objects = try SharedObjects()
    first = try Device(objects)
    second = try Device(objects)
  }

  private func exchange() throws {
    for _ in 0..<3 { for device in [first, second] { try device.sync() } }
  }

  private func expectEqual(sourceLocation: SourceLocation = #_sourceLocation) throws {
    #expect(try first.view() == second.view(), sourceLocation: sourceLocation)
  }

  @Test func aBeerWithPhotosArrivesWhole() throws {
    let fields = BeerFields(
      name: "Orval", brewery: "Orval", abv: 6.2, latitude: 49.6, longitude: 5.3,
      drunkAt: DiaryDate("2026-06-01T18:04:00"), extras: ["hop": .text("Saaz"), "ibu2": .decimal("1.50")])
    let beer = try first.diary.add(NewBeer(fields: fields, origin: Origin(source: "csv", id: "7")))
    for bytes in ["a", "b"] {
      _ = try first.diary.addPhoto(to: beer.id, image: MemoryBytes(Data(bytes.utf8)), caption: bytes)
    }

    try exchange()

    let copy = try #require(try second.diary.beer(uuid: beer.uuid))
    #expect(copy.beer.fields == fields)
    #expect(copy.beer.origin == Origin(source: "csv", id: "7"))
    #expect(copy.photos.map(\.caption) == ["a", "b"])
    try expectEqual()
  }

  @Test func editsOfDifferentFieldsAreMerged() throws {
    let beer = try first.diary.add(NewBeer(fields: BeerFields(name: "Orval")))
    try exchange()
    try first.edit(beer.uuid) { $0.rating = 4.5 }
    try second.edit(beer.uuid) { $0.extras["hop"] = .text("Saaz") }

    try exchange()

    let fields = try #require(try first.diary.beer(uuid: beer.uuid)).beer.fields
    #expect(fields.rating == 4.5 && fields.extras == ["hop": .text("Saaz")])
    try expectEqual()
  }

  /// An index covers only one spelling; to find the others, the fields of all beers are read.
  @Test func spellingsOfAnIndexedFieldAreUnifiedOnlyIfCustomFieldsArrive() throws {
    let extras: Extras = ["hop": .text("Saaz")]
    let orval = try first.diary.add(NewBeer(fields: BeerFields(name: "Orval", extras: extras)))
    try exchange()
    _ = try second.diary.indexCustomField("hop")
    try second.diary.write { db in
      try db.execute(sql: #"UPDATE beer SET extras = '{"HOP":"Saaz"}'"#)
      // It does not count as a change of this device.
      try ChangeTracker(db).reset()
    }
    func names() throws -> [String]? {
      try second.diary.beer(uuid: orval.uuid)?.beer.fields.extras.keys.sorted()
    }

    let kriek = try first.diary.add(NewBeer(fields: BeerFields(name: "Kriek")))
    _ = try first.diary.addPhoto(to: kriek.id, image: MemoryBytes(Data("a".utf8)))
    try exchange()
    #expect(try second.beers().count == 2)
    #expect(try names() == ["HOP"])

    _ = try first.diary.add(NewBeer(fields: BeerFields(name: "Gueuze", extras: extras)))
    try exchange()
    #expect(try names() == ["hop"])
  }

  @Test func theSpellingOfAnIndexIsNoChangeOfABeerThatArrived() throws {
    let (saaz, citra): (Extras, Extras) = (["hop": .text("Saaz")], ["HOP": .text("Citra")])
    let orval = try first.diary.add(NewBeer(fields: BeerFields(name: "Orval", extras: saaz)))
    _ = try second.diary.add(NewBeer(fields: BeerFields(name: "Kriek", extras: citra)))
    _ = try second.diary.indexCustomField("HOP")
    try exchange()
    func extras(_ device: Device) throws -> Extras? {
      try device.diary.beer(uuid: orval.uuid)?.beer.fields.extras
    }
    #expect(try extras(second) == ["HOP": .text("Saaz")])

    try first.edit(orval.uuid) { $0.extras["hop"] = .text("Mosaic") }
    try second.edit(orval.uuid) { $0.extras["malt"] = .text("Pilsner") }
    try exchange()

    for device in [first, second] { #expect(try SyncSession.conflicts(of: device.diary).isEmpty) }
    #expect(try extras(first) == ["hop": .text("Mosaic"), "malt": .text("Pilsner")])
    #expect(try extras(second) == ["HOP": .text("Mosaic"), "malt": .text("Pilsner")])
  }

  @Test func theSpellingThatANewIndexGivesIsNotSent() throws {
    let (saaz, citra): (Extras, Extras) = (["Hop": .text("Saaz")], ["hop": .text("Citra")])
    let orval = try first.diary.add(NewBeer(fields: BeerFields(name: "Orval", extras: saaz)))
    _ = try first.diary.add(NewBeer(fields: BeerFields(name: "Kriek", extras: citra)))
    try exchange()
    try second.edit(orval.uuid) { $0.extras["Hop"] = .text("Mosaic") }

    #expect(try first.diary.indexCustomField("hop")?.respelled == 1)

    #expect(try first.sync().sent == 0)
    try exchange()
    for (device, name) in [(first, "hop"), (second, "Hop")] {
      #expect(try SyncSession.conflicts(of: device.diary).isEmpty)
      let fields = try #require(try device.diary.beer(uuid: orval.uuid)).beer.fields
      #expect(fields.extras == [name: .text("Mosaic")])
    }
  }

  @Test func spellingsOfACustomFieldAreOneRegister() throws {
    let beer = try first.diary.add(NewBeer(fields: BeerFields(name: "Orval")))
    try exchange()
    try first.edit(beer.uuid) { $0.extras["Hop"] = .text("Saaz") }
    try second.edit(beer.uuid) { $0.extras["hop"] = .text("Mosaic") }

    try exchange()

    #expect(try second.diary.beer(uuid: beer.uuid)?.beer.fields.extras.count == 1)
    try expectEqual()
  }

  @Test func bothSpellingsOfACustomFieldArrive() throws {
    let extras: Extras = ["Hop": .text("Saaz"), "hop": .text("Mosaic"), "★": .integer(1)]
    let beer = try first.diary.add(NewBeer(fields: BeerFields(name: "Orval", extras: extras)))
    try exchange()
    #expect(try second.diary.beer(uuid: beer.uuid)?.beer.fields.extras == extras)

    try second.edit(beer.uuid) { $0.extras["Hop"] = nil }
    try exchange()

    #expect(
      try first.diary.beer(uuid: beer.uuid)?.beer.fields.extras
        == ["hop": .text("Mosaic"), "★": .integer(1)])
  }

  /// Swift takes both texts for equal.
  @Test func aTextArrivesWithItsUnicodeScalars() throws {
    let composed = "caf\u{E9}"
    let decomposed = "cafe\u{301}"
    let fields = BeerFields(name: "Orval", notes: composed, extras: ["hop": .text(composed)])
    let beer = try first.diary.add(NewBeer(fields: fields))
    try exchange()

    // An edit from one to the other would change nothing.
    for text in ["x", decomposed] {
      try second.edit(beer.uuid) { ($0.notes, $0.extras) = (text, ["hop": .text(text)]) }
    }
    try exchange()

    let arrived = try #require(try first.diary.beer(uuid: beer.uuid)).beer.fields
    #expect(arrived.notes.map { Array($0.utf8) } == Array(decomposed.utf8))
    #expect(arrived.extras["hop"].map { Array($0.display.utf8) } == Array(decomposed.utf8))
  }

  private static let imported = NewBeer(
    fields: BeerFields(name: "Orval"), origin: Origin(source: "csv", id: "7"))

  @Test func aFileImportedOnTwoDevicesIsInTheDiaryOnce() throws {
    for (device, caption) in [(first, "b"), (second, "c")] {
      let beer = try device.diary.add(Self.imported)
      _ = try device.diary.addPhoto(to: beer.id, image: MemoryBytes(Data("a".utf8)), caption: "a")
      _ = try device.diary.addPhoto(to: beer.id, image: MemoryBytes(Data(caption.utf8)), caption: caption)
    }
    try second.edit(second.beers()[0].beer.uuid) { $0.rating = 4.5 }

    try exchange()

    let beers = try first.beers()
    #expect(beers.map(\.beer.origin) == [Origin(source: "csv", id: "7")])
    #expect(beers.map(\.beer.fields.rating) == [4.5])
    #expect(beers.flatMap(\.photos).compactMap(\.caption).sorted() == ["a", "b", "c"])
    try expectEqual()
  }

  /// Adds a beer to both diaries as from the same store of Beer Diary for iOS, and another one to the first.
  private func addEqualBeersWithoutAnOrigin() throws {
    let beer = try first.diary.add(NewBeer(fields: BeerFields(name: "Orval", notes: "Dry")))
    _ = try first.diary.add(NewBeer(fields: BeerFields(name: "Kriek")))
    let copy = try second.diary.add(NewBeer(fields: BeerFields(name: "Orval", notes: "Dry")))
    try second.diary.write { db in
      try db.execute(
        sql: "UPDATE beer SET created_at = ? WHERE id = ?", arguments: [beer.createdAt.text, copy.id])
    }
  }

  /// Beers of the same store of Beer Diary for iOS, migrated on two devices, have no origin.
  @Test func equalBeersWithoutAnOriginBecomeOne() throws {
    try addEqualBeersWithoutAnOrigin()

    try exchange()

    #expect(try Set(second.beers().map(\.beer.fields.name)) == ["Orval", "Kriek"])
    #expect(try second.beers().count == 2)
    try expectEqual()
  }

  @Test func equalBeersBecomeOneAfterTheirObjectCanBeRead() throws {
    try addEqualBeersWithoutAnOrigin()
    try first.sync()
    objects.unreadable = [try #require(objects.names.first): EACCES]

    #expect(throws: SyncError.unreadable(objects.unreadable)) { try second.sync() }
    objects.unreadable = [:]
    try exchange()

    #expect(try second.beers().count == 2)
    try expectEqual()
  }

  @Test func aFileImportedOnTwoSynchronizedDevicesIsInTheDiaryOnce() throws {
    _ = try first.diary.add(NewBeer(fields: BeerFields(name: "Kriek")))
    try exchange()
    for device in [first, second] { _ = try device.diary.add(Self.imported) }

    try exchange()

    #expect(try first.beers().count == 2)
    try expectEqual()
  }

  /// Both send it before they see what the other one has sent.
  @Test func allDevicesGiveASharedOriginToTheSameBeer() throws {
    for device in [first, second] {
      _ = try device.diary.add(Self.imported)
      objects.late = Set(objects.objects.keys)
      try device.sync()
    }
    objects.late = []

    try exchange()

    #expect(try first.beers().filter { $0.beer.origin != nil }.count == 1)
    try expectEqual()
  }

  @Test func anOriginThatAnotherBeerHasIsNotSentAsRemoved() throws {
    for device in [first, second] {
      _ = try device.diary.add(Self.imported)
      objects.late = Set(objects.objects.keys)
      try device.sync()
    }
    objects.late = []
    try exchange()

    try first.diary.write { try ChangeTracker($0).recordAll() }

    #expect(try first.sync().sent == 0)
  }

  @Test func aBeerGetsItsOriginWhenTheOtherBeerWithItIsDeleted() throws {
    for device in [first, second] {
      _ = try device.diary.add(Self.imported)
      objects.late = Set(objects.objects.keys)
      try device.sync()
    }
    objects.late = []
    try exchange()

    let owner = try #require(try first.beers().first { $0.beer.origin != nil })
    _ = try first.diary.moveToTrash([owner.beer.id])
    _ = try first.diary.emptyTrash()
    try exchange()

    #expect(try first.beers().map(\.beer.origin) == [Self.imported.origin])
    try expectEqual()
    let third = try Device(objects)
    try third.sync()
    #expect(try third.view() == first.view())
  }

  @Test func theOriginOfADeletedBeerGoesToTheBeerThatIsAddedLater() throws {
    let origin = Origin(source: "csv", id: "7")
    let beer = try first.diary.add(NewBeer(fields: BeerFields(name: "Orval"), origin: origin))
    try exchange()
    _ = try first.diary.moveToTrash([beer.id])
    _ = try first.diary.emptyTrash()
    let again = try first.diary.add(NewBeer(fields: BeerFields(name: "Orval"), origin: origin))

    try exchange()

    #expect(try second.beers().map(\.beer.uuid) == [again.uuid])
    #expect(try second.beers().map(\.beer.origin) == [origin])
  }

  /// Another program can have given a beer an id below the highest one.
  @Test func aBeerThatWasNeverSentIsSentWhole() throws {
    let beer = try first.diary.add(NewBeer(fields: BeerFields(name: "Orval", notes: "Dry")))
    try first.diary.write { try ChangeTracker($0).reset() }
    try first.edit(beer.uuid) { $0.rating = 4.5 }

    try exchange()

    #expect(try second.diary.beer(uuid: beer.uuid)?.beer.fields.notes == "Dry")
    try expectEqual()
  }

  @Test func anUndoneChangeIsNotSent() throws {
    let beer = try first.diary.add(NewBeer(fields: BeerFields(name: "Orval")))
    try exchange()
    try first.edit(beer.uuid) { $0.name = "Orvall" }
    _ = try first.diary.undoChange()
    #expect(try first.sync().sent == 0)
  }

  @Test func aBeerWithAnInvalidDateStaysReadable() throws {
    let beer = try first.diary.add(NewBeer(fields: BeerFields(name: "Orval")))
    try first.diary.write { db in
      try db.execute(sql: "UPDATE beer SET created_at = 'soon' WHERE id = ?", arguments: [beer.id])
    }
    for device in [first, second] { try device.sync() }
    #expect(try second.beers().map(\.beer.fields.name) == ["Orval"])
  }

  @Test func changesThatArrivedAreNotSentBack() throws {
    _ = try first.diary.add(NewBeer(fields: BeerFields(name: "Orval")))
    try first.sync()
    try second.sync()
    #expect(try second.sync().sent == 0)
  }

  @Test func movingToTheTrashAndEmptyingItArrive() throws {
    let beer = try first.diary.add(NewBeer(fields: BeerFields(name: "Orval")))
    _ = try first.diary.addPhoto(to: beer.id, image: MemoryBytes(Data("a".utf8)))
    try exchange()
    _ = try first.diary.moveToTrash([beer.id])
    try exchange()
    #expect(try second.diary.beersInTrash().count == 1)

    _ = try first.diary.emptyTrash()
    try exchange()

    #expect(try second.diary.beer(uuid: beer.uuid) == nil)
    try expectEqual()
  }

  @Test func undoSaysThatAnotherDeviceHasChangedTheBeerSince() throws {
    let beer = try first.diary.add(NewBeer(fields: BeerFields(name: "Orval", rating: 3)))
    try exchange()
    try first.edit(beer.uuid) { $0.rating = 5 }
    try second.edit(beer.uuid) { $0.notes = "Dry" }
    try exchange()

    let change = try #require(try first.diary.loggedChanges().first).id
    #expect(throws: UndoError.cannotUndo(change, .changedElsewhere(what: "“Orval”"))) {
      try first.diary.undoChange()
    }
    // What this device has changed last comes first.
    try first.edit(beer.uuid) { $0.rating = 4 }
    #expect(throws: UndoError.cannotUndo(change, .changedSince(what: "“Orval”", later: change + 1))) {
      try first.diary.undoChange(change)
    }
  }

  @Test func undoPassesOverBeersThatAnotherDeviceHasDeletedPermanently() throws {
    let orval = try first.diary.add(NewBeer(fields: BeerFields(name: "Orval")))
    let zot = try first.diary.add(NewBeer(fields: BeerFields(name: "Zot")))
    try first.edit(zot.uuid) { $0.rating = 3 }
    _ = try first.diary.moveToTrash([orval.id])
    try exchange()
    _ = try second.diary.emptyTrash()
    try exchange()

    #expect(try first.diary.loggedChanges().map(\.name) == ["Zot", "Zot"])
    _ = try first.diary.undoChange()
    #expect(try first.diary.beer(uuid: zot.uuid)?.beer.fields.rating == nil)
  }

  @Test func undoPassesOverPhotosThatAnotherDeviceHasDeletedPermanently() throws {
    let beer = try first.diary.add(NewBeer(fields: BeerFields(name: "Orval")))
    try first.edit(beer.uuid) { $0.rating = 3 }
    _ = try first.diary.addPhoto(to: beer.id, image: MemoryBytes(Data("a".utf8)))
    let photo = try #require(try first.beers().first?.photos.first)
    _ = try first.diary.removePhoto(photo.id)
    try exchange()
    _ = try second.diary.emptyTrash()
    try exchange()

    _ = try first.diary.undoChange()
    #expect(try first.diary.beer(uuid: beer.uuid)?.beer.fields.rating == nil)
  }

  /// The device that edited the beer without having seen the purge restores it with its photos.
  @Test func anEditConcurrentWithAPurgeRestoresTheWholeBeer() throws {
    let beer = try first.diary.add(NewBeer(fields: BeerFields(name: "Orval", rating: 4)))
    _ = try first.diary.addPhoto(to: beer.id, image: MemoryBytes(Data("a".utf8)), caption: "a")
    try exchange()
    _ = try first.diary.moveToTrash([beer.id])
    _ = try first.diary.emptyTrash()
    try second.edit(beer.uuid) { $0.notes = "Dry" }

    try exchange()

    let back = try #require(try first.diary.beer(uuid: beer.uuid))
    #expect(back.beer.fields.name == "Orval" && back.beer.fields.notes == "Dry")
    #expect(back.photos.map(\.caption) == ["a"])
    try expectEqual()
  }

  /// The other device has heard of the removal, and then of the purge, but had edited the beer before both.
  @Test func anEditIsNotLeftInTheTrashWithAPurgedBeer() throws {
    let beer = try first.diary.add(NewBeer(fields: BeerFields(name: "Orval", rating: 4)))
    try exchange()
    try second.edit(beer.uuid) { $0.notes = "Dry" }
    _ = try first.diary.moveToTrash([beer.id])
    try first.sync()
    _ = try first.diary.emptyTrash()
    try first.sync()

    try exchange()

    for device in [first, second] {
      #expect(try device.beers().map(\.beer.fields.notes) == ["Dry"])
      #expect(try device.diary.beersInTrash().isEmpty)
    }
    try expectEqual()
  }

  @Test func aPhotoAddedConcurrentlyWithAPurgeRestoresItsBeer() throws {
    let beer = try first.diary.add(NewBeer(fields: BeerFields(name: "Orval")))
    try exchange()
    _ = try first.diary.moveToTrash([beer.id])
    _ = try first.diary.emptyTrash()
    let copy = try #require(try second.diary.beer(uuid: beer.uuid))
    _ = try second.diary.addPhoto(to: copy.beer.id, image: MemoryBytes(Data("b".utf8)))

    try exchange()

    #expect(try first.diary.beer(uuid: beer.uuid)?.photos.count == 1)
    try expectEqual()
  }

  /// The segment of the photo is repeated because its predecessor is lost, and the segment of the beer is late.
  @Test func aPhotoThatArrivesBeforeItsBeerIsShownWithIt() throws {
    let beer = try first.diary.add(NewBeer(fields: BeerFields(name: "Orval")))
    try first.sync()
    let withBeer = Set(objects.objects.keys)
    try first.edit(beer.uuid) { $0.rating = 4.5 }
    try first.sync()
    let lost = Set(objects.objects.keys).subtracting(withBeer)
    _ = try first.diary.addPhoto(to: beer.id, image: MemoryBytes(Data("a".utf8)), caption: "a")
    try first.sync()
    for name in lost { objects.objects[name] = nil }

    objects.late = withBeer
    try second.sync(isRepair: true)
    #expect(try second.diary.beer(uuid: beer.uuid) == nil)
    objects.late = []
    try second.sync()

    let third = try Device(objects)
    try third.sync()
    #expect(try third.diary.beer(uuid: beer.uuid)?.photos.map(\.caption) == ["a"])
    #expect(try second.view() == third.view())
  }

  @Test func movesOfDifferentPhotosAreMerged() throws {
    let beer = try first.diary.add(NewBeer(fields: BeerFields(name: "Orval")))
    for bytes in ["a", "b", "c", "d"] {
      _ = try first.diary.addPhoto(to: beer.id, image: MemoryBytes(Data(bytes.utf8)), caption: bytes)
    }
    try exchange()
    try first.movePhoto("d", to: 0)
    try second.movePhoto("a", to: 2)

    try exchange()

    let photos = try #require(try first.diary.beer(uuid: beer.uuid)).photos
    #expect(photos.map(\.caption) == ["d", "b", "c", "a"])
    try expectEqual()
  }

  @Test func removedAndRestoredPhotosArrive() throws {
    let beer = try first.diary.add(NewBeer(fields: BeerFields(name: "Orval")))
    let photo = try first.diary.addPhoto(to: beer.id, image: MemoryBytes(Data("a".utf8)), caption: "a")
    try exchange()
    _ = try first.diary.removePhoto(photo.photo.id)
    try exchange()
    #expect(try second.diary.beer(uuid: beer.uuid)?.photos.isEmpty == true)

    let copy = try #require(try second.diary.beer(uuid: beer.uuid)).beer
    _ = try second.diary.restorePhotos(try second.diary.removedPhotos(ofBeer: copy.id))
    try exchange()

    #expect(try first.diary.beer(uuid: beer.uuid)?.photos.map(\.caption) == ["a"])
    try expectEqual()
  }

  /// Both continue with the same device id, and give their next segments the same number.
  @Test func changesOfACloneArrive() throws {
    _ = try first.diary.add(NewBeer(fields: BeerFields(name: "Orval")))
    try exchange()
    let clone = try first.copy()
    _ = try first.diary.add(NewBeer(fields: BeerFields(name: "Gueuze")))
    _ = try clone.diary.add(NewBeer(fields: BeerFields(name: "Kriek")))

    var isNoticed = false
    for _ in 0..<3 {
      for device in [first, clone, second] { isNoticed = try device.sync().isCloned || isNoticed }
    }

    #expect(isNoticed)
    #expect(try Set(second.beers().map(\.beer.fields.name)) == ["Orval", "Gueuze", "Kriek"])
    try expectEqual()
    #expect(try clone.view() == second.view())
  }

  @Test func anOldCopyOfADiaryGetsItsOwnLaterChanges() throws {
    let beer = try first.diary.add(NewBeer(fields: BeerFields(name: "Orval")))
    try exchange()
    let backup = try first.copy()
    try first.edit(beer.uuid) { $0.rating = 4.5 }
    try first.sync()

    try backup.edit(beer.uuid) { $0.notes = "Dry" }
    for _ in 0..<3 { for device in [backup, second] { try device.sync() } }

    let fields = try #require(try second.diary.beer(uuid: beer.uuid)).beer.fields
    #expect(fields.rating == 4.5 && fields.notes == "Dry")
    #expect(try backup.view() == second.view())
  }

  @Test func stoppingTheSynchronizationLeavesTheDiaryAsItIs() throws {
    _ = try first.diary.add(NewBeer(fields: BeerFields(name: "Orval")))
    try exchange()
    let before = try second.view()
    try SyncedDiary.stop(second.diary)
    #expect(try second.view() == before)
    try SyncedDiary.start(second.diary, as: DeviceKey().device)
  }

  // MARK: - Many rows

  private func addBeers(_ count: Int) throws -> [Beer] {
    try (0..<count).map { number in
      let beer = try first.diary.add(NewBeer(fields: BeerFields(name: "Beer \(number)", notes: "Dry")))
      _ = try first.diary.addPhoto(to: beer.id, image: MemoryBytes(Data("\(number)".utf8)))
      return beer
    }
  }

  @Test(arguments: [(rows: 3, size: 1_000_000), (rows: 1_000, size: 30)])
  func manyChangesBecomeSeveralSegments(_ limit: (rows: Int, size: Int)) throws {
    // given
    first.segmentLimit = limit
    let beers = try addBeers(10)

    // when
    let sent = try first.sync().sent

    // then
    #expect(sent > 5)
    try exchange()
    #expect(try second.beers().count == 10)
    try expectEqual()

    // when they are edited, and some are deleted
    for beer in beers { try first.edit(beer.uuid) { $0.rating = 4.5 } }
    _ = try first.diary.moveToTrash(beers.prefix(5).map(\.id))
    _ = try first.diary.emptyTrash()
    try exchange()

    // then
    #expect(try second.beers().map(\.beer.fields.rating) == Array(repeating: 4.5, count: 5))
    try expectEqual()
    #expect(try first.sync().sent == 0)
  }

  @Test func theStateHasOneRowForEachRecord() throws {
    func count(_ table: String) throws -> Int? {
      try second.diary.read { try Int.fetchOne($0, sql: "SELECT count(*) FROM \(table)") }
    }
    let beer = try addBeers(4)[0]
    try exchange()
    #expect(try count("sync_record") == 8)
    #expect(try count("sync_version") == 0)

    // A conflict has a row for each value.
    for (device, notes) in [(first, "Dry, hoppy"), (second, "Dry, bitter")] {
      try device.edit(beer.uuid) { $0.notes = notes }
    }
    try exchange()
    #expect(try count("sync_version") == 2)

    try first.edit(beer.uuid) { $0.notes = "Dry, hoppy, bitter" }
    try exchange()
    #expect(try count("sync_version") == 0)
    try expectEqual()

    _ = try first.diary.moveToTrash([beer.id])
    _ = try first.diary.emptyTrash()
    try exchange()
    #expect(try count("sync_record") == 6)
  }

  @Test func manyRecordsAreCompressed() throws {
    let notes = "Dry and bitter, with a long finish"
    let beers = try (0..<600).map {
      try first.diary.add(NewBeer(fields: BeerFields(name: "Beer \($0)", brewery: "De Ranke", notes: notes)))
    }
    try exchange()

    let row = try second.diary.read {
      try Row.fetchOne(
        $0,
        sql: """
          SELECT count(*), sum(length(versions)), sum(size) FROM sync_record WHERE dictionary IS NOT NULL
          """)
    }
    let (count, stored, size): (Int, Int, Int) = try (#require(row?[0]), #require(row?[1]), #require(row?[2]))
    #expect(count == 600)
    #expect(stored * 2 < size)
    try expectEqual()

    try first.edit(beers[0].uuid) { $0.notes = "Sour" }
    try second.edit(beers[0].uuid) { $0.rating = 4 }
    try exchange()
    #expect(try first.versions() == second.versions())
    try expectEqual()
  }

  /// Each segment that arrives would read all beers.
  @Test func beersInTheTrashAreFoundByAnIndex() throws {
    let plan = try first.diary.read {
      try Row.fetchAll($0, sql: "EXPLAIN QUERY PLAN " + ConflictIndex.removedBeers).map { "\($0)" }
    }
    #expect(plan.count == 1 && plan[0].contains("USING INDEX"), "\(plan)")
  }

  /// Meanwhile there is no trigger for the search index.
  @Test func manyBeersThatArriveAreFound() throws {
    for number in 0..<300 {
      _ = try first.diary.add(NewBeer(fields: BeerFields(name: "Beer \(number)", brewery: "De Ranke")))
    }
    let query = BeerQuery(filter: try BeerFilter("ranke"))
    func foundCount() throws -> Int { try second.diary.summary(query).beerCount }
    try exchange()
    #expect(try foundCount() == 300)

    try second.diary.finishBackgroundWork()
    _ = try second.diary.add(NewBeer(fields: BeerFields(name: "XX Bitter", brewery: "De Ranke")))
    #expect(try foundCount() == 301)
    #expect(try second.diary.read { try SearchIndex($0).isComplete })
  }

  /// So many that they would not get labels at the end of the transaction.
  @Test func manyBeersThatArriveHaveLabels() throws {
    try first.diary.write { db in
      for number in 0..<1_100 {
        try db.execute(
          sql: "INSERT INTO beer (uuid, name, created_at, updated_at) VALUES (?1, ?2, ?3, ?3)",
          arguments: [UUID(), "Beer \(number)", "2026-06-01T16:04:00Z"])
      }
    }
    try exchange()
    #expect(try second.beers().count == 1_100)
    #expect(try second.diary.unlabeledBeerCount() == 0)
  }

  /// As after the migration of a large diary.
  @Test func aBeerThatArrivesDoesNotOvertakeBeersThatWaitForTheirLabels() throws {
    let fields = BeerFields(name: "Orval", brewery: "Orval")
    let arrived = try first.diary.add(NewBeer(fields: fields))
    let older = UUID()
    try second.diary.write { db in
      let sql = """
        INSERT INTO beer (uuid, name, brewery, source, source_id, extras, created_at, updated_at)
        VALUES (?, ?, ?, 'untappd', ?, ?, ?6, ?6)
        """
      for number in 0..<1_100 {
        try db.execute(
          sql: sql,
          arguments: [
            number == 0 ? older : UUID(), number == 0 ? "Orval" : "Beer \(number)", "Orval", "\(number)",
            "{\"bid\":\(number)}", "2026-06-01T16:04:00Z",
          ])
      }
    }

    try second.sync()
    try second.diary.write { db in
      try db.execute(sql: "UPDATE beer SET label_id = NULL; DELETE FROM label; DELETE FROM label_key")
    }

    try first.sync()
    try second.sync()
    #expect(try second.diary.unlabeledBeerCount() > 0)
    while try second.diary.doBackgroundWork([.labelingBeers]) != nil {}

    let labels = try second.labels()
    #expect(labels[older] != nil && labels[arrived.uuid] == labels[older])
    #expect(Set(labels.values).count == 1_100)
  }

  /// Storage version 14 had a row of `sync_version` for each register.
  @Test func aDiaryThatVersion14HasSynchronizedGoesOn() throws {
    let beers = try addBeers(4)
    try exchange()
    try second.edit(beers[3].uuid) { $0.notes = "Not sent yet" }
    let before = try second.versions()
    try second.diary.write { db in
      for row in try Row.fetchAll(db, sql: "SELECT entity, uuid, versions FROM sync_record") {
        let bytes: Data = row["versions"]
        for entry in try StoredRegisters(decoding: bytes).entries {
          try db.execute(
            sql: """
              INSERT INTO sync_version (entity, uuid, field, segment, stamp, value) VALUES (?, ?, ?, ?, ?, ?)
              """,
            arguments: [
              row["entity"], row["uuid"], entry.field, entry.version.segment, entry.version.stamp,
              try entry.version.value.encoded(),
            ])
        }
      }
      try db.execute(sql: "DELETE FROM sync_record")
    }
    #expect(try second.versions() == before)

    try first.edit(beers[0].uuid) { $0.rating = 4.5 }
    try second.edit(beers[0].uuid) { $0.notes = "Bitter" }
    _ = try first.diary.moveToTrash([beers[2].id])
    _ = try first.diary.emptyTrash()
    try exchange()

    #expect(try first.diary.beer(uuid: beers[3].uuid)?.beer.fields.notes == "Not sent yet")
    #expect(try second.diary.beer(uuid: beers[2].uuid) == nil)
    #expect(try second.diary.beer(uuid: beers[1].uuid)?.photos.count == 1)
    #expect(try SyncSession.conflicts(of: second.diary) == [])
    #expect(try first.versions() == second.versions())
    try expectEqual()
  }

  /// It is named by each synchronization until it is small enough, and the other changes of the beer are sent.
  @Test func aCustomFieldWithATooLongNameIsNamedAndLeftOut() throws {
    let name = String(repeating: "n", count: 2_000)
    let fields = BeerFields(name: "Orval", extras: ["hop": .text("Saaz"), name: .text("x")])
    let beer = try first.diary.add(NewBeer(fields: fields))

    #expect(try first.sync().tooLarge.count == 1)
    let report = try first.sync()
    #expect(report.tooLarge.count == 1)
    #expect(report.sent == 0)
    try second.sync()
    #expect(try second.diary.beer(uuid: beer.uuid)?.beer.fields.extras == ["hop": .text("Saaz")])

    try first.edit(beer.uuid) { $0.extras[name] = nil }
    #expect(try first.sync().tooLarge.isEmpty)
    try expectEqual()
  }

  /// Other devices cannot see it, so it is not theirs to replace.
  @Test func valuesThatAreTooLargeStayWhenOthersArrive() throws {
    let beer = try first.diary.add(NewBeer(fields: BeerFields(name: "Orval")))
    for caption in ["a", "b"] {
      _ = try first.diary.addPhoto(to: beer.id, image: MemoryBytes(Data(caption.utf8)), caption: caption)
    }
    try exchange()
    let large = String(repeating: "x", count: (16 << 20) + 1)
    func write(_ serving: String, _ caption: String) throws {
      try first.diary.write { db in
        try db.execute(sql: "UPDATE beer SET serving = ?", arguments: [serving])
        try db.execute(sql: "UPDATE photo SET caption = ? WHERE caption <> 'b'", arguments: [caption])
      }
    }
    try write(large, large)
    #expect(try first.sync().tooLarge.count == 2)

    try second.edit(beer.uuid) { $0.serving = "Draft" }
    try second.movePhoto("a", to: 1)
    try exchange()

    let detail = try #require(try first.diary.beer(uuid: beer.uuid))
    #expect(detail.beer.fields.serving?.utf8.count == large.utf8.count)
    #expect(detail.photos.map(\.caption?.utf8.count) == [1, large.utf8.count])
    #expect(try first.sync().tooLarge.count == 2)

    try write("Bottle", "c")
    try exchange()
    #expect(try second.diary.beer(uuid: beer.uuid)?.beer.fields.serving == "Bottle")
    try expectEqual()
  }

  /// Such a version recorded one number for all segments, or nothing.
  @Test func changesThatAnEarlierVersionHasCutCountAsUnsent() throws {
    _ = try first.diary.add(NewBeer(fields: BeerFields(name: "Orval")))
    let error = SyncError.unwritable(code: EROFS, path: "")
    objects.writeError = error
    #expect(throws: error) { try first.sync() }
    func unsentCount() throws -> Int? { try SyncSession.status(of: first.diary)?.unsentCount }

    for (count, shown) in [(1, 1), (nil, 0)] as [(Int?, Int)] {
      try first.diary.write { db in
        try db.execute(sql: "DELETE FROM sync_setting WHERE name LIKE 'unsent%'")
        if let count { try SyncSetting(db, "unsent").set(count) }
      }

      #expect(try unsentCount() == shown)
      #expect(throws: error) { try first.sync() }
    }

    objects.writeError = nil
    try first.diary.write { try SyncSetting($0, "unsent").set(1) }
    #expect(try first.sync().sent == 1 && unsentCount() == 1)
    #expect(try first.diary.write { try SyncSettings($0).recordAllSent(except: []) } == 1)
    #expect(try unsentCount() == 0)
  }

  /// As if the process had been killed before it recorded that.
  @Test func changesThatWerePutAndNotRecordedCountAsSent() throws {
    _ = try first.diary.add(NewBeer(fields: BeerFields(name: "Orval")))
    try first.sync()
    let segment = try #require(try SyncedDiary(first.diary).ownSegmentIDs.first)
    try first.diary.write { db in
      try SyncSetting(db, "seen:\(segment.device)").remove()
      try SyncSetting(db, "unsent:\(segment)").set(1)
    }
    objects.writeError = .unwritable(code: EROFS, path: "")

    let report = try first.sync()

    #expect(report.sent == 0 && report.sentChangeCount == 1)
    #expect(try SyncSession.status(of: first.diary)?.unsentCount == 0)
    #expect(try first.diary.read { try SyncSettings($0).lastSequences[segment.device] } == segment.sequence)
  }

  @Test func changesThatAreTooLargeStayUnsent() throws {
    objects.writeError = .unwritable(code: EROFS, path: "")
    for name in ["Orval", "Kriek"] {
      _ = try first.diary.add(NewBeer(fields: BeerFields(name: name)))
      #expect(throws: SyncError.self) { try first.sync() }
    }
    let segments = try SyncedDiary(first.diary).ownSegmentIDs
    try #require(segments.count == 2)

    #expect(try first.diary.write { try SyncSettings($0).recordAllSent(except: [segments[0]]) } == 1)

    #expect(try SyncSession.status(of: first.diary)?.unsentCount == 1)
    #expect(try first.diary.write { try SyncSettings($0).recordAllSent(except: []) } == 1)
  }
}
