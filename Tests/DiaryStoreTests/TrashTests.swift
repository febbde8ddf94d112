import DiaryFixtures
import DiaryModel
import Testing

@testable import DiaryStore

/// What emptying the trash deletes.
@Suite struct TrashTests {
  @Test func whatIsRestoredInTheMeantimeIsNeitherDeletedNorCounted() throws {
    let fresh = try FreshDiary()
    let diary = fresh.diary
    let kept = try fresh.addBeer("Orval", photos: ["a"])
    let thrown = try fresh.addBeer("Westmalle")
    _ = try diary.removePhoto(kept.photos[0].id)
    _ = try diary.moveToTrash([thrown.beer.id])
    var contents = try diary.read { try Trash($0).contents(before: nil) }
    _ = try diary.restorePhotos(diary.removedPhotos(ofBeer: kept.beer.id))
    _ = try diary.restore([thrown.beer.id])

    let emptied = try diary.write { db in
      try Trash(db).delete(&contents, until: ContinuousClock.now + .seconds(60)) { false }
    }

    #expect(emptied == EmptiedTrash())
    #expect(try diary.beer(kept.beer.id)?.photos.map(\.id) == kept.photos.map(\.id))
    #expect(try diary.beer(thrown.beer.id) != nil)
  }
}
