import DiaryFixtures
import DiaryModel
import DiaryUpkeep
import FixtureStores
import Foundation
import SQLiteKit
import TestSupport
import Testing

@testable import DiaryStore

/// The log of changes, from which any program undoes and redoes them.
@Suite struct ChangeLogTests {
  private let fresh: FreshDiary
  private var diary: Diary { fresh.diary }

  init() throws { fresh = try FreshDiary() }

  /// All that a person can see of a beer.
  private struct Content: Hashable {
    let beer: Beer
    let photos: [Photo]
  }

  private func contents(of diary: Diary) throws -> [Content] {
    let ids = try diary.ids(BeerQuery()).ascending + diary.beersInTrash()
    return try ids.sorted().map { id -> Content in
      let detail = try #require(try diary.beer(id))
      return Content(beer: detail.beer, photos: detail.photos)
    }
  }

  private func reopen() throws -> Diary { try Diary.open(at: fresh.folder.file("diary.sqlite")) }

  private func newest(_ diary: Diary) throws -> LoggedChange {
    try #require(try diary.loggedChanges(limit: 1).first)
  }

  // MARK: - Any changes

  @Test(arguments: Seeds.range(1..<4))
  func everythingIsUndoneAndRedoneByAnotherProgram(_ seed: UInt64) throws {
    var walk = RandomWalk(diary, seed: seed)
    var random = SeededGenerator(seed: seed)
    for name in ["Orval", "Westmalle", "Chimay"] { _ = try fresh.addBeer(name, photos: ["a", "b", "c"]) }
    let file = try SQLiteFile(diary.path)
    try file.execute("UPDATE photo SET taken_at = '2024-06-0' || (1 + id % 3) || 'T20:00:00'")
    file.close()
    let first = try newest(diary).id
    let before = try contents(of: diary)
    for number in 0..<150 {
      if Int.random(in: 0..<4, using: &random) > 0 {
        _ = try walk.step()
      } else {
        try changeMany(number, using: &random)
      }
    }
    let after = try contents(of: diary)
    let count = Int(try newest(diary).id - first)
    #expect(count > 80 && after != before)
    try diary.close()

    let other = try reopen()
    for _ in 0..<count { #expect(try other.undoChange().isUndone) }
    #expect(try contents(of: other) == before)
    #expect(
      try other.loggedChanges(limit: count + 1).map(\.isUndone) == Array(repeating: true, count: count) + [
        false
      ])
    for _ in 0..<count { #expect(try !other.redoChange().isUndone) }
    #expect(try contents(of: other) == after)
    #expect(throws: UndoError.nothingToRedo) { try other.redoChange() }
    #expect(try other.examine() == [])
  }

  /// Changes several beers together.
  private func changeMany(_ number: Int, using random: inout SeededGenerator) throws {
    let beers = try diary.ids(BeerQuery()).ascending.filter { _ in Bool.random(using: &random) }
    switch Int.random(in: 0..<4, using: &random) {
    case 0: _ = try diary.set(.text(.style), of: beers, to: .text("Style \(number)"))
    case 1: _ = try diary.set(.number(.rating), of: beers, to: .number(Double(number % 6)))
    case 2:
      _ = try diary.edit(beers) { fields in
        fields.price = "€\(number)"
        if number.isMultiple(of: 3) { fields.drunkAt = DiaryDate("2024-0\(1 + number % 9)") }
        fields.extras["hop"] = number.isMultiple(of: 2) ? .decimal("1.50") : .array([.text("Citra"), .null])
      }
    default:
      let names = Set(try diary.customFieldNames())
      guard names.contains("hop") else { return }
      let change: CustomFieldChange =
        names.contains("hops") ? .merge(into: "hops", preferring: .from) : .rename(to: "hops")
      #expect(try diary.change(customField: "hop", change).canBeUndone)
    }
  }

  @Test func everyKindOfChangeIsReadAsItWasStored() throws {
    let a = UUID()
    let b = UUID()
    let fields = BeerFields(
      name: "Märzen \"1\"\u{7}", abv: 5.6, ibu: .infinity, rating: 4, notes: "One.\nTwo.", latitude: -0.1,
      drunkAt: DiaryDate("2019-06"),
      extras: ["hop": .array([.text("Saaz"), .null]), "size": .decimal("0.330"), "fresh": .boolean(true)])
    let time = try #require(DiaryDate("2024-06-01T10:00:00.250Z"))
    let beer = Beer(
      id: 7, uuid: a, fields: fields, createdAt: time, updatedAt: time, origin: Origin(source: "csv", id: "1")
    )
    let photo = DiaryChange.PhotoPlacement(photo: 5, uuid: b, beer: 7, order: 2)
    var restored = photo
    restored.isRestored = true
    let moved = DiaryChange.MovedPhoto(from: photo, to: .init(photo: 5, uuid: b, beer: 8, order: 0))
    let split = DiaryChange.Split(beer: 7, added: [beer], photos: [moved], updatedAt: time.text)
    let own = LabelChange.AssignedLabel(label: a, isChosen: false)
    let chosen = LabelChange.AssignedLabel(label: b, isChosen: true)
    var labels = LabelChange(.keptApart, name: "Orval", otherName: nil)
    for id in [Int64(1), 2, 3, 9] { labels.beers[id] = .init(before: own, after: chosen) }
    labels.keys[LabelKey(text: "n:orval|")] = .init(before: nil, after: b)
    labels.facts[a] = .init(before: LabelFacts(name: "Orval", abv: 6.2), after: nil)
    labels.pairs[LabelPair(a, b)] = .init(before: false, after: true)
    labels.products[b] = .init(before: LabelKey(text: "untappd:1"), after: nil)
    let groups = [
      DiaryChange.FieldEdit.Group(beers: [1, 2, 3, 7], before: nil, after: .number(4), updatedAt: "x")
    ]
    let custom = [
      DiaryChange.FieldEdit.Group(beers: [3, 1], before: .null, after: .integer(4), updatedAt: "x")
    ]
    let changes: [DiaryChange] = [
      .added(beer), .undoneAddition(beer, label: chosen), .undoneAddition(beer),
      .edited(.init(beer: 7, before: fields, after: BeerFields(name: "Other"), updatedAt: "x")),
      .edited(.init(beer: 7, before: BeerFields(), after: fields, updatedAt: "x")),
      .fieldSet(.init(field: .number(.rating), groups: groups)),
      .fieldSet(.init(field: .custom("rating"), groups: custom)),
      .trashed([4, 5, 6, 2]), .restored([.init(beer: 4, deletedAt: "x"), .init(beer: 2, deletedAt: "y")]),
      .adopted([4, 5, 6]), .undoneAdoption([4, 6]),
      .movedPhoto(photo, from: 0, updatedAt: "x"), .addedPhoto(photo, updatedAt: "x"),
      .removedPhoto(photo, updatedAt: "x"), .addedPhoto(restored, updatedAt: "x"),
      .captioned(photo: 5, beer: 7, from: nil, to: "Foam", updatedAt: "x"), .labels(labels),
      .splitBeer(split), .undoneSplit(split, labels: [8: chosen]),
      .resolved(
        .init(
          .beer, a, "rating", field: "rating", title: "Orval", value: "4", beer: 7,
          change: .edited(.init(beer: 7, before: fields, after: BeerFields(name: "Other"), updatedAt: "x")))),
      .resolved(
        .init(
          .label, b, "style", field: "style", title: nil, value: nil, beer: nil, change: nil, isUndone: true)),
    ]

    for change in changes {
      let json = change.stored.storedText
      let read = try DiaryChange(StoredObject(JSONValue(json: json)))
      #expect(read == change, "\(json)")
      #expect(read.stored.storedText == json)
    }
    let imports: Set<DiaryChange.Kind> = [.imported, .undoneImport]
    #expect(Set(changes.map(\.kind)) == Set(DiaryChange.Kind.allCases).subtracting(imports))
  }

  @Test(arguments: ["", "-5", "3,7,9..12", "9..8", "x", "1..9223372036854775807", "1..2..3"])
  func idsAreReadAsTheyAreWritten(_ text: String) {
    let isRight = ["", "-5", "3,7,9..12"].contains(text)

    #expect((try? [Int64].ids(inRanges: text))?.ranges == (isRight ? text : nil))
  }

  // MARK: - Undo and redo

  @Test func aBeerThatHasChangedSinceIsNotOverwritten() throws {
    let beer = try diary.add(NewBeer(fields: BeerFields(name: "Orval")))
    _ = try diary.edit(beer.id, to: BeerFields(name: "Orval", rating: 4))
    let edit = try newest(diary).id
    _ = try diary.edit(beer.id, to: BeerFields(name: "Orval", rating: 5))

    let refused = UndoError.cannotUndo(edit, .changedSince(what: "“Orval”", later: edit + 1))
    #expect(throws: refused) { try diary.undoChange(edit) }
    #expect(refused.sentence.hasSuffix("Undo change \(edit + 1) first."))
    #expect(try diary.beer(beer.id)?.beer.fields.rating == 5)
    #expect(try diary.loggedChanges().allSatisfy { !$0.isUndone })
    _ = try diary.undoChange()
    _ = try diary.undoChange(edit)
    #expect(try diary.beer(beer.id)?.beer == beer)
    #expect(throws: UndoError.cannotUndo(edit, .alreadyUndone)) { try diary.undoChange(edit) }
    #expect(throws: UndoError.noSuchChange(99)) { try diary.undoChange(99) }
  }

  @Test func aChangeThatIsNotInTheLogIsNotNamed() throws {
    let beer = try fresh.addBeer("Orval").beer.id
    _ = try diary.edit(beer, to: BeerFields(name: "Orval", rating: 4))
    let file = try SQLiteFile(diary.path)
    try file.execute("UPDATE beer SET rating = 5")
    file.close()

    #expect(throws: UndoError.cannotUndo(2, .changedSince(what: "“Orval”", later: nil))) {
      try diary.undoChange()
    }
  }

  @Test func aChangeThatUndoingPreventsIsNamedOnlyIfItIsAboutTheSameBeer() throws {
    let beers = try ["Orval", "Gueuze"].map { try fresh.addBeer($0).beer.id }
    _ = try diary.edit(beers) { $0.style = "Wild" }
    _ = try diary.edit(beers[0], to: BeerFields(name: "Orval", style: "Trappist"))
    _ = try diary.addPhoto(to: beers[1], image: FixtureBytes("a"))

    #expect(throws: UndoError.cannotUndo(3, .changedSince(what: "“Orval”", later: 4))) {
      try diary.undoChange(3)
    }
  }

  /// A diary whose clock goes on by a second each time.
  private func tickingDiary() throws -> Diary {
    let calls = Collected<Int>()
    return try Diary.open(
      at: fresh.folder.file("other.sqlite"),
      clock: {
        calls.append(1)
        return Date(timeIntervalSince1970: 1_700_000_000 + Double(calls.values.count))
      })
  }

  @Test func aBeerThatWasMovedToTheTrashAgainStaysThere() throws {
    let diary = try tickingDiary()
    let beers = try ["Orval", "Gueuze"].map {
      try diary.add(NewBeer(fields: BeerFields(name: $0))).id
    }
    _ = try diary.moveToTrash(beers)
    let trashing = try newest(diary).id
    _ = try diary.restore([beers[0]])
    _ = try diary.moveToTrash([beers[0]])

    #expect(
      throws: UndoError.cannotUndo(trashing, .changedSince(what: "“Orval”", later: trashing + 2))
    ) { try diary.undoChange(trashing) }
    #expect(try diary.beersInTrash() == beers)

    for _ in 0..<3 { _ = try diary.undoChange() }
    #expect(try diary.beersInTrash().isEmpty && diary.changeToUndo().kind == "added")
    for _ in 0..<3 { _ = try diary.redoChange() }
    #expect(try diary.beersInTrash() == beers)
  }

  @Test func anEarlierChangeIsUndoneWithoutHidingALaterOne() throws {
    let diary = try tickingDiary()
    let beer = try diary.add(NewBeer(fields: BeerFields(name: "Orval")))
    _ = try diary.edit(beer.id, to: BeerFields(name: "Orval", rating: 4))
    let edit = try newest(diary).id
    _ = try diary.addPhoto(to: beer.id, image: FixtureBytes("a"))

    _ = try diary.undoChange(edit)

    let undone = try #require(try diary.beer(beer.id))
    #expect(undone.beer.fields == beer.fields && undone.photos.count == 1)
    #expect(undone.beer.updatedAt != beer.updatedAt)
    _ = try diary.redoChange()
    #expect(try diary.beer(beer.id)?.beer.fields.rating == 4)
  }

  @Test func aChangeIsRevertedWithoutHidingALaterOne() throws {
    let diary = try tickingDiary()
    let beer = try diary.add(NewBeer(fields: BeerFields(name: "Orval")))
    let photo = try diary.addPhoto(to: beer.id, image: FixtureBytes("a"))
    let caption = try #require(try diary.setCaption("Glass", ofPhoto: photo.photo.id))
    _ = try diary.edit(beer.id, to: BeerFields(name: "Orval", rating: 4))
    let edited = try #require(try diary.beer(beer.id)).beer.updatedAt.text

    _ = try diary.revert(caption)

    let reverted = try #require(try diary.beer(beer.id))
    #expect(reverted.photos.map(\.caption) == [nil] && reverted.beer.updatedAt.text > edited)
  }

  @Test func aNewChangeLeavesNothingToRedo() throws {
    #expect(throws: UndoError.nothingToUndo) { try diary.undoChange() }
    let beer = try diary.add(NewBeer(fields: BeerFields(name: "Orval")))
    _ = try diary.edit(beer.id, to: BeerFields(name: "Orval", rating: 4))
    _ = try diary.undoChange()
    #expect(try diary.changeToRedo().id == 2)

    _ = try diary.edit(beer.id, to: BeerFields(name: "Orval", rating: 5))

    #expect(throws: UndoError.nothingToRedo) { try diary.redoChange() }
    #expect(try diary.loggedChanges().map(\.isUndone) == [false, true, false])
    #expect(try diary.changeToUndo().id == 3)
    _ = try diary.undoChange()
    #expect(try diary.undoChange().id == 1)
    #expect(try diary.beer(beer.id) == nil)
  }

  @Test func changesThatTheScreenUndoesAreNotedInTheLog() throws {
    let beer = try fresh.addBeer("Orval", photos: ["a", "b"])
    let changes = [
      try #require(try diary.edit(beer.beer.id, to: BeerFields(name: "Orval", rating: 4))),
      try #require(try diary.movePhoto(beer.photos[1].id, to: 0)),
      try #require(try diary.moveToTrash([beer.beer.id])),
    ]

    let redo = try changes.reversed().map { try diary.revert($0) }
    #expect(try diary.loggedChanges(limit: 4).map(\.isUndone) == [true, true, true, false])
    #expect(try diary.loggedChanges(limit: 3).map(\.kind) == ["trashed", "photo_moved", "edited"])
    _ = try diary.revert(redo[2])
    #expect(try diary.loggedChanges(limit: 3).map(\.isUndone) == [true, true, false])
    // Another program goes on.
    _ = try diary.redoChange()
    #expect(try diary.redoChange().kind == "trashed")
    #expect(try diary.beersInTrash() == [beer.beer.id])
  }

  @Test func theScreenUndoesAndRedoesOneOfSeveralEqualChanges() throws {
    let beer = try fresh.addBeer("Orval").beer.id
    let changes = [
      try #require(try diary.moveToTrash([beer])), try #require(try diary.restore([beer])),
      try #require(try diary.moveToTrash([beer])),
    ]
    func areUndone() throws -> [Bool] { try diary.loggedChanges(limit: 3).map(\.isUndone) }

    let redo = try changes.reversed().map { try diary.revert($0) }
    #expect(try areUndone() == [true, true, true])
    #expect(try diary.changeToUndo().kind == "added")
    for change in redo.reversed() { _ = try diary.revert(change, isRedo: true) }
    #expect(try areUndone() == [false, false, false])
    // Another program undoes them.
    for _ in changes { _ = try diary.undoChange() }
    #expect(try areUndone() == [true, true, true] && diary.beersInTrash().isEmpty)
  }

  @Test func changesOfLabelsAreUndoneAndRedone() throws {
    let beers = try ["Orval", "Orval Trappist"].map { try fresh.addBeer($0).beer.id }
    let labels = try beers.map { try #require(try diary.label(ofBeer: $0)) }
    func names() throws -> [String?] { try beers.map { try diary.label(ofBeer: $0)?.facts.name } }
    let before = try names()
    _ = try diary.mergeLabels([labels[1].uuid], into: labels[0].uuid)
    _ = try diary.setFacts(LabelFacts(name: "Best"), ofLabel: labels[0].uuid)
    let after = try names()
    #expect(after == ["Best", "Best"])

    _ = try diary.undoChange()
    _ = try diary.undoChange()
    #expect(try names() == before)
    #expect(try beers.map { try diary.label(ofBeer: $0)?.uuid } == labels.map(\.uuid))
    _ = try diary.redoChange()
    _ = try diary.redoChange()
    #expect(try names() == after)
  }

  // MARK: - Imports

  private func importBeers(_ names: String...) throws -> Int64 {
    let startedImport = try diary.startImport(source: "csv", file: "beers.csv")
    let beers = names.map { NewBeer(fields: BeerFields(name: $0), origin: Origin(source: "csv", id: $0)) }
    _ = try diary.importBeers(beers, in: startedImport)
    return try #require(try diary.finishImport(startedImport))
  }

  @Test func anImportIsOneChangeThatIsUndoneAndRedone() throws {
    let importID = try importBeers("Orval", "Rochefort")
    let before = try contents(of: diary)
    #expect(try diary.loggedChanges().map(\.kind) == ["imported"])

    _ = try diary.undoChange()
    #expect(try diary.beersInTrash().count == 2 && diary.imports().isEmpty)
    _ = try diary.redoChange()
    #expect(try contents(of: diary) == before && diary.imports().map(\.id) == [importID])

    _ = try diary.edit(before[0].beer.id, to: BeerFields(name: "Orval", rating: 5))
    _ = try diary.undoChange(1)
    #expect(try diary.beersInTrash() == [before[1].beer.id])
    #expect(try diary.beer(before[0].beer.id)?.beer.fields.rating == 5)
  }

  @Test func anImportWhoseBeersHaveChangedSinceItWasUndoneIsNotFoundForRedo() throws {
    _ = try importBeers("Orval", "Rochefort")
    _ = try diary.undoChange()
    #expect(try diary.changeToRedo().id == 1)
    let file = try SQLiteFile(diary.path)
    try file.execute("UPDATE beer SET deleted_at = NULL WHERE id = 1")
    file.close()

    let refused = UndoError.cannotUndo(1, .changedImport)
    #expect(throws: refused) { try diary.changeToRedo() }
    #expect(throws: refused) { try diary.redoChange() }
    #expect(refused.sentence.hasSuffix("To get it back, import the file again."))
    #expect(try diary.beersInTrash() == [2])
  }

  @Test func anImportThatWasStoppedIsUndoneLikeAnyOther() throws {
    let orval = try fresh.addBeer("Orval").beer.id
    let startedImport = try diary.startImport(source: "csv", file: "beers.csv")
    for name in ["Rochefort", "Chimay"] {
      let beer = NewBeer(fields: BeerFields(name: name), origin: Origin(source: "csv", id: name))
      _ = try diary.importBeers([beer], in: startedImport)
    }
    #expect(try diary.loggedChanges().map(\.kind) == ["imported", "added"])

    _ = try diary.undoChange()

    #expect(try diary.ids(BeerQuery()).ascending == [orval])
    #expect(try diary.beersInTrash().count == 2)
    #expect(try diary.changeToUndo().kind == "added")
  }

  @Test func undoingAnImportInAnotherWayIsNotedInTheLog() throws {
    let importID = try importBeers("Orval")
    _ = try diary.undoImport(importID)
    #expect(try newest(diary).isUndone)
    #expect(throws: UndoError.nothingToUndo) { try diary.undoChange() }

    _ = try diary.redoChange()
    #expect(try !newest(diary).isUndone && diary.beersInTrash().isEmpty)
    let change = try #require(try diary.change(ofImport: importID))
    let back = try diary.revert(change)
    #expect(try newest(diary).isUndone)
    _ = try diary.revert(back)
    #expect(try !newest(diary).isUndone)
  }

  @Test func anUndoneImportIsListedWithAllBeersThatItHadChanged() throws {
    _ = try importBeers("Orval", "Rochefort")
    let startedImport = try diary.startImport(source: "csv", file: "beers.csv")
    let beers = ["Orval", "Rochefort", "Chimay"].map {
      NewBeer(fields: BeerFields(name: $0, rating: 4), origin: Origin(source: "csv", id: $0))
    }
    var policy = ImportPolicy()
    policy.onDuplicate = .update
    _ = try diary.importTransaction(startedImport, policy, adding: beers.map(ImportedBeer.init))
    _ = try diary.finishImport(startedImport)
    func count() throws -> Int? {
      guard case .imported(let change)? = try newest(diary).changes.first else { return nil }
      return change.beerCount
    }
    #expect(try count() == 3)

    _ = try diary.undoChange()

    #expect(try newest(diary).isUndone && count() == 3)
  }

  @Test func anUndoneImportIsForgottenOnlyIfItsBeersAreDeleted() throws {
    let own = try fresh.addBeer("Own").beer.id
    _ = try diary.moveToTrash([own])
    let file = try SQLiteFile(diary.path)
    try file.execute("UPDATE beer SET deleted_at = '2020-01-01T00:00:00Z'")
    file.close()
    _ = try importBeers("Orval")
    _ = try diary.undoChange()

    #expect(try diary.emptyTrash(before: Date(timeIntervalSince1970: 1_600_000_000)).beers == [own])

    #expect(try diary.loggedChanges().map(\.kind) == ["imported"])
    #expect(try diary.redoChange().kind == "imported" && diary.beersInTrash().isEmpty)
    _ = try diary.undoChange()
    _ = try diary.emptyTrash()
    #expect(try diary.loggedChanges().isEmpty)
  }

  // MARK: - Edits of many beers

  @Test func anEditOfManyBeersTakesLittleSpace() throws {
    var batch = BulkEditBatch(at: "2024-06-02T10:00:00Z")
    for id in stride(from: Int64(1), through: 1_000_000, by: 21) {
      let before = BeerFields(name: "Beer \(id)", rating: Double(id % 5), notes: "Notes of beer \(id).")
      var after = before
      after.rating = 5
      after.style = "Stout"
      batch.append(.init(beer: id, before: before, after: after, updatedAt: "2024-06-01T10:00:00Z"))
    }

    let changes = batch.changes()
    #expect(!batch.isTooLarge && changes.beerCount == 47_620 && changes.byteCount < 1_000_000)
    let payload = try #require(changes.payload)
    #expect(try ChangeBatch.changes(in: payload).map(\.kind) == [.fieldSet, .fieldSet])
  }

  @Test func anEditOfBeersWithManyTimesCanBeTooLarge() {
    var batch = BulkEditBatch(at: "2024-06-02T10:00:00Z")
    for id in 1...50_000 {
      batch.append(
        .init(
          beer: Int64(id), before: BeerFields(rating: 3), after: BeerFields(rating: 4),
          updatedAt: "2024-06-01T10:00:00.\(id)Z"))
    }

    #expect(batch.isTooLarge && batch.changes().payload == nil)
    #expect(batch.changes().kind == .fieldSet && batch.changes().beerCount == 50_000)
  }

  @Test func namesAndFieldsThatWereEditedTogetherAreUndoneAndRedone() throws {
    let diary = try tickingDiary()
    let fields = [
      BeerFields(name: "Orval", rating: 4, extras: ["hop": .text("Saaz"), "size": .decimal("0.330")]),
      BeerFields(name: "Gueuze", rating: 5), BeerFields(name: "Chimay", extras: ["size": .null]),
    ]
    let beers = try fields.map { try diary.add(NewBeer(fields: $0)).id }
    let before = try contents(of: diary)
    _ = try diary.edit(beers) {
      if $0.name == "Chimay" { $0.name = "Chimay Bleue" }
      $0.rating = 4
      $0.place = "Gent"
      $0.extras["size"] = .decimal("0.750")
      $0.extras["hop"] = nil
    }
    let after = try contents(of: diary)
    #expect(try newest(diary).changes.map(\.kind) == [.edited] + Array(repeating: .fieldSet, count: 4))

    _ = try diary.undoChange()
    #expect(try contents(of: diary) == before)
    _ = try diary.redoChange()
    #expect(try contents(of: diary) == after)
    _ = try diary.undoChange()
    #expect(try contents(of: diary) == before)
  }

  @Test func whetherTheLogHasRoomIsKnownBefore() throws {
    let notes = String(repeating: "x", count: ChangeLog.maxChangeBytes)
    let beer = try diary.add(NewBeer(fields: BeerFields(name: "Orval", notes: notes))).id

    let rating = try diary.canUndoEdit(of: [beer]) { $0.rating = 4 }
    let name = try diary.canUndoEdit(of: [beer]) { $0.name = "Orval Vert" }
    #expect(rating && !name)
    #expect(try diary.beer(beer)?.beer.fields.name == "Orval")
    _ = try diary.edit([beer]) { $0.name = "Orval Vert" }
    #expect(try !newest(diary).isReversible)
    #expect(DiaryChange.trashed(Array(1...1_000_000)).fitsLog)
    #expect(!DiaryChange.trashed(Array(stride(from: 1_000_000, to: 1_600_000, by: 2))).fitsLog)
  }

  // MARK: - The log

  @Test func aChangeAndItsEntryAreWrittenTogether() throws {
    let beer = try fresh.addBeer("Orval", photos: ["a"])
    let file = try SQLiteFile(diary.path)
    try file.execute(
      "CREATE TRIGGER stop BEFORE INSERT ON change_log BEGIN SELECT RAISE(ABORT, 'stopped'); END")
    let before = try contents(of: diary)

    #expect(throws: EditError.self) { try diary.add(NewBeer(fields: BeerFields(name: "Gueuze"))) }
    #expect(throws: EditError.self) { try diary.edit(beer.beer.id, to: BeerFields(name: "Gueuze")) }
    #expect(throws: EditError.self) { try diary.edit([beer.beer.id]) { $0.rating = 4 } }
    #expect(throws: StoreError.self) { try diary.moveToTrash([beer.beer.id]) }
    #expect(throws: PhotoError.self) { try diary.removePhoto(beer.photos[0].id) }
    #expect(throws: PhotoError.self) { try diary.addPhoto(to: beer.beer.id, image: FixtureBytes("b")) }

    #expect(try contents(of: diary) == before)
    try file.execute("DROP TRIGGER stop")
    file.close()
  }

  private func record(_ captions: [String]) throws {
    try diary.write { db in
      for caption in captions {
        try ChangeLog(db).record(
          .captioned(photo: 1, beer: 1, from: nil, to: caption, updatedAt: "2024-06-01T10:00:00Z"),
          at: "2024-06-02T10:00:00Z")
      }
    }
  }

  @Test func onlyTheLastThousandChangesAreKept() throws {
    try record((1...1005).map { "caption \($0)" })

    #expect(try diary.loggedChanges().map(\.id) == (6...1005).reversed().map { Int64($0) })
  }

  @Test func theLogHasALimitedSize() throws {
    let large = String(repeating: "x", count: ChangeLog.maxChangeBytes * 9 / 10)
    try record(Array(repeating: large, count: 6))
    // Four of them take 90% of the log, and the newest three leave room for one of any size.
    #expect(try diary.loggedChanges().map(\.id) == [6, 5, 4, 3])
    let size = "SELECT sum(length(payload)) <= \(ChangeLog.maxBytes) FROM change_log"
    #expect(try SQLiteFile(diary.path).rows(size) == [["1"]])

    try record([large + large])
    let change = try newest(diary)
    #expect(change.id == 7 && !change.isReversible && change.changes.isEmpty && change.beerCount == 1)
    #expect(throws: UndoError.cannotUndo(7, .tooLarge)) { try diary.undoChange() }
    #expect(throws: UndoError.noSuchChange(1)) { try diary.undoChange(1) }
    #expect(try diary.loggedChanges().map(\.id) == [7, 6, 5, 4, 3])
  }

  @Test func aChangeThatIsTooLargeToBeRedoneDoesNotBlockOtherChanges() throws {
    try record(["a", "b"])
    func caption(_ text: String) -> DiaryChange {
      .captioned(photo: 1, beer: 1, from: nil, to: text, updatedAt: "2024-06-01T10:00:00Z")
    }

    try diary.write { db in
      try ChangeLog(db).markUndone(2, [caption("small")])
      try ChangeLog(db).markUndone(1, [caption(String(repeating: "x", count: ChangeLog.maxBytes))])
    }

    #expect(try diary.loggedChanges().map(\.isUndone) == [true, true])
    #expect(try diary.changeToRedo().id == 2)
  }

  private func rows(ofLogWith text: String) throws -> [[String]] {
    try SQLiteFile(diary.path).rows("SELECT count(*) FROM change_log WHERE payload LIKE '%\(text)%'")
  }

  @Test func nothingOfADeletedPhotoThatWasAtAnotherBeerStaysInTheLog() throws {
    let beer = try fresh.addBeer("Gueuze", photos: ["a", "b"])
    let file = try SQLiteFile(diary.path)
    for (photo, day) in zip(beer.photos, 1...2) {
      try file.execute("UPDATE photo SET taken_at = '2024-06-0\(day)T20:00:00' WHERE id = \(photo.id)")
    }
    file.close()
    _ = try diary.setCaption("Foam", ofPhoto: beer.photos[1].id)
    guard case .splitBeer(let split)? = try diary.splitBeer(beer.beer.id, in: .gmt) else {
      Issue.record("The beer was not split.")
      return
    }
    #expect(split.photos.map(\.to.photo) == [beer.photos[1].id])
    #expect(try rows(ofLogWith: "Foam") == [["1"]])
    _ = try diary.moveToTrash(split.added.map(\.id))

    _ = try diary.emptyTrash()

    #expect(try rows(ofLogWith: "Foam") == [["0"]])
  }

  @Test func aDeletionRemovesWhatALaterVersionRecorded() throws {
    let beer = try fresh.addBeer("Gueuze").beer.id
    let file = try SQLiteFile(diary.path)
    try file.execute("UPDATE change_log SET kind = 'brewed', format = 2")
    file.close()
    #expect(try rows(ofLogWith: "Gueuze") == [["1"]])
    _ = try diary.moveToTrash([beer])

    _ = try diary.emptyTrash()

    #expect(try rows(ofLogWith: "Gueuze") == [["0"]])
  }

  @Test func nothingOfADeletedBeerStaysInTheLog() throws {
    _ = try fresh.addBeer("Orval")
    let beer = try fresh.addBeer("Gueuze", photos: ["Foam"]).beer
    _ = try diary.edit(beer.id, to: BeerFields(name: "Gueuze", notes: "Secret."))
    _ = try diary.undoChange()
    _ = try diary.moveToTrash([beer.id])
    let last = try newest(diary).id

    _ = try diary.emptyTrash()

    #expect(try diary.loggedChanges().map(\.id) == [1])
    let found = "SELECT count(*) FROM change_log WHERE payload LIKE '%Gueuze%' OR payload LIKE '%Secret%'"
    #expect(try SQLiteFile(diary.path).rows(found) == [["0"]])
    #expect(throws: UndoError.noSuchChange(last)) { try diary.undoChange(last) }
    _ = try fresh.addBeer("Chimay")
    #expect(try newest(diary).id == last + 1)
  }

  @Test func aChangeOfALaterVersionIsListedButNotUndone() throws {
    _ = try fresh.addBeer("Orval")
    let file = try SQLiteFile(diary.path)
    let changes = ["kind = 'brewed', payload = '[{\"kind\":\"brewed\"}]'", "kind = 'added', format = 2"]
    for change in changes {
      try file.execute("UPDATE change_log SET \(change)")

      #expect(try !newest(diary).isReversible)
      #expect(throws: UndoError.cannotUndo(1, .laterVersion)) { try diary.undoChange() }
      #expect(try diary.summary().beerCount == 1)
    }
    file.close()
  }

  @Test(arguments: ["x", "{}", "[{\"kind\":\"added\"}]", "[{\"kind\":7}]"])
  func aDamagedChangeIsListedButNotUndone(_ payload: String) throws {
    _ = try fresh.addBeer("Orval")
    let file = try SQLiteFile(diary.path)
    try file.execute("UPDATE change_log SET payload = '\(payload)'")
    file.close()

    #expect(try !newest(diary).isReversible)
    #expect(throws: UndoError.cannotUndo(1, .damaged)) { try diary.undoChange() }
    #expect(try diary.summary().beerCount == 1)
  }

  @Test func nothingOfABeerWhoseAdditionWasUndoneStaysInTheLog() throws {
    let beer = try fresh.addBeer("Secret").beer
    _ = try diary.edit(beer.id, to: BeerFields(name: "Secret", notes: "Secret."))
    for _ in 0..<2 { _ = try diary.undoChange() }
    _ = try diary.emptyTrash(before: Date())
    #expect(try rows(ofLogWith: "Secret") == [["2"]])

    _ = try diary.emptyTrash()

    #expect(try rows(ofLogWith: "Secret") == [["0"]])
    #expect(throws: UndoError.nothingToRedo) { try diary.redoChange() }
  }

  @Test func changesOfRemainingBeersAreRedoneAfterEmptyingTheTrash() throws {
    let beer = try fresh.addBeer("Orval").beer.id
    _ = try diary.edit(beer, to: BeerFields(name: "Orval", rating: 4))
    _ = try diary.undoChange()

    _ = try diary.emptyTrash()

    _ = try diary.redoChange()
    #expect(try diary.beer(beer)?.beer.fields.rating == 4)
  }

  @Test func aBeerThatUndoingHasDeletedIsListedWithItsName() throws {
    let beer = try fresh.addBeer("Orval").beer.id
    _ = try diary.moveToTrash([beer])
    for _ in 0..<2 { _ = try diary.undoChange() }

    #expect(try diary.loggedChanges().map(\.name) == ["Orval", "Orval"])
  }

  @Test func severalTransactionsAreOneChangeUntilItIsUndone() throws {
    func caption(_ text: String) -> DiaryChange {
      .captioned(photo: 1, beer: 1, from: nil, to: text, updatedAt: "2024-06-01T10:00:00Z")
    }
    var entry = SharedLogEntry(at: "2024-06-02T10:00:00Z")
    try diary.write { db in try entry.append([caption("a")], db) }
    try record(["other"])
    try diary.write { db in try entry.append([caption("b"), caption("c")], db) }
    #expect(try diary.loggedChanges().map(\.changes.count) == [1, 3])
    let sizes =
      "SELECT total_bytes = (SELECT sum(length(payload)) FROM change_log) FROM change_log WHERE id = 2"
    #expect(try SQLiteFile(diary.path).rows(sizes) == [["1"]])

    try diary.write { db in
      try ChangeLog(db).markUndone(1, [caption("d")])
      try entry.append([caption("e")], db)
    }

    #expect(
      try diary.loggedChanges().map(\.changes) == [
        [caption("e")], [caption("other")], [caption("d").reversed],
      ])
    #expect(throws: UndoError.nothingToRedo) { try diary.redoChange() }
  }

  @Test func beersThatAreAdoptedOneByOneAreTheFirstChangeOfTheirEntry() throws {
    let captions = ["a", String(repeating: "b", count: 20_000), "c"].map {
      DiaryChange.captioned(photo: 1, beer: 1, from: nil, to: $0, updatedAt: "2024-06-01T10:00:00Z")
    }
    var entry = SharedLogEntry(at: "2024-06-02T10:00:00Z")
    let beers: [Int64] = [3, 4, 5, 9, 11, 12]
    for change in [captions[0]] + beers.map({ .adopted([$0]) }) + captions[1...] {
      try diary.write { db in try entry.appendSoon([change], db) }
    }
    try diary.write { db in try entry.write(db) }

    let logged = try diary.loggedChanges()
    #expect(logged.map(\.changes) == [[.adopted(beers)] + captions])
    #expect(logged.map(\.kind) == ["adopted"] && logged.map(\.beerCount) == [7])
    let sizes = "SELECT total_bytes = length(payload) FROM change_log"
    #expect(try SQLiteFile(diary.path).rows(sizes) == [["1"]])
  }

  @Test func aLogThatWasEmptiedHasOnlyLaterChanges() throws {
    let beer = try fresh.addBeer("Orval").beer.id
    _ = try diary.edit(beer, to: BeerFields(name: "Orval", rating: 4))
    _ = try diary.undoChange()
    let last = try newest(diary).id

    try diary.forgetLoggedChanges()

    #expect(try diary.loggedChanges().isEmpty)
    #expect(throws: UndoError.nothingToUndo) { try diary.undoChange() }
    #expect(throws: UndoError.nothingToRedo) { try diary.redoChange() }
    _ = try diary.edit(beer, to: BeerFields(name: "Orval", rating: 5))
    #expect(try newest(diary).id > last)
    _ = try diary.undoChange()
    #expect(try diary.beer(beer)?.beer.fields.rating == nil)
    #expect(throws: UndoError.nothingToUndo) { try diary.undoChange() }
    #expect(try diary.examine() == [])
  }

  @Test func aBackupHasTheLog() throws {
    let beer = try fresh.addBeer("Orval").beer
    _ = try diary.edit(beer.id, to: BeerFields(name: "Orval", rating: 4))
    let copy = fresh.folder.file("copy.sqlite")
    _ = try diary.backUp(to: copy)

    let other = try Diary.open(at: copy)
    _ = try other.undoChange()

    #expect(try other.beer(beer.id)?.beer == beer)
    #expect(try diary.beer(beer.id)?.beer.fields.rating == 4)
    #expect(try other.examine() == [])
  }
}
