import DiaryFixtures
import DiaryModel
import DiaryStore
import DiaryUpkeep
import FixtureStores
import Foundation
import GRDB
import Pictures
import TestSupport
import SQLiteKit
import Testing

/// Splitting a beer into one for each day on which its photos were taken, and undoing that.
@Suite struct BeerSplitStoreTests {
  private let fresh: FreshDiary
  private var diary: Diary { fresh.diary }

  init() throws { fresh = try FreshDiary() }

  private static let fields = BeerFields(
    name: "Orval", brewery: "Brasserie d'Orval", style: "Trappist", abv: 6.2, ibu: 36, rating: 4.5,
    notes: "Dry.", place: "Villers", latitude: 49.6, longitude: 5.3, serving: "bottle", price: "€4",
    drunkAt: DiaryDate("2024-06-03"), extras: ["hop": .text("Hallertau")])

  /// Adds a beer with photos named `a`, `b` and so on, which were taken at these times.
  private func addBeer(_ times: [String?], fields: BeerFields = Self.fields) throws -> BeerDetail {
    let beer = try diary.add(NewBeer(fields: fields))
    for (time, caption) in zip(times, "abcdefgh") {
      let photo = try diary.addPhoto(
        to: beer.id, image: FixtureBytes("\(caption)"), caption: "\(caption)", allowsDuplicate: true
      ).photo
      try diary.write {
        try $0.execute(sql: "UPDATE photo SET taken_at = ? WHERE id = ?", arguments: [time, photo.id])
      }
    }
    return try #require(try diary.beer(beer.id))
  }

  /// Adds a beer with photos of three days, two without a date, and one taken after midnight.
  private func addAlbum() throws -> BeerDetail {
    try addBeer([
      "2024-06-05T20:00:00", nil, "2024-06-03T21:00:00", "2024-06-01T19:00:00Z", "2024-06-06T00:30:00",
      "2024-06", "2024-06-03T20:00:00",
    ])
  }

  private func captions(_ beer: Int64) throws -> String {
    try diary.beer(beer)?.photos.map { $0.caption ?? "" }.joined() ?? ""
  }

  private func split(_ beer: Int64) throws -> DiaryChange.Split {
    guard case .splitBeer(let split)? = try diary.splitBeer(beer, in: .gmt) else {
      throw EditError.noSuchBeer(String(beer))
    }
    return split
  }

  /// All that a person can see, and the positions of photos in the store.
  private func contents() throws -> [[String]] {
    let file = try SQLiteFile(diary.path)
    defer { file.close() }
    return try file.rows("SELECT * FROM beer ORDER BY id")
      + file.rows("SELECT * FROM ordered_photo ORDER BY id")
      + file.rows("SELECT beer_id FROM chosen_label ORDER BY beer_id")
  }

  @Test func eachDayBecomesABeerWithItsPhotosInTheirOrder() throws {
    let album = try addAlbum()

    let split = try split(album.beer.id)

    #expect(split.beer == album.beer.id && split.beerCount == 3 && split.name == "Orval")
    #expect(try captions(album.beer.id) == "bcfg")
    #expect(try split.added.map { try captions($0.id) } == ["d", "ae"])
    #expect(split.added.map(\.fields.drunkAt?.text) == ["2024-06-01T19:00:00Z", "2024-06-05T20:00:00"])
    for beer in split.added {
      let expected = BeerFields(
        name: "Orval", brewery: "Brasserie d'Orval", style: "Trappist", abv: 6.2, drunkAt: beer.fields.drunkAt
      )
      #expect(beer.fields == expected && beer.origin == nil)
      let detail = try #require(try diary.beer(beer.id))
      #expect(detail.beer == beer && detail.photos.map(\.order) == Array(detail.photos.indices))
      #expect(detail.photos.allSatisfy { $0.beerID == beer.id })
    }
    let kept = try #require(try diary.beer(album.beer.id))
    #expect(kept.beer.fields == album.beer.fields && kept.photos.map(\.order) == [0, 1, 2, 3])
    #expect(try diary.examine() == [])
  }

  /// As after the migration of an old diary, until the background work has read the images.
  @Test func datesThatHaveNotBeenReadYetAreReadFromTheImages() throws {
    let beer = try diary.add(NewBeer(fields: Self.fields))
    var random = SeededGenerator(seed: 1)
    for (day, caption) in zip(["03", "05", "03", "01"], "abcd") {
      let image = FixtureImage.jpeg(
        width: 40, height: 30, byteCount: 900, taken: "2024:06:\(day) 20:00:00", using: &random)
      _ = try diary.addPhoto(to: beer.id, image: MemoryBytes(Array(image)), caption: "\(caption)")
    }
    #expect(try diary.beer(beer.id)?.photos.first?.takenAt?.text == "2024-06-03T20:00:00")
    try diary.write {
      try $0.execute(
        sql: """
          UPDATE photo SET described = 0, taken_at = NULL, format = NULL, width = NULL, height = NULL
          WHERE caption <> 'b'
          """)
    }
    #expect(try diary.unreadPhotoCount() == 3)

    let split = try split(beer.id)

    #expect(try captions(beer.id) == "ac")
    #expect(try split.added.map { try captions($0.id) } == ["d", "b"])
  }

  @Test func thePhotosKeepTheirImagesAndTheirMetadata() throws {
    let album = try addAlbum()
    func images(_ photos: [Photo]) throws -> [Data] {
      try photos.map { photo in
        var data = Data()
        _ = try diary.readImage(ofPhoto: photo.id) { data.append(contentsOf: $0) }
        return data
      }
    }

    let added = try split(album.beer.id).added

    let photos = try ([album.beer.id] + added.map(\.id)).flatMap { try diary.beer($0)?.photos ?? [] }
      .sorted { $0.id < $1.id }
    #expect(photos.map(\.uuid) == album.photos.map(\.uuid))
    #expect(photos.map(\.takenAt) == album.photos.map(\.takenAt))
    #expect(photos.map(\.sha256) == album.photos.map(\.sha256))
    #expect(try images(photos) == "abcdefg".map { Data("\($0)".utf8) })
  }

  @Test func theNewBeersAreListedWithTheirThumbnailsAndCounts() throws {
    let album = try addAlbum()
    let query = BeerQuery(order: .date, generation: 1)
    #expect(try diary.listItems(query, in: 0..<9).map(\.photoCount) == [7])

    let added = try split(album.beer.id).added

    let items = try diary.listItems(query, in: 0..<9)
    #expect(items.map(\.id) == [added[1].id, album.beer.id, added[0].id])
    #expect(items.map(\.photoCount) == [2, 4, 1])
    #expect(items.map(\.thumbnailID) == [0, 1, 3].map { album.photos[$0].id })
    #expect(try diary.summary(query).beersWithPhotos == 3)
  }

  /// A photo of a day whose beer is there may be added later.
  @Test func aBeerThatIsSplitAgainGetsNewUUIDsForTheSameDays() throws {
    let album = try addBeer(["2024-06-01", "2024-06-03"])
    let first = try split(album.beer.id).added.map(\.uuid)
    let photo = try diary.addPhoto(to: album.beer.id, image: FixtureBytes("z")).photo
    try diary.write {
      try $0.execute(
        sql: "UPDATE photo SET taken_at = '2024-06-01' WHERE id = ?", arguments: [photo.id])
    }

    let second = try split(album.beer.id).added.map(\.uuid)

    #expect(first.count == 1 && second.count == 1 && first != second)
    #expect(try diary.examine() == [])
  }

  @Test func aSplitIsUndoneAndRedone() throws {
    let album = try addAlbum()
    let before = try contents()

    let change = try #require(try diary.splitBeer(album.beer.id, in: .gmt))
    let after = try contents()
    #expect(after != before)
    let back = try diary.revert(change)
    #expect(try contents() == before && captions(album.beer.id) == "abcdefg")
    let again = try diary.revert(back)
    #expect(try contents() == after)
    _ = try diary.revert(diary.revert(diary.revert(again)))
    #expect(try contents() == before)
    #expect(try diary.examine() == [])
  }

  /// The name of the beer leads to another label, or the beer has no name.
  @Test(arguments: [true, false]) func theNewBeersHaveTheLabelOfTheBeerAlsoAfterUndoAndRedo(_ isNamed: Bool)
    throws
  {
    var fields = Self.fields
    if !isNamed { fields.name = nil }
    let album = try addBeer(["2024-06-01", "2024-06-03", "2024-06-05"], fields: fields)
    if isNamed {
      _ = try diary.add(NewBeer(fields: fields))
      _ = try diary.splitLabel(ofBeer: album.beer.id)
    }
    let label = try #require(try diary.label(ofBeer: album.beer.id))
    #expect(label.history.times == 1)

    let change = try #require(try diary.splitBeer(album.beer.id, in: .gmt))
    #expect(try diary.label(uuid: label.uuid)?.history.times == 3)
    let redo = try diary.revert(change)
    #expect(try diary.label(uuid: label.uuid)?.history.times == 1)
    _ = try diary.revert(redo)
    #expect(try diary.label(uuid: label.uuid)?.history.times == 3)
  }

  @Test func theBeersOfASplitShareALabelIfTheBeerHadNone() throws {
    var fields = Self.fields
    fields.name = nil
    let album = try addBeer(["2024-06-01", "2024-06-05"], fields: fields)
    // As after the migration of a large diary; another program does not give labels.
    let file = try SQLiteFile(diary.path)
    try file.execute("UPDATE beer SET label_id = NULL")
    file.close()

    let added = try split(album.beer.id).added

    #expect(try diary.label(ofBeer: album.beer.id)?.history.times == 2)
    #expect(try diary.label(ofBeer: added[0].id) == diary.label(ofBeer: album.beer.id))
  }

  @Test func nothingIsChangedIfTheBeerCannotBeSplit() throws {
    let same = try addBeer(["2024-06-01T20:00:00", "2024-06-02T03:00:00", nil])
    let trashed = try addBeer(["2024-06-01", "2024-06-05"])
    _ = try diary.moveToTrash([trashed.beer.id])
    let before = try contents()

    #expect(try diary.splitBeer(same.beer.id, in: .gmt) == nil)
    #expect(try diary.splitBeer(trashed.beer.id, in: .gmt) == nil)
    #expect(throws: EditError.noSuchBeer("99")) { try diary.splitBeer(99, in: .gmt) }
    #expect(try contents() == before)
  }

  @Test func aReadOnlyDiaryRefusesASplit() throws {
    let album = try addAlbum()
    try diary.close()
    let readOnly = try Diary.openReadOnly(at: diary.path)

    #expect(try readOnly.splittableBeers(in: .gmt).map(\.dayCount) == [3])
    #expect(throws: EditError.store(.readOnly(path: diary.path))) {
      try readOnly.splitBeer(album.beer.id, in: .gmt)
    }
    #expect(try readOnly.beer(album.beer.id) == album)
  }

  @Test func aNewBeerThatHasChangedSinceIsNotRemovedByUndo() throws {
    let changes: [(Beer) throws -> Void] = [
      { _ = try diary.edit($0.id, to: BeerFields(name: "Orval", notes: "Precious.")) },
      { _ = try diary.moveToTrash([$0.id]) },
      { _ = try diary.addPhoto(to: $0.id, image: FixtureBytes("new")) },
      { beer in
        let photo = try #require(try diary.beer(beer.id)?.photos.last)
        _ = try diary.movePhoto(photo.id, to: 0)
      },
      { beer in
        let photo = try #require(try diary.beer(beer.id)?.photos.first)
        _ = try diary.removePhoto(photo.id)
      },
    ]
    for change in changes {
      let album = try addAlbum()
      let split = try split(album.beer.id)
      try change(split.added[1])
      let before = try contents()

      #expect(throws: UndoError.changedSince(what: "“Orval”")) { try diary.revert(.splitBeer(split)) }
      #expect(try contents() == before)
    }
  }

  @Test func photosGoBackAlsoIfOthersWereRemovedOrAddedSince() throws {
    let album = try addAlbum()
    let split = try split(album.beer.id)
    for photo in try #require(try diary.beer(album.beer.id)).photos.dropFirst() {
      _ = try diary.removePhoto(photo.id)
    }
    _ = try diary.addPhoto(to: album.beer.id, image: FixtureBytes("new"), caption: "x")

    let redo = try diary.revert(.splitBeer(split))

    #expect(try captions(album.beer.id) == "abxde")
    #expect(try diary.beer(album.beer.id)?.photos.map(\.order) == [0, 1, 2, 3, 4])
    _ = try diary.revert(redo)
    #expect(try captions(album.beer.id) == "bx" && split.added.map { try captions($0.id) } == ["d", "ae"])
  }

  @Test func deletingABeerOfASplitRemovesTheSplitFromTheHistory() throws {
    let split = try split(addAlbum().beer.id)
    let change = DiaryChange.splitBeer(split)
    let other = Int64(99)

    #expect(change.onlyBeer == nil)
    for beer in [split.beer, split.added[1].id] {
      #expect(change.cannotBeUndone(after: EmptiedTrash(beers: [beer])))
    }
    #expect(!change.cannotBeUndone(after: EmptiedTrash(beers: [other], photos: [other])))
    let undone = try diary.revert(change)
    #expect(!undone.cannotBeUndone(after: EmptiedTrash(beers: [split.added[1].id])))
    #expect(undone.cannotBeUndone(after: EmptiedTrash(photos: [1])))
  }

  @Test(.timeLimit(.minutes(60))) func allBeersConcernedAreReported() async throws {
    let album = try addAlbum()
    var observer = ObservedChanges(of: diary)

    let split = try split(album.beer.id)
    let all = Set([split.beer] + split.added.map(\.id))
    #expect(await observer.next()?.beers == all)
    _ = try diary.revert(.splitBeer(split))
    #expect(await observer.next()?.beers == all)
  }

  @Test func beersThatCanBeSplitAreFound() throws {
    let albums = try [addAlbum(), addBeer(["2024-06-01T20:00:00", "2024-06-05T20:00:00"])]
    _ = try addBeer(["2024-06-01T20:00:00", "2024-06-02T03:00:00", nil])
    _ = try addBeer(["2024-06-01", "2024-06 01 20:00", "2024-06-01"])
    _ = try diary.moveToTrash([addBeer(["2024-06-01", "2024-06-05"]).beer.id])

    let found = try diary.splittableBeers(in: .gmt)

    #expect(found.map(\.beer.id) == albums.map(\.beer.id) && found.map(\.dayCount) == [3, 2])
    #expect(found[0].beer.photoCount == 7 && found[0].beer.name == "Orval")
    #expect(try diary.splittableBeers(in: .gmt, limit: 1).map(\.beer.id) == [albums[0].beer.id])
    for album in albums { _ = try split(album.beer.id) }
    #expect(try diary.splittableBeers(in: .gmt).isEmpty)
  }

  @Test func photosOfAnImportThatIsUndoneLeaveTheNewBeers() throws {
    let album = try addAlbum()
    let file = try SQLiteFile(diary.path)
    try file.execute(
      """
      INSERT INTO import_batch (id, source, started_at) VALUES (1, 'csv', '2024-07-01T12:00:00Z');
      INSERT INTO import_run (batch, file, written_at) VALUES (1, 'beers.csv', '2024-07-01T12:00:00Z');
      INSERT INTO imported_photo (photo_id, batch) SELECT id, 1 FROM photo WHERE caption IN ('a', 'b');
      """)
    file.close()
    let added = try split(album.beer.id).added

    let undo = try diary.undoImport(1)

    #expect(undo.photos == 2)
    #expect(try captions(album.beer.id) == "cfg" && captions(added[1].id) == "e")
  }
}
