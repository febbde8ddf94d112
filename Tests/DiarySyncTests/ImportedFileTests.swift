import DiaryFixtures
import DiaryModel
import DiaryStore
import DiarySync
import Foundation
import GRDB
import Interchange
import Pictures
import TestSupport
import Testing

/// A file that two devices import before they see what the other one has imported.
@Suite struct ImportedFileTests {
  private static let untappd = """
    beer_name,brewery_name,rating_score,created_at,checkin_id,checkin_url
    Orval,Brasserie d'Orval,4,2023-09-30 17:12:00,1053001,https://untappd.example/c/1053001
    Kriek,Boon,3.5,2023-11-18 20:01:00,1053002,https://untappd.example/c/1053002
    Orval,Brasserie d'Orval,4,2024-01-20 19:30:00,1053003,https://untappd.example/c/1053003

    """
  private static let plain = """
    name,brewery,rating,hop
    Orval,Brasserie d'Orval,4,Hallertau
    Kriek,Boon,3.5,
    Gueuze,Boon,4.5,

    """

  /// How the devices exchange what they have imported.
  enum Order: CaseIterable {
    /// Both send it before they see what the other one has sent, as to copies of a folder.
    case concurrently
    case firstDeviceFirst, secondDeviceFirst
  }

  private let objects: SharedObjects
  private let first: Device
  private let second: Device

  init() throws {
    objects = try SharedObjects()
    first = try Device(objects)
    second = try Device(objects)
  }

  private func run(_ text: String, on device: Device) throws {
    let summary = try FileImport(ImportSource(Array(text.utf8))).run(into: device.diary)
    #expect(summary.failure == nil)
  }

  private func exchange(_ order: Order = .concurrently) throws { try exchange(order, [first, second]) }

  private func exchange(_ order: Order, _ devices: [Device]) throws {
    if order == .concurrently {
      for device in devices {
        objects.late = Set(objects.objects.keys)
        try device.sync()
      }
      objects.late = []
    }
    let ordered = order == .secondDeviceFirst ? devices.reversed() : devices
    for _ in 0..<3 { for device in ordered { try device.sync() } }
  }

  private func expectEqual(sourceLocation: SourceLocation = #_sourceLocation) throws {
    #expect(try first.view() == second.view(), sourceLocation: sourceLocation)
    #expect(try first.labels() == second.labels(), sourceLocation: sourceLocation)
  }

  private func conflicts() throws -> [SyncConflict] { try SyncSession.conflicts(of: first.diary) }

  @Test(arguments: [untappd, plain], Order.allCases)
  func itsBeersAreInTheDiaryOnce(_ file: String, _ order: Order) throws {
    for device in [first, second] { try run(file, on: device) }

    try exchange(order)

    #expect(try first.beers().count == 3)
    #expect(try conflicts() == [])
    try expectEqual()
  }

  @Test(arguments: [untappd, plain], Order.allCases)
  func editsOfBothDevicesAreKept(_ file: String, _ order: Order) throws {
    for device in [first, second] { try run(file, on: device) }
    func kriek(_ device: Device) throws -> UUID {
      try #require(try device.beers().first { $0.beer.fields.name == "Kriek" }).beer.uuid
    }
    try first.edit(kriek(first)) { ($0.notes, $0.rating) = ("Sour", 2) }
    try second.edit(kriek(second)) { ($0.style, $0.rating) = ("Lambic", 5) }

    try exchange(order)

    #expect(try first.beers().count == 3)
    let fields = try #require(try first.diary.beer(uuid: kriek(first))).beer.fields
    #expect(fields.notes == "Sour" && fields.style == "Lambic")
    #expect(try conflicts().map(\.field) == ["Rating"])
    #expect(try Set(conflicts().flatMap(\.choices).map(\.text)) == ["2", "5"])
    try expectEqual()
  }

  @Test(arguments: Order.allCases) func fieldsThatAreEmptiedBeforeTheBeerIsSentAreInConflict(_ order: Order)
    throws
  {
    for device in [first, second] { try run(Self.plain, on: device) }
    let orval = try #require(try first.beers().first { $0.beer.fields.name == "Orval" }).beer.uuid
    try first.edit(orval) { ($0.rating, $0.extras) = (nil, [:]) }

    try exchange(order)

    #expect(try first.beers().count == 3)
    let fields = try #require(try first.beers().first { $0.beer.fields.name == "Orval" }).beer.fields
    #expect(fields.rating == nil && fields.extras == [:])
    #expect(try Set(conflicts().map { Set($0.choices.map(\.text)) }) == [[nil, "4"], [nil, "Hallertau"]])
    try expectEqual()
  }

  @Test func unreadableCustomFieldsOfAnImportDoNotStopSynchronizing() throws {
    try run(Self.plain, on: first)
    let orval = try #require(try first.beers().first { $0.beer.fields.name == "Orval" }).beer.uuid
    try first.edit(orval) { $0.rating = 2 }
    try first.diary.write { try $0.execute(sql: "UPDATE imported_beer SET extras = 'damaged'") }

    try exchange(.firstDeviceFirst)

    #expect(try second.beers().count == 3)
    try expectEqual()
  }

  /// If the purge was not sent, the beer is only changed to what the file says.
  ///
  /// Otherwise the device with the edits writes the purged beer again, with its photo.
  @Test(arguments: [false, true])
  func editsOfABeerThatIsPurgedAndImportedAgainAreKept(purgeIsSent: Bool) throws {
    try run(Self.untappd, on: first)
    let kriek = try #require(try first.beers().first { $0.beer.fields.name == "Kriek" }).beer
    _ = try first.diary.addPhoto(to: kriek.id, image: MemoryBytes(Data("a".utf8)))
    try first.edit(kriek.uuid) { $0.rating = 2 }
    try exchange(.firstDeviceFirst)

    _ = try first.diary.moveToTrash([kriek.id])
    _ = try first.diary.emptyTrash()
    if purgeIsSent { try first.sync() }
    try run(Self.untappd, on: first)
    try second.edit(kriek.uuid) { ($0.notes, $0.rating) = ("Sour", 5) }
    try exchange(.firstDeviceFirst)

    #expect(try first.beers().count == 3)
    let detail = try #require(try first.diary.beer(uuid: kriek.uuid))
    #expect(detail.beer.fields.name == "Kriek" && detail.beer.fields.notes == "Sour")
    #expect(detail.photos.count == (purgeIsSent ? 1 : 0))
    #expect(try conflicts().map(\.field) == ["Rating"])
    #expect(try Set(conflicts().flatMap(\.choices).map(\.text)) == ["3.5", "5"])
    try expectEqual()
  }

  /// The devices have imported the beers at different times, and agree on one of them.
  @Test(arguments: Order.allCases) func undoingAnImportKeepsOnlyBeersThatWereEdited(_ order: Order) throws {
    let clock = TestClock()
    let devices = try [Device(objects, clock: { clock.now }), Device(objects, clock: { clock.now })]
    for device in devices {
      try run(Self.plain, on: device)
      clock.advance(seconds: 60)
    }
    try exchange(order, devices)
    #expect(try devices[0].view() == devices[1].view())
    for device in devices {
      let undo = try device.diary.planUndo().undo
      #expect(undo.removed == 3 && undo.kept == 0)
    }

    clock.advance(seconds: 60)
    try devices[0].edit(devices[0].beers()[0].beer.uuid) { $0.notes = "Dry" }
    _ = try devices[0].diary.moveToTrash([devices[0].beers()[1].beer.id])
    clock.advance(seconds: 60)
    try exchange(order, devices)
    for device in devices {
      let undo = try device.diary.planUndo().undo
      #expect(undo.removed == 1 && undo.kept == 1)
    }
  }

  @Test(arguments: Order.allCases) func identicalRowsOfAFileStayDifferentBeers(_ order: Order) throws {
    for device in [first, second] { try run("name,brewery\nOrval,Orval\nOrval,Orval\n", on: device) }

    try exchange(order)

    #expect(try first.beers().count == 2)
    try expectEqual()
  }

  /// Without a date, the same name and brewery do not say that it is the same beer.
  @Test(arguments: Order.allCases) func rowsWithDifferentValuesStayDifferentBeers(_ order: Order) throws {
    for (device, rating) in [(first, 4), (second, 5)] {
      try run("name,brewery,rating\nOrval,Orval,\(rating)\n", on: device)
    }

    try exchange(order)

    #expect(try Set(first.beers().map(\.beer.fields.rating)) == [4, 5])
    #expect(try conflicts() == [])
    try expectEqual()
  }

  /// Only one of the beers has the id of both rows as its origin.
  @Test(arguments: [ImportPolicy.Duplicate.skip, .add, .update])
  func rowsWithOneIDFindTheirOwnBeersAgain(_ duplicate: ImportPolicy.Duplicate) throws {
    let files = [4, 5].map { "name,brewery,rating\nOrval,Orval,\($0)\n" }
    for (device, file) in zip([first, second], files) { try run(file, on: device) }
    try exchange()
    var options = ImportOptions()
    options.onDuplicate = duplicate

    for device in [first, second] {
      for file in files {
        let fileImport = try FileImport(ImportSource(Array(file.utf8)), options)
        #expect(try fileImport.plan(for: device.diary).tally.same == 1)
        #expect(try fileImport.run(into: device.diary).tally.same == 1)
      }
      #expect(try device.beers().compactMap(\.beer.fields.rating).sorted() == [4, 5])
    }
  }

  /// Untappd's ids of check-ins say that it is the same beer, whatever has changed there.
  @Test(arguments: Order.allCases) func aCheckInOfALaterExportIsTheSameBeer(_ order: Order) throws {
    let lines = Self.untappd.split(separator: "\n")
    let later = [lines[0], lines[2].replacing("3.5", with: "4.5")].joined(separator: "\n")
    try run(Self.untappd, on: first)
    try run(later, on: second)

    try exchange(order)

    #expect(try first.beers().count == 3)
    #expect(try Set(conflicts().flatMap(\.choices).map(\.text)) == ["3.5", "4.5"])
    try expectEqual()
  }

  @Test(arguments: [Order.firstDeviceFirst, .secondDeviceFirst])
  func aRowThatHasMovedInItsFileIsMatchedBeforeItIsSent(_ order: Order) throws {
    let lines = Self.plain.split(separator: "\n")
    try run(Self.plain, on: first)
    try run([lines[0], "Bock,Boon,3,", lines[1], lines[2]].joined(separator: "\n"), on: second)

    try exchange(order)

    #expect(
      try first.beers().compactMap(\.beer.fields.name).sorted() == ["Bock", "Gueuze", "Kriek", "Orval"])
    try expectEqual()
  }

  @Test func photosAndLabelsOfBothDevicesAreKept() throws {
    for (device, caption) in [(first, "a"), (second, "b")] {
      try run(Self.untappd, on: device)
      let beer = try #require(try device.beers().first { $0.beer.fields.name == "Kriek" })
      _ = try device.diary.addPhoto(
        to: beer.beer.id, image: MemoryBytes(Data(caption.utf8)), caption: caption)
    }
    let orval = try #require(try first.beers().first { $0.beer.fields.name == "Orval" }).beer
    _ = try first.diary.splitLabel(ofBeer: orval.id)
    let label = try first.diary.label(ofBeer: orval.id)?.uuid

    try exchange()

    #expect(try Set(first.beers().flatMap(\.photos).map(\.caption)) == ["a", "b"])
    #expect(try second.labels()[orval.uuid] == label)
    #expect(try Set(second.labels().values).count == 3)
    try expectEqual()
  }

  /// Neither the UUIDs of imported beers nor the times at which check-ins were created have this order.
  @Test(arguments: [nil, 2])
  func beersHaveTheSameOrderOnAnotherDevice(_ limit: Int?) throws {
    if let limit { first.segmentLimit = (rows: limit, size: 1_000_000) }
    let typed = try first.diary.add(NewBeer(fields: BeerFields(name: "Rochefort 10")))
    _ = try first.diary.addPhoto(to: typed.id, image: MemoryBytes(Data("a".utf8)))
    try run(Self.plain, on: first)
    try run("name,brewery\nBock,Boon\nFaro,Boon\n", on: first)
    let lines = Self.untappd.split(separator: "\n")
    try run(([lines[0]] + lines.dropFirst().reversed()).joined(separator: "\n"), on: first)

    try exchange(.firstDeviceFirst)

    func uuids(_ device: Device) throws -> [UUID] {
      try device.diary.read { try UUID.fetchAll($0, sql: "SELECT uuid FROM beer ORDER BY id") }
    }
    #expect(try uuids(second).count == 9)
    #expect(try uuids(first) == uuids(second))
  }

  /// If the check-in came first, the label would have the UUID of its product.
  @Test func aLabelWithFactsIsThatOfTheBeerThatWasAddedFirst() throws {
    let typed = try first.diary.add(NewBeer(fields: BeerFields(name: "Orval", brewery: "Brasserie d'Orval")))
    try run(
      """
      beer_name,brewery_name,rating_score,created_at,checkin_id,bid
      Orval,Brasserie d'Orval,4,2023-09-30 17:12:00,1053001,4499
      """, on: first)
    let label = try #require(try first.diary.label(ofBeer: typed.id)).uuid
    _ = try first.diary.setFacts(LabelFacts(abv: 6.2), ofLabel: label)

    try exchange(.firstDeviceFirst)

    let arrived = try #require(try second.diary.beer(uuid: typed.uuid)).beer.id
    #expect(try second.diary.label(ofBeer: arrived)?.facts.abv == 6.2)
    #expect(try Set(second.labels().values) == [label])
    try expectEqual()
  }

  @Test func aPhotoThatBothDevicesHaveImportedIsInTheDiaryOnce() throws {
    let path = first.folder.file("glass.gif")
    try (Data("GIF89a".utf8) + Data([1, 0, 1, 0, 0, 0, 0, 0x3B])).write(to: URL(filePath: path))
    for device in [first, second] {
      var beer = ImportedBeer(
        NewBeer(fields: BeerFields(name: "Orval"), origin: Origin(source: "csv", id: "7")))
      beer.rowUUID = .importedBeer(hash: 7, position: 1, isOfWholeRow: false)
      beer.photos = [ImportedPhoto(named: "glass.gif", path: path)]
      let tally = try device.diary.importTransaction(device.diary.startImport(source: "csv"), adding: [beer])
      #expect(tally.photos == [.added: 1])
    }

    try exchange()

    #expect(try first.beers().map(\.photos.count) == [1])
    try expectEqual()
  }

  /// The other device has the file, too, so it knows nothing of the trash of the first.
  @Test func aBeerThatOneDeviceHasDeletedStaysIfTheOtherHasImportedIt() throws {
    for device in [first, second] { try run(Self.plain, on: device) }
    _ = try first.diary.moveToTrash(first.beers().map(\.beer.id))
    try first.sync()
    _ = try first.diary.emptyTrash()

    try exchange()

    #expect(try first.beers().map(\.beer.deletedAt) == [nil, nil, nil])
    try expectEqual()
  }

  @Test(arguments: [true, false])
  func aFileThatIsImportedAgainAfterItsBeersWereDeletedArrives(_ deletionIsSent: Bool) throws {
    try run(Self.untappd, on: first)
    try exchange(.firstDeviceFirst)
    _ = try first.diary.moveToTrash(first.beers().map(\.beer.id))
    _ = try first.diary.emptyTrash()
    if deletionIsSent { try exchange(.firstDeviceFirst) }
    try run(Self.untappd, on: first)

    try exchange(.firstDeviceFirst)

    #expect(try second.beers().map(\.beer.deletedAt) == [nil, nil, nil])
    try expectEqual()
  }
}
