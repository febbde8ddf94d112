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

  /// The diary has recorded which image it lacks, and another device may still have it.
  @Test func aMissingImageIsTakenOnlyIfItIsTheOneThatTheDiaryHad() throws {
    let own = try FreshDiary()
    _ = try own.addBeer("Gose", photos: ["one"])
    let (whole, damaged) = (own.folder.file("whole.sqlite"), own.folder.file("damaged.sqlite"))
    for path in [whole, damaged] { _ = try own.diary.backUp(to: path) }
    // The copy still has the hash of the image that it had.
    try SQLiteFile(damaged).execute("UPDATE photo_image SET data = CAST('two' AS BLOB)")
    try SQLiteFile(own.diary.path).execute("UPDATE photo_image SET data = NULL")
    try SQLiteFile(own.diary.path).execute("UPDATE photo SET is_missing = 1")

    let refused = try Diary.merge(damaged, into: own.diary.path)

    #expect(refused.restoredPhotos == 0 && refused.knownPhotos == 1 && refused.addedPhotos == 0)
    #expect(
      refused.warnings == [
        "1 missing image (1 beer: “Gose”) is not taken from \(damaged), which has another image for this photo."
      ])
    let missing = try SQLiteFile(own.diary.path).rows("SELECT is_missing FROM photo")
    #expect(missing == [["1"]])
    #expect(try Diary.merge(whole, into: own.diary.path).restoredPhotos == 1)
  }
}
