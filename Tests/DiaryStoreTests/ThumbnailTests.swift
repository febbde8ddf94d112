import DiaryFixtures
import DiaryModel
import FixtureStores
import Foundation
import Pictures
import SQLiteKit
import TestSupport
import Testing

@testable import DiaryStore

/// The cache of thumbnails: derived, never in the way.
@Suite struct ThumbnailTests {
  private let fresh: FreshDiary
  private let cache: String

  init() throws {
    fresh = try FreshDiary()
    cache = fresh.folder.file("cache")
  }

  private var thumbnails: PhotoThumbnails { PhotoThumbnails(of: fresh.diary, cachedIn: cache) }

  private func cacheFile() throws -> String {
    let names = try FileManager.default.contentsOfDirectory(atPath: cache)
    return "\(cache)/" + (try #require(names.first { $0.hasSuffix(".sqlite") }))
  }

  /// A beer with photos that no codec is needed for to be refused.
  private func addPhotos(_ count: Int) throws -> [Int64] {
    try fresh.addBeer("Pils", photos: (0..<count).map { "photo \($0)" }).photos.map(\.id)
  }

  private func finish(_ thumbnails: PhotoThumbnails) throws {
    while try thumbnails.makeSome() != nil {}
  }

  private static let refused = PhotoPicture.refused("not a picture of a known format")

  @Test func aRefusedImageIsTriedOnce() throws {
    let photo = try addPhotos(1)[0]
    let first = thumbnails
    #expect(try first.cached([photo]).isEmpty)
    #expect(try first.picture(of: photo) == Self.refused)
    first.close()

    let second = thumbnails
    #expect(try second.cached([photo]) == [photo: Self.refused])
    #expect(try second.picture(of: 999) == nil)
  }

  @Test func everyPhotoIsVisitedOnceTheFirstPhotosOfTheNewestBeersFirst() throws {
    let dates = [nil, "2019", "2020-01-01", "2020-01-01", "2024-06-01T18:04:00"]
    for number in 0..<150 {
      _ = try fresh.addBeer(
        "Beer \(number)", drunkAt: dates[number % dates.count], photos: number % 3 == 0 ? ["a", "b"] : [])
    }
    var beers: [BeerDetail] = []
    try fresh.diary.forEachBeer { beers.append($0) }
    var walk = ThumbnailWalk()
    var found: [Int64] = []

    while let batch = try walk.next(in: fresh.diary) { found += batch.map(\.id) }

    let first = beers.compactMap { $0.photos.first?.id }
    let others = beers.flatMap { $0.photos.dropFirst().map(\.id) }
    #expect(found == first + others)
    #expect(walk.remaining == 0)
  }

  @Test func onlyItsOwnerCanReadTheCache() throws {
    _ = try thumbnails.picture(of: addPhotos(1)[0])
    let attributes = try FileManager.default.attributesOfItem(atPath: cacheFile())
    #expect(attributes[.posixPermissions] as? Int == 0o600)
    #expect(try FileManager.default.attributesOfItem(atPath: cache)[.posixPermissions] as? Int == 0o700)
  }

  @Test(arguments: ["", "no database at all", String(repeating: "SQLite format 3\0", count: 400)])
  func aDamagedFileIsReplacedAndOnlyRemovedIfItIsACache(_ content: String) throws {
    let photo = try addPhotos(1)[0]
    let first = thumbnails
    _ = try first.picture(of: photo)
    first.close()
    for sidecar in [StoreSidecar.wal, .sharedMemory] {
      try? FileManager.default.removeItem(atPath: sidecar.path(of: cacheFile()))
    }
    try Data(content.utf8).write(to: URL(fileURLWithPath: cacheFile()))

    let second = thumbnails
    #expect(try second.picture(of: photo) == Self.refused)
    #expect(try second.cached([photo]) == [photo: Self.refused])
    let folder = (try cacheFile() as NSString).deletingLastPathComponent
    let names = try FileManager.default.contentsOfDirectory(atPath: folder)
    let contents = names.compactMap {
      FileManager.default.contents(atPath: "\(folder)/\($0)")
    }
    #expect(content.isEmpty || contents.contains(Data(content.utf8)))
  }

  @Test func aFileOfAnotherVersionIsReplaced() throws {
    let photo = try addPhotos(1)[0]
    let first = thumbnails
    _ = try first.picture(of: photo)
    first.close()
    let file = try SQLiteFile(cacheFile())
    try file.execute("PRAGMA user_version = 77")
    file.close()

    #expect(try thumbnails.cached([photo]).isEmpty)
  }

  @Test func aCacheThatIsDeletedWhileItIsUsedIsEmpty() throws {
    let photos = try addPhotos(2)
    let used = thumbnails
    _ = try used.picture(of: photos[0])
    try FileManager.default.removeItem(atPath: cache)

    #expect(try used.picture(of: photos[1]) == Self.refused)
    used.close()
    #expect(try thumbnails.cached(photos).isEmpty)
  }

  @Test(arguments: ["/proc/none", "/dev/null/cache"])
  func thumbnailsAreMadeWithoutACacheIfNothingCanBeWritten(
    _ folder: String
  ) throws {
    let photo = try addPhotos(1)[0]
    let without = PhotoThumbnails(of: fresh.diary, cachedIn: folder)
    #expect(try without.picture(of: photo) == Self.refused)
    #expect(try without.cached([photo]).isEmpty)
    try finish(without)
  }

  @Test func picturesSurviveTheirWayThroughTheFile() throws {
    let file = ThumbnailCache(path: fresh.folder.file("thumbnails.sqlite"))
    let picture = PhotoPicture.thumbnail(
      Thumbnail(PixelGrid(width: 5, height: 3) { x, y in RGBColor(gray: UInt8(x * 40 + y)) }))
    let uuid = UUID()
    file.store(picture, of: uuid)
    #expect(file.pictures(of: [uuid, UUID()]) == [uuid: picture])
    #expect(file.photosWithPicture(among: [uuid, UUID()]) == [uuid])
    file.remove([uuid])
    #expect(file.pictures(of: [uuid]).isEmpty)
  }

  @Test(.enabled(if: Thumbnail.hasCodecs, "needs the trait PictureCodecs"))
  func interruptedThumbnailsAreCompletedAndOldOnesRemoved() throws {
    let photos = try addPhotos(30)
    let first = thumbnails
    _ = try first.makeSome(within: .zero)
    for photo in photos.prefix(10) { _ = try first.picture(of: photo) }
    first.close()

    let second = thumbnails
    var reported: [Int] = []
    while let progress = try second.makeSome(within: .microseconds(1)) { reported.append(progress.remaining) }
    #expect(reported == reported.sorted(by: >) && reported.last == 0)
    #expect(try second.cached(photos).count == 30)

    _ = try fresh.diary.moveToTrash([1])
    _ = try fresh.diary.emptyTrash()
    let file = try cacheFile()
    try finish(thumbnails)
    #expect(ThumbnailCache(path: file).photos(after: nil, limit: 100).isEmpty)
  }
}
