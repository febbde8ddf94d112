import DiaryModel
import DiaryStore
import Foundation
import Pictures
import Sync
import TestSupport
import Testing

@testable import DiarySync

/// The photos of a beer that was deleted for good on one device, and that another one has changed concurrently.
@Suite struct ReturnedBeerTests {
  private let objects: SharedObjects
  private let devices: [Device]
  private let beer: UUID

  /// Three devices have a beer with the photos b, d, a and c, in this order.
  init() throws {
    let objects = try SharedObjects()
    self.objects = objects
    devices = try (0..<3).map { _ in try Device(objects) }
    let added = try devices[0].diary.add(NewBeer(fields: BeerFields(name: "Orval", rating: 4)))
    for caption in ["a", "b", "c", "d"] {
      _ = try devices[0].diary.addPhoto(
        to: added.id, image: MemoryBytes(Data(caption.utf8)), caption: caption)
    }
    beer = added.uuid
    try devices[0].movePhoto("b", to: 0)
    try devices[0].movePhoto("d", to: 1)
    try exchange()
  }

  private func exchange() throws {
    for _ in 0..<3 { for device in devices { try device.sync() } }
  }

  private func purge() throws {
    let copy = try #require(try devices[0].diary.beer(uuid: beer)).beer
    _ = try devices[0].diary.moveToTrash([copy.id])
    _ = try devices[0].diary.emptyTrash()
  }

  /// Returns the captions of the photos of the beer in their order, by their devices.
  private func captions() throws -> [[String?]] {
    try devices.map { try #require(try $0.diary.beer(uuid: beer)).photos.map(\.caption) }
  }

  @Test func thePhotosOfABeerThatComesBackKeepTheirOrder() throws {
    // given
    try purge()
    let photo = try #require(try devices[1].diary.beer(uuid: beer)).photos[3]
    _ = try devices[1].diary.setCaption("At the brewery", ofPhoto: photo.id)

    // when
    try exchange()

    // then
    #expect(try captions() == Array(repeating: ["b", "d", "a", "At the brewery"], count: 3))
  }

  /// All devices but the first one send the photos again.
  @Test func aPhotoThatWasMovedStaysWhereItIsWhenItsBeerComesBack() throws {
    // given
    try purge()
    try devices[1].movePhoto("c", to: 0)
    try devices[2].edit(beer) { $0.notes = "Dry" }

    // when
    try exchange()

    // then
    #expect(try captions() == Array(repeating: ["c", "b", "d", "a"], count: 3))
    let fields = try devices.map { try #require(try $0.diary.beer(uuid: beer)).beer.fields }
    #expect(fields.allSatisfy { $0.notes == "Dry" && $0.rating == 4 })
  }

  @Test func thePhotosOfABeerThatComesBackAreSentWithIt() throws {
    // given
    try purge()
    try devices[0].sync()
    try devices[1].edit(beer) { $0.notes = "Dry" }

    // when the second device is synchronized only once
    try devices[1].sync()
    try devices[0].sync()
    try devices[2].sync()

    // then
    #expect(try captions() == Array(repeating: ["b", "d", "a", "c"], count: 3))
    #expect(try devices[1].sync().sent == 0)
  }

  @Test func aPhotoThatWasRemovedIsNotBackWithItsBeer() throws {
    // given
    let photo = try #require(try devices[0].diary.beer(uuid: beer)).photos[1]
    _ = try devices[0].diary.removePhoto(photo.id)
    try exchange()
    try purge()
    try devices[1].edit(beer) { $0.notes = "Dry" }

    // when
    try exchange()

    // then
    #expect(try captions() == Array(repeating: ["b", "a", "c"], count: 3))
    for device in devices {
      let copy = try #require(try device.diary.beer(uuid: beer)).beer
      #expect(try device.diary.removedPhotos(ofBeer: copy.id).isEmpty)
    }
  }

  /// Otherwise, its new caption would go unnoticed among the removed photos.
  @Test func aDeletedPhotoReturnsToItsBeerIfItsCaptionWasChangedElsewhere() throws {
    // given
    let photos = try devices.map { try #require(try $0.diary.beer(uuid: beer)).photos }
    _ = try devices[0].diary.removePhoto(photos[0][0].id)
    try devices[0].sync()
    _ = try devices[0].diary.emptyTrash()
    _ = try devices[1].diary.setCaption("At the brewery", ofPhoto: photos[1][0].id)

    // when
    try exchange()

    // then
    #expect(try captions() == Array(repeating: ["At the brewery", "d", "a", "c"], count: 3))
  }

  @Test func theCaptionsOfABeerThatComesBackKeepTheirConflicts() throws {
    // given
    for (device, caption) in zip(devices, ["one", "two"]) {
      let photo = try #require(try device.diary.beer(uuid: beer)).photos[0]
      _ = try device.diary.setCaption(caption, ofPhoto: photo.id)
    }
    try exchange()
    try purge()
    try devices[1].edit(beer) { $0.notes = "Dry" }

    // when
    try exchange()

    // then
    for device in devices {
      let conflicts = try SyncSession.conflicts(of: device.diary)
      #expect(conflicts.map { Set($0.choices.map(\.text)) } == [["one", "two"]])
    }
  }

  /// What it brings along is concurrent with the purge, so a part of the beer is left when the purge is applied.
  @Test func aDeviceThatJoinsAgainDoesNotBringBackReplacedValues() throws {
    // given
    try purge()
    try devices[1].edit(beer) { $0.notes = "Dry" }
    try exchange()
    try devices[0].edit(beer) { $0.rating = 5 }
    try devices[0].movePhoto("a", to: 0)
    try exchange()

    // when
    try devices[2].rejoin()
    try exchange()

    // then
    for device in devices {
      let rating = Register(RecordID(entity: "beer", uuid: beer), "rating")
      #expect(try Set(#require(try device.versions()[rating]).map(\.value)) == [.real(5)])
      #expect(try SyncSession.conflicts(of: device.diary).isEmpty)
    }
    #expect(try captions() == Array(repeating: ["a", "b", "d", "c"], count: 3))
  }

  /// What replaces the values may be in a file that arrives later.
  @Test func aDeviceThatJoinsWaitsForWhatHasNotArrived() throws {
    // given
    try purge()
    try devices[1].edit(beer) { $0.notes = "Dry" }
    try exchange()
    try devices[0].edit(beer) { $0.rating = 5 }
    try devices[0].sync()
    let edit = try #require(objects.names.last)
    try exchange()
    try devices[0].edit(beer) { $0.style = "Trappist" }
    try devices[0].sync()

    // when
    objects.late = [edit]
    try devices[2].rejoin()
    try devices[2].sync()

    // then
    let kept = try devices[2].diary.read { try ReplicaTables($0).partlyPurged }
    #expect(kept.contains(RecordID(entity: "beer", uuid: beer)))
    objects.late = []
    try exchange()
    for device in devices {
      let rating = Register(RecordID(entity: "beer", uuid: beer), "rating")
      #expect(try Set(#require(try device.versions()[rating]).map(\.value)) == [.real(5)])
      #expect(try SyncSession.conflicts(of: device.diary).isEmpty)
      #expect(try device.diary.read { try ReplicaTables($0).partlyPurged }.isEmpty)
    }
  }

  struct Interruption: Error {}

  /// The last transactions are those between the purge and what is written again.
  @Test(arguments: 1...5) func aBeerComesBackAfterAnInterruptedSynchronization(transaction: Int) throws {
    // given
    try purge()
    try devices[0].sync()
    try devices[1].edit(beer) { $0.notes = "Dry" }

    // when
    var count = 0
    devices[1].beforeMerge = {
      count += 1
      if count == transaction { throw Interruption() }
    }
    _ = try? devices[1].sync()
    devices[1].beforeMerge = {}
    try exchange()

    // then
    #expect(try captions() == Array(repeating: ["b", "d", "a", "c"], count: 3))
    for device in devices {
      let fields = try #require(try device.diary.beer(uuid: beer)).beer.fields
      #expect(fields.notes == "Dry" && fields.rating == 4)
      #expect(try device.diary.read { try ReplicaTables($0).partlyPurged }.isEmpty)
    }
  }
}
