import DiaryFixtures
import DiaryModel
import DiaryStore
import DiaryUpkeep
import FixtureStores
import Foundation
import SQLiteKit
import TestSupport
import Testing

/// A diary that is opened to be read only.
@Suite struct ReadOnlyTests {
  private let fresh: FreshDiary
  private let path: String

  init() throws {
    fresh = try FreshDiary()
    path = fresh.diary.path
    _ = try fresh.addBeer("Orval", photos: ["a", "b"])
  }

  private func files() throws -> [String: FileState] {
    try FileState.all(in: fresh.folder.path).filter { $0.key != "" }
  }

  @Test func readingChangesNoFile() throws {
    try fresh.diary.close()
    let before = try files()
    #expect(Set(before.keys) == ["diary.sqlite"])

    let diary = try Diary.openReadOnly(at: path)
    #expect(try diary.listItems(BeerQuery(search: "orv", generation: 1), in: 0..<10).map(\.name) == ["Orval"])
    #expect(try diary.beer(1)?.photos.count == 2)
    #expect(try diary.readImage(ofPhoto: 1) { _ in })
    #expect(try diary.doBackgroundWork() == nil)
    #expect(try diary.examine() == [])
    try diary.close()

    #expect(try files() == before)
  }

  @Test(.timeLimit(.minutes(60))) func changesOfOtherProgramsAreSeen() async throws {
    let diary = try Diary.openReadOnly(at: path)
    var observer = ObservedChanges(of: diary)

    _ = try fresh.addBeer("Westmalle")

    #expect(await observer.next()?.isExternal == true)
    #expect(try diary.summary().beerCount == 2)
    try diary.close()
    _ = try fresh.addBeer("Chimay")
    #expect(try fresh.diary.summary().beerCount == 3)
  }

  @Test(arguments: [
    ["", StoreSidecar.wal.rawValue, StoreSidecar.sharedMemory.rawValue], ["", StoreSidecar.wal.rawValue],
  ])
  func rowsInTheWALOfAKilledProgramAreRead(_ files: [String]) throws {
    let copy = try TemporaryFolder()
    for end in files {
      try FileManager.default.copyItem(atPath: path + end, toPath: copy.file("copy.sqlite" + end))
    }
    // The folder itself tells that files came and went.
    func state() throws -> [String: FileState] { try FileState.all(in: copy.path).filter { $0.key != "" } }
    let before = try state()

    let diary = try Diary.openReadOnly(at: copy.file("copy.sqlite"))
    #expect(try diary.beer(1)?.beer.fields.name == "Orval")
    try diary.close()

    #expect(try state() == before)
  }

  @Test func anOlderStoreIsRefusedUnchanged() throws {
    let old = try OldDiary()
    _ = try old.write()
    let before = try old.folder.contents()

    #expect(throws: OpeningError.legacyStore(path: old.path)) { try Diary.openReadOnly(at: old.path) }

    #expect(try old.folder.contents() == before)
  }

  @Test func aMissingStoreIsNotCreated() throws {
    let missing = fresh.folder.file("missing.sqlite")

    #expect(throws: OpeningError.store(.notFound(path: missing))) { try Diary.openReadOnly(at: missing) }

    #expect(!FileManager.default.fileExists(atPath: missing))
  }
}
