import DiaryModel
import DiaryStore
import DiaryUpkeep
import FixtureStores
import Foundation
import Pictures
import TestSupport
import Testing

@testable import Interchange

/// Photos of other programs' files, found in a folder by links, ids and names.
@Suite struct PhotoPairingTests {
  private let folder: TemporaryFolder
  private let diary: Diary

  init() throws {
    folder = try TemporaryFolder()
    diary = try Diary.open(at: folder.file("diary.sqlite"))
    try FileManager.default.createDirectory(
      atPath: folder.file("photos/folder.jpg"), withIntermediateDirectories: true)
  }

  /// Writes a picture that no other name has.
  private func addFiles(_ names: String...) throws {
    for name in names {
      var random = SeededGenerator(seed: name.utf8.reduce(7) { $0 &* 31 &+ UInt64($1) })
      let picture = FixtureImage.jpeg(width: 4, height: 3, byteCount: 400, using: &random)
      try picture.write(to: URL(fileURLWithPath: folder.file("photos") + "/" + name))
    }
  }

  private func file(_ rows: String..., duplicate: ImportPolicy.Duplicate = .skip, isStrict: Bool = false)
    throws
    -> FileImport
  {
    let text = "beer_name,checkin_id,photo_url,File name\n" + rows.map { $0 + "\n" }.joined()
    var options = ImportOptions()
    options.photoFolder = folder.file("photos")
    options.onDuplicate = duplicate
    options.isStrict = isStrict
    return try FileImport(ImportSource(Array(text.utf8)), options)
  }

  @Test func aFileNamedBySeveralPathsIsNotAdded() throws {
    try addFiles("x.jpg", "y.jpg")

    _ = try file("A,1,,2019/x.jpg", "B,2,,2020/x.jpg", "C,3,,2020/y.jpg").run(into: diary)

    #expect(try photos("A") == [] && photos("B") == [])
    #expect(try photos("C") == ["y.jpg"])
  }

  /// The names of the files that a beer's photos have the bytes of.
  private func photos(_ name: String) throws -> [String] {
    let ids = try diary.beers(named: name)
    let detail = try #require(try ids.first.flatMap { try diary.beer($0) })
    return try detail.photos.map { photo in
      var bytes = Data()
      #expect(try diary.readImage(ofPhoto: photo.id) { bytes += Data($0) })
      let files = try FileManager.default.contentsOfDirectory(atPath: folder.file("photos"))
      return files.first {
        (try? Data(contentsOf: URL(fileURLWithPath: folder.file("photos/\($0)")))) == bytes
      }
        ?? "?"
    }
  }

  private func missingLinks() throws -> [String] {
    var links: [String] = []
    try diary.forEachMissingPhotoLink { links.append($0.url) }
    return links.sorted()
  }

  @Test func filesAreFoundByLinkByCheckInAndByName() throws {
    try addFiles(
      "a.jpg", "1002.jpg", "1002-10.jpg", "1002_2.png", "c d.jpg", "e.jpg", "stray.jpg", ".hidden.jpg")
    let file = try file(
      "Abt,1001,https://example.org/photos/a.jpg?size=9#x,", "Brugse Zot,1002,,",
      "Cuvée,1003,,\"pics/c d.jpg; e.jpg\"", "Duchesse,1004,https://example.org/d.jpg,none.jpg")

    let summary = try file.run(into: diary)

    #expect(summary.photos == [.added: 6])
    #expect(try photos("Abt") == ["a.jpg"])
    #expect(try photos("Brugse Zot") == ["1002.jpg", "1002_2.png", "1002-10.jpg"])
    #expect(try photos("Cuvée") == ["c d.jpg", "e.jpg"])
    #expect(try photos("Duchesse") == [])
    let report = try #require(summary.photoPairing)
    #expect(report.photoCount == 6 && report.filesWithoutRow.first == ["stray.jpg"])
    #expect(
      report.rowsWithoutFile.count == 1 && report.rowsWithoutFile.first == ["https://example.org/d.jpg"])
    #expect(try file.plan(for: diary).photos == report)
    #expect(try diary.examine(isDeep: true).isEmpty)
  }

  @Test(arguments: [true, false])
  func beersWithALinkAreCountedUnlessThereIsAFolder(_ keepsLinks: Bool) throws {
    let text = """
      beer_name,checkin_id,photo_url,avatar_url
      Abt,1001,https://example.org/a.jpg,https://example.org/me.jpg
      Bock,1002,,https://example.org/me.jpg
      Cuvée,1003,http://example.org/c.jpg,

      """
    var options = ImportOptions()
    if !keepsLinks { options.assignments = [ColumnAssignment(column: "photo_url", role: .ignored)] }
    let count = keepsLinks ? 2 : 0
    let source = ImportSource(Array(text.utf8))
    #expect(try FileImport(source, options).plan(for: diary).counts.photoLinks == count)
    #expect(try FileImport(source, options).run(into: diary).counts.photoLinks == count)
    options.photoFolder = folder.file("photos")
    #expect(try FileImport(source, options).plan(for: diary).counts.photoLinks == 0)
  }

  @Test func rowsThatNameAMissingFileAreReported() throws {
    try addFiles("a.jpg", "1002.jpg")
    let summary = try file(
      "Abt,1001,,a.jpg", "Bock,1002,,pics/b.JPG", "Cuvée,1003,,\"a.jpg; c.png\"", "Dubbel,1004,yes,notes.txt",
      "Export,1005,,"
    ).run(into: diary)
    let missing = try #require(summary.photoPairing).rowsWithoutFile
    #expect(missing.count == 2 && missing.first == ["b.JPG", "c.png"])
    // The file with the check-in's number is its photo all the same.
    #expect(try photos("Bock") == ["1002.jpg"])
  }

  @Test func namesMayDifferInCaseIfThatIsNotAmbiguous() throws {
    try addFiles("mine.jpg", "two.jpg", "TWO.jpg", "linked.jpg")
    let summary = try file(
      "Abt,1001,,MINE.JPG", "Bock,1002,,Two.jpg", "Cuvée,1003,,TWO.jpg",
      "Dubbel,1004,https://example.org/Linked.JPG,"
    ).run(into: diary)
    #expect(summary.photos == [.added: 3])
    #expect(try photos("Abt") == ["mine.jpg"] && photos("Bock") == [] && photos("Cuvée") == ["TWO.jpg"])
    #expect(try photos("Dubbel") == ["linked.jpg"])
    #expect(summary.photoPairing?.rowsWithoutFile.first == ["Two.jpg"])
  }

  @Test func linksWithinObjectsOfJSONAreFound() throws {
    try addFiles("a_og.jpg", "a_sm.jpg", "b.jpg")
    let text = """
      [{"checkin_id": 1, "beer": {"beer_name": "Abt"}, "user": {"user_avatar": "https://example.org/me.jpg"},
        "media": {"count": 1, "items": [{"photo_id": 7, "photo": {
          "photo_img_sm": "https://example.org/a_sm.jpg", "photo_img_og": "https://example.org/a_og.jpg"}}]}},
       {"checkin_id": 2, "beer": {"beer_name": "Bock"}, "media": {"count": 0, "items": []},
        "badges": {"items": [{"badge_link": "https://example.org/b.jpg"}]}}]
      """
    var options = ImportOptions()
    let source = ImportSource(Array(text.utf8))
    _ = try FileImport(source, options).run(into: diary)
    #expect(try missingLinks() == ["https://example.org/a_og.jpg"])
    options.photoFolder = folder.file("photos")
    let summary = try FileImport(source, options).run(into: diary)
    #expect(summary.photos == [.added: 1] && summary.photoPairing?.rowsWithoutFile.count == 0)
    #expect(try photos("Abt") == ["a_og.jpg"] && photos("Bock") == [])
    #expect(try missingLinks() == [])
  }

  @Test func anOnlyLinkIsMissingUntilItsBeerHasAnyPhoto() throws {
    try addFiles("mine.jpg")
    _ = try file(
      "Abt,1001,https://example.org/a.jpg,",
      "Bock,1002,https://example.org/b.jpg https://example.org/c.jpg,"
    ).run(into: diary)
    for name in ["Abt", "Bock"] {
      let beer = try #require(try diary.beers(named: name).first)
      _ = try diary.addPhoto(to: beer, image: FileBytes(path: folder.file("photos/mine.jpg")), caption: nil)
    }
    #expect(try missingLinks() == ["https://example.org/b.jpg", "https://example.org/c.jpg"])
  }

  @Test func noPhotoIsAddedTwice() throws {
    try addFiles("a.jpg", "1001_2.jpg")
    let row = "Abt,1001,https://example.org/a.jpg,"
    #expect(try file(row, row).run(into: diary).photos == [.added: 2, .known: 2])
    let again = try file(row).run(into: diary)
    #expect(again.photos == [.known: 2] && again.importID == nil)
    // The same pictures under other names.
    let photos = folder.file("photos")
    try FileManager.default.moveItem(atPath: photos + "/a.jpg", toPath: photos + "/1001.jpg")
    #expect(try file(row).run(into: diary).photos == [.known: 2])
    #expect(try self.photos("Abt") == ["1001.jpg", "1001_2.jpg"])
  }

  @Test func aPhotoOfTheDiaryIsOnlyOneOfSeveralWithTheSameImage() throws {
    try addFiles("1001.jpg")
    let photos = folder.file("photos")
    for copy in ["1001_2.jpg", "1001_3.jpg"] {
      try FileManager.default.copyItem(atPath: photos + "/1001.jpg", toPath: photos + "/" + copy)
    }
    let beer = try diary.add(
      NewBeer(fields: BeerFields(name: "Abt"), origin: Origin(source: "untappd", id: "1001")))
    _ = try diary.addPhoto(to: beer.id, image: FileBytes(path: photos + "/1001.jpg"), caption: nil)

    #expect(try file("Abt,1001,,").run(into: diary).photos == [.known: 1, .added: 2])
    #expect(try file("Abt,1001,,").run(into: diary).photos == [.known: 3])
    #expect(try diary.beer(beer.id)?.photos.count == 3)
  }

  @Test func photosComeLaterAndGoWithTheirImport() throws {
    let row = "Abt,1001,https://example.org/a.jpg,"
    let first = try #require(try file(row).run(into: diary).importID)
    try addFiles("a.jpg")
    #expect(try file(row).run(into: diary).photos == [.added: 1])
    #expect(try photos("Abt") == ["a.jpg"])

    #expect(try diary.undoImport(first).removed == 1)
    #expect(try diary.beers(named: "Abt").isEmpty)
    #expect(try file(row).run(into: diary).photos == [.known: 1])
    #expect(try photos("Abt") == ["a.jpg"])
  }

  @Test func aPhotoGoesToTheBeerThatItsRowBecomes() throws {
    _ = try file("Abt,1001,,", "Bock,1002,,").run(into: diary)
    try addFiles("1001.jpg", "1002.jpg")

    let added = try file("Abt 12,1001,,", duplicate: .add).run(into: diary)
    // Added first and with its photo later.
    _ = try file("Bock 2,1002,,b.jpg", duplicate: .add).run(into: diary)
    let bock = try #require(try diary.beers(named: "Bock 2").first)
    for photo in try #require(try diary.beer(bock)).photos { _ = try diary.removePhoto(photo.id) }
    _ = try diary.emptyTrash()
    let later = try file("Bock 2,1002,,b.jpg").run(into: diary)

    #expect(added.photos == [.added: 1] && later.photos == [.added: 1])
    #expect(try photos("Abt") == [] && photos("Bock") == [])
    #expect(try photos("Abt 12") == ["1001.jpg"])
    #expect(try photos("Bock 2") == ["1002.jpg"])
    #expect((later.tally.same, later.tally.differing) == (1, 0))
    #expect(try file("Abt 12,1001,,", duplicate: .add).plan(for: diary).tally.same == 1)
    let undo = try diary.undoImport(added.importID)
    #expect((undo.removed, undo.photos) == (1, 0))
    #expect(try file("Abt 12,1001,,").plan(for: diary).tally.differing == 1)
    #expect(try file("Abt 12,1001,,", duplicate: .add).run(into: diary).tally.added == 1)
    #expect(try photos("Abt 12") == ["1001.jpg"])
  }

  @Test func photosOfBeersThatWereThereGoWithTheirImport() throws {
    let row = "Abt,1001,https://example.org/a.jpg,"
    _ = try file(row).run(into: diary)
    try addFiles("a.jpg", "1001_2.jpg")
    let before = try #require(try diary.beer(1)).beer

    let importID = try #require(try file(row).run(into: diary).importID)
    let record = try #require(try diary.imports().first)
    let plan = try diary.planUndo().undo
    let undo = try diary.undoImport()

    #expect(record.id == importID && (record.addedCount, record.photoCount) == (0, 2))
    #expect((undo.importID, undo.removed, undo.photos, undo.kept) == (importID, 0, 2, 0))
    #expect(plan == undo)
    #expect(try photos("Abt") == [])
    #expect(try diary.removedPhotos(ofBeer: 1).count == 2)
    #expect(try diary.beer(1)?.beer == before)
    #expect(try diary.imports().map(\.id) == [importID - 1])

    let again = try file(row).run(into: diary)
    #expect(again.photos == [.added: 2] && again.importID != nil)
    #expect(try photos("Abt") == ["a.jpg", "1001_2.jpg"])
    #expect(try diary.undoImport(again.importID).photos == 2)
    _ = try diary.emptyTrash()
    #expect(try file(row).run(into: diary).photos == [.added: 2])
    #expect(try diary.examine(isDeep: true).isEmpty)
  }

  @Test func photosOfAnImportThatIsUndoneTwiceAreRestored() throws {
    _ = try file("Abt,1001,,").run(into: diary)
    try addFiles("1001.jpg")
    let second = try #require(try file("Abt,1001,,", "Bock,1002,,").run(into: diary).importID)
    let undo = try diary.undoImport(second)
    _ = try diary.restore(diary.beersInTrash())
    let again = try diary.undoImport(second)

    #expect((undo.removed, undo.photos) == (1, 1) && (again.removed, again.photos) == (1, 0))
    #expect(try file("Abt,1001,,").run(into: diary).photos == [.added: 1])
  }

  @Test func aPhotoThatWasTakenOffAfterItsImportStaysOff() throws {
    _ = try file("Abt,1001,,").run(into: diary)
    try addFiles("1001.jpg", "1001_2.jpg")
    _ = try file("Abt,1001,,").run(into: diary)
    let photo = try #require(try diary.beer(1)?.photos.first)
    _ = try diary.removePhoto(photo.id)

    #expect(try diary.undoImport().photos == 1)
    #expect(try file("Abt,1001,,").run(into: diary).photos == [.removed: 1, .added: 1])
    #expect(try photos("Abt") == ["1001_2.jpg"])
  }

  @Test func aPhotoThatWasTakenOffStaysOff() throws {
    try addFiles("a.jpg")
    let file = try file("Abt,1001,https://example.org/a.jpg,")
    _ = try file.run(into: diary)
    let photo = try #require(try diary.beer(1)?.photos.first)
    _ = try diary.removePhoto(photo.id)
    #expect(try file.run(into: diary).photos == [.removed: 1])
    #expect(try photos("Abt") == [] && missingLinks() == [])
  }

  @Test func aPhotoThatWasAddedByHandIsRecognized() throws {
    try addFiles("a.jpg")
    let file = try file("Abt,1001,https://example.org/a.jpg,")
    let beer = try diary.add(
      NewBeer(fields: BeerFields(name: "Abt"), origin: Origin(source: "untappd", id: "1001")))
    _ = try diary.addPhoto(to: beer.id, image: FileBytes(path: folder.file("photos/a.jpg")), caption: nil)
    #expect(try file.run(into: diary).photos == [.known: 1])
  }

  @Test func aFileNamedBySeveralLinksIsNotAdded() throws {
    try addFiles("photo.jpg")
    let summary = try file(
      "Abt,1001,https://example.org/1/photo.jpg,", "Bock,1002,https://example.org/2/photo.jpg,"
    ).run(into: diary)
    #expect(summary.photos == [:])
    let report = try #require(summary.photoPairing)
    #expect(report.sharedFiles.first == ["photo.jpg"])
    #expect(report.filesWithoutRow.count == 0 && report.rowsWithoutFile.count == 0)
  }

  @Test func aPathThatSharesItsNameIsNotCalledMissing() throws {
    try addFiles("p1.png", "stray.png")
    let report = try #require(
      try file("Abt,1001,,x/p1.png", "Bock,1002,,y/p1.png", "Dubbel,1003,,none.png").plan(for: diary).photos)
    #expect(report.sharedFiles.first == ["p1.png"] && report.filesWithoutRow.first == ["stray.png"])
    #expect(report.rowsWithoutFile.first == ["none.png"])
  }

  @Test func aPlanCountsThePhotosThatAreNew() throws {
    _ = try file("Abt,1001,,").run(into: diary)
    try addFiles("1001.jpg", "1001_2.jpg", "1002.jpg")
    let rows = try file("Abt,1001,,", "Bock,1002,,")
    #expect(try rows.plan(for: diary).tally.photos == [.added: 3])
    _ = try rows.run(into: diary)
    #expect(try rows.plan(for: diary).tally.photos == [:])
    _ = try diary.undoImport()
    #expect(try rows.plan(for: diary).tally.photos[.added] ?? 0 >= 2)
  }

  @Test func anImportOfPhotosIsUndoneAndRedone() throws {
    _ = try file("Abt,1001,,").run(into: diary)
    try addFiles("1001.jpg", "1001_2.jpg")
    let importID = try #require(try file("Abt,1001,,").run(into: diary).importID)

    let change = try #require(try diary.change(ofImport: importID))
    guard case .imported(let imported) = change else {
      Issue.record("\(change)")
      return
    }
    #expect((imported.beerCount, imported.photoCount) == (0, 2))
    let undone = try diary.revert(change)
    #expect(try photos("Abt") == [])
    #expect(try diary.revert(undone) == change)
    #expect(try photos("Abt") == ["1001.jpg", "1001_2.jpg"])
    let again = try diary.revert(change)
    _ = try diary.emptyTrash()
    #expect(throws: UndoError.self) { try diary.revert(again) }
  }

  @Test(arguments: [false, true]) func rowsStayIfTheirPhotosCannotBeAdded(_ isStrict: Bool) throws {
    try addFiles("1001.jpg")
    let failing = try SQLiteFile(folder.file("diary.sqlite"))
    try failing.execute(
      "CREATE TRIGGER refuse BEFORE INSERT ON photo BEGIN SELECT RAISE(ABORT, 'refused'); END")

    let summary = try file("Abt,1001,,", "Bock,1002,,", isStrict: isStrict).run(into: diary)

    guard case .photosNotAdded = summary.failure else {
      Issue.record("\(String(describing: summary.failure))")
      return
    }
    #expect(try diary.beers(named: "Abt").count == 1 && diary.beers(named: "Bock").count == 1)
    #expect(try diary.beersInTrash().isEmpty)
    try failing.execute("DROP TRIGGER refuse")
    #expect(try file("Abt,1001,,", isStrict: isStrict).run(into: diary).photos == [.added: 1])
  }

  @Test func aFileThatIsNotAPictureIsLeftOut() throws {
    try Data("<html>Not found</html>".utf8).write(to: URL(fileURLWithPath: folder.file("photos/a.jpg")))
    let summary = try file("Abt,1001,https://example.org/a.jpg,").run(into: diary)
    #expect(summary.photos == [.notAPicture: 1])
    #expect(try photos("Abt") == [] && missingLinks() == ["https://example.org/a.jpg"])
  }

  @Test func linksAreMissingUntilTheirPhotosAreThere() throws {
    let rows = [
      "Abt,1001,https://example.org/a.jpg,", "Bock,1002,https://example.org/b.jpg,", "Dubbel,1003,,",
    ]
    _ = try file(rows[0], rows[1], rows[2]).run(into: diary)
    #expect(try missingLinks() == ["https://example.org/a.jpg", "https://example.org/b.jpg"])
    // Downloaded under the check-in's id, it is the photo of the link all the same.
    try addFiles("a.jpg", "1002.jpg")
    #expect(try file(rows[0], rows[1], rows[2]).run(into: diary).photos == [.added: 2])
    #expect(try missingLinks() == [])
  }

  @Test func aMissingFolderIsReported() {
    var options = ImportOptions()
    options.photoFolder = folder.file("none")
    #expect(throws: ImportError.noPhotoFolder(path: folder.file("none"))) {
      try FileImport(ImportSource(Array("beer_name,checkin_id\nAbt,1\n".utf8)), options)
    }
  }

  @Test(arguments: [
    ("https://example.org/p/a.jpg", ["a.jpg"]),
    ("https://example.org/p/a%20b.jpg?x=1/2", ["a%20b.jpg?x=1%2F2", "a b.jpg"]),
    ("https://images.example/crop?w=6&url=https://example.org/p/a.jpg", ["a.jpg", "crop"]),
    ("https://images.example/crop?url=https%3A%2F%2Fexample.org%2Fp%2Fa.jpg%3Fx", ["a.jpg"]),
    ("https://example.org/", ["example.org"]),
  ])
  func downloadsHaveTheNamesThatTheirProgramsGive(_ link: String, _ names: [String]) {
    let candidates = DownloadName.candidates(of: link)
    #expect(names.allSatisfy(candidates.contains), "\(candidates)")
  }

  @Test func aValueMayHaveSeveralLinks() {
    let links = [
      "https://example.org/a,b.jpg", "http://example.org/c.jpg", "https://e.org/?u=https://e.org/d.jpg",
    ]
    for separator in [" ", ", ", ",", ";", "\n"] {
      #expect(PhotoLink.links(in: links.joined(separator: separator)) == links)
    }
    #expect(PhotoLink.links(in: "see https://example.org") == ["https://example.org"])
    #expect(PhotoLink.links(in: "no link") == [])
  }
}
