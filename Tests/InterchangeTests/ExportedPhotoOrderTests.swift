import DiaryFixtures
import DiaryModel
import Foundation
import Pictures
import TestSupport
import Testing

@testable import DiaryStore
@testable import Interchange

/// Where photos come that an export lists in another order, or with another beer, than the diary.
@Suite struct ExportedPhotoOrderTests {
  private let folder: TemporaryFolder
  private let diary: Diary
  /// The exported beers, whose photos have files.
  private let beers: [[String: Any]]

  /// Exports a beer with three photos and one without.
  init() throws {
    folder = try TemporaryFolder()
    diary = try Diary.open(at: folder.file("diary.sqlite"))
    let beer = try diary.add(NewBeer(fields: BeerFields(name: "Orval"))).id
    _ = try diary.add(NewBeer(fields: BeerFields(name: "Duvel")))
    for text in ["one", "two", "three"] {
      _ = try diary.addPhoto(to: beer, image: MemoryBytes(Data(text.utf8)), caption: text)
    }
    var photos = try PhotoExport(from: diary, to: folder.file("photos"))
    var written = DiaryExport(.json)
    let detail = try #require(try diary.beer(beer))
    for photo in detail.photos {
      written.files[photo.uuid] = try photos.export(photo, of: detail.beer).file
    }
    var bytes: [UInt8] = []
    _ = try written.run(from: diary) { bytes += $0 }
    let json = try JSONSerialization.jsonObject(with: Data(bytes))
    beers = try #require(json as? [[String: Any]])
  }

  /// Imports the export with the photos of each beer edited, and updates what the diary has.
  @discardableResult
  private func update(_ copy: Diary, _ edit: (inout [[[String: Any]]]) -> Void) throws -> ImportSummary {
    try edited(edit).run(into: copy)
  }

  /// Returns the import of the export with the photos of each beer edited.
  private func edited(_ edit: (inout [[[String: Any]]]) -> Void) throws -> FileImport {
    var edited = beers
    var photos = try edited.map { try #require($0["photos"] as? [[String: Any]]) }
    edit(&photos)
    for index in edited.indices { edited[index]["photos"] = photos[index] }
    var options = ImportOptions()
    options.onDuplicate = .update
    options.photoFolders = [folder.file("photos")]
    let bytes = try Array(JSONSerialization.data(withJSONObject: edited))
    return try FileImport(ImportSource(bytes), options)
  }

  private func captions(_ diary: Diary, of beer: String = "Orval") throws -> [String?] {
    let id = try #require(try diary.allBeers().first { $0.fields.name == beer }).id
    return try #require(try diary.beer(id)).photos.map(\.caption)
  }

  private func index(of beer: String) -> Int { beers.firstIndex { $0["name"] as? String == beer } ?? 0 }

  @Test(arguments: [0, 1])
  func anUpdatePutsANewPhotoWhereTheExportHasIt(_ position: Int) throws {
    let copy = try Diary.open(at: folder.file("copy.sqlite"))
    let orval = index(of: "Orval")
    try update(copy) { $0[orval].remove(at: position) }
    let before = try captions(copy)
    #expect(before.count == 2)

    let summary = try update(copy) { _ in }

    #expect(summary.photos == [.known: 2, .added: 1])
    #expect(try captions(copy) == ["one", "two", "three"])
    let again = try update(copy) { _ in }
    #expect(again.tally.same == 2)
    _ = try copy.undoImport(summary.importID)
    #expect(try captions(copy) == before)
  }

  @Test func anImportThatDoesNotUpdateAddsANewPhotoAfterTheOthers() throws {
    let copy = try Diary.open(at: folder.file("copy.sqlite"))
    let orval = index(of: "Orval")
    try update(copy) { $0[orval].remove(at: 1) }
    var options = ImportOptions()
    options.photoFolders = [folder.file("photos")]

    try copy.importFile(Array(JSONSerialization.data(withJSONObject: beers)), options)

    #expect(try captions(copy) == ["one", "three", "two"])
  }

  @Test func aNewPhotoDoesNotMovePhotosThatOnlyTheDiaryHas() throws {
    let copy = try Diary.open(at: folder.file("copy.sqlite"))
    let orval = index(of: "Orval")
    try update(copy) { $0[orval].remove(at: 1) }
    let id = try #require(try copy.allBeers().first { $0.fields.name == "Orval" }).id
    // A photo of another import, after which the beer does not count as changed.
    let other = try copy.startImport(source: "beerdiary")
    let photo = ImportedPhoto(beer: UUID(), uuid: UUID(), caption: "own", path: nil)
    _ = try ImportedPhotoStore(database: copy.database).importPhotos([(id, photo)], other)

    try update(copy) { _ in }

    #expect(try captions(copy) == ["one", "two", "three", "own"])
  }

  @Test func numbersThatSayAnotherOrderThanTheListAreReported() throws {
    let copy = try Diary.open(at: folder.file("copy.sqlite"))
    let orval = index(of: "Orval")

    let whole = try update(copy) { _ in }
    let edited = try update(copy) { photos in
      for index in photos[orval].indices { photos[orval][index]["number"] = 3 - index }
    }

    #expect(whole.counts.ignoredPhotoNumbers.count == 0)
    #expect(edited.counts.ignoredPhotoNumbers.count == 1)
    #expect(try captions(copy) == ["one", "two", "three"])
  }

  @Test func aBeerThatIsAddedNextToTheDiarysHasPhotosOfItsOwn() throws {
    var edited = beers
    edited[index(of: "Orval")]["rating"] = 4
    var options = ImportOptions()
    options.onDuplicate = .add
    options.photoFolders = [folder.file("photos")]
    let file = try FileImport(
      ImportSource(Array(JSONSerialization.data(withJSONObject: edited))), options)
    let known = try #require(try diary.beer(1)).photos

    let plan = try file.plan(for: diary).tally
    let summary = try file.run(into: diary)

    #expect(summary.photos == [.added: 3] && plan.photos == [.added: 3])
    let id = try #require(try diary.allBeers().last).id
    let added = try #require(try diary.beer(id))
    #expect(added.beer.fields.rating == 4)
    #expect(added.photos.map(\.caption) == ["one", "two", "three"])
    #expect(added.photos.allSatisfy { !$0.metadata.isMissing })
    #expect(Set(added.photos.map(\.uuid)).isDisjoint(with: known.map(\.uuid)))
    #expect(try diary.beer(1)?.photos == known)

    #expect(try file.run(into: diary).photos == [.known: 3])
    _ = try diary.undoImport(summary.importID)
    _ = try file.run(into: diary)
    #expect(try diary.beer(id)?.photos.map(\.uuid) == added.photos.map(\.uuid))
  }

  @Test func aPhotoOfAnotherBeerInTheExportStaysAndIsReported() throws {
    let copy = try Diary.open(at: folder.file("copy.sqlite"))
    try update(copy) { _ in }
    let (orval, duvel) = (index(of: "Orval"), index(of: "Duvel"))

    let file = try edited { photos in
      let photo = photos[orval].remove(at: 2)
      photos[duvel].append(photo)
    }

    #expect(try file.plan(for: copy).tally.photos == [.otherBeer: 1])
    let moved = try file.run(into: copy)
    #expect(moved.photos == [.known: 2, .otherBeer: 1])
    #expect(try captions(copy) == ["one", "two", "three"])
    #expect(try captions(copy, of: "Duvel").isEmpty)
  }

  @Test func captionsAreReadOnOneLine() throws {
    let copy = try Diary.open(at: folder.file("copy.sqlite"))
    let orval = index(of: "Orval")

    try update(copy) { $0[orval][0]["caption"] = "one\n\nline" }

    #expect(try captions(copy) == ["one line", "two", "three"])
  }

  @Test func aCaptionWithALineBreakInTheDiaryDoesNotDifferFromItsExport() throws {
    let photo = ImportedPhoto(beer: UUID(), uuid: UUID(), caption: "a\nb", path: nil)
    let started = try diary.startImport(source: "beerdiary")
    _ = try ImportedPhotoStore(database: diary.database).importPhotos([(1, photo)], started)

    let tally = try diary.importText(diary.exportedText(), .update).tally

    #expect((tally.same, tally.withOtherPhotos) == (2, 0))
    #expect(try captions(diary) == ["one", "two", "three", "a\nb"])
  }
}
