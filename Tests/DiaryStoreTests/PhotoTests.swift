import DiaryFixtures
import DiaryModel
import DiaryStore
import FixtureStores
import Foundation
import Pictures
import TestSupport
import Testing

@Suite struct PhotoTests {
  private let fresh: FreshDiary
  private var diary: Diary { fresh.diary }

  init() throws { fresh = try FreshDiary() }

  @Test func movingPhotosFollowsAPlainArray() throws {
    let beer = try fresh.addBeer("Orval", photos: ["a", "b", "c", "d", "e", "f"])
    var model = beer.photos
    var random = Seeds.generator(7)
    for _ in 0..<200 {
      let from = Int.random(in: 0..<model.count, using: &random)
      let to = Int.random(in: 0..<model.count, using: &random)
      let photo = model.remove(at: from)
      model.insert(photo, at: to)

      _ = try diary.movePhoto(photo.id, to: to)

      let moved = try #require(try diary.beer(beer.beer.id)).photos
      #expect(moved.map(\.id) == model.map(\.id))
      #expect(moved.map(\.order) == Array(0..<model.count))
    }
    #expect(try diary.beer(beer.beer.id)?.photos.map(\.id) == model.map(\.id))
  }

  @Test func aPositionBeyondAnEndMeansTheEnd() throws {
    let beer = try fresh.addBeer("Orval", photos: ["a", "b", "c"])
    func captions() throws -> [String?]? { try diary.beer(beer.beer.id)?.photos.map(\.caption) }

    _ = try diary.movePhoto(beer.photos[0].id, to: 99)
    #expect(try captions() == ["b", "c", "a"])
    _ = try diary.movePhoto(beer.photos[2].id, to: -5)
    #expect(try captions() == ["c", "b", "a"])
  }

  @Test func theFirstPhotoIsTheThumbnailImmediately() throws {
    let photos = try fresh.addBeer("Orval", photos: ["a", "longer"]).photos

    _ = try diary.movePhoto(photos[1].id, to: 0)

    let item = try #require(try diary.listItems(in: 0..<1).first)
    #expect(item.thumbnail?.byteCount == 6)
    #expect(item.photoCount == 2)
  }

  @Test func movingAMissingPhotoIsAnError() throws {
    #expect(throws: PhotoError.noSuchPhoto(5)) { try diary.movePhoto(5, to: 0) }
  }

  @Test func aPhotoIsStoredByteForByteAndDescribed() throws {
    var random = SeededGenerator(seed: 1)
    let image = FixtureImage.jpeg(width: 300, height: 400, byteCount: 1_000_003, using: &random)
    let beer = try fresh.addBeer("Orval")

    let photo = try diary.addPhoto(to: beer.beer.id, image: MemoryBytes(image)).photo

    #expect(photo.sha256 == image.sha256)
    #expect(photo.metadata == ImageMetadata(format: "JPEG", width: 300, height: 400, byteCount: 1_000_003))
    let stored = try SQLiteFile(diary.path).rows("SELECT hex(data) FROM photo_image")
    #expect(stored == [[image.map { String(format: "%02X", $0) }.joined()]])
  }

  @Test func addingToAMissingBeerIsAnError() throws {
    #expect(throws: PhotoError.noSuchBeer("8")) { try diary.addPhoto(to: 8, image: FixtureBytes("x")) }
  }
}
