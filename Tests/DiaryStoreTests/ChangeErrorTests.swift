import DiaryFixtures
import DiaryModel
import FixtureStores
import Foundation
import GRDB
import Pictures
import SQLiteKit
import TestSupport
import Testing

@testable import DiaryStore

/// What each operation throws that changes the diary.
@Suite struct ChangeErrorTests {
  private let fresh: FreshDiary
  private let beer: BeerDetail
  private let label: UUID
  private var diary: Diary { fresh.diary }

  init() throws {
    fresh = try FreshDiary()
    beer = try fresh.addBeer("Orval", photos: ["a", "b"])
    _ = try fresh.addBeer("Orval")
    label = try #require(try fresh.diary.label(ofBeer: beer.beer.id)).uuid
  }

  @Test(arguments: [
    (UndoError.cannotUndo(3, .alreadyUndone), "change 3 is undone already"),
    (.nothingToUndo, "there is nothing to undo"),
    (
      .cannotUndo(3, .changedSince(what: "“Orval”", later: 4)),
      "“Orval” has changed since change 3. Nothing was changed. Undo change 4 first"
    ),
  ])
  func theReasonForARefusalEndsASentence(_ error: UndoError, _ reason: String) {
    #expect(error.refusal?.reason == reason)
  }

  // MARK: - The file system and SQLite

  /// More than the unused pages of a fresh diary.
  private static let long = String(repeating: "long ", count: 200_000)

  private func choice(_ edit: @escaping (inout BeerFields) throws -> Void) -> ChosenValue {
    ChosenValue(
      .beer, beer.beer.uuid, register: "notes", field: "notes", title: "Orval", value: nil,
      target: .beer(edit: edit))
  }

  /// A change whose undo makes the notes of the beer long.
  private var shortening: DiaryChange {
    var before = beer.beer.fields
    before.notes = Self.long
    return .edited(
      .init(
        beer: beer.beer.id, before: before, after: beer.beer.fields, updatedAt: beer.beer.updatedAt.text))
  }

  /// Expects that changes that need space fail with an error of the store, as the case of their own error.
  private func expectFailures(_ error: StoreError, of diary: Diary) throws {
    let before = try diary.beer(beer.beer.id)
    let fields = BeerFields(name: "Gueuze", notes: Self.long)

    #expect(throws: EditError.store(error)) { try diary.add(NewBeer(fields: fields)) }
    #expect(throws: EditError.store(error)) { try diary.edit(beer.beer.id, to: fields) }
    #expect(throws: EditError.store(error)) { try diary.edit([beer.beer.id]) { $0.notes = Self.long } }
    #expect(throws: PhotoError.store(error)) {
      try diary.addPhoto(to: beer.beer.id, image: FixtureBytes(Self.long))
    }
    #expect(throws: LabelError.store(error)) {
      try diary.setFacts(LabelFacts(name: Self.long), ofLabel: label)
    }
    #expect(throws: UndoError.store(error)) { try diary.revert(shortening) }
    #expect(throws: ConflictError.store(error)) {
      try diary.resolveConflict { _ in choice { $0.notes = Self.long } }
    }

    #expect(try diary.beer(beer.beer.id) == before)
  }

  /// Expects that changes that need no space fail with an error of the store as well.
  private func expectOtherFailures(_ error: StoreError, of diary: Diary) {
    let id = beer.beer.id
    let photo = beer.photos[0].id
    #expect(throws: EditError.store(error)) { try diary.set(.text(.style), of: [id], to: .text("Pale ale")) }
    #expect(throws: EditError.store(error)) { try diary.splitBeer(id) }
    #expect(throws: error) { try diary.moveToTrash([id]) }
    #expect(throws: error) { try diary.restore([id]) }
    #expect(throws: error) { try diary.emptyTrash() }
    #expect(throws: error) { try diary.record([shortening], at: "2024-06-01T12:00:00Z") }
    #expect(throws: PhotoError.store(error)) {
      try diary.addPhotos(
        to: id, next: { nextImage() }, onStored: { _ in Issue.record("A photo was added.") })
    }
    #expect(throws: PhotoError.store(error)) { try diary.movePhoto(photo, to: 1) }
    #expect(throws: PhotoError.store(error)) { try diary.removePhoto(photo) }
    #expect(throws: PhotoError.store(error)) { try diary.restorePhotos([]) }
    #expect(throws: PhotoError.store(error)) { try diary.setCaption("Glass", ofPhoto: photo) }
    #expect(throws: LabelError.store(error)) { try diary.mergeLabels([label], into: label) }
    #expect(throws: LabelError.store(error)) { try diary.splitLabel(ofBeer: id) }
    #expect(throws: LabelError.store(error)) { try diary.keepApart(label, label) }
    #expect(throws: UndoError.store(error)) { try diary.undoChange() }
    #expect(throws: UndoError.store(error)) { try diary.redoChange() }
    #expect(throws: UndoError.store(error)) { try diary.undoImport() }
  }

  /// The image of a photo that no beer has.
  private func nextImage() -> any ByteSource { FixtureBytes("new") }

  @Test func aDiaryThatIsReadOnlyRefusesEveryChange() throws {
    try diary.close()
    let readOnly = try Diary.openReadOnly(at: diary.path)
    let error = StoreError.readOnly(path: diary.path)

    #expect(readOnly.isReadOnly)
    try expectFailures(error, of: readOnly)
    expectOtherFailures(error, of: readOnly)
    #expect(throws: error) { try readOnly.startImport(source: "plain") }
  }

  @Test func aDiaryThatAnotherProgramHasLockedRefusesEveryChange() throws {
    // Otherwise each change would wait for ten seconds.
    try diary.write { try $0.execute(sql: "PRAGMA busy_timeout = 0") }
    let other = try SQLiteFile(diary.path)
    try other.execute("BEGIN IMMEDIATE")
    let error = StoreError.busy(path: diary.path)

    try expectFailures(error, of: diary)
    expectOtherFailures(error, of: diary)

    try other.execute("ROLLBACK")
    other.close()
    #expect(try diary.setCaption("Glass", ofPhoto: beer.photos[0].id) != nil)
  }

  @Test func aFullDiskEndsAChangeThatNeedsSpace() throws {
    // SQLite raises it to the present size.
    try diary.write { try $0.execute(sql: "PRAGMA max_page_count = 1") }

    try expectFailures(.diskFull(path: diary.path), of: diary)

    try diary.write { try $0.execute(sql: "PRAGMA max_page_count = 1000000") }
    #expect(try diary.edit(beer.beer.id, to: BeerFields(name: "Orval", notes: Self.long)) != nil)
  }

  // MARK: - Refusals of the diary

  @Test func aMissingBeerIsReportedByTheErrorOfEachOperation() throws {
    let uuid = UUID()
    let change = DiaryChange.edited(
      .init(
        beer: 99, before: beer.beer.fields, after: beer.beer.fields, updatedAt: beer.beer.updatedAt.text))
    let missing = ChosenValue(
      .beer, uuid, register: "notes", field: "notes", title: nil, value: nil, target: .beer { _ in })

    #expect(throws: EditError.noSuchBeer("99")) { try diary.edit(99, to: BeerFields(name: "Gueuze")) }
    #expect(throws: EditError.noSuchBeer("99")) { try diary.splitBeer(99) }
    #expect(throws: PhotoError.noSuchBeer("99")) { try diary.addPhoto(to: 99, image: nextImage()) }
    #expect(throws: PhotoError.noSuchBeer("99")) {
      try diary.addPhotos(
        to: 99, next: { nextImage() }, onStored: { _ in Issue.record("A photo was added.") })
    }
    #expect(throws: LabelError.noSuchBeer("99")) { try diary.splitLabel(ofBeer: 99) }
    #expect(throws: UndoError.noSuchBeer("99")) { try diary.revert(change) }
    #expect(throws: ConflictError.noSuchBeer(uuid.text)) { try diary.resolveConflict { _ in missing } }
  }

  @Test func aMissingPhotoIsReported() throws {
    _ = try diary.removePhoto(beer.photos[0].id)
    let removed = try diary.removedPhotos(ofBeer: beer.beer.id)
    _ = try diary.restorePhotos(removed)

    #expect(throws: PhotoError.noSuchPhoto(99)) { try diary.movePhoto(99, to: 0) }
    #expect(throws: PhotoError.noSuchPhoto(99)) { try diary.removePhoto(99) }
    #expect(throws: PhotoError.noSuchPhoto(99)) { try diary.removePhotos([beer.photos[0].id, 99]) }
    #expect(throws: PhotoError.noSuchPhoto(99)) { try diary.setCaption("Glass", ofPhoto: 99) }
    #expect(throws: PhotoError.noSuchPhoto(beer.photos[0].id)) { try diary.restorePhotos(removed) }
    #expect(try diary.beer(beer.beer.id)?.photos.count == 2)
  }

  @Test func aPhotoOfAGigabyteIsTooLarge() throws {
    var images: [any ByteSource] = [HugeImage(), nextImage()].reversed()
    var outcomes: [PhotoError?] = []

    #expect(throws: PhotoError.tooLarge) { try diary.addPhoto(to: beer.beer.id, image: HugeImage()) }
    try diary.addPhotos(
      to: beer.beer.id, next: { images.popLast() },
      onStored: { outcome in
        if case .failure(let error) = outcome { outcomes.append(error) } else { outcomes.append(nil) }
      })

    #expect(outcomes == [.tooLarge, nil])
  }

  @Test func whatTheLogDoesNotHaveIsReported() throws {
    #expect(throws: UndoError.noSuchChange(99)) { try diary.undoChange(99) }
    #expect(throws: UndoError.noSuchChange(99)) { try diary.changeToUndo(99) }
    #expect(throws: UndoError.nothingToRedo) { try diary.redoChange() }
    #expect(throws: UndoError.nothingToRedo) { try diary.changeToRedo() }
    #expect(throws: UndoError.noSuchImport(99)) { try diary.undoImport(99) }
    #expect(throws: UndoError.noSuchImport(99)) { try diary.planUndo(ofImport: 99) }
  }

  @Test func aConflictThatIsGoneOrAValueThatDoesNotFitIsRefused() throws {
    let facts = ChosenValue(
      .label, label, register: "abv", field: "abv", title: nil, value: "101", target: .label { $0.abv = 101 })

    #expect(throws: ConflictError.noSuchConflict) { try diary.resolveConflict { _ in nil } }
    #expect(throws: ConflictError.invalid(field: "rating", reason: "6.0 is not between 0 and 5")) {
      try diary.resolveConflict { _ in choice { $0.rating = 6 } }
    }
    #expect(throws: ConflictError.invalid(field: "abv", reason: "101.0 is not between 0 and 100")) {
      try diary.resolveConflict { _ in facts }
    }
  }

  @Test func anErrorOfTheCallerIsAnErrorOfTheStore() throws {
    struct Stop: Error {}
    let error = StoreError.failed(path: diary.path, reason: "Stop()")

    #expect(throws: EditError.store(error)) { try diary.edit([beer.beer.id]) { _ in throw Stop() } }
    #expect(throws: PhotoError.store(error)) {
      try diary.addPhotos(to: beer.beer.id, next: { throw Stop() }, onStored: { _ in })
    }
    #expect(throws: ConflictError.store(error)) { try diary.resolveConflict { _ in throw Stop() } }
  }
}

/// An image that cannot be stored, because SQLite has no values of its size.
private struct HugeImage: ByteSource {
  let count = 1_000_000_000

  func read(at offset: Int, into buffer: UnsafeMutableRawBufferPointer) -> Int { 0 }
}
