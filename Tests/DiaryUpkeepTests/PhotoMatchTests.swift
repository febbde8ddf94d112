import DiaryFixtures
import DiaryModel
import DiaryStore
import FixtureStores
import TestSupport
import Testing

@testable import DiaryUpkeep

/// Comparing the photos of a beer in two stores.
@Suite struct PhotoMatchTests {
  /// In the second comparison of a merge, the diary is locked.
  @Test func imagesAreReadOnceInAMerge() throws {
    let other = try FreshDiary()
    let own = try FreshDiary()
    let beers = try [other, own].map { try $0.addBeer("Gose", photos: ["one"]).beer.id }
    for fresh in [other, own] { try SQLiteFile(fresh.diary.path).execute("UPDATE photo SET sha256 = NULL") }
    func newPhotos(_ cache: PhotoMatch.Cache) throws -> Int {
      try other.diary.read { from in
        try own.diary.read { db in
          try PhotoMatch(from, other.diary, db, own.diary, cache).match(beers[0], with: beers[1]).new.count
        }
      }
    }
    let cache = PhotoMatch.Cache(creationOfUndatedBeers: nil)

    #expect(try newPhotos(cache) == 0)
    try SQLiteFile(own.diary.path).execute("UPDATE photo_image SET data = CAST('two' AS BLOB)")

    #expect(try newPhotos(cache) == 0)
    #expect(try newPhotos(PhotoMatch.Cache(creationOfUndatedBeers: nil)) == 1)
  }
}
