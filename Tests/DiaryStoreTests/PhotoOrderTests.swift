import DiaryFixtures
import DiaryModel
import DiaryStore
import DiaryUpkeep
import FixtureStores
import SQLiteKit
import TestSupport
import Testing

/// The keys that keep the order of photos, whatever they were when the diary was opened.
@Suite struct PhotoOrderTests {
  private let fresh: FreshDiary
  private var diary: Diary { fresh.diary }
  private static let count = 60

  init() throws { fresh = try FreshDiary() }

  /// Keys as SQL says them, from the place `n` of each photo.
  static let firstKeys = [
    "1048576 + 1024 * n", "n", "9223372036854775807 - 100 + n", "n * 150000000000000000",
    "iif(n < 30, n, 9223372036854775000 + n)", "iif(n = 0, 0, 1152921504606846976 + n)",
    "1152921504606846976 - 40 + n",
  ]

  @Test(arguments: firstKeys) func changesOfPhotosFollowAPlainArray(_ key: String) throws {
    var (beer, model) = try beer(keys: key)
    var removed: [(change: DiaryChange, id: Int64, place: Int)] = []
    var random = Seeds.generator(11)
    for _ in 0..<150 {
      let from = Int.random(in: 0..<model.count, using: &random)
      let to = Int.random(in: 0..<model.count, using: &random)
      switch Int.random(in: 0..<6, using: &random) {
      case 0 where model.count > 40:
        removed.append((try diary.removePhoto(model[from]), model.remove(at: from), from))
      case 1 where !removed.isEmpty:
        let (change, id, place) = removed.removeLast()
        _ = try diary.revert(change)
        model.insert(id, at: min(place, model.count))
      case 2:
        model.append(
          try diary.addPhoto(to: beer, image: FixtureBytes("more"), allowsDuplicate: true).photo.id)
      default:
        let id = model.remove(at: from)
        model.insert(id, at: to)
        _ = try diary.movePhoto(id, to: to)
      }
      #expect(try diary.beer(beer)?.photos.map(\.id) == model)
    }
    #expect(try places(ofBeer: beer) == zip(model, 0...).map { "\($0) \($1)" })
    #expect(try diary.examine().isEmpty)
  }

  /// If a user drops one photo after the other, room runs out again and again.
  @Test(arguments: firstKeys, [0, 1, 59]) func aPhotoCanAlwaysBeInsertedAtTheSamePosition(
    _ key: String, _ place: Int
  )
    throws
  {
    var (beer, model) = try beer(keys: key)
    for step in 0..<100 {
      let from = (step * 17 + 5) % model.count
      let id = model.remove(at: from)
      model.insert(id, at: place)
      _ = try diary.movePhoto(id, to: place)
    }
    #expect(try places(ofBeer: beer) == zip(model, 0...).map { "\($0) \($1)" })
  }

  /// Which only somebody else can have written.
  @Test(arguments: [Int64.min, -100, -1, 3, Int64.max]) func aPhotoIsRestoredFromAnyPosition(
    _ place: Int64
  )
    throws
  {
    let (beer, photos) = try beer(keys: "n")
    let change = try diary.removePhoto(photos[7])
    let file = try SQLiteFile(diary.path)
    try file.execute("PRAGMA ignore_check_constraints = ON; UPDATE removed_photo SET user_order = \(place)")
    file.close()
    let removed = try diary.removedPhotos(ofBeer: beer)

    _ = try diary.restorePhotos(removed)

    #expect(try Set(diary.beer(beer)?.photos.map(\.id) ?? []) == Set(photos))
    withExtendedLifetime(change) {}
  }

  /// Photos are removed one after the other or together, and others stay.
  @Test(arguments: Seeds.range(0..<20)) func allRestoredPhotosReturnToTheirOrder(_ seed: UInt64) throws {
    let diary = try Diary.open(at: fresh.folder.file("ticking.sqlite"), clock: TickingClock().now)
    let beer = try diary.add(NewBeer(fields: BeerFields(name: "Orval"))).id
    let all = try (0..<9).map { try diary.addPhoto(to: beer, image: FixtureBytes("\($0)")).photo.id }
    var random = SeededGenerator(seed: seed)
    var rest = all.shuffled(using: &random)
    for _ in 0..<3 {
      let chosen = Array(rest.prefix(.random(in: 1...3, using: &random)))
      rest.removeFirst(chosen.count)
      _ = try diary.removePhotos(chosen)
    }
    #expect(try diary.beer(beer)?.photos.map(\.id) == all.filter(rest.contains))

    _ = try diary.restorePhotos(diary.removedPhotos(ofBeer: beer))

    #expect(try diary.beer(beer)?.photos.map(\.id) == all)
  }

  @Test(arguments: [0, 2]) func photosOfAnUndoneAdditionAreRestoredInTheirOrder(_ count: Int) throws {
    let beer = try fresh.addBeer("Orval", photos: (0..<count).map { "\($0)" })
    let added = try ["a", "b", "c"].map {
      try diary.addPhoto(to: beer.beer.id, image: FixtureBytes($0), caption: $0)
    }
    _ = try diary.revert(added.map(\.change))

    _ = try diary.restorePhotos(diary.removedPhotos(ofBeer: beer.beer.id))

    #expect(
      try diary.beer(beer.beer.id)?.photos.map(\.id) == (beer.photos + added.map(\.photo)).map(\.id))
  }

  @Test func restoringOneOfSeveralPhotosIsUndoneAndRedone() throws {
    let beer = try fresh.addBeer("Orval", photos: ["a", "b", "c"])
    let ids = beer.photos.map(\.id)
    _ = try diary.removePhotos(ids.reversed())
    let last = try diary.removedPhotos(ofBeer: beer.beer.id).filter { $0.photo.id == ids[2] }
    func shown() throws -> [Int64]? { try diary.beer(beer.beer.id)?.photos.map(\.id) }

    _ = try diary.restorePhotos(last)
    #expect(try shown() == [ids[2]])
    _ = try diary.undoChange()
    #expect(try shown() == [])
    _ = try diary.redoChange()
    #expect(try shown() == [ids[2]])
    _ = try diary.undoChange()
    #expect(try shown() == [])
  }

  @Test func undoingARemovalAfterOthersIsRedone() throws {
    let beer = try fresh.addBeer("Orval", photos: ["a", "b", "c"])
    let removals = try beer.photos.reversed().map { try diary.removePhoto($0.id) }

    let restored = try diary.revert(removals[0])
    #expect(try diary.beer(beer.beer.id)?.photos.map(\.id) == [beer.photos[2].id])
    _ = try diary.revert(restored)

    #expect(try diary.beer(beer.beer.id)?.photos == [])
  }

  @Test func beersWithRemovedPhotosAreListedAndTheirPhotosCounted() throws {
    let orval = try fresh.addBeer("Orval", photos: ["one", "two"])
    let duvel = try fresh.addBeer("Duvel Tripel Hop", photos: ["three"])
    _ = try fresh.addBeer("Saison", photos: ["four"])
    _ = try diary.removePhotos(orval.photos.map(\.id) + [duvel.photos[0].id])

    let beers = try diary.beersWithRemovedPhotos(limit: 10)

    #expect(beers.map(\.name) == ["Duvel Tripel Hop", "Orval"] && beers.map(\.photoCount) == [1, 2])
    #expect(beers.map(\.id) == [duvel.beer.id, orval.beer.id])
    #expect(beers.allSatisfy { $0.lastRemoval != nil })
    #expect(try diary.beersWithRemovedPhotos(limit: 1).map(\.id) == [duvel.beer.id])
    #expect(try diary.beersWithRemovedPhotos(matching: "orv", limit: 1).map(\.id) == [orval.beer.id])
    #expect(try diary.beersWithRemovedPhotos(matching: "x", limit: 1) == [])
    #expect(throws: StoreError.cancelled) {
      _ = try diary.beersWithRemovedPhotos(limit: 10, isCancelled: { true })
    }
    let removed = try diary.removedPhotos(ofBeer: orval.beer.id)
    #expect(removed.map(\.photo.id) == orval.photos.map(\.id).reversed())
    #expect(try diary.summary(BeerQuery(filter: BeerFilter(isInTrash: true))).removedPhotoCount == 3)
    #expect(try diary.summary().removedPhotoCount == 0)
  }

  @Test func aMoveWritesOnePhotoAndRarelyItsNeighbors() throws {
    let (beer, _) = try beer(keys: "1048576 + 1024 * n")
    var random = Seeds.generator(12)
    var written: [Int] = []
    for _ in 0..<300 {
      let before = try keys(ofBeer: beer)
      let id = try #require(before.keys.randomElement(using: &random))
      _ = try diary.movePhoto(id, to: Int.random(in: 0..<Self.count, using: &random))
      let after = try keys(ofBeer: beer)
      written.append(after.count { before[$0.key] != $0.value })
    }
    #expect(written.filter { $0 > 1 }.count < 30)
  }

  private func beer(keys: String) throws -> (id: Int64, photos: [Int64]) {
    let beer = try fresh.addBeer("Orval", photos: (0..<Self.count).map { "\($0)" })
    let file = try SQLiteFile(diary.path)
    try file.execute(
      """
      UPDATE photo SET order_key = 4611686018427387904 + id;
      UPDATE photo SET order_key = (SELECT \(keys) FROM (SELECT id - \(beer.photos[0].id) AS n));
      """)
    file.close()
    return (beer.beer.id, beer.photos.map(\.id))
  }

  /// What others read: each photo with its place.
  private func places(ofBeer beer: Int64) throws -> [String] {
    let file = try SQLiteFile(diary.path)
    defer { file.close() }
    return try file.rows(
      "SELECT id, user_order FROM ordered_photo WHERE beer_id = \(beer) ORDER BY user_order"
    )
    .map { "\($0[0]) \($0[1])" }
  }

  private func keys(ofBeer beer: Int64) throws -> [Int64: String] {
    let file = try SQLiteFile(diary.path)
    defer { file.close() }
    let rows = try file.rows("SELECT id, order_key FROM photo WHERE beer_id = \(beer)")
    return Dictionary(uniqueKeysWithValues: rows.compactMap { row in Int64(row[0]).map { ($0, row[1]) } })
  }
}
