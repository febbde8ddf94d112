import DiaryFixtures
import DiaryModel
import DiaryStore
import DiaryUpkeep
import FixtureStores
import Foundation
import Pictures
import SQLiteKit
import TestSupport
import Testing

/// Changes and taking them back.
@Suite struct ChangeTests {
  private let fresh: FreshDiary
  private var diary: Diary { fresh.diary }

  init() throws { fresh = try FreshDiary() }

  @Test func anEditIsUndoneAndRedone() throws {
    let beer = try fresh.addBeer("Orval").beer
    var fields = beer.fields
    fields.rating = 4.5
    fields.extras["hop"] = .text("Citra")

    let change = try #require(try diary.edit(beer.id, to: fields))
    #expect(try diary.beer(beer.id)?.beer.fields == fields)
    let back = try diary.revert(change)
    #expect(try diary.beer(beer.id)?.beer == beer)
    _ = try diary.revert(back)
    #expect(try diary.beer(beer.id)?.beer.fields == fields)
  }

  @Test func anEditThatChangesNothingIsNotAChange() throws {
    let beer = try fresh.addBeer("Orval").beer

    #expect(try diary.edit(beer.id, to: beer.fields) == nil)
  }

  /// SQLite ends a text at a NUL.
  @Test func textAfterANULIsStored() throws {
    let extras: Extras = ["ho\0p": .text("Ci\0tra"), "malt": .text("\0")]
    let beer = try diary.add(NewBeer(fields: BeerFields(name: "Or\0val", notes: "\0", extras: extras)))
    var fields = BeerFields(name: "Orval", extras: ["hop": .text("Citra")])
    #expect(beer.fields == fields)

    fields.notes = "dry\0 and bitter"
    _ = try diary.edit(beer.id, to: fields)
    fields.notes = "dry and bitter"
    #expect(try diary.beer(beer.id)?.beer.fields == fields)

    _ = try diary.set(.text(.style), of: [beer.id], to: .text("Pale\0 ale"))
    _ = try diary.edit([beer.id]) { $0.place = "At\0 home" }
    fields.style = "Pale ale"
    fields.place = "At home"
    #expect(try diary.beer(beer.id)?.beer.fields == fields)
  }

  @Test func changesOfAnotherProgramAreNotOverwritten() throws {
    let beer = try fresh.addBeer("Orval").beer
    var mine = beer.fields
    var other = beer.fields
    mine.rating = 2
    other.rating = 5
    let change = try #require(try diary.edit(beer.id, to: other))

    #expect(throws: EditError.changedSince(what: "“Orval”")) {
      try diary.edit(beer.id, to: mine, expecting: beer.fields)
    }
    _ = try diary.edit(beer.id, to: mine)
    #expect(throws: UndoError.changedSince(what: "“Orval”")) { try diary.revert(change) }
    #expect(try diary.beer(beer.id)?.beer.fields == mine)
  }

  @Test func manyBeersAreEditedInOneChange() throws {
    let newBeers = (0..<12_000).map { NewBeer(fields: BeerFields(name: "Beer \($0)", abv: 5)) }
    _ = try diary.importBeers(newBeers, in: try diary.startImport(source: "test"))
    let ids = Array(Int64(1)...12_000)
    var done: [Int] = []

    let changed = try diary.edit(ids + [99_999], progress: { done.append($0) }) { fields in
      fields.style = "Stout"
      fields.abv = nil
      fields.extras["hop"] = .text("Citra")
    }

    #expect(changed == 12_000 && done == [10_000, 12_001])
    #expect(
      try diary.summary(BeerQuery(filter: BeerFilter("style=Stout hop:citra no:abv"))).beerCount == 12_000)
    let again = try diary.edit(ids) { $0.style = "Stout" }
    #expect(again == 0)
    var names: [String?] = []
    try diary.forEachFields(of: [1, 3, 99_999]) { names.append($1.name) }
    #expect(names == ["Beer 0", "Beer 2"])
  }

  @Test func anEditOfManyBeersIsDoneForAllOrForNone() throws {
    for name in ["Orval", "Gueuze", "Chimay"] { _ = try fresh.addBeer(name) }

    #expect(throws: EditError.invalid(field: "abv", reason: "120.0 is not between 0 and 100")) {
      try diary.edit([1, 2, 3]) { $0.abv = $0.name == "Chimay" ? 120 : 5 }
    }
    var asked = 0
    #expect(throws: EditError.store(.cancelled)) {
      try diary.edit(
        [1, 2, 3],
        isCancelled: {
          asked += 1
          return asked == 2
        }
      ) { $0.abv = 5 }
    }
    for id in [Int64(1), 2, 3] { #expect(try diary.beer(id)?.beer.fields.abv == nil) }
  }

  @Test func aValueOutsideItsRangeIsRefused() throws {
    let beer = try fresh.addBeer("Orval").beer
    var fields = beer.fields
    fields.abv = 101

    #expect(throws: EditError.invalid(field: "abv", reason: "101.0 is not between 0 and 100")) {
      try diary.edit(beer.id, to: fields)
    }
    fields.abv = nil
    fields.ibu = -1
    #expect(throws: EditError.invalid(field: "ibu", reason: "-1.0 is less than 0")) {
      try diary.edit(beer.id, to: fields)
    }
  }

  @Test func anAddedBeerThatHasChangedSinceIsNotRemovedByUndo() throws {
    let beer = try diary.add(NewBeer(fields: BeerFields(name: "Orval")))
    _ = try diary.edit(beer.id, to: BeerFields(name: "Orval", notes: "Precious."))

    #expect(throws: UndoError.changedSince(what: "“Orval”")) { try diary.revert(.added(beer)) }
    #expect(try diary.beer(beer.id)?.beer.fields.notes == "Precious.")
  }

  @Test func anAdditionIsNotRedoneIfTheDiaryHasACopyOfTheBeer() throws {
    let beer = try diary.add(NewBeer(fields: BeerFields(name: "Orval")))
    let redo = try diary.revert(.added(beer))
    let copy = try diary.add(NewBeer(fields: BeerFields(name: "Copy")))
    let file = try SQLiteFile(diary.path)
    let uuid = beer.uuid.uuidString.replacing("-", with: "")
    try file.execute("UPDATE beer SET uuid = x'\(uuid)' WHERE id = \(copy.id)")
    file.close()

    #expect(throws: UndoError.changedSince(what: "“Copy”")) { try diary.revert(redo, isRedo: true) }
    #expect(try diary.beer(beer.id) == nil && diary.beer(copy.id)?.beer.fields.name == "Copy")
  }

  @Test func anUndoneMoveLeavesNoGapIfPhotosWereRemoved() throws {
    let beer = try fresh.addBeer("Orval", photos: ["a", "b", "c", "d"])
    let move = try #require(try diary.movePhoto(beer.photos[3].id, to: 0))
    _ = try diary.removePhoto(beer.photos[2].id)

    _ = try diary.revert(move)
    _ = try diary.addPhoto(to: beer.beer.id, image: FixtureBytes("e"), caption: "e")

    let photos = try #require(try diary.beer(beer.beer.id)).photos
    #expect(photos.map(\.caption) == ["a", "b", "d", "e"])
    #expect(photos.map(\.order) == [0, 1, 2, 3])
  }

  @Test func theTrashIsEmptiedWithItsPhotosOnly() throws {
    let kept = try fresh.addBeer("Orval", photos: ["a", "b"])
    let thrown = try fresh.addBeer("Westmalle", photos: ["c"])

    #expect(try diary.moveToTrash([thrown.beer.id, 999]) == .trashed([thrown.beer.id]))
    #expect(try diary.moveToTrash([thrown.beer.id]) == nil)
    #expect(try diary.emptyTrash().beers == [thrown.beer.id])

    let file = try SQLiteFile(diary.path)
    #expect(try diary.beer(thrown.beer.id) == nil)
    #expect(try diary.beer(kept.beer.id)?.photos.count == 2)
    #expect(try file.rows("SELECT count(*) FROM photo_image") == [["2"]])
  }

  @Test func onlyWhatIsNamedAndStillInTheTrashIsDeleted() throws {
    let beers = try ["Orval", "Gueuze", "Chimay"].map { name in
      try fresh.addBeer(name, photos: ["\(name) a", "\(name) b"])
    }
    let ids = beers.map(\.beer.id)
    _ = try diary.removePhoto(beers[2].photos[0].id)
    _ = try diary.moveToTrash([ids[0], ids[1]])
    let asked = try diary.contentsOfTrash()
    #expect(try diary.summary(BeerQuery(filter: BeerFilter(isInTrash: true))).trash == asked)
    _ = try diary.restore([ids[0]])
    _ = try diary.removePhoto(beers[2].photos[1].id)
    _ = try diary.moveToTrash([ids[2]])

    let emptied = try diary.emptyTrash(asked)

    #expect(emptied == EmptiedTrash(beers: [ids[1]], photos: [beers[2].photos[0].id]))
    #expect(
      try diary.contentsOfTrash() == EmptiedTrash(beers: [ids[2]], photos: [beers[2].photos[1].id]))
    #expect(try diary.beer(ids[0]) != nil)
  }

  @Test func theWholeTrashIsEmptiedInSeveralSteps() throws {
    let big = Data(repeating: 7, count: 1_000_000)
    let thrown = try (0..<6).map { try fresh.addBeer("Beer \($0)").beer.id }
    for (index, id) in thrown.enumerated() {
      for photo in 0..<4 {
        let image = MemoryBytes(Array(big + Data([UInt8(index), UInt8(photo)])))
        _ = try diary.addPhoto(to: id, image: image)
      }
    }
    let kept = try fresh.addBeer("Kept", photos: ["a", "b"])
    _ = try diary.removePhoto(kept.photos[0].id)
    _ = try diary.moveToTrash(thrown)

    #expect(try diary.emptyTrash().beers == IDSet(thrown))

    let file = try SQLiteFile(diary.path)
    #expect(try file.rows("SELECT count(*) FROM photo_image") == [["1"]])
    #expect(try file.rows("SELECT count(*) FROM removed_photo") == [["0"]])
    #expect(try diary.examine() == [])
  }

  @Test func aRemovedPhotoIsRestoredToItsPositionWithItsImage() throws {
    let beer = try fresh.addBeer("Orval", photos: ["a", "b", "c"])

    let change = try diary.removePhoto(beer.photos[1].id)
    #expect(try diary.beer(beer.beer.id)?.photos.map(\.caption) == ["a", "c"])
    let new = try diary.addPhoto(to: beer.beer.id, image: FixtureBytes("d"), caption: "d").photo
    #expect(!beer.photos.map(\.id).contains(new.id))
    _ = try diary.revert(change)

    let photos = try #require(try diary.beer(beer.beer.id)).photos
    #expect(photos.map(\.caption) == ["a", "b", "c", "d"])
    #expect(photos.map(\.order) == [0, 1, 2, 3])
    #expect(try bytes(ofPhoto: photos[1].id) == Data("b".utf8))
  }

  @Test func addingTheSamePhotoAgainIsRefused() throws {
    let beer = try fresh.addBeer("Orval", photos: ["a", "b"]).beer

    #expect(throws: PhotoError.samePhoto(order: 1)) {
      try diary.addPhoto(to: beer.id, image: FixtureBytes("b"))
    }
    _ = try diary.addPhoto(to: beer.id, image: FixtureBytes("b"), allowsDuplicate: true)
    #expect(try diary.beer(beer.id)?.photos.count == 3)
    #expect(try SQLiteFile(diary.path).rows("SELECT count(*) FROM photo_image") == [["3"]])
  }

  @Test func aLargePhotoIsStoredByteForByte() throws {
    let beer = try fresh.addBeer("Orval").beer
    let image = (0..<5_000_000).map { UInt8(truncatingIfNeeded: $0 &* 31 >> 3) }

    let photo = try diary.addPhoto(to: beer.id, image: MemoryBytes(image)).photo

    #expect(try bytes(ofPhoto: photo.id) == Data(image))
    #expect(try diary.addingMetadata(to: [photo])[0].sha256 == photo.sha256)
  }

  @Test(arguments: Seeds.range(1..<3))
  func undoingRandomChangesRestoresTheDiary(_ seed: UInt64) throws {
    var walk = RandomWalk(diary, seed: seed)
    for name in ["Orval", "Westmalle", "Chimay"] { _ = try fresh.addBeer(name, photos: ["a", "b", "c"]) }
    let file = try SQLiteFile(diary.path)
    try file.execute("UPDATE photo SET taken_at = '2024-06-0' || (1 + id % 3) || 'T20:00:00'")
    file.close()
    let before = try contents()

    var changes: [DiaryChange] = []
    while changes.count < 80 {
      if let change = try walk.step() { changes.append(change) }
    }
    let after = try contents()
    let redo = try changes.reversed().map { try diary.revert($0) }

    #expect(try contents() == before)
    for change in redo.reversed() { _ = try diary.revert(change) }
    #expect(try contents() == after)
  }

  private func bytes(ofPhoto id: Int64) throws -> Data {
    var data = Data()
    #expect(try diary.readImage(ofPhoto: id) { data.append(contentsOf: $0) })
    return data
  }

  /// Everything that a person can see.
  private func contents() throws -> [[String]] {
    let file = try SQLiteFile(diary.path)
    defer { file.close() }
    return try file.rows("SELECT * FROM beer ORDER BY id")
      + file.rows("SELECT * FROM ordered_photo ORDER BY id")
  }
}

/// Changes a diary at random.
struct RandomWalk {
  private let diary: Diary
  private var random: SeededGenerator
  private var number = 0

  init(_ diary: Diary, seed: UInt64) {
    self.diary = diary
    random = SeededGenerator(seed: seed)
  }

  mutating func step() throws -> DiaryChange? {
    number += 1
    var beers: [BeerDetail] = []
    try diary.forEachBeer { beers.append($0) }
    guard let beer = beers.randomElement(using: &random) else {
      return .added(try diary.add(NewBeer(fields: BeerFields(name: "new \(number)"))))
    }
    let photo = beer.photos.randomElement(using: &random)
    switch Int.random(in: 0..<9, using: &random) {
    case 0: return .added(try diary.add(NewBeer(fields: BeerFields(name: "new \(number)"))))
    case 1:
      var fields = beer.beer.fields
      fields.rating = Double.random(in: 0...5, using: &random)
      return try diary.edit(beer.beer.id, to: fields)
    case 2: return beers.count > 2 ? try diary.moveToTrash([beer.beer.id]) : nil
    case 3: return try diary.restore(Array(1...6))
    case 4:
      return try diary.addPhoto(to: beer.beer.id, image: FixtureBytes("p\(number)")).change
    case 5: return try photo.map { try diary.removePhoto($0.id) }
    case 6: return try photo.flatMap { try diary.setCaption("caption \(number)", ofPhoto: $0.id) }
    case 7: return try diary.splitBeer(beer.beer.id, in: .gmt)
    default:
      return try photo.flatMap {
        try diary.movePhoto($0.id, to: Int.random(in: 0..<6, using: &random))
      }
    }
  }
}

/// One field of many beers.
@Suite struct FieldChangeTests {
  private let fresh: FreshDiary
  private var diary: Diary { fresh.diary }

  init() throws { fresh = try FreshDiary() }

  @Test(arguments: [
    (AssignableField.text(.style), JSONValue.text("Stout")), (.number(.rating), .number(4)),
    (.custom("hop"), .text("Citra")), (.custom("a \"b\".c"), .integer(7)),
  ])
  func aFieldOfManyBeersIsSetUndoneAndRedone(_ field: AssignableField, _ value: JSONValue) throws {
    let beers = try ["Orval", "Rochefort", "Saison"].map { try fresh.addBeer($0).beer }
    _ = try diary.edit(beers[1].id, to: BeerFields(name: "Rochefort", style: "Quad", rating: 5))
    let before = try beers.map { try diary.beer($0.id) }

    let changes = try diary.set(field, of: beers.prefix(2).map(\.id), to: value)
    let after = try beers.map { try diary.beer($0.id) }
    #expect(after[0] != before[0] && after[1] != before[1] && after[2] == before[2])
    let back = try diary.revert(changes)
    #expect(try beers.map { try diary.beer($0.id) } == before)
    _ = try diary.revert(back)

    #expect(try beers.map { try diary.beer($0.id)?.beer.fields } == after.map { $0?.beer.fields })
  }

  @Test func aChangeIsNotUndoneIfABeerHasAnotherValueNow() throws {
    let beers = try ["Orval", "Rochefort"].map { try fresh.addBeer($0).beer }
    let changes = try diary.set(.text(.style), of: beers.map(\.id), to: .text("Stout"))
    _ = try diary.edit(beers[1].id, to: BeerFields(name: "Rochefort", style: "Quad"))

    #expect(throws: UndoError.changedSince(what: "“Rochefort”")) { try diary.revert(changes) }
    #expect(try diary.beer(beers[0].id)?.beer.fields.style == "Stout")
  }

  /// Not blamed on a later change: another program has emptied the trash since.
  @Test func aBeerThatWasDeletedForGoodIsReportedAsMissing() throws {
    let beers = try ["Orval", "Rochefort"].map { try fresh.addBeer($0).beer }
    let changes = [
      try diary.edit(beers[1].id, to: BeerFields(name: "Rochefort", style: "Quad")),
      try diary.set(.text(.style), of: beers.map(\.id), to: .text("Gose")).first,
      try diary.moveToTrash([beers[1].id]),
    ].compactMap { $0 }
    _ = try diary.emptyTrash()

    #expect(changes.count == 3)
    for change in changes.reversed() {
      #expect(throws: UndoError.noSuchBeer(String(beers[1].id))) { try diary.revert(change) }
    }
  }

  @Test func theProgressOfAChangeItsUndoAndItsRedoIsReported() throws {
    let newBeers = (0..<12_000).map { NewBeer(fields: BeerFields(name: "Beer \($0)")) }
    _ = try diary.importBeers(newBeers, in: diary.startImport(source: "csv"))
    let ids = try diary.ids(BeerQuery(), in: 0..<Int.max).ascending
    let shares = [10_000, 12_000]
    func checking(_ change: (_ progress: (Int) -> Void) throws -> DiaryChange?) throws -> DiaryChange? {
      var reported: [Int] = []
      defer { #expect(reported == shares) }
      return try change { reported.append($0) }
    }

    for make in [
      { try diary.moveToTrash(ids, progress: $0) }, { try diary.restore(ids, progress: $0) },
      { try diary.set(.text(.style), of: ids, to: .text("Stout"), progress: $0).first },
      { try diary.set(.custom("hop"), of: ids, to: .text("Citra"), progress: $0).first },
    ] as [((Int) -> Void) throws -> DiaryChange?] {
      let made = try #require(try checking(make))
      let back = try #require(try checking { try diary.revert(made, progress: $0) })
      _ = try checking { try diary.revert(back, progress: $0) }
    }
  }

  @Test func aFieldIsNotSetIfTheBeersNoLongerHaveWhatTheUserSaw() throws {
    let beers = try ["Orval", "Rochefort"].map { try fresh.addBeer($0).beer.id }
    let first = [beers[0]]
    let style = AssignableField.text(.style)
    _ = try diary.set(style, of: first, to: .text("Quad"))

    #expect(throws: EditError.changedSince(what: "“Orval”")) {
      try diary.set(style, of: first, to: .text("Stout"), expecting: .same(nil))
    }
    #expect(throws: EditError.changedSince(what: "One of the beers")) {
      try diary.set(style, of: beers, to: .text("Stout"), expecting: .same(nil))
    }
    #expect(try diary.beer(beers[0])?.beer.fields.style == "Quad")
    #expect(try diary.set(style, of: beers, to: .text("Stout"), expecting: .different).count == 1)
    #expect(try diary.set(style, of: first, to: nil, expecting: .same(.text("Stout"))).count == 1)
  }

  /// Several devices may have added the field to different beers, or to the same one.
  @Test func eachBeerKeepsItsSpellingOfACustomField() throws {
    let all: [Extras] = [
      ["HOP": .text("Saaz")], ["hop": .text("Citra")], ["HOP": .text("a"), "hop": .text("b")], [:],
    ]
    let ids = try all.map { try diary.add(NewBeer(fields: BeerFields(name: "Orval", extras: $0))).id }
    func beers() throws -> [BeerDetail?] { try ids.map { try diary.beer($0) } }
    func extras() throws -> [Extras?] { try beers().map { $0?.beer.fields.extras } }
    let before = try beers()
    let hop = AssignableField.custom("hop")
    #expect(try diary.commonValue(of: hop, in: [ids[0]]) == .same(.text("Saaz")))
    #expect(try diary.commonValue(of: hop, in: [ids[2]]) == .different)

    let changes = try diary.set(hop, of: ids, to: .text("Perle"), expecting: .different)

    let upper: Extras = ["HOP": .text("Perle")]
    let lower: Extras = ["hop": .text("Perle")]
    #expect(try extras() == [upper, lower, lower, lower])
    #expect(try diary.set(hop, of: ids, to: .text("Perle"), expecting: .same(.text("Perle"))) == [])
    let undone = try diary.revert(changes)
    #expect(try beers() == before)
    _ = try diary.revert(undone, isRedo: true)
    #expect(try extras() == [upper, lower, lower, lower])
    _ = try diary.undoChange()
    #expect(try beers() == before)
  }

  @Test func aBeerGetsBackBothSpellingsOfAnIndexedField() throws {
    let both: Extras = ["HOP": .text("a"), "hop": .text("b")]
    let ids = try [["HOP": .text("Saaz")], both].map { extras in
      try diary.add(NewBeer(fields: BeerFields(name: "Orval", extras: extras))).id
    }
    _ = try diary.indexCustomField("HOP")
    func extras() throws -> [Extras?] { try ids.map { try diary.beer($0)?.beer.fields.extras } }
    let before = try extras()
    #expect(before.last == both)

    let changes = try diary.set(.custom("hop"), of: ids, to: .text("Perle"))
    #expect(try extras() == [["HOP": .text("Perle")], ["HOP": .text("Perle")]])
    let undone = try diary.revert(changes)
    #expect(try extras() == before)
    _ = try diary.revert(undone, isRedo: true)
    #expect(try extras() == [["HOP": .text("Perle")], ["HOP": .text("Perle")]])
    _ = try diary.undoChange()
    #expect(try extras() == before)
  }

  @Test func settingTheSameValuesIsNotAChange() throws {
    let beer = try fresh.addBeer("Orval").beer
    #expect(try diary.set(.text(.place), of: [beer.id], to: nil) == [])
    #expect(throws: EditError.invalid(field: "rating", reason: "6.0 is not between 0 and 5")) {
      try diary.set(.number(.rating), of: [beer.id], to: .number(6))
    }
  }

  @Test func theNextMatchIsFoundInBothDirectionsAndAroundTheEnd() throws {
    let newBeers = (0..<1200).map { index in
      NewBeer(fields: BeerFields(name: index.isMultiple(of: 599) ? "Orval" : "Other"))
    }
    _ = try diary.importBeers(newBeers, in: diary.startImport(source: "csv"))
    let query = BeerQuery(order: .date, generation: 1)
    let matches = (0..<1200).filter { (1199 - $0).isMultiple(of: 599) }
    #expect(matches == [1, 600, 1199])

    #expect(try diary.position(ofMatch: "orv", from: 1, in: query) == 600)
    #expect(try diary.position(ofMatch: "orv", from: 1199, in: query) == 1)
    #expect(try diary.position(ofMatch: "orv", from: 600, isBackward: true, in: query) == 1)
    #expect(try diary.position(ofMatch: "orv", from: 0, isBackward: true, in: query) == 1199)
    #expect(try diary.position(ofMatch: "nothing", from: 0, in: query) == nil)
    #expect(try diary.ids(query, in: 1199..<2000).count == 1)
  }
}
