import DiaryModel
import DiaryStore
import Foundation
import Pictures
import TestSupport
import Testing

/// Two devices add the same picture to the same beer, before they see what the other one has added.
///
/// The second device looks for what both have imported whenever it has a new beer with an origin.
@Suite struct SamePhotoTests {
  private static let imported = NewBeer(
    fields: BeerFields(name: "Kriek"), origin: Origin(source: "csv", id: "7"))

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

  /// Adds a beer to both diaries: before the first synchronization, as from a file, or on the first device.
  private func addBeer(isImported: Bool) throws {
    _ = try first.diary.add(Self.imported)
    if isImported {
      _ = try second.diary.add(Self.imported)
      return
    }
    try exchange()
    let other = NewBeer(fields: BeerFields(name: "Gueuze"), origin: Origin(source: "csv", id: "8"))
    _ = try second.diary.add(other)
  }

  private func addPhoto(_ caption: String, on device: Device) throws -> Int64 {
    let beer = try #require(try device.beers().first { $0.beer.fields.name == "Kriek" }).beer.id
    let image = MemoryBytes(Data("glass".utf8))
    return try device.diary.addPhoto(to: beer, image: image, caption: caption).photo.id
  }

  private func expectCaptions(
    _ captions: [String], sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    for device in [first, second] {
      let found = try device.beers().flatMap(\.photos).compactMap(\.caption).sorted()
      #expect(found == captions, sourceLocation: sourceLocation)
    }
    #expect(try first.view() == second.view(), sourceLocation: sourceLocation)
  }

  @Test func itStaysTwoPhotosOfABeerThatBothHad() throws {
    try addBeer(isImported: false)
    _ = try addPhoto("a", on: first)
    _ = try addPhoto("b", on: second)

    try exchange()

    try expectCaptions(["a", "b"])
  }

  @Test(arguments: [false, true], [0, 1])
  func itStaysIfTheOtherDeviceHasRemovedItsOwn(isImported: Bool, remover: Int) throws {
    try addBeer(isImported: isImported)
    let photos = [try addPhoto("a", on: first), try addPhoto("b", on: second)]
    _ = try [first, second][remover].diary.removePhoto(photos[remover])

    try exchange()

    try expectCaptions([["b"], ["a"]][remover])
  }
}
