import DiaryModel
import DiaryStore
import DiarySync
import Foundation
import Interchange
import Pictures
import TestSupport
import Testing

/// A beer that is deleted for good on one device and changed on another one, or its photo, and added again on the first
/// one when the change has arrived, but not yet the whole beer.
@Suite struct AddedAgainTests {
  private static let file = """
    beer_name,brewery_name,rating_score,created_at,checkin_id,checkin_url
    Kriek,Boon,4,2023-11-18 20:01:00,1053002,https://untappd.example/c/1053002

    """

  private let objects: SharedObjects
  private let clock: TestClock
  private let first: Device
  private let second: Device

  init() throws {
    objects = try SharedObjects()
    let clock = TestClock()
    self.clock = clock
    first = try Device(objects, clock: { clock.now })
    second = try Device(objects, clock: { clock.now })
  }

  private func exchange() throws {
    for _ in 0..<3 { for device in [first, second] { try device.sync() } }
  }

  private func importFile() throws {
    let summary = try FileImport(ImportSource(Array(Self.file.utf8))).run(into: first.diary)
    #expect(summary.failure == nil)
  }

  /// Changes a beer with a rating of 4 on the second device, and then deletes it on the first one.
  private func change(_ beer: UUID, andDelete delete: () throws -> Void) throws {
    clock.advance(seconds: 60)
    try second.edit(beer) { ($0.rating, $0.notes) = (5, "Dry") }
    let id = try #require(try second.diary.beer(uuid: beer)).beer.id
    _ = try second.diary.addPhoto(to: id, image: MemoryBytes(Data("glass".utf8)), caption: "Glass")
    try second.sync()
    try delete()
    try first.sync()
    #expect(try first.beers().isEmpty)
    clock.advance(seconds: 60)
  }

  private func expectChange(
    withRating rating: Double, sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    for device in [first, second] {
      let detail = try #require(try device.beers().first { $0.beer.fields.name == "Kriek" })
      #expect(detail.beer.fields.notes == "Dry", sourceLocation: sourceLocation)
      #expect(detail.beer.fields.rating == rating, sourceLocation: sourceLocation)
      #expect(detail.photos.map(\.caption) == ["Glass"], sourceLocation: sourceLocation)
      let conflicts = try SyncSession.conflicts(of: device.diary)
      #expect(
        conflicts.map { Set($0.choices.map(\.text)) } == [["4", "5"]], sourceLocation: sourceLocation)
    }
    #expect(try first.view() == second.view(), sourceLocation: sourceLocation)
  }

  @Test func redoOfItsAdditionKeepsTheChange() throws {
    let beer = try first.diary.add(NewBeer(fields: BeerFields(name: "Kriek", rating: 4)))
    try exchange()
    try change(beer.uuid, andDelete: { _ = try first.diary.undoChange() })

    _ = try first.diary.redoChange()
    try exchange()

    try expectChange(withRating: 5)
  }

  /// If there are more changes than fit in a segment, the rows get values of other devices only with the last one.
  @Test(arguments: [nil, 1])
  func anImportOfItsFileKeepsTheChange(_ limit: Int?) throws {
    try importFile()
    try exchange()
    let beer = try #require(try first.beers().first).beer
    try change(
      beer.uuid,
      andDelete: {
        _ = try first.diary.moveToTrash([beer.id])
        _ = try first.diary.emptyTrash()
      })

    try importFile()
    for name in ["Orval", "Gueuze"] { _ = try first.diary.add(NewBeer(fields: BeerFields(name: name))) }
    if let limit { first.segmentLimit = (rows: limit, size: 1_000_000) }
    try exchange()

    try expectChange(withRating: 4)
  }

  @Test(arguments: [nil, 1]) func aFieldThatIsEmptiedAfterTheImportIsInConflict(_ limit: Int?) throws {
    try importFile()
    try exchange()
    let beer = try #require(try first.beers().first).beer
    try change(
      beer.uuid,
      andDelete: {
        _ = try first.diary.moveToTrash([beer.id])
        _ = try first.diary.emptyTrash()
      })

    try importFile()
    try first.edit(beer.uuid) { $0.rating = nil }
    for name in ["Orval", "Gueuze"] { _ = try first.diary.add(NewBeer(fields: BeerFields(name: name))) }
    if let limit { first.segmentLimit = (rows: limit, size: 1_000_000) }
    try exchange()

    for device in [first, second] {
      #expect(try device.diary.beer(uuid: beer.uuid)?.beer.fields.rating == nil)
      let conflicts = try SyncSession.conflicts(of: device.diary)
      #expect(conflicts.map { Set($0.choices.map(\.text)) } == [[nil, "5"]])
    }
  }

  /// The conflict is one between other devices.
  @Test(arguments: [nil, 1]) func aChoiceForABeerThatIsImportedAgainEndsTheConflict(_ limit: Int?) throws {
    try importFile()
    let third = try Device(objects, clock: { [clock] in clock.now })
    func exchange() throws {
      for _ in 0..<3 { for device in [first, second, third] { try device.sync() } }
    }
    try exchange()
    let beer = try #require(try first.beers().first).beer
    clock.advance(seconds: 60)
    try second.edit(beer.uuid) { $0.rating = 5 }
    try third.edit(beer.uuid) { $0.rating = 3 }
    for device in [second, third] { try device.sync() }
    _ = try first.diary.moveToTrash([beer.id])
    _ = try first.diary.emptyTrash()
    try first.sync()
    clock.advance(seconds: 60)
    try importFile()
    let conflicts = try SyncSession.conflicts(of: first.diary)
    #expect(conflicts.map { Set($0.choices.map(\.text)) } == [["3", "5"]])
    let conflict = try #require(conflicts.first)

    let index = try #require(conflict.choices.firstIndex { $0.text == "3" })
    try SyncSession.resolve(conflict.id, choosing: index, of: first.diary)
    for name in ["Orval", "Gueuze"] { _ = try first.diary.add(NewBeer(fields: BeerFields(name: name))) }
    if let limit { first.segmentLimit = (rows: limit, size: 1_000_000) }
    try exchange()

    for device in [first, second, third] {
      #expect(try device.diary.beer(uuid: beer.uuid)?.beer.fields.rating == 3)
      #expect(try SyncSession.conflicts(of: device.diary) == [])
    }
  }

  /// The conflict is one between other devices, and the beer has another value again.
  @Test func aConflictOfABeerWhoseAdditionIsRedoneIsListed() throws {
    let beer = try first.diary.add(NewBeer(fields: BeerFields(name: "Kriek", rating: 4)))
    let third = try Device(objects, clock: { [clock] in clock.now })
    func exchange() throws {
      for _ in 0..<3 { for device in [first, second, third] { try device.sync() } }
    }
    func ratings(at device: Device) throws -> [Set<String?>] {
      try SyncSession.conflicts(of: device.diary).map { Set($0.choices.map(\.text)) }
    }
    try exchange()
    clock.advance(seconds: 60)
    try second.edit(beer.uuid) { $0.rating = 5 }
    try third.edit(beer.uuid) { $0.rating = 3 }
    for device in [second, third] { try device.sync() }
    _ = try first.diary.undoChange()
    try first.sync()
    #expect(try ratings(at: first) == [])
    clock.advance(seconds: 60)
    let watch = try ConflictWatch(first.diary)

    _ = try first.diary.redoChange()

    #expect(try ratings(at: first) == [["3", "5"]])
    #expect(try watch.discarded() == [])
    try exchange()
    for device in [first, second, third] { #expect(try ratings(at: device) == [["3", "4", "5"]]) }
  }

  /// Only the caption has arrived of the photo, which has the same UUID in the export.
  @Test(arguments: [nil, "Glass"], [nil, 1])
  func anImportOfItsExportKeepsACaption(_ caption: String?, _ limit: Int?) throws {
    let beer = try first.diary.add(NewBeer(fields: BeerFields(name: "Kriek", rating: 4)))
    let image = MemoryBytes(Data("glass".utf8))
    _ = try first.diary.addPhoto(to: beer.id, image: image, caption: caption)
    let folder = try TemporaryFolder()
    var photos = try PhotoExport(from: first.diary, to: folder.path)
    var export = DiaryExport(.json)
    for photo in try #require(try first.diary.beer(beer.id)).photos {
      export.files[photo.uuid] = try photos.export(photo, of: beer).file
    }
    var bytes: [UInt8] = []
    _ = try export.run(from: first.diary) { bytes += $0 }
    try exchange()
    clock.advance(seconds: 60)
    let copy = try #require(try second.beers().first?.photos.first)
    _ = try second.diary.setCaption("Foam", ofPhoto: copy.id)
    try second.sync()
    _ = try first.diary.moveToTrash([beer.id])
    _ = try first.diary.emptyTrash()
    try first.sync()
    #expect(try first.beers().isEmpty)
    clock.advance(seconds: 60)

    var options = ImportOptions()
    options.photoFolders = [folder.path]
    let summary = try FileImport(ImportSource(bytes), options).run(into: first.diary)
    #expect(summary.failure == nil)
    #expect(try first.beers().map { $0.photos.map(\.uuid) } == [[copy.uuid]])
    if let limit { first.segmentLimit = (rows: limit, size: 1_000_000) }
    try exchange()

    for device in [first, second] {
      let conflicts = try SyncSession.conflicts(of: device.diary)
      if caption == nil {
        #expect(try device.beers().map { $0.photos.map(\.caption) } == [["Foam"]] && conflicts == [])
      } else {
        #expect(conflicts.map { Set($0.choices.map(\.text)) } == [["Foam", "Glass"]])
      }
    }
    #expect(try first.view() == second.view())
  }
}
