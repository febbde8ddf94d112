import DiaryModel
import DiaryStore
import Foundation
import GRDB
import Interchange
import Pictures
import TestSupport
import Testing

@testable import DiarySync
@testable import Sync

/// What one device imports, undoes or moves, while another one edits or deletes it.
@Suite struct ImportedAndEditedTests {
  private static let file = """
    beer_name,brewery_name,rating_score,comment,created_at,checkin_id,checkin_url
    Orval,Brasserie d'Orval,3,n1,2023-09-30 17:12:00,1053001,https://untappd.example/c/1053001
    Kriek,Boon,3,n2,2023-11-18 20:01:00,1053002,https://untappd.example/c/1053002

    """

  private let store: TemporaryFolder
  private let first: Desk
  private let second: Desk

  init() throws {
    store = try TemporaryFolder()
    first = try Desk("laptop")
    second = try Desk("tower")
  }

  private func start() throws {
    try first.share(in: store, with: second)
    try first.exchange(with: second)
  }

  private static let plain = """
    name,brewery,rating,notes
    Orval,Brasserie d'Orval,3,n1
    Kriek,Boon,3,n2

    """

  private func importFile(
    _ desk: Desk, _ file: String = file, onDuplicate: ImportPolicy.Duplicate = .skip
  ) throws {
    var options = ImportOptions()
    options.onDuplicate = onDuplicate
    let summary = try FileImport(ImportSource(Array(file.utf8)), options).run(into: desk.diary)
    #expect(summary.failure == nil)
  }

  private func uuid(_ name: String, _ desk: Desk) throws -> UUID {
    let ids = try desk.diary.ids(BeerQuery()).ascending
    let beers = try ids.compactMap { try desk.diary.beer($0)?.beer }
    return try #require(beers.first { $0.fields.name == name }).uuid
  }

  // MARK: - Imports

  @Test func importingTheFileAgainKeepsTheEditsOfOtherDevices() throws {
    try importFile(first)
    try start()
    let beer = try uuid("Orval", first)
    try second.edit(beer) { ($0.rating, $0.notes) = (5, "Mine") }
    try first.exchange(with: second)

    try importFile(first, onDuplicate: .update)
    try first.exchange(with: second)

    for desk in [first, second] {
      let fields = try desk.fields(beer)
      #expect(fields.rating == 5 && fields.notes == "Mine", "\(desk.name)")
    }
  }

  @Test(arguments: [file, plain])
  func aBeerThatIsImportedAgainAfterAnotherDeviceDeletedItIsWhole(_ file: String) throws {
    try first.add("Own")
    try start()
    try importFile(first, file)
    try first.exchange(with: second)
    _ = try first.diary.undoImport()
    try first.exchange(with: second)
    _ = try second.diary.emptyTrash()

    try importFile(first, file)
    try first.sync()
    try second.sync()

    // Before all of a beer has arrived, it is not shown.
    #expect(try second.diary.listItems(in: 0..<9).allSatisfy { $0.name != nil })
    try first.exchange(with: second)
    for desk in [first, second] {
      #expect(try desk.names() == ["Kriek", "Orval", "Own"])
      #expect(try desk.fields(uuid("Orval", desk)).notes == "n1")
    }
  }

  /// As if the photo had been added on this device.
  @Test func undoingAnImportKeepsBeersToWhichAnotherDeviceHasAddedAPhoto() throws {
    let clock = TestClock()
    let first = try Desk("laptop", clock: { clock.now })
    try first.share(in: store, with: second)
    try importFile(first)
    try first.exchange(with: second)
    clock.advance(seconds: 1)
    let beer = try uuid("Orval", second)
    _ = try second.diary.addPhoto(to: second.id(beer), image: MemoryBytes(Data("image".utf8)))
    try first.exchange(with: second)

    let counts = try first.diary.undoImport()
    try first.exchange(with: second)

    #expect(counts.kept == 1 && counts.removed == 1)
    for desk in [first, second] { #expect(try desk.names() == ["Orval"]) }
  }

  // MARK: - Images

  @Test func anImageWithoutAHashIsSent() throws {
    let beer = try first.add("Orval")
    _ = try first.diary.addPhoto(to: first.id(beer), image: MemoryBytes(Data("image".utf8)))
    // As after a migration.
    try first.diary.write { try $0.execute(sql: "UPDATE photo SET sha256 = NULL") }

    try start()

    let photo = try #require(try second.diary.beer(uuid: beer)?.photos.first)
    #expect(try second.diary.withImage(ofPhoto: photo.id) { _ in true } == true)
  }

  @Test func theImageOfARemovedPhotoWithoutAHashIsSent() throws {
    let beer = try first.add("Orval")
    _ = try first.diary.addPhoto(to: first.id(beer), image: MemoryBytes(Data("image".utf8)))
    try first.diary.write { try $0.execute(sql: "UPDATE photo SET sha256 = NULL") }
    let photo = try #require(try first.diary.beer(uuid: beer)?.photos.first)
    _ = try first.diary.removePhoto(photo.id)

    try start()
    _ = try second.diary.restorePhotos(second.diary.removedPhotos(ofBeer: second.id(beer)))

    let restored = try #require(try second.diary.beer(uuid: beer)?.photos.first)
    #expect(try second.diary.withImage(ofPhoto: restored.id) { _ in true } == true)
  }

  @Test func anImageThatAnotherPhotoGotSinceIsCopied() throws {
    let (orval, kriek) = try (first.add("Orval"), first.add("Kriek"))
    let image = MemoryBytes(Data("image".utf8))
    _ = try first.diary.addPhoto(to: first.id(orval), image: image)
    try start()
    // As if it had not arrived yet.
    try second.diary.write { try $0.execute(sql: "UPDATE photo SET is_missing = 1") }
    _ = try second.diary.addPhoto(to: second.id(kriek), image: image)

    #expect(try second.sync().receivedImages == 0)

    let photo = try #require(try second.diary.beer(uuid: orval)?.photos.first)
    #expect(try second.diary.withImage(ofPhoto: photo.id) { _ in true } == true)
  }

  // MARK: - Photos

  /// Exchanging two photos can be seen as a move of either one.
  @Test func aDeletedPhotoStaysDeletedIfItsNeighborWasMoved() throws {
    let beer = try first.add("Orval")
    for caption in ["a", "b", "c", "d"] {
      _ = try first.diary.addPhoto(
        to: first.id(beer), image: MemoryBytes(Data(caption.utf8)), caption: caption)
    }
    try start()
    func photos(_ desk: Desk) throws -> [Photo] { try #require(try desk.diary.beer(uuid: beer)).photos }
    _ = try first.diary.removePhoto(photos(first)[1].id)
    _ = try first.diary.emptyTrash()
    _ = try second.diary.movePhoto(photos(second)[0].id, to: 1)

    try first.exchange(with: second)

    for desk in [first, second] { #expect(try photos(desk).map(\.caption) == ["a", "c", "d"]) }
  }

  // MARK: - Undo

  @Test func undoOfAnEditThatWasNotSentIsPossible() throws {
    let beer = try first.add("Orval")
    try start()
    try second.edit(beer) { $0.notes = "Theirs" }
    try second.sync()
    try first.edit(beer) { $0.notes = "Mine" }
    try first.exchange(with: second)
    let id = try first.id(beer)
    let change = try #require(try first.diary.edit(id, to: BeerFields(name: "Orval", notes: "Another")))

    _ = try first.diary.revert(change)

    #expect(try first.fields(beer).notes == "Mine" && first.conflicts().count == 1)
  }

  /// If the synchronization is interrupted after the conflict has arrived, the last one was before the edit.
  @Test(arguments: [false, true])
  func undoDoesNotDiscardTheValueOfAnotherDevice(_ isInterrupted: Bool) throws {
    let beer = try first.add("Orval")
    try start()
    try second.edit(beer) { $0.notes = "Theirs" }
    try second.sync()
    let before = try #require(try first.diary.beer(uuid: beer)).beer
    var fields = before.fields
    fields.notes = "Mine"
    let change = try #require(try first.diary.edit(before.id, to: fields))
    try first.exchange(with: second)
    #expect(try first.conflicts().count == 1)
    if isInterrupted {
      try first.diary.write { db in
        try db.execute(
          sql: "UPDATE sync_setting SET value = 1 WHERE name IN ('last_sync', 'last_received')")
      }
    }

    #expect(throws: UndoError.changedSince(what: "“Orval”")) { try first.diary.revert(change) }

    #expect(try first.conflicts().count == 1 && first.fields(beer).notes == "Mine")
  }

  @Test func redoDoesNotDiscardTheValueOfAnotherDevice() throws {
    let beer = try first.add("Orval")
    try start()
    try first.edit(beer) { $0.notes = "Mine" }
    try first.sync()
    try second.edit(beer) { $0.notes = "Theirs" }
    _ = try first.diary.undoChange()
    try first.exchange(with: second)
    let conflicts = try first.conflicts()
    #expect(conflicts.count == 1)

    #expect(throws: UndoError.self) { try first.diary.redoChange() }

    #expect(try first.conflicts() == conflicts)
  }

  @Test func undoingAChoiceDoesNotDiscardAValueThatArrivedLater() throws {
    let beer = try first.add("Orval")
    try start()
    for (desk, rating) in [(first, 2.0), (second, 3.0)] { try desk.edit(beer) { $0.rating = rating } }
    try first.exchange(with: second)
    let conflict = try #require(try first.conflicts().first)
    try second.edit(beer) { $0.rating = 5 }
    try SyncSession.resolve(conflict.id, choosing: 1, of: first.diary)
    try first.exchange(with: second)
    let conflicts = try first.conflicts()
    #expect(conflicts.count == 1)

    #expect(throws: UndoError.self) { try first.diary.undoChange() }

    #expect(try first.conflicts() == conflicts)
  }

  @Test func undoingTheCaptionOfARemovedPhotoDoesNotDiscardThatOfAnotherDevice() throws {
    let beer = try first.add("Orval")
    _ = try first.diary.addPhoto(to: first.id(beer), image: MemoryBytes(Data("a".utf8)), caption: "Glass")
    try start()
    func photo(_ desk: Desk) throws -> Int64 {
      try #require(try desk.diary.beer(uuid: beer)?.photos.first).id
    }
    _ = try second.diary.setCaption("Foam", ofPhoto: photo(second))
    try second.sync()
    let change = try #require(try first.diary.setCaption("Bottle", ofPhoto: photo(first)))
    try first.exchange(with: second)
    _ = try first.diary.removePhoto(photo(first))
    let conflicts = try first.conflicts()
    #expect(conflicts.count == 1)

    #expect(throws: UndoError.changedSince(what: "“Orval”")) { try first.diary.revert(change) }

    #expect(try first.conflicts() == conflicts)
  }

  @Test func undoingFactsOfALabelDoesNotDiscardThoseOfAnotherDevice() throws {
    let beer = try first.add("Orval")
    try start()
    let label = try #require(try first.diary.label(ofBeer: first.id(beer))).uuid
    for (desk, style) in [(first, "Ale"), (second, "Trappist")] {
      _ = try desk.diary.setFacts(LabelFacts(style: style), ofLabel: label)
    }
    try first.exchange(with: second)
    let conflicts = try first.conflicts()
    #expect(conflicts.count == 1)

    #expect(throws: UndoError.self) { try first.diary.undoChange() }

    #expect(try first.conflicts() == conflicts)
  }

  @Test func undoingFactsOfALabelThatAnotherDeviceHasMergedIsRefused() throws {
    let beers = [try first.add("Orval"), try first.add("Orval Trappist")]
    try start()
    let labels = try beers.map { try #require(try first.diary.label(ofBeer: first.id($0))).uuid }
    _ = try first.diary.setFacts(LabelFacts(style: "Ale"), ofLabel: labels[0])
    try first.exchange(with: second)
    let merge = try #require(try second.diary.mergeLabels([labels[0]], into: labels[1]))
    try first.exchange(with: second)

    #expect(throws: UndoError.self) { try first.diary.undoChange() }
    #expect(try first.diary.factOverrides(ofLabel: labels[1]).style == "Ale")

    _ = try second.diary.revert(merge)
    try first.exchange(with: second)
    _ = try first.diary.undoChange()
    #expect(try first.diary.factOverrides(ofLabel: labels[0]) == LabelFacts())
  }

  /// Imports a file, which another device edits while it is imported again with another value.
  private func importIntoConflict() throws -> [SyncConflict] {
    try importFile(first)
    try start()
    let beer = try uuid("Orval", second)
    try second.edit(beer) { $0.notes = "Theirs" }
    try importFile(
      first, Self.file.replacingOccurrences(of: "n1", with: "n9"), onDuplicate: .update)
    try first.exchange(with: second)
    let conflicts = try first.conflicts()
    #expect(conflicts.count == 1)
    return conflicts
  }

  @Test func undoingAnImportKeepsBeersInConflict() throws {
    let conflicts = try importIntoConflict()

    let undo = try first.diary.undoImport()

    #expect((undo.restored, undo.kept) == (0, 1))
    #expect(try first.conflicts() == conflicts)
  }

  @Test func anImportUpdatesNoBeerInConflict() throws {
    let conflicts = try importIntoConflict()

    try importFile(
      first, Self.file.replacingOccurrences(of: "n1", with: "n10"), onDuplicate: .update)

    #expect(try first.conflicts() == conflicts)
    try first.exchange(with: second)
    #expect(try second.conflicts().count == 1)
  }
}
