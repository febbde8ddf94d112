import DiaryFixtures
import DiaryModel
import DiaryUpkeep
import FixtureStores
import Foundation
import Pictures
import SQLiteKit
import TestSupport
import Testing

@testable import DiaryStore
@testable import Interchange

/// The files of photos next to an export, and the hashes in it.
@Suite struct ExportedPhotoTests {
  private let folder: TemporaryFolder
  private let export: String
  private let files: [String]

  /// Exports a beer with three photos.
  init() throws {
    folder = try TemporaryFolder()
    let diary = try Diary.open(at: folder.file("diary.sqlite"))
    let beer = try diary.add(NewBeer(fields: BeerFields(name: "Orval"))).id
    for text in ["one", "two", "three"] {
      _ = try diary.addPhoto(to: beer, image: MemoryBytes(Data(text.utf8)), caption: text)
    }
    let detail = try #require(try diary.beer(beer))
    var photos = try PhotoExport(from: diary, to: folder.file("photos"))
    var written = DiaryExport(.csv)
    for photo in detail.photos {
      written.files[photo.uuid] = try photos.export(photo, of: detail.beer).file
    }
    files = detail.photos.compactMap { written.files[$0.uuid] }.map { [folder] in
      folder.file("photos/\($0.name)")
    }
    var bytes: [UInt8] = []
    _ = try written.run(from: diary) { bytes += $0 }
    export = folder.file("beers.csv")
    try Data(bytes).write(to: URL(fileURLWithPath: export))
  }

  private func run(into diary: Diary) throws -> [ImportedPhoto.Outcome: Int] {
    var options = ImportOptions()
    options.photoFolders = [folder.file("photos")]
    return try FileImport(ImportSource(path: export), options).run(into: diary).photos
  }

  @Test func aPhotoWhoseBeerWasDeletedBeforeIsNotAdded() throws {
    let diary = try Diary.open(at: folder.file("other.sqlite"))
    let photo = ImportedPhoto(
      beer: UUID(), uuid: UUID(), takenAt: nil, caption: nil, path: files[0], sha256: nil)

    let outcomes = try ImportedPhotoStore(database: diary.database)
      .importPhotos([(99, photo)], diary.startImport(source: "beer-diary"))

    #expect(outcomes == [.withoutBeer: 1])
  }

  @Test func aWrongFileIsReportedAndItsPhotoKeepsItsPosition() throws {
    let original = try Data(contentsOf: URL(fileURLWithPath: files[1]))
    try Data("another".utf8).write(to: URL(fileURLWithPath: files[1]))
    let copy = try Diary.open(at: folder.file("copy.sqlite"))

    #expect(try run(into: copy) == [.added: 2, .otherFile: 1])
    let photos = try #require(try copy.beer(1)).photos
    #expect(photos.map(\.caption) == ["one", "two", "three"])
    #expect(photos.map(\.metadata.isMissing) == [false, true, false])
    #expect(try run(into: copy) == [.known: 2, .otherFile: 1])

    try original.write(to: URL(fileURLWithPath: files[1]))
    #expect(try run(into: copy) == [.known: 2, .added: 1])
    let whole = try #require(try copy.beer(1)).photos
    #expect(whole.map(\.uuid) == photos.map(\.uuid))
    #expect(whole.map(\.metadata.isMissing) == [false, false, false])
    #expect(try run(into: copy) == [.known: 3])
    #expect(try copy.examine(isDeep: true).isEmpty)
  }

  @Test func anotherImageThanTheMissingOneIsRefused() throws {
    let diary = try Diary.open(at: folder.file("own.sqlite"))
    let beer = try diary.add(NewBeer(fields: BeerFields(name: "Orval")))
    let lost = try diary.addPhoto(to: beer.id, image: MemoryBytes(Data("lost".utf8))).photo
    try SQLiteFile(diary.path).execute("UPDATE photo_image SET data = NULL")
    try SQLiteFile(diary.path).execute("UPDATE photo SET is_missing = 1")
    let photo = ImportedPhoto(beer: beer.uuid, uuid: lost.uuid, path: files[0])
    let store = ImportedPhotoStore(database: diary.database)
    let outcomes = try store.importPhotos([(beer.id, photo)], diary.startImport(source: "beer-diary"))
    #expect(outcomes == [.otherFile: 1])
  }

  @Test func anotherImageThanThatOfTheDiaryIsReportedAndNotTaken() throws {
    let copy = try Diary.open(at: folder.file("copy.sqlite"))
    #expect(try run(into: copy) == [.added: 3])
    let before = try #require(try copy.beer(1)).photos
    let text = try String(contentsOfFile: export, encoding: .utf8)
    let old = try Data(contentsOf: URL(fileURLWithPath: files[1])).sha256
    let new = Data("another".utf8)
    #expect(text.contains(old))
    try text.replacing(old, with: new.sha256).write(toFile: export, atomically: true, encoding: .utf8)
    try new.write(to: URL(fileURLWithPath: files[1]))

    #expect(try updating(export).plan(for: copy).tally.photos == [.otherImage: 1])
    #expect(try run(into: copy) == [.known: 2, .otherImage: 1])
    #expect(try updating(export).run(into: copy).photos == [.known: 2, .otherImage: 1])
    #expect(try copy.beer(1)?.photos == before)
    #expect(try copy.examine(isDeep: true).isEmpty)
  }

  @Test func theDiaryItselfIsNeitherAnImportNorAPhoto() throws {
    let diary = try Diary.open(at: folder.file("own.sqlite"))
    let beer = try diary.add(NewBeer(fields: BeerFields(name: "Orval")))
    let startedImport = try diary.startImport(source: "beerdiary")
    for own in [diary.path] + [StoreSidecar.wal, .sharedMemory].map({ $0.path(of: diary.path) }) {
      let photo = ImportedPhoto(beer: beer.uuid, uuid: UUID(), path: own)
      #expect(
        try ImportedPhotoStore(database: diary.database).importPhotos([(beer.id, photo)], startedImport) == [
          .withoutFile: 1
        ])
      #expect(throws: ImportError.openDiary(path: own)) { try ImportSource(path: own) }
    }
    #expect(try diary.beer(beer.id)?.photos.allSatisfy(\.metadata.isMissing) == true)
  }

  @Test func aPhotoWhoseFileIsNotFoundKeepsItsPositionUntilTheFileIsThere() throws {
    let original = try Data(contentsOf: URL(fileURLWithPath: files[0]))
    try FileManager.default.removeItem(atPath: files[0])
    let copy = try Diary.open(at: folder.file("copy.sqlite"))

    #expect(try run(into: copy) == [.added: 2, .withoutFile: 1])
    let photos = try #require(try copy.beer(1)).photos
    #expect(photos.map(\.caption) == ["one", "two", "three"])
    #expect(photos.map(\.metadata.isMissing) == [true, false, false])
    #expect(try copy.examine().map(\.kind) == [.imageMissing])
    #expect(try run(into: copy) == [.known: 2, .withoutFile: 1])

    try original.write(to: URL(fileURLWithPath: files[0]))
    #expect(try run(into: copy) == [.known: 2, .added: 1])
    let whole = try #require(try copy.beer(1)).photos
    #expect(whole.map(\.uuid) == photos.map(\.uuid))
    #expect(whole.map(\.metadata.isMissing) == [false, false, false])
    #expect(try copy.examine(isDeep: true).isEmpty)
  }

  @Test func photosThatWereNotExportedAreLeftOut() throws {
    let text = try String(contentsOfFile: export, encoding: .utf8)
    let fileless = text.replacing(try Regex("\"\"path\"\":\"\"[^\"]*\"\""), with: "\"\"path\"\":null")
    #expect(fileless.count < text.count)
    try fileless.write(toFile: export, atomically: true, encoding: .utf8)

    let copy = try Diary.open(at: folder.file("copy.sqlite"))
    #expect(try run(into: copy) == [.notExported: 3])
    #expect(try copy.beer(1)?.photos.isEmpty == true)
  }

  /// Each migration of the old store gives the photos other UUIDs, and no hash has been computed in the background yet.
  @Test(arguments: [true, false])
  func photosOfTheSameOldStoreAreKnownBeforeTheirHashesAreComputed(_ hasHashes: Bool) throws {
    var store = LegacyStore()
    store.externalCount = 3
    let beers = try store.write(to: folder.file("old.sqlite"))
    let diaries = try ["first.sqlite", "second.sqlite"].map { name in
      _ = try Diary.merge(folder.file("old.sqlite"), into: folder.file(name))
      return try Diary.open(at: folder.file(name))
    }
    let removed = try #require(try diaries[1].beer(6)?.photos.first)
    _ = try diaries[1].removePhoto(removed.id)
    var photos = try PhotoExport(from: diaries[0], to: folder.file("photos"))
    var written = DiaryExport(.json)
    for id in try diaries[0].beersWithPhotos() {
      let detail = try #require(try diaries[0].beer(id))
      for photo in detail.photos {
        written.files[photo.uuid] = try photos.export(photo, of: detail.beer).file
      }
    }
    var bytes: [UInt8] = []
    _ = try written.run(from: diaries[0]) { bytes += $0 }
    var text = String(decoding: bytes, as: UTF8.self)
    #expect(beers.flatMap(\.images).allSatisfy { text.contains("\"sha256\":\"\($0)\"") })
    if !hasHashes { text.replace(try Regex(",\"sha256\":\"[0-9a-f]{64}\""), with: "") }
    try text.write(toFile: folder.file("beers.json"), atomically: true, encoding: .utf8)
    var options = ImportOptions()
    options.photoFolders = [folder.file("photos")]

    let summary = try FileImport(ImportSource(path: folder.file("beers.json")), options).run(into: diaries[1])

    #expect(summary.photos == [.known: 15, .removed: 1])
    #expect(try diaries[1].beer(6)?.photos.count == 3)
  }

  @Test func eachOfTwoPhotosWithTheSameImageKeepsItsCaption() throws {
    let diary = try Diary.open(at: folder.file("own.sqlite"))
    let beer = try diary.add(NewBeer(fields: BeerFields(name: "Orval")))
    let startedImport = try diary.startImport(source: "beerdiary")
    // The second one is recognized by its UUID, so the first one must not be taken for it.
    let own = try diary.addPhoto(to: beer.id, image: FileBytes(path: files[0]), caption: "own").photo.uuid
    let photos = [UUID(), own, UUID()].map { uuid in
      ImportedPhoto(beer: UUID(), uuid: uuid, caption: uuid.uuidString, path: files[0])
    }

    for outcomes in [[.added: 2, .known: 1], [.known: 3]] as [[ImportedPhoto.Outcome: Int]] {
      let store = ImportedPhotoStore(database: diary.database)
      #expect(try store.importPhotos(photos.map { (beer.id, $0) }, startedImport) == outcomes)
    }

    let captions = try #require(try diary.beer(beer.id)).photos.map(\.caption)
    #expect(captions == ["own", photos[0].caption, photos[2].caption])
  }

  @Test func onlyHashesOfImagesOfTheSameSizeAreComputed() throws {
    let diary = try Diary.open(at: folder.file("own.sqlite"))
    let beer = try diary.add(NewBeer(fields: BeerFields(name: "Orval")))
    let startedImport = try diary.startImport(source: "beerdiary")
    let photos = try files.map { file in
      _ = try diary.addPhoto(to: beer.id, image: FileBytes(path: file))
      return (beer.id, ImportedPhoto(beer: UUID(), uuid: UUID(), path: file))
    }
    try SQLiteFile(diary.path).execute("UPDATE photo SET sha256 = NULL")

    // The images are the words one, two and three.
    #expect(
      try ImportedPhotoStore(database: diary.database).importPhotos([photos[0]], startedImport) == [.known: 1]
    )

    #expect(try diary.beer(beer.id)?.photos.map { $0.sha256 == nil } == [false, false, true])
  }

  @Test func aPhotoOfABeerWhoseAdditionWasUndoneComesBackWithTheBeer() throws {
    let text = try String(contentsOfFile: export, encoding: .utf8)
    let diary = try Diary.open(at: folder.file("diary.sqlite"))
    for _ in 0..<4 { _ = try diary.undoChange() }
    #expect(try diary.allBeers().isEmpty)

    #expect(try run(into: diary) == [.added: 3])
    let beer = try #require(try diary.allBeers().first)
    let photos = try #require(try diary.beer(beer.id)).photos
    #expect(photos.map(\.caption) == ["one", "two", "three"])
    #expect(photos.allSatisfy { text.contains($0.uuid.text) && !$0.metadata.isMissing })
    #expect(try run(into: diary) == [.known: 3])
    #expect(try diary.examine(isDeep: true).isEmpty)
  }

  @Test func aPlanCountsThePhotosOfAnExportAndTheirFiles() throws {
    try FileManager.default.removeItem(atPath: files[0])
    var options = ImportOptions()
    options.photoFolders = [folder.file("photos")]

    let photos = try FileImport(ImportSource(path: export), options).plan(for: nil).exportedPhotos

    #expect((photos.count, photos.found) == (3, 2))
    let other = try FileImport(ImportSource(path: export)).plan(for: nil).exportedPhotos
    #expect((other.count, other.found) == (3, 0))
  }

  /// A photo that the user added to an export has no UUID.
  @Test func aMissingFileThatOnlyTheExportNamesIsMissing() throws {
    let text = try String(contentsOfFile: export, encoding: .utf8)
    try text.replacing("\"\"uuid\"\":", with: "\"\"other\"\":").write(
      toFile: export, atomically: true, encoding: .utf8)
    try FileManager.default.removeItem(atPath: files[0])
    var options = ImportOptions()
    options.photoFolders = [folder.file("photos")]

    let photos = try FileImport(ImportSource(path: export), options).plan(for: nil).exportedPhotos

    #expect((photos.count, photos.found) == (3, 2))
    #expect(photos.missingFiles.first == [(files[0] as NSString).lastPathComponent])
    // The other files are texts.
    let copy = try Diary.open(at: folder.file("copy.sqlite"))
    #expect(try run(into: copy) == [.notAPicture: 2, .withoutFile: 1])
  }

  @Test func otherCaptionsAndAnotherOrderOfPhotosStayAndAreCounted() throws {
    let copy = try Diary.open(at: folder.file("copy.sqlite"))
    _ = try run(into: copy)
    let file = try FileImport(ImportSource(path: export))
    #expect(try file.plan(for: copy).tally.withOtherPhotos == 0)
    let photos = try #require(try copy.beer(1)).photos

    _ = try copy.setCaption("other", ofPhoto: photos[0].id)
    #expect(try file.plan(for: copy).tally.withOtherPhotos == 1)

    _ = try copy.setCaption("one", ofPhoto: photos[0].id)
    _ = try copy.movePhoto(photos[2].id, to: 0)
    #expect(try file.plan(for: copy).tally.withOtherPhotos == 1)
    #expect(try file.run(into: copy).tally.withOtherPhotos == 1)
    #expect(try copy.beer(1)?.photos.map(\.caption) == ["three", "one", "two"])
  }

  /// Writes an export in which somebody has reversed the photos and changed the caption of the one that is first now.
  private func writeEditedExport(of diary: Diary) throws -> FileImport {
    try writeExport(of: diary) { photos in
      photos.reverse()
      photos[0]["caption"] = "other"
    }
  }

  /// Writes an export in which somebody has edited the photos.
  private func writeExport(of diary: Diary, _ edit: (inout [[String: Any]]) -> Void) throws -> FileImport {
    let json = try JSONSerialization.jsonObject(with: Data(diary.exported(.json)))
    var beers = try #require(json as? [[String: Any]])
    var photos = try #require(beers[0]["photos"] as? [[String: Any]])
    edit(&photos)
    beers[0]["photos"] = photos
    let path = folder.file("edited.json")
    try JSONSerialization.data(withJSONObject: beers).write(to: URL(fileURLWithPath: path))
    return try updating(path)
  }

  private func updating(_ path: String) throws -> FileImport {
    var options = ImportOptions()
    options.onDuplicate = .update
    options.photoFolders = [folder.file("photos")]
    return try FileImport(ImportSource(path: path), options)
  }

  @Test func anUpdateSetsTheCaptionsAndTheOrderOfAnEditedExport() throws {
    let diary = try Diary.open(at: folder.file("diary.sqlite"))
    let before = try #require(try diary.beer(1)).photos
    let file = try writeEditedExport(of: diary)

    let plan = try file.plan(for: diary).tally
    let tally = try file.run(into: diary).tally

    let after = try #require(try diary.beer(1)).photos
    #expect(after.map(\.caption) == ["other", "two", "one"])
    #expect(after.map(\.id) == before.reversed().map(\.id))
    #expect((tally.updated, tally.same, tally.withOtherPhotos) == (1, 0, 0))
    #expect(tally.differences.counts == [.changed: ["captions": 1]])
    #expect((plan.updated, plan.withOtherPhotos, plan.differences) == (1, 0, tally.differences))
    #expect(try file.run(into: diary).tally.same == 1)
    #expect(try diary.examine(isDeep: true).isEmpty)
  }

  @Test func anUpdateKeepsCaptionsThatTheFileLeavesOut() throws {
    let diary = try Diary.open(at: folder.file("diary.sqlite"))

    let same = try writeExport(of: diary) { photos in
      for index in photos.indices { photos[index]["caption"] = nil }
    }
    #expect(try same.run(into: diary).tally.same == 1)
    #expect(try diary.beer(1)?.photos.map(\.caption) == ["one", "two", "three"])

    let other = try writeExport(of: diary) { photos in
      photos[0]["caption"] = nil
      photos[1]["caption"] = NSNull()
      photos.reverse()
    }
    #expect(try other.run(into: diary).tally.updated == 1)
    #expect(try diary.beer(1)?.photos.map(\.caption) == ["three", nil, "one"])
  }

  @Test func aPhotoThatWasAddedToAnExportByHandIsAdded() throws {
    let diary = try Diary.open(at: folder.file("diary.sqlite"))
    var random = SeededGenerator(seed: 7)
    try FixtureImage.jpeg(width: 4, height: 3, byteCount: 400, using: &random)
      .write(to: URL(fileURLWithPath: folder.file("photos/own.jpg")))
    let file = try writeExport(of: diary) { $0.append(["path": "../own.jpg", "caption": "own"]) }

    #expect(try file.run(into: diary).photos == [.known: 3, .added: 1])
    #expect(try file.run(into: diary).photos == [.known: 4])

    let detail = try #require(try diary.beer(1))
    #expect(detail.photos.map(\.caption) == ["one", "two", "three", "own"])
    #expect(detail.beer.fields.extras.isEmpty)
  }

  @Test func aListWithAnEntryThatIsNotAPhotoIsReported() throws {
    let diary = try Diary.open(at: folder.file("diary.sqlite"))
    let edits: [(inout [[String: Any]]) -> Void] = [
      { $0[0]["uuid"] = nil }, { $0[0]["uuid"] = "x" }, { $0[0]["caption"] = false },
    ]

    for edit in edits {
      let summary = try writeExport(of: diary, edit).run(into: diary)
      #expect(summary.counts.rejected == 1)
      #expect(summary.photos.isEmpty)
    }

    let detail = try #require(try diary.beer(1))
    #expect(detail.photos.map(\.caption) == ["one", "two", "three"])
    #expect(detail.beer.fields.extras.isEmpty)
  }

  @Test func aPhotoThatAFileListsTwiceIsComparedOnce() throws {
    let diary = try Diary.open(at: folder.file("diary.sqlite"))
    let json = try JSONSerialization.jsonObject(with: Data(diary.exported(.json)))
    var beers = try #require(json as? [[String: Any]])
    let photos = try #require(beers[0]["photos"] as? [[String: Any]])
    beers[0]["photos"] = [photos[0]] + photos
    let path = folder.file("twice.json")
    try JSONSerialization.data(withJSONObject: beers).write(to: URL(fileURLWithPath: path))

    let tally = try updating(path).run(into: diary).tally

    #expect((tally.updated, tally.same, tally.withOtherPhotos) == (0, 1, 0))
    #expect(try diary.beer(1)?.photos.map(\.caption) == ["one", "two", "three"])
  }

  @Test func undoingAnUpdateRestoresCaptionsAndOrderAndKeepsNewPhotos() throws {
    let diary = try Diary.open(at: folder.file("diary.sqlite"))
    let before = try #require(try diary.beer(1)).photos
    let file = try writeEditedExport(of: diary)
    let importID = try #require(try file.run(into: diary).importID)
    // A later import adds a photo, after which the beer does not count as changed.
    let other = try diary.startImport(source: "beerdiary")
    let photo = ImportedPhoto(beer: UUID(), uuid: UUID(), caption: "new", path: nil)
    _ = try ImportedPhotoStore(database: diary.database).importPhotos([(1, photo)], other)

    #expect(try diary.undoImport(importID).restored == 1)

    let after = try #require(try diary.beer(1)).photos
    #expect(after.map(\.caption) == ["one", "two", "three", "new"])
    #expect(after.prefix(3).map(\.id) == before.map(\.id))
    #expect(try file.run(into: diary).tally.updated == 1)
    #expect(try diary.beer(1)?.photos.map(\.caption) == ["other", "two", "one", "new"])
  }

  @Test func undoingAnUpdateKeepsCaptionsThatWereEditedSince() throws {
    let diary = try Diary.open(at: folder.file("diary.sqlite"), clock: TickingClock().now)
    let importID = try #require(try writeEditedExport(of: diary).run(into: diary).importID)
    let first = try #require(try diary.beer(1)?.photos.first)
    _ = try diary.setCaption("mine", ofPhoto: first.id)

    let undone = try diary.undoImport(importID)

    #expect((undone.restored, undone.kept) == (0, 1))
    #expect(try diary.beer(1)?.photos.map(\.caption) == ["mine", "two", "one"])
  }

  @Test func anUpdateFromAnOlderExportKeepsCaptions() throws {
    let copy = try Diary.open(
      at: folder.file("copy.sqlite"), clock: { Date(timeIntervalSince1970: 4_000_000_000) })
    _ = try run(into: copy)
    let first = try #require(try copy.beer(1)?.photos.first)
    _ = try copy.setCaption("later", ofPhoto: first.id)
    let file = try updating(export)

    let plan = try file.plan(for: copy).tally
    let tally = try file.run(into: copy).tally

    #expect((tally.updated, tally.same, tally.withOtherPhotos) == (0, 1, 1))
    #expect((plan.same, plan.withOtherPhotos) == (1, 1))
    #expect(try copy.beer(1)?.photos.map(\.caption) == ["later", "two", "three"])
  }

  @Test func captionsBeforeAnUpdateAreForgottenWhenTheirPhotosAreDeleted() throws {
    let diary = try Diary.open(at: folder.file("diary.sqlite"))
    let photos = try #require(try diary.beer(1)).photos
    _ = try writeEditedExport(of: diary).run(into: diary)
    let stored = "SELECT photos FROM beer_before_import"
    let before = photos.map { "[\($0.id),\"\($0.caption ?? "")\"]" }
    #expect(try SQLiteFile(diary.path).rows(stored) == [["[\(before.joined(separator: ","))]"]])

    _ = try diary.removePhoto(photos[1].id)
    _ = try diary.emptyTrash()

    #expect(try SQLiteFile(diary.path).rows(stored) == [["[\(before[0]),\(before[2])]"]])
  }

  @Test func importingAgainAfterUndoSetsCaptionsAndOrder() throws {
    let copy = try Diary.open(at: folder.file("copy.sqlite"))
    _ = try run(into: copy)
    let before = try #require(try copy.beer(1)).photos
    _ = try copy.undoImport()
    let diary = try Diary.open(at: folder.file("diary.sqlite"))
    let photos = try #require(try diary.beer(1)).photos
    _ = try diary.setCaption("other", ofPhoto: photos[2].id)
    _ = try diary.movePhoto(photos[0].id, to: 2)
    _ = try diary.movePhoto(photos[1].id, to: 1)
    try Data(diary.exported(.csv)).write(to: URL(fileURLWithPath: export))

    let file = try FileImport(ImportSource(path: export))
    #expect(try file.plan(for: copy).tally.withOtherPhotos == 0)
    #expect(try file.run(into: copy).tally.withOtherPhotos == 0)

    let after = try #require(try copy.beer(1)).photos
    #expect(after.map(\.caption) == ["other", "two", "one"])
    #expect(after.map(\.uuid) == before.reversed().map(\.uuid))
  }

  /// Version 1.0 had the name of a photo's file as `file`, and no id and no number.
  @Test func photosOfAnEarlierExportAreRead() throws {
    let text = try String(contentsOfFile: export, encoding: .utf8)
    let earlier = text.replacing("\"\"path\"\":", with: "\"\"file\"\":")
      .replacing(try Regex("\"\"id\"\":[0-9]+,"), with: "")
      .replacing(try Regex(",\"\"number\"\":[0-9]+"), with: "")
    #expect(earlier.count < text.count)
    try earlier.write(toFile: export, atomically: true, encoding: .utf8)

    let copy = try Diary.open(at: folder.file("copy.sqlite"))
    #expect(try run(into: copy) == [.added: 3])
    #expect(try copy.beer(1)?.photos.map(\.caption) == ["one", "two", "three"])
  }

  @Test func aFileWithoutAHashIsTakenAsItIs() throws {
    let text = try String(contentsOfFile: export, encoding: .utf8)
    let hashless = text.replacing(try Regex(",\"\"sha256\"\":\"\"[0-9a-f]{64}\"\""), with: "")
    #expect(hashless.count < text.count)
    try hashless.write(toFile: export, atomically: true, encoding: .utf8)
    try Data("another".utf8).write(to: URL(fileURLWithPath: files[1]))

    #expect(try run(into: Diary.open(at: folder.file("copy.sqlite"))) == [.added: 3])
  }
}
