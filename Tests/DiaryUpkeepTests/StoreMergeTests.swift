import DiaryFixtures
import DiaryModel
import DiaryStore
import DiaryUpkeep
import FixtureStores
import Foundation
import SQLiteKit
import Synchronization
import TestSupport
import Testing

/// Bringing another store into a diary.
@Suite struct StoreMergeTests {
  private let old: OldDiary
  private let target: String

  init() throws {
    old = try OldDiary()
    target = old.folder.file("home/diary.sqlite")
  }

  @Test(arguments: [LegacyStore.Model.orderedRelationship, .userOrder], [0, 1, 2])
  func aMergedStoreBecomesTheDiaryIfThereIsNone(_ model: LegacyStore.Model, _ kind: Int) throws {
    let beers = try old.write { store in
      store.model = model
      store.externalCount = 3
      store.leavesRowsInWAL = kind == 1
      store.hasRollbackJournal = kind == 2
    }
    let before = try states()

    let report = try Diary.merge(old.path, into: target)

    #expect(try states() == before)
    #expect(report.isNewDiary && report.addedBeers == 12 && report.addedPhotos == 16)
    #expect(try FileManager.default.contentsOfDirectory(atPath: old.folder.file("home")) == ["diary.sqlite"])
    // The images are in the diary: the old folder is not needed any more.
    try FileManager.default.removeItem(atPath: LegacyStore.externalFolder(ofStore: old.path))
    #expect(try expectedBeers(from: Diary.open(at: target)) == beers)
  }

  @Test func theDiaryHasTheExternalImagesOfPhotosThatAreMarkedAsDeleted() throws {
    let beers = try old.write { store in
      store.externalCount = 3
      store.extraSQL = "ALTER TABLE ZPHOTO ADD COLUMN ZISDELETED INTEGER; UPDATE ZPHOTO SET ZISDELETED = 1"
    }
    let backup = old.folder.file("backup.sqlite")

    #expect(try Diary.merge(old.path, into: target).addedPhotos == 0)
    let migrated = try Diary.open(at: old.path)
    _ = try migrated.backUp(to: backup)
    try migrated.close()

    try FileManager.default.removeItem(atPath: LegacyStore.externalFolder(ofStore: old.path))
    for path in [target, backup] {
      let diary = try Diary.open(at: path)
      for beer in Int64(1)...12 { _ = try diary.restorePhotos(diary.removedPhotos(ofBeer: beer)) }
      #expect(try expectedBeers(from: diary).map(\.images) == beers.map(\.images))
    }
  }

  @Test func aStoreIsMergedIntoADiaryOnce() throws {
    let beers = try old.write { $0.externalCount = 3 }
    try diaryOfMyOwn()
    let before = try states()

    let first = try Diary.merge(old.path, into: target)
    let after = try shown()
    let again = try Diary.merge(old.path, into: target)

    #expect(try states() == before)
    #expect(!first.isNewDiary && first.addedBeers == 12 && first.addedPhotos == 16 && first.knownBeers == 0)
    #expect(again.addedBeers == 0 && again.addedPhotos == 0 && again.restoredPhotos == 0)
    #expect(again.knownBeers == 12 && again.knownPhotos == 16)
    #expect(after.count == 13 && after[0].name == "Mine" && Array(after.dropFirst()) == beers)
    #expect(try shown() == after)
    #expect(try FileManager.default.contentsOfDirectory(atPath: old.folder.file("home")) == ["diary.sqlite"])
  }

  /// An adoption that is interrupted while it writes the first beer would not be recorded otherwise.
  @Test func theFirstStepIsReportedBeforeABeerIsWritten() throws {
    let beers = try old.write()
    try diaryOfMyOwn()
    let steps = Mutex<[Int]>([])

    _ = try Diary.merge(
      old.path, into: target,
      progress: { step in
        if case .merging(let done, _) = step { steps.withLock { $0.append(done) } }
      })

    #expect(steps.withLock { $0 } == Array(0...beers.count))
  }

  @Test func aPreviewSaysWhatAMergeWillDoAndChangesNothing() throws {
    _ = try old.write("DELETE FROM ZPHOTO WHERE ZBEER = 2")
    try diaryOfMyOwn()
    _ = try Diary.merge(old.path, into: target)
    try grow()
    let (before, beers) = (try states(), try shown())
    let diary = try Diary.open(at: target)
    let changes = try diary.loggedChanges(limit: 10)

    let preview = try diary.previewMerge(of: old.path)

    #expect(preview.addedBeers == 1 && preview.addedPhotos == 2 && preview.knownBeers == 12)
    #expect(preview.addsSomething && preview.warnings.count == 1)
    #expect(try diary.loggedChanges(limit: 10) == changes)
    try diary.close()
    #expect(try states() == before && shown() == beers)
    #expect(try FileManager.default.contentsOfDirectory(atPath: old.folder.file("home")) == ["diary.sqlite"])
    var report = try Diary.merge(old.path, into: target)
    report.seconds = 0
    #expect(report == preview)
    let again = try Diary.open(at: target)
    #expect(try !again.previewMerge(of: old.path).addsSomething)
  }

  @Test func aPreviewThatIsStoppedLeavesNothing() throws {
    _ = try old.write()
    try diaryOfMyOwn()
    let diary = try Diary.open(at: target)
    let isCancelled = Mutex(false)

    for isLate in [false, true] {
      isCancelled.withLock { $0 = !isLate }
      #expect(throws: TransferError.store(.cancelled)) {
        _ = try diary.previewMerge(
          of: old.path,
          progress: { if case .merging(3, _) = $0 { isCancelled.withLock { $0 = true } } },
          isCancelled: { isCancelled.withLock { $0 } })
      }
    }

    try diary.close()
    #expect(try FileManager.default.contentsOfDirectory(atPath: old.folder.file("home")) == ["diary.sqlite"])
  }

  @Test func theDiaryItselfIsNotPreviewed() throws {
    try diaryOfMyOwn()
    let diary = try Diary.open(at: target)
    #expect(throws: TransferError.sameFile(path: target)) { _ = try diary.previewMerge(of: target) }
  }

  @Test func mergingTheStoreThatBecameTheDiaryAddsNothing() throws {
    let beers = try old.write { $0.externalCount = 3 }
    for name in try FileManager.default.contentsOfDirectory(atPath: old.folder.path) {
      let copy = old.folder.file("home/" + name.replacingOccurrences(of: "old", with: "diary"))
      try FileManager.default.createDirectory(
        atPath: old.folder.file("home"), withIntermediateDirectories: true)
      try FileManager.default.copyItem(atPath: old.folder.file(name), toPath: copy)
    }
    let diary = try Diary.open(at: target)
    let moved = try #require(try diary.beer(6)?.photos.last)
    _ = try diary.movePhoto(moved.id, to: 0)
    let order = try #require(try diary.beer(6)?.photos.map(\.id))
    try diary.close()

    let report = try Diary.merge(old.path, into: target)

    #expect(report.addedBeers == 0 && report.addedPhotos == 0 && report.knownBeers == beers.count)
    #expect(try Diary.open(at: target).beer(6)?.photos.map(\.id) == order)
  }

  @Test func aGrownCopyAddsWhatIsNew() throws {
    _ = try old.write()
    _ = try Diary.merge(old.path, into: target)
    let known = try shown()
    try grow()

    let report = try Diary.merge(old.path, into: target)

    #expect(report.addedBeers == 1 && report.addedPhotos == 2 && report.knownBeers == 12)
    let after = try shown()
    #expect(after.count == 13 && after[12].name == "New" && after[12].photos.count == 1)
    // The new photo is the first on the phone, and comes after the known ones here.
    #expect(Array(after[5].photos.dropLast()) == known[5].photos)
    #expect(after[5].photos.last?.sha256 == Data("\u{FF}new photo".utf8).sha256)
    #expect(try Diary.open(at: target).beer(6)?.photos.map(\.order) == [0, 1, 2, 3, 4])
    #expect(try Diary.merge(old.path, into: target).addedPhotos == 0)
  }

  /// Merges the old store twice, between which the app has changed it.
  ///
  /// - Returns: The diary, and the beers before and after the second merge.
  private func mergedTwice() throws -> (diary: Diary, before: [ExpectedBeer], after: [ExpectedBeer]) {
    _ = try old.write()
    _ = try Diary.merge(old.path, into: target)
    let before = try shown()
    try grow()
    _ = try Diary.merge(old.path, into: target)
    return (try Diary.open(at: target), before, try shown())
  }

  @Test func aMergeIsUndoneAndRedoneAsAWhole() throws {
    let (diary, before, after) = try mergedTwice()

    let undone = try diary.undoChange()
    let left = try shown()
    _ = try diary.redoChange()

    #expect(undone.kind == "adopted" && undone.beerCount == 2)
    #expect(left == before)
    #expect(try shown() == after)
    #expect(try diary.undoChange().id == undone.id)
    #expect(try shown() == before)
  }

  /// What is in the files between two beers is what is left if the program is killed then.
  @Test func aMergeThatWasKilledAndRepeatedCanBeUndone() throws {
    _ = try old.write()
    try diaryOfMyOwn()
    let mine = try shown()
    let killed = old.folder.file("killed.sqlite")
    let target = self.target
    _ = try Diary.merge(
      old.path, into: target,
      progress: { step in
        guard case .merging(done: 5, _) = step else { return }
        for end in ["", "-wal"] {
          try? FileManager.default.copyItem(atPath: target + end, toPath: killed + end)
        }
      })

    let again = try Diary.merge(old.path, into: killed)
    let diary = try Diary.open(at: killed)
    let second = try diary.undoChange()
    let left = try expectedBeers(from: diary)
    let first = try diary.undoChange()

    #expect(again.addedBeers == 7 && again.knownBeers == 5)
    #expect([first, second].map(\.kind) == ["adopted", "adopted"])
    #expect([first, second].map(\.beerCount) == [5, 7])
    #expect(try left.count == 6 && expectedBeers(from: diary) == mine)
  }

  @Test func aMergeIsRevertedAsAWholeAndTheLogKnowsIt() throws {
    let (diary, before, after) = try mergedTwice()
    func newest() throws -> LoggedChange { try #require(try diary.loggedChanges(limit: 1).first) }
    let merge = try newest()
    #expect(merge.changes.count > 1)

    let undone = try diary.revert(merge.changes)

    #expect(try shown() == before)
    #expect(try newest().isUndone)
    #expect(try diary.revert(undone, isRedo: true) == merge.changes)
    #expect(try shown() == after)
    #expect(try !newest().isUndone)
  }

  @Test func undoingAMergePassesOverBeersThatAreInTheTrashOrDeleted() throws {
    _ = try old.write()
    try diaryOfMyOwn()
    let mine = try shown()
    _ = try Diary.merge(old.path, into: target)
    let diary = try Diary.open(at: target)
    let adopted = try diary.listItems(in: 0..<20).map(\.id).filter { $0 != 1 }
    _ = try diary.moveToTrash([adopted[0]])
    _ = try diary.emptyTrash()
    _ = try diary.moveToTrash([adopted[1]])
    // What is deleted later must not take the adoption out of the log, either.
    _ = try diary.moveToTrash([try diary.add(NewBeer(fields: BeerFields(name: "Other"))).id])
    _ = try diary.emptyTrash()
    let entry = try #require(try diary.loggedChanges().first { $0.kind == "adopted" })

    _ = try diary.undoChange(entry.id)

    #expect(try shown() == mine)
    #expect(try diary.beersInTrash().count == 10)
    _ = try diary.redoChange()
    #expect(try shown().count == 11)
  }

  @Test func anAdoptionWithoutBeersIsNotInTheLog() throws {
    _ = try old.write()
    try diaryOfMyOwn()
    _ = try Diary.merge(old.path, into: target)
    let diary = try Diary.open(at: target)
    let adopted = try diary.listItems(in: 0..<20).map(\.id).filter { $0 != 1 }
    _ = try diary.moveToTrash(adopted)

    _ = try diary.emptyTrash()

    #expect(try diary.undoChange().kind == "photo_added")
  }

  @Test func undoingAMergeRestoresTheTimesOfBeersThatGotPhotos() throws {
    _ = try old.write()
    _ = try Diary.merge(old.path, into: target)
    let before = try shownTimes()
    try grow()
    _ = try Diary.merge(old.path, into: target)
    #expect(try shownTimes().filter { before[$0.key] == $0.value }.count == before.count - 1)

    _ = try Diary.open(at: target).undoChange()

    #expect(try shownTimes().filter { before[$0.key] == $0.value }.count == before.count)
  }

  @Test func aDiaryThatIsACopyBeginsWithItsAdoption() throws {
    _ = try old.write()
    _ = try Diary.merge(old.path, into: target)
    let copy = old.folder.file("home/copy.sqlite")
    _ = try Diary.merge(target, into: copy)
    let diary = try Diary.open(at: copy)

    #expect(try diary.undoChange().kind == "adopted")

    #expect(try diary.beersInTrash().count == 12)
  }

  @Test func beersInTheTrashStayThere() throws {
    _ = try old.write()
    _ = try Diary.merge(old.path, into: target)
    let file = try SQLiteFile(target)
    try file.execute("UPDATE beer SET deleted_at = '2026-01-01T00:00:00Z' WHERE id = 3")
    file.close()

    let report = try Diary.merge(old.path, into: target)

    #expect(report.addedBeers == 0 && report.knownBeers == 12 && report.knownBeersInTrash == 1)
    #expect(try shown().count == 11)
  }

  @Test func beersInTheTrashOfTheOtherDiaryAreAddedToTheTrash() throws {
    _ = try old.write()
    let other = old.folder.file("home/other.sqlite")
    _ = try Diary.merge(old.path, into: other)
    let file = try SQLiteFile(other)
    try file.execute("UPDATE beer SET deleted_at = '2026-01-01T00:00:00Z' WHERE id < 3")
    file.close()

    let new = try Diary.merge(other, into: target)
    try FileManager.default.removeItem(atPath: target)
    try diaryOfMyOwn()
    let merged = try Diary.merge(other, into: target)

    #expect(new.isNewDiary && new.addedBeers == 12 && new.addedBeersInTrash == 2)
    #expect(!merged.isNewDiary && merged.addedBeers == 12 && merged.addedBeersInTrash == 2)
    #expect(try Diary.open(at: target).beersInTrash().count == 2)
  }

  @Test func missingImagesAreRestored() throws {
    let beers = try old.write { $0.externalCount = 8 }
    let images = LegacyStore.externalFolder(ofStore: old.path)
    try FileManager.default.moveItem(atPath: images, toPath: images + "-away")
    let first = try Diary.merge(old.path, into: target)
    try FileManager.default.moveItem(atPath: images + "-away", toPath: images)

    let again = try Diary.merge(old.path, into: target)

    #expect(first.warnings.contains { $0.contains("Photos have no image") })
    #expect(again.restoredPhotos == 8 && again.addedPhotos == 0 && again.addedBeers == 0)
    #expect(try shown() == beers)
  }

  /// Neither image was a file of its own, so only the rows of the old store tell which photos are the same.
  @Test(arguments: [false, true]) func imagesThatTheOldStoreLackedAreFilledIn(_ isMerge: Bool) throws {
    let beers = try old.write()
    let whole = try copyOfTheOldStore()
    try SQLiteFile(old.path).execute(
      "UPDATE ZPHOTO SET ZIMAGEDATA = NULL, ZTHUMBNAILDATA = NULL WHERE Z_PK IN (6, 7)")
    if isMerge { try diaryOfMyOwn() }
    let first = try Diary.merge(old.path, into: target)
    let again = try Diary.merge(old.path, into: target)

    let report = try Diary.merge(whole, into: target)

    #expect(first.addedPhotos == 16 && again.addedPhotos == 0 && again.restoredPhotos == 0)
    #expect(report.addedPhotos == 0 && report.restoredPhotos == 2 && report.addedBeers == 0)
    #expect(try shown().suffix(12) == beers[...])
    #expect(try Diary.merge(whole, into: target).restoredPhotos == 0)
  }

  /// Merges the old store without the images of beer 6, whose photos are of several days.
  ///
  /// - Returns: The path of a copy that has them.
  private func mergedWithoutImages() throws -> String {
    _ = try old.write(
      """
      UPDATE ZPHOTO SET ZTIMESTAMP = ZTIMESTAMP + 432000 * (Z_PK % 3);
      UPDATE ZBEER SET ZTHUMBNAILDATA = NULL;
      """)
    let whole = try copyOfTheOldStore()
    try SQLiteFile(old.path).execute(
      "UPDATE ZPHOTO SET ZIMAGEDATA = NULL, ZTHUMBNAILDATA = NULL WHERE ZBEER = 6")
    _ = try Diary.merge(old.path, into: target)
    return whole
  }

  @Test func anImageThatTheOldStoreLackedIsFilledInAfterASplit() throws {
    let whole = try mergedWithoutImages()
    let diary = try Diary.open(at: target)
    guard case .splitBeer(let split)? = try diary.splitBeer(6, in: .gmt) else {
      Issue.record("The beer was not split.")
      return
    }
    try SQLiteFile(target).execute("UPDATE beer SET updated_at = '2020-01-01T00:00:00Z'")
    let before = try #require(try diary.beer(6))
    let moved = try #require(try diary.beer(split.added[0].id))

    let report = try Diary.merge(whole, into: target)
    let again = try Diary.merge(whole, into: target)

    #expect(report.addedPhotos == 0 && report.restoredPhotos == 4)
    #expect(again.addedPhotos == 0 && again.restoredPhotos == 0 && again.knownPhotos == 16)
    #expect(try diary.beer(6)?.photos.map(\.id) == before.photos.map(\.id))
    let filled = try #require(try diary.beer(moved.beer.id))
    #expect(filled.photos.map(\.id) == moved.photos.map(\.id))
    #expect(filled.photos.allSatisfy { !$0.metadata.isMissing })
    #expect(filled.beer.updatedAt != moved.beer.updatedAt)
  }

  @Test(arguments: [false, true]) func aRemovedPhotoThatTheOldStoreHadNoImageOfStaysRemoved(_ isSplit: Bool)
    throws
  {
    let whole = try mergedWithoutImages()
    let diary = try Diary.open(at: target)
    let photo = try #require(try diary.beer(6)?.photos.last)
    if isSplit { _ = try diary.splitBeer(6, in: .gmt) }
    _ = try diary.removePhoto(photo.id)

    let report = try Diary.merge(whole, into: target)

    #expect(report.addedPhotos == 0 && report.restoredPhotos == 3)
    #expect(try SQLiteFile(target).rows("SELECT id FROM removed_photo") == [["\(photo.id)"]])
  }

  /// A copy that was used separately can have another photo with the same key.
  @Test func anImageOfAnotherPhotoIsNotFilledIn() throws {
    _ = try old.write()
    let other = try copyOfTheOldStore()
    try SQLiteFile(old.path).execute(
      "UPDATE ZPHOTO SET ZIMAGEDATA = NULL, ZTHUMBNAILDATA = NULL WHERE Z_PK = 6")
    try SQLiteFile(other).execute("UPDATE ZPHOTO SET ZTIMESTAMP = ZTIMESTAMP + 5000 WHERE Z_PK = 6")
    _ = try Diary.merge(old.path, into: target)

    let report = try Diary.merge(other, into: target)

    #expect(report.addedPhotos == 1 && report.restoredPhotos == 0)
  }

  /// Core Data's prefix without an image is no image of one byte.
  @Test func aPhotoWithOnlyThePrefixOfAnImageIsMergedWithoutAnImage() throws {
    _ = try old.write(
      """
      UPDATE ZPHOTO SET ZIMAGEDATA = x'01', ZTHUMBNAILDATA = NULL WHERE ZBEER = 1;
      UPDATE ZBEER SET ZTHUMBNAILDATA = NULL WHERE Z_PK = 1;
      """)
    try diaryOfMyOwn()

    #expect(try Diary.merge(old.path, into: target).addedPhotos == 16)

    #expect(try shown()[1].photos == [ExpectedPhoto(sha256: "missing", byteCount: 0)])
  }

  @Test func photosWithoutABeerComeOnce() throws {
    _ = try old.write("UPDATE ZPHOTO SET ZBEER = 99 WHERE ZBEER = 1")
    try diaryOfMyOwn()
    _ = try Diary.merge(old.path, into: target)

    let again = try Diary.merge(old.path, into: target)

    #expect(again.addedBeers == 0 && again.addedPhotos == 0)
    #expect(try shown().filter { $0.name == "Photos without a beer" }.map(\.photos.count) == [1])
  }

  @Test func theBeerForPhotosWithoutABeerIsKnownAfterItWasRenamed() throws {
    _ = try old.write("UPDATE ZPHOTO SET ZBEER = 99 WHERE ZBEER = 1")
    try diaryOfMyOwn()
    _ = try Diary.merge(old.path, into: target)
    try rename("photos", to: "Renamed")

    let again = try Diary.merge(old.path, into: target)
    // The migrated store has a beer of its own for these photos.
    try Diary.open(at: old.path).close()
    let migrated = try Diary.merge(old.path, into: target)

    #expect(again.addedBeers == 0 && again.addedPhotos == 0)
    #expect(migrated.addedBeers == 0 && migrated.addedPhotos == 0)
  }

  /// Version 1.0.0 gave the beer no origin.
  @Test(arguments: [false, true])
  func theBeerForPhotosWithoutABeerIsKnownByItsNameIfItHasNoOrigin(_ isMerged: Bool) throws {
    _ = try old.write("UPDATE ZPHOTO SET ZBEER = 99 WHERE ZBEER = 1")
    let other = old.folder.file("home/other.sqlite")
    for path in [target, other] { _ = try Diary.merge(old.path, into: path) }
    try SQLiteFile(isMerged ? other : target).execute(
      "UPDATE beer SET source = NULL, source_id = NULL WHERE source_id LIKE '%/photos'")

    let report = try Diary.merge(other, into: target)

    #expect(report.addedBeers == 0 && report.addedPhotos == 0)
  }

  @Test func theBeerForPhotosWithoutABeerThatWasKnownByItsNameCanBeRenamed() throws {
    _ = try old.write("UPDATE ZPHOTO SET ZBEER = 99 WHERE ZBEER = 1")
    _ = try Diary.merge(old.path, into: target)
    try SQLiteFile(target).execute(
      "UPDATE beer SET source = NULL, source_id = NULL WHERE source_id LIKE '%/photos'")
    let times = try shownTimes()

    let first = try Diary.merge(old.path, into: target)
    #expect(try shownTimes() == times)
    try rename("photos", to: "Renamed")
    let again = try Diary.merge(old.path, into: target)

    #expect(first.addedBeers == 0 && first.addedPhotos == 0)
    #expect(again.addedBeers == 0 && again.addedPhotos == 0)
  }

  /// Each migration gives such a beer another creation time.
  @Test(arguments: ["NULL", "1e300"]) func aRenamedBeerWithoutADateIsKnown(_ date: String) throws {
    _ = try old.write("UPDATE ZBEER SET ZTIMESTAMP = \(date) WHERE Z_PK = 2")
    try diaryOfMyOwn()
    _ = try Diary.merge(old.path, into: target)
    try rename("2", to: "Renamed")

    let again = try Diary.merge(old.path, into: target, clock: { Date(timeIntervalSince1970: 2_000_000_000) })

    #expect(again.addedBeers == 0 && again.knownBeers == 12 && again.addedPhotos == 0)
    #expect(try shown().count == 13)
  }

  @Test func aBeerWithNothingButPhotosIsKnown() throws {
    _ = try old.write(
      """
      UPDATE ZBEER SET ZTIMESTAMP = NULL, ZNAME = NULL, ZBREWERY = NULL, ZSTYLE = NULL, ZNOTES = NULL, ZLOCATION = NULL,
        ZABV = 0, ZIBU = 0, ZRATING = 0, ZLATITUDE = NULL, ZLONGITUDE = NULL WHERE Z_PK = 12
      """)
    _ = try Diary.merge(old.path, into: target)

    let again = try Diary.merge(old.path, into: target)

    #expect(again.addedBeers == 0 && again.addedPhotos == 0 && again.knownBeers == 12)
  }

  @Test func anotherBeerWithoutADateIsAddedOnce() throws {
    _ = try old.write("UPDATE ZBEER SET ZTIMESTAMP = NULL, ZNOTES = 'One' WHERE Z_PK = 2")
    _ = try Diary.merge(old.path, into: target)
    let file = try SQLiteFile(old.path)
    try file.execute("UPDATE ZBEER SET ZNAME = 'Other', ZNOTES = 'Two' WHERE Z_PK = 2")
    file.close()

    let report = try Diary.merge(old.path, into: target)
    let again = try Diary.merge(old.path, into: target, clock: { Date(timeIntervalSince1970: 2_000_000_000) })

    #expect(report.addedBeers == 1 && report.knownBeers == 11 && report.warnings.count == 1)
    #expect(again.addedBeers == 0 && again.knownBeers == 12)
  }

  /// The app gives beers that were added to two copies separately the same key, here without a date.
  @Test(arguments: [
    "ZNOTES = NULL", "ZNOTES = NULL, ZBREWERY = NULL, ZSTYLE = NULL, ZABV = 0, ZIBU = 0, ZRATING = 0",
  ])
  func beersWithoutADateThatHaveTheSameKeyInThreeCopiesAreAllAddedOnce(_ facts: String) throws {
    let names = ["Orval", "Westmalle", "Chimay"]
    _ = try old.write("UPDATE ZBEER SET ZTIMESTAMP = NULL, ZLOCATION = NULL, \(facts) WHERE Z_PK = 12")
    var added: [Int] = []
    for name in names + names {
      let rating = facts.contains("ZRATING") ? "" : ", ZRATING = \(name.count % 5)"
      try SQLiteFile(old.path).execute("UPDATE ZBEER SET ZNAME = '\(name)'\(rating) WHERE Z_PK = 12")
      added.append(try Diary.merge(old.path, into: target).addedBeers)
    }

    #expect(added == [12, 1, 1, 0, 0, 0])
    let beers = try shown().filter { $0.name.map(names.contains) == true }
    #expect(Set(beers.map(\.name)).count == 3 && beers.map(\.photos.count) == [4, 4, 4])
  }

  @Test func divergedCopiesLoseNothing() throws {
    _ = try old.write()
    _ = try Diary.merge(old.path, into: target)
    // The same number on another phone is another beer, made later.
    let file = try SQLiteFile(old.path)
    try file.execute("UPDATE ZBEER SET ZNAME = 'Other', ZTIMESTAMP = ZTIMESTAMP + 5000 WHERE Z_PK = 12")
    file.close()

    let report = try Diary.merge(old.path, into: target)
    let again = try Diary.merge(old.path, into: target)

    #expect(report.addedBeers == 1 && report.addedPhotos == 4 && report.warnings.count == 1)
    #expect(again.addedBeers == 0 && again.addedPhotos == 0)
    #expect(try shown().suffix(2).map(\.name) == ["Märzen \"12\" 一番 🍺", "Other"])
  }

  /// The app gives beers that were added to two copies separately the same key.
  @Test(arguments: [
    ("ZNAME = NULL", "ZRATING = 1"), ("ZNAME = 'Orval', ZNOTES = 'One'", "ZNOTES = 'Two'"),
  ])
  func beersWithTheSameKeyAndNameInTwoCopiesAreBothAdded(_ first: String, _ second: String) throws {
    _ = try old.write("UPDATE ZBEER SET \(first) WHERE Z_PK = 12")
    _ = try Diary.merge(old.path, into: target)
    let file = try SQLiteFile(old.path)
    try file.execute("UPDATE ZBEER SET \(second), ZTIMESTAMP = ZTIMESTAMP + 5000 WHERE Z_PK = 12")
    file.close()

    let report = try Diary.merge(old.path, into: target)
    let again = try Diary.merge(old.path, into: target)

    #expect(report.addedBeers == 1 && report.knownBeers == 11 && report.warnings.count == 1)
    #expect(again.addedBeers == 0 && again.addedPhotos == 0)
    let beers = try shown().suffix(2)
    #expect(Set(beers.map(\.name)).count == 1 && Set(beers.map(\.drunkAt)).count == 2)
  }

  @Test func aSeparateBeerIsKnownAfterTheOtherOneWasDeleted() throws {
    _ = try old.write()
    _ = try Diary.merge(old.path, into: target)
    try SQLiteFile(old.path).execute(
      "UPDATE ZBEER SET ZNAME = 'Other', ZTIMESTAMP = ZTIMESTAMP + 5000 WHERE Z_PK = 12")
    _ = try Diary.merge(old.path, into: target)
    let diary = try Diary.open(at: target)
    _ = try diary.moveToTrash([12])
    _ = try diary.emptyTrash()
    try diary.close()

    let again = try Diary.merge(old.path, into: target)

    #expect(again.addedBeers == 0 && again.addedPhotos == 0 && again.knownBeers == 12)
  }

  @Test func aBeerWhoseDateOrFieldsWereChangedInTheAppIsKnown() throws {
    _ = try old.write("UPDATE ZBEER SET ZNAME = 'Orval', ZNOTES = 'One' WHERE Z_PK IN (11, 12)")
    _ = try Diary.merge(old.path, into: target)
    let file = try SQLiteFile(old.path)
    try file.execute("UPDATE ZBEER SET ZTIMESTAMP = ZTIMESTAMP + 5000 WHERE Z_PK = 11")
    try file.execute("UPDATE ZBEER SET ZNAME = 'Gose', ZNOTES = 'Two' WHERE Z_PK = 12")
    file.close()

    #expect(try Diary.merge(old.path, into: target).addedBeers == 0)
  }

  @Test func anotherDiaryOfThisProgramIsMergedByUUID() throws {
    let other = try FreshDiary()
    let gose = try other.addBeer("Gose", photos: ["one", "two", "two"])
    try diaryOfMyOwn()

    let first = try Diary.merge(other.diary.path, into: target)
    _ = try other.diary.addPhoto(to: gose.beer.id, image: FixtureBytes("three"), caption: "three")
    let again = try Diary.merge(other.diary.path, into: target)

    #expect(first.addedBeers == 1 && first.addedPhotos == 3)
    #expect(again.addedBeers == 0 && again.addedPhotos == 1 && again.knownPhotos == 3)
    let merged = try #require(try Diary.open(at: target).beer(uuid: gose.beer.uuid))
    #expect(merged.photos.map(\.caption) == ["one", "two", "two", "three"])
  }

  /// The hash of neither photo has been computed yet, and each migration gives it another UUID.
  @Test func aPhotoThatTheUserRemovedStaysRemoved() throws {
    _ = try old.write()
    _ = try Diary.merge(old.path, into: target)
    let diary = try Diary.open(at: target)
    let photos = try #require(try diary.beer(6)).photos
    _ = try diary.removePhoto(photos[1].id)
    try diary.close()

    let report = try Diary.merge(old.path, into: target)

    #expect(report.addedPhotos == 0 && report.knownPhotos == 16)
    #expect(try Diary.open(at: target).beer(6)?.photos.map(\.id) == [0, 2, 3].map { photos[$0].id })
  }

  @Test func aRemovedPhotoMatchesOnlyOnePhoto() throws {
    let other = try FreshDiary()
    let gose = try other.addBeer("Gose", photos: ["one", "one"])
    try diaryOfMyOwn()
    _ = try Diary.merge(other.diary.path, into: target)
    let diary = try Diary.open(at: target)
    _ = try diary.removePhoto(try #require(try diary.beer(uuid: gose.beer.uuid)?.photos.first).id)
    try diary.close()
    _ = try other.diary.addPhoto(
      to: gose.beer.id, image: FixtureBytes("one"), caption: "three", allowsDuplicate: true)

    #expect(try Diary.merge(other.diary.path, into: target).addedPhotos == 1)

    #expect(try Diary.open(at: target).beer(uuid: gose.beer.uuid)?.photos.map(\.caption) == ["one", "three"])
  }

  @Test func photosOfAMergeThatWasUndoneAreNotAddedAgain() throws {
    let (diary, before, _) = try mergedTwice()
    _ = try diary.undoChange()
    try diary.close()

    let report = try Diary.merge(old.path, into: target)

    #expect(report.addedBeers == 0 && report.addedPhotos == 0 && report.knownBeersInTrash == 1)
    #expect(try shown() == before)
  }

  @Test func photosThatASplitHasMovedDoNotComeAgain() throws {
    let other = try FreshDiary()
    let gose = try other.addBeer("Gose", photos: ["one", "two", "three"])
    let file = try SQLiteFile(other.diary.path)
    try file.execute("UPDATE photo SET taken_at = '2024-06-0' || id || 'T20:00:00'")
    file.close()
    try diaryOfMyOwn()
    _ = try Diary.merge(other.diary.path, into: target)
    let diary = try Diary.open(at: target)
    let beer = try #require(try diary.beer(uuid: gose.beer.uuid)).beer.id
    #expect(try diary.splitBeer(beer, in: .gmt) != nil)
    try diary.close()
    _ = try other.diary.addPhoto(to: gose.beer.id, image: FixtureBytes("four"), caption: "four")

    let first = try Diary.merge(other.diary.path, into: target)
    let again = try Diary.merge(other.diary.path, into: target)

    #expect(first.addedBeers == 0 && first.addedPhotos == 1 && first.knownPhotos == 3)
    #expect(again.addedBeers == 0 && again.addedPhotos == 0 && again.knownPhotos == 4)
    #expect(try Diary.open(at: target).beer(beer)?.photos.map(\.caption) == ["one", "four"])
  }

  @Test func photosThatASplitHasMovedAreNotAddedAgain() throws {
    let other = try FreshDiary()
    let gose = try other.addBeer("Gose", photos: ["one", "two", "three"])
    let file = try SQLiteFile(other.diary.path)
    try file.execute("UPDATE photo SET taken_at = '2024-06-0' || id || 'T20:00:00'")
    file.close()
    try diaryOfMyOwn()
    _ = try Diary.merge(other.diary.path, into: target)
    let diary = try Diary.open(at: target)
    let beer = try #require(try diary.beer(uuid: gose.beer.uuid)).beer.id
    guard case .splitBeer(let split)? = try diary.splitBeer(beer, in: .gmt) else {
      Issue.record("The beer was not split.")
      return
    }
    var fields = split.added[0].fields
    fields.name = "Kriek"
    _ = try diary.edit(split.added[0].id, to: fields)
    let removed = try #require(try diary.beer(split.added[1].id)).photos[0]
    _ = try diary.removePhoto(removed.id)
    try diary.close()

    let again = try Diary.merge(other.diary.path, into: target)

    #expect(again.addedPhotos == 0 && again.knownPhotos == 3)
    #expect(try Diary.open(at: target).beer(beer)?.photos.map(\.caption) == ["one"])
  }

  /// Each migration of the old store gives the photos other UUIDs, so they are recognized by their images.
  @Test func photosOfTheOldStoreThatASplitHasMovedAreNotAddedAgain() throws {
    _ = try old.write("UPDATE ZPHOTO SET ZTIMESTAMP = ZTIMESTAMP + 432000 * (Z_PK % 3)")
    _ = try Diary.merge(old.path, into: target)
    let diary = try Diary.open(at: target)
    guard case .splitBeer(let split)? = try diary.splitBeer(6, in: .gmt) else {
      Issue.record("The beer was not split.")
      return
    }
    let afterSplit = try Diary.merge(old.path, into: target)
    _ = try diary.edit(split.added[0].id, to: BeerFields(name: "Kriek", brewery: "Boon"))
    let afterEdit = try Diary.merge(old.path, into: target)
    _ = try diary.removePhoto(try #require(try diary.beer(split.added[0].id)?.photos.first).id)
    let afterRemoval = try Diary.merge(old.path, into: target)
    _ = try diary.moveToTrash([split.added[1].id])
    let afterTrash = try Diary.merge(old.path, into: target)
    let own = try #require(try diary.beer(6)).photos.map(\.id)
    // Every image twice: a photo of the diary matches only one.
    try SQLiteFile(old.path).execute(
      """
      INSERT INTO ZPHOTO (Z_ENT, Z_OPT, ZBEER, Z_FOK_BEER, ZTIMESTAMP, ZIMAGEDATA)
      SELECT 2, 1, ZBEER, 9000 + Z_PK, ZTIMESTAMP, ZIMAGEDATA FROM ZPHOTO WHERE ZBEER = 6
      """)
    let afterCopying = try Diary.merge(old.path, into: target)

    for report in [afterSplit, afterEdit, afterRemoval, afterTrash] {
      #expect(report.addedBeers == 0 && report.addedPhotos == 0 && report.knownPhotos == 16)
    }
    #expect(afterCopying.addedPhotos == 4 && afterCopying.knownPhotos == 16)
    #expect(try diary.beer(6)?.photos.map(\.id).prefix(own.count) == own[...])
    #expect(try diary.beer(6)?.photos.count == own.count + 4)
  }

  /// They cannot be those that a split has moved.
  @Test(arguments: ["removed", "trash", "origin"])
  func aPhotoIsAddedAlthoughABeerOfTheUserHadIt(_ kind: String) throws {
    _ = try old.write()
    _ = try Diary.merge(old.path, into: target)
    let diary = try Diary.open(at: target)
    let mine = try diary.add(NewBeer(fields: BeerFields(name: "Mine"))).id
    let photo = try diary.addPhoto(to: mine, image: FixtureBytes("\u{FF}new photo"), caption: nil).photo
    switch kind {
    case "removed": _ = try diary.removePhoto(photo.id)
    case "trash": _ = try diary.moveToTrash([mine])
    default:
      try SQLiteFile(target).execute("UPDATE beer SET source = 'csv', source_id = '1' WHERE id = \(mine)")
    }
    try diary.close()
    try grow()

    let report = try Diary.merge(old.path, into: target)

    #expect(report.addedBeers == 1 && report.addedPhotos == 2 && report.knownPhotos == 16)
    #expect(try Diary.open(at: target).beer(6)?.photos.count == 5)
  }

  @Test func labelsComeAlongWithWhatTheUserDecided() throws {
    let other = try FreshDiary()
    let beers = try ["Orval", "Orval Trappist", "Orval", "Orval Vert"].map { try other.addBeer($0).beer }
    func label(_ index: Int, _ diary: Diary) throws -> Label {
      let id = try #require(try diary.beer(uuid: beers[index].uuid)?.beer.id)
      return try #require(try diary.label(ofBeer: id))
    }
    let orval = try label(0, other.diary)
    _ = try other.diary.mergeLabels([label(1, other.diary).uuid], into: orval.uuid)
    _ = try other.diary.splitLabel(ofBeer: beers[2].id)
    _ = try other.diary.keepApart(orval.uuid, label(3, other.diary).uuid)
    _ = try other.diary.setFacts(LabelFacts(name: "Orval", abv: 6.2), ofLabel: orval.uuid)
    try diaryOfMyOwn()

    _ = try Diary.merge(other.diary.path, into: target)
    _ = try Diary.merge(other.diary.path, into: target)

    let diary = try Diary.open(at: target)
    for index in beers.indices {
      let merged = try label(index, diary)
      let original = try label(index, other.diary)
      #expect(merged.uuid == original.uuid && merged.facts == original.facts)
      #expect(merged.history == original.history)
    }
    #expect(try diary.keepApart(label(0, diary).uuid, label(3, diary).uuid) == nil)
    // The name of the label that was merged still leads to the other one, and the split beer keeps its label.
    let another = try diary.add(NewBeer(fields: BeerFields(name: "Orval Trappist")))
    #expect(try diary.label(ofBeer: another.id)?.uuid == orval.uuid)
    let split = try label(2, diary)
    #expect(try diary.keepApart(split.uuid, orval.uuid) == nil)
    let id = try #require(try diary.beer(uuid: beers[2].uuid)?.beer.id)
    _ = try diary.edit(id, to: BeerFields(name: "Orval Vert"))
    #expect(try diary.label(ofBeer: id)?.uuid == split.uuid)
  }

  @Test func labelsOfTheDiaryStayAsTheyAre() throws {
    let diary = try Diary.open(at: target)
    let mine = try ["Orval", "Orval Vert"].map { try diary.add(NewBeer(fields: BeerFields(name: $0))) }
    let own = try mine.map { try #require(try diary.label(ofBeer: $0.id)) }
    _ = try diary.mergeLabels([own[1].uuid], into: own[0].uuid)
    _ = try diary.setFacts(LabelFacts(name: "Mine"), ofLabel: own[0].uuid)
    try diary.close()
    let other = try FreshDiary()
    let theirs = try ["Orval", "Orval Vert"].map { try other.addBeer($0).beer }
    for beer in theirs {
      let label = try #require(try other.diary.label(ofBeer: beer.id))
      _ = try other.diary.setFacts(LabelFacts(name: "Theirs", abv: 6.2), ofLabel: label.uuid)
    }

    _ = try Diary.merge(other.diary.path, into: target)

    let merged = try Diary.open(at: target)
    let label = try #require(try merged.label(uuid: own[0].uuid))
    // Only what was not set is taken over.
    #expect(label.history.times == 4 && label.facts.name == "Mine" && label.facts.abv == 6.2)
    #expect(try merged.summary().labelCount == 1)
  }

  /// Tables of an old store, and what custom fields point to, do not come along in a merge.
  @Test(arguments: [
    "CREATE TABLE ZSHOP (Z_PK INTEGER PRIMARY KEY, ZNAME); INSERT INTO ZSHOP VALUES (1, 'De Bierkoning')",
    "ALTER TABLE ZPHOTO ADD COLUMN ZLATITUDE; UPDATE ZPHOTO SET ZLATITUDE = 52",
    """
    CREATE TABLE ZBREWERY (Z_PK INTEGER PRIMARY KEY, ZNAME VARCHAR, ZLOGO BLOB);
    INSERT INTO ZBREWERY VALUES (1, 'De Molen', zeroblob(9000));
    ALTER TABLE ZBEER DROP COLUMN ZBREWERY; ALTER TABLE ZBEER ADD COLUMN ZBREWERY INTEGER;
    UPDATE ZBEER SET ZBREWERY = 1;
    """,
    """
    CREATE TABLE ZREVIEW (Z_PK INTEGER PRIMARY KEY, ZBEER INTEGER, ZSOUND BLOB);
    INSERT INTO ZREVIEW VALUES (1, 2, zeroblob(9000));
    """,
  ]) func dataThatIsNotMergedIsReported(_ sql: String) throws {
    _ = try old.write(sql)
    try diaryOfMyOwn()

    let merged = try Diary.merge(old.path, into: target)
    let alone = try Diary.merge(old.path, into: old.folder.file("alone/diary.sqlite"))

    let sentence =
      "Data that cannot be migrated is not added and is only in \(old.path). Keep that file."
    #expect(merged.warnings.contains(sentence))
    #expect(!alone.warnings.contains(sentence))
  }

  @Test func completelyMergedDataIsNotReported() throws {
    _ = try old.write(
      """
      CREATE TABLE ZREVIEW (Z_PK INTEGER PRIMARY KEY, ZBEER INTEGER, ZTEXT VARCHAR);
      INSERT INTO ZREVIEW VALUES (1, 2, 'Great');
      """)
    try diaryOfMyOwn()

    #expect(try Diary.merge(old.path, into: target).warnings.count == 1)
  }

  @Test func thumbnailsThatAreNotMergedAreReported() throws {
    _ = try old.write("DELETE FROM ZPHOTO WHERE ZBEER = 2")
    try diaryOfMyOwn()

    let report = try Diary.merge(old.path, into: target)

    #expect(
      report.warnings == [
        "Thumbnails without a larger image (1) are not added and are only in \(old.path). Keep that file."
      ])
  }

  /// The copy of the old store that became the diary has the thumbnail among its removed photos.
  @Test func thumbnailsAmongTheRemovedPhotosOfTheDiaryAreReportedAsSuch() throws {
    _ = try old.write("DELETE FROM ZPHOTO WHERE ZBEER = 2")
    _ = try Diary.merge(old.path, into: target)
    let diary = try Diary.open(at: target)
    let name = try #require(try diary.beer(2)?.beer.fields.name)
    let sentence = """
      1 thumbnail without a larger image is not added, because this diary has it among its removed photos (1 beer: \
      “\(name)”). Restore it with `beerdiary photo restore`.
      """

    let again = try Diary.merge(old.path, into: target)
    _ = try diary.undoChange()
    let afterUndo = try Diary.merge(old.path, into: target)
    _ = try diary.redoChange()
    _ = try diary.restorePhotos(try diary.removedPhotos(ofBeer: 2))
    let afterRestore = try Diary.merge(old.path, into: target)

    #expect(again.warnings == [sentence])
    #expect(afterUndo.warnings == [sentence + " If a beer is in the trash, restore the beer first."])
    #expect(afterRestore.warnings == [])
  }

  /// Its image was deleted, so only the old store has it.
  @Test func aRemovedThumbnailWithoutItsImageIsReportedAsNotAdded() throws {
    _ = try old.write("DELETE FROM ZPHOTO WHERE ZBEER = 2")
    _ = try Diary.merge(old.path, into: target)
    try SQLiteFile(target).execute(
      "UPDATE photo_image SET data = NULL WHERE id = (SELECT id FROM removed_photo)")

    let again = try Diary.merge(old.path, into: target)

    #expect(
      again.warnings == [
        "Thumbnails without a larger image (1) are not added and are only in \(old.path). Keep that file."
      ])
  }

  @Test func photosMarkedAsDeletedThatAreNotMergedAreReported() throws {
    _ = try old.write(
      "ALTER TABLE ZPHOTO ADD COLUMN ZDELETED INTEGER; UPDATE ZPHOTO SET ZDELETED = ZBEER IS 6")
    try diaryOfMyOwn()

    let report = try Diary.merge(old.path, into: target)

    #expect(
      report.warnings == [
        "Removed photos (4) are not added and are only in \(old.path). Keep that file."
      ])
  }

  @Test func aNewDiarySaysThatItHasPhotosMarkedAsDeleted() throws {
    _ = try old.write(
      "ALTER TABLE ZPHOTO ADD COLUMN ZDELETED INTEGER; UPDATE ZPHOTO SET ZDELETED = ZBEER IS 6")

    let report = try Diary.merge(old.path, into: target)

    #expect(report.isNewDiary && report.warnings.count == 1)
    #expect(report.warnings.first?.contains("beerdiary photo restore") == true)
  }

  @Test func removedPhotosOfTheOtherDiaryAreReported() throws {
    let other = try FreshDiary()
    let gose = try other.addBeer("Gose", photos: ["one", "two"])
    _ = try other.diary.removePhoto(gose.photos[0].id)
    try diaryOfMyOwn()

    let report = try Diary.merge(other.diary.path, into: target)

    #expect(report.addedPhotos == 1)
    #expect(
      report.warnings == [
        "Removed photos (1) are not added and are only in \(other.diary.path). Keep that file."
      ])
  }

  @Test func aRemovedPhotoIsReportedIfTheDiaryHasLostItsImage() throws {
    let other = try FreshDiary()
    let gose = try other.addBeer("Gose", photos: ["one"])
    try FileManager.default.createDirectory(
      atPath: old.folder.file("home"), withIntermediateDirectories: true)
    _ = try other.diary.backUp(to: target)
    try SQLiteFile(target).execute("UPDATE photo SET is_missing = 1; UPDATE photo_image SET data = NULL")
    _ = try other.diary.removePhoto(gose.photos[0].id)

    let report = try Diary.merge(other.diary.path, into: target)

    #expect(
      report.warnings == [
        "Removed photos (1) are not added and are only in \(other.diary.path). Keep that file."
      ])
  }

  @Test func timesThatAnEarlierVersionReadAsUTCAreMentioned() throws {
    let other = try FreshDiary()
    let checkIn = BeerFields(name: "Gose", drunkAt: DiaryDate("2020-01-01T12:00:00Z"))
    let startedImport = try other.diary.startImport(source: "untappd")
    _ = try other.diary.importBeers(
      [NewBeer(fields: checkIn, origin: Origin(source: "untappd", id: "1"))], in: startedImport)
    try SQLiteFile(other.diary.path).execute("DELETE FROM background_work WHERE name LIKE 'untappd%'")
    try diaryOfMyOwn()

    let diary = try Diary.open(at: target)
    let preview = try diary.previewMerge(of: other.diary.path).warnings
    try diary.close()
    let warnings = try Diary.merge(other.diary.path, into: target).warnings

    #expect(warnings.count == 1)
    #expect(
      warnings.first?.contains("1 beer of \(other.diary.path) may have local times from Untappd") == true)
    // Nothing has to be removed yet.
    #expect(preview.count == 1)
    #expect(
      preview.first?.hasSuffix("To correct them, first run `beerdiary doctor --repair` on that file.") == true
    )
  }

  @Test func anAddedBeerHasTheSpellingOfAnIndexAlsoIfTheNextOneFails() throws {
    let other = try FreshDiary()
    for hop in ["Saaz", "Citra"] {
      _ = try other.diary.add(NewBeer(fields: BeerFields(name: "Gose", extras: ["hop": .text(hop)])))
    }
    try diaryOfMyOwn()
    let diary = try Diary.open(at: target)
    _ = try diary.add(NewBeer(fields: BeerFields(name: "Orval", extras: ["Hop": .text("Hallertau")])))
    _ = try diary.indexCustomField("Hop")
    try diary.close()
    let path = target

    #expect(throws: TransferError.self) {
      _ = try Diary.merge(
        other.diary.path, into: path,
        progress: {
          guard case .merging(1, _) = $0 else { return }
          try? SQLiteFile(path).execute(
            "CREATE TRIGGER stop BEFORE INSERT ON beer BEGIN SELECT RAISE(ABORT, 'stop'); END")
        })
    }

    let fields = try SQLiteFile(path).rows("SELECT extras FROM beer ORDER BY id DESC LIMIT 1")
    #expect(fields == [[#"{"Hop":"Saaz"}"#]])
  }

  @Test(arguments: [false, true]) func aStoppedMergeIsCompletedByTheNextOne(_ isMerge: Bool) throws {
    let beers = try old.write()
    if isMerge { try diaryOfMyOwn() }
    let before = try states()
    for limit in stride(from: 0, to: 60, by: 4) {
      let count = Collected<Int>()
      do {
        let report = try Diary.merge(
          old.path, into: target,
          isCancelled: {
            count.append(1)
            return count.values.count > limit
          })
        if !report.wasCancelled { break }
      } catch TransferError.store(.cancelled) {
        #expect(FileManager.default.fileExists(atPath: target) == isMerge)
      }
    }

    _ = try Diary.merge(old.path, into: target)

    #expect(try shown().suffix(12) == beers[...])
    #expect(try shown().count == (isMerge ? 13 : 12))
    #expect(try states() == before)
  }

  @Test func twoMergesAtTheSameTimeAddEverythingOnce() async throws {
    _ = try old.write()
    try diaryOfMyOwn()
    let first = try await mergeTwiceTogether()
    try grow()
    let second = try await mergeTwiceTogether()

    #expect(first.map(\.addedBeers).reduce(0, +) == 12 && first.map(\.addedPhotos).reduce(0, +) == 16)
    #expect(second.map(\.addedBeers).reduce(0, +) == 1 && second.map(\.addedPhotos).reduce(0, +) == 2)
    #expect((first + second).allSatisfy { $0.warnings.isEmpty })
    #expect(try shown().count == 14 && shown().map(\.photos.count).reduce(0, +) == 19)
  }

  /// Runs two merges, which wait for each other before each beer.
  private func mergeTwiceTogether() async throws -> [MergeReport] {
    let gates = [Gate(), Gate()]
    let (source, target) = (old.path, self.target)
    @Sendable func merge(_ index: Int) async throws -> MergeReport {
      try await onItsOwnThread {
        // A merge that fails does not stop the other one.
        defer { for _ in 0..<20 { gates[index].open() } }
        return try Diary.merge(
          source, into: target,
          progress: { step in
            guard case .merging = step else { return }
            gates[index].open()
            _ = gates[1 - index].pass()
          })
      }
    }
    async let one = merge(0)
    async let other = merge(1)
    return try await [one, other]
  }

  /// The beer is added after the merge has found that it is missing, and before it can add it.
  @Test func aBeerThatAnotherProgramAddsInBetweenIsKnown() throws {
    _ = try old.write()
    let other = old.folder.file("home/other.sqlite")
    _ = try Diary.merge(old.path, into: other)
    try diaryOfMyOwn()
    let target = target
    let isLocked = Gate()

    let report = try Diary.merge(
      old.path, into: target,
      progress: { step in
        guard case .merging(done: 0, _) = step else { return }
        Thread.detachNewThread {
          do {
            let file = try SQLiteFile(target)
            try file.execute("ATTACH '\(other)' AS other; BEGIN IMMEDIATE")
            isLocked.open()
            Thread.sleep(forTimeInterval: 0.5)
            try file.execute(
              """
              INSERT INTO beer (id, uuid, name, created_at, updated_at, source, source_id)
              SELECT 1000, uuid, name, created_at, updated_at, source, source_id FROM other.beer WHERE id = 1;
              COMMIT
              """)
            file.close()
          } catch {
            Issue.record(error)
            isLocked.open()
          }
        }
        _ = isLocked.pass()
      })

    #expect(report.addedBeers == 11 && report.knownBeers == 1)
  }

  @Test func aMergeThatIsNotPossibleIsRefused() throws {
    #expect(throws: TransferError.store(.notFound(path: old.path))) {
      try Diary.merge(old.path, into: target)
    }
    _ = try old.write()
    #expect(throws: TransferError.self) { try Diary.merge(old.path, into: old.path) }
    let noRoom = #expect(throws: TransferError.self) {
      try Diary.merge(old.path, into: target, freeSpace: FreeSpace { _ in 10_000 })
    }
    guard case .store(.noSpace(let path, _, _)) = noRoom else {
      Issue.record("\(String(describing: noRoom))")
      return
    }
    // The copy is made next to the diary, so it is the disk of the diary that is full.
    #expect(path == target)
    try Data(repeating: 1, count: 5000).write(to: URL(fileURLWithPath: old.folder.file("none")))
    #expect(throws: TransferError.store(.notADatabase(path: old.folder.file("none")))) {
      try Diary.merge(old.folder.file("none"), into: target)
    }
    #expect(!FileManager.default.fileExists(atPath: target))
  }
}

extension StoreMergeTests {
  /// The original's files; not the folder, in which the tests put the diary's.
  private func states() throws -> [String: FileState] {
    try FileState.all(in: old.folder.path).filter { !$0.key.isEmpty && !$0.key.hasPrefix("home") }
  }

  /// Copies the old store, and returns the path of the copy.
  private func copyOfTheOldStore() throws -> String {
    let copy = old.folder.file("copy.sqlite")
    try FileManager.default.copyItem(atPath: old.path, toPath: copy)
    return copy
  }

  private func diaryOfMyOwn() throws {
    let diary = try Diary.open(at: target)
    let beer = try diary.add(
      NewBeer(fields: BeerFields(name: "Mine", drunkAt: DiaryDate("2020-01-01T00:00:00Z"))))
    _ = try diary.addPhoto(to: beer.id, image: FixtureBytes("mine"), caption: nil)
    try diary.close()
  }

  /// Renames a beer in the diary.
  ///
  /// - Parameter key: The end of the id that its origin has.
  private func rename(_ key: String, to name: String) throws {
    let rows = try SQLiteFile(target).rows("SELECT id FROM beer WHERE source_id LIKE '%/\(key)'")
    let id = try #require(rows.first.flatMap { Int64($0[0]) })
    let diary = try Diary.open(at: target)
    var fields = try #require(try diary.beer(id)).beer.fields
    fields.name = name
    _ = try diary.edit(id, to: fields)
    try diary.close()
  }

  /// The times of the last changes of all beers, by id.
  private func shownTimes() throws -> [Int64: DiaryDate] {
    let diary = try Diary.open(at: target)
    defer { _ = try? diary.close() }
    let beers = try diary.listItems(in: 0..<20).compactMap { try diary.beer($0.id)?.beer }
    return Dictionary(beers.map { ($0.id, $0.updatedAt) }) { first, _ in first }
  }

  private func shown() throws -> [ExpectedBeer] {
    let diary = try Diary.open(at: target)
    defer { _ = try? diary.close() }
    return try expectedBeers(from: diary)
  }

  /// What the app did after the first merge.
  private func grow() throws {
    let file = try SQLiteFile(old.path)
    defer { file.close() }
    try file.execute(
      "INSERT INTO ZBEER (Z_PK, Z_ENT, Z_OPT, ZTIMESTAMP, ZNAME) VALUES (13, 1, 1, 710000000, 'New')")
    for (beer, text) in [(13, "only"), (6, "\u{FF}new photo")] {
      try file.execute(
        "INSERT INTO ZPHOTO (Z_ENT, Z_OPT, ZBEER, Z_FOK_BEER, ZTIMESTAMP, ZIMAGEDATA) VALUES (2, 1, ?, 1, 1, ?)",
        [.integer(Int64(beer)), .blob(Data(text.utf8))])
    }
    try file.execute("PRAGMA wal_checkpoint(TRUNCATE)")
  }
}
