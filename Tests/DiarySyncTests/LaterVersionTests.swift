import DiaryModel
import DiaryStore
import Foundation
import GRDB
import Pictures
import Sync
import TestSupport
import Testing

@testable import DiarySync

/// Values that a later version has written, and that this one cannot read or store, stay on all devices.
@Suite struct LaterVersionTests {
  private let first: Device
  private let second: Device

  init() throws {
    let objects = try SharedObjects()
    first = try Device(objects)
    second = try Device(objects)
  }

  private func exchange() throws {
    for _ in 0..<3 { for device in [first, second] { try device.sync() } }
  }

  /// Writes a value as a later version does.
  private func write(_ value: Value, _ register: Register, on device: Device) throws {
    try SyncedDiary(device.diary).merge { replica, local, now in
      try replica.cut(local + [LocalChange.set(register, value)], now: now).map { [$0] } ?? []
    }
  }

  /// The photo of a new beer that all devices have.
  private func photo() throws -> Photo {
    let fields = BeerFields(name: "Orval", latitude: 50, longitude: 4)
    let beer = try first.diary.add(NewBeer(fields: fields))
    _ = try first.diary.addPhoto(to: beer.id, image: MemoryBytes(Data("a".utf8)), caption: "Glass")
    try exchange()
    return try #require(try first.diary.beer(beer.id)?.photos.first)
  }

  @Test(arguments: [["hop"], ["hop", "malt"]])
  func aCustomFieldThatThisVersionCannotReadStays(_ names: [String]) throws {
    let extras = Extras(uniqueKeysWithValues: names.map { ($0, JSONValue.text("Saaz")) })
    let beer = try first.diary.add(NewBeer(fields: BeerFields(name: "Orval", extras: extras)))
    try exchange()
    let register = Register(RecordID(entity: "beer", uuid: beer.uuid), "custom:malt")
    try write(.integer(1), register, on: second)
    try exchange()

    try first.edit(beer.uuid) { $0.extras["hop"] = .text("Mosaic") }
    try exchange()

    for device in [first, second] {
      #expect(try device.versions()[register]?.map(\.value) == [.integer(1)])
      #expect(try device.diary.beer(uuid: beer.uuid)?.beer.fields.extras == ["hop": .text("Mosaic")])
    }
  }

  /// Otherwise, all devices would lose it.
  @Test func aCustomFieldThatAnotherVersionTakesForTheSameIsNotChosen() throws {
    let beer = try first.diary.add(NewBeer(fields: BeerFields(name: "Orval", extras: ["hop": .text("Saaz")])))
    try exchange()
    let register = Register(RecordID(entity: "beer", uuid: beer.uuid), "custom:hop")
    try first.edit(beer.uuid) { $0.extras["hop"] = .text("Mosaic") }
    try write(.text(#"{"Humulus":"Citra"}"#), register, on: second)
    try exchange()
    let conflict = try #require(try SyncSession.conflicts(of: first.diary).first)
    let other = try #require(conflict.choices.firstIndex { $0.text == "Humulus: Citra" })

    #expect(throws: ConflictError.self) {
      try SyncSession.resolve(conflict.id, choosing: other, of: first.diary)
    }

    #expect(try SyncSession.conflicts(of: first.diary) == [conflict])
  }

  /// Otherwise, all devices would lose it.
  @Test func aCaptionThatThisVersionDoesNotKnowIsNotChosen() throws {
    let photo = try photo()
    _ = try first.diary.setCaption("Foam", ofPhoto: photo.id)
    try write(.integer(1), Register(RecordID(entity: "photo", uuid: photo.uuid), "caption"), on: second)
    try exchange()
    let conflict = try #require(try SyncSession.conflicts(of: first.diary).first)
    let other = try #require(conflict.choices.firstIndex { $0.text == "1" })

    #expect(throws: ConflictError.self) {
      try SyncSession.resolve(conflict.id, choosing: other, of: first.diary)
    }

    #expect(try SyncSession.conflicts(of: first.diary) == [conflict])
  }

  static let laterValues: [(String, String, Value)] = [
    ("beer", "coordinates", .list([.real(50), .real(4), .real(120)])), ("beer", "abv", .text("5 or 6")),
    ("photo", "taken_at", .integer(1_717_200_000)), ("photo", "caption", .integer(1)),
  ]

  /// The doctor and a migration record all rows as changed.
  @Test(arguments: laterValues)
  func aValueThatThisVersionCannotStoreStays(_ entity: String, _ field: String, _ value: Value) throws {
    let photo = try photo()
    let beer = try #require(try first.diary.beer(photo.beerID)).beer
    let record = RecordID(entity: entity, uuid: entity == "beer" ? beer.uuid : photo.uuid)
    try write(value, Register(record, field), on: second)
    try exchange()

    for device in [first, second] { try device.diary.write { try ChangeTracker($0).recordAll() } }
    try exchange()

    for device in [first, second] {
      #expect(try device.versions()[Register(record, field)]?.map(\.value) == [value])
    }
  }

  /// There would be a conflict with what a later version writes.
  @Test func aPhotoThatIsRemovedAndRestoredKeepsACaptionOfALaterVersion() throws {
    let photo = try photo()
    let register = Register(RecordID(entity: "photo", uuid: photo.uuid), "caption")
    try write(.integer(1), register, on: second)
    try exchange()

    let removal = try first.diary.removePhoto(photo.id)
    try first.sync()
    _ = try first.diary.revert(removal)
    try write(.integer(2), register, on: second)
    try exchange()

    for device in [first, second] {
      #expect(try device.versions()[register]?.map(\.value) == [.integer(2)])
      #expect(try SyncSession.conflicts(of: device.diary) == [])
    }
  }
}
