import DiaryFixtures
import DiaryModel
import FixtureStores
import Foundation
import GRDB
import SQLiteKit
import TestSupport
import Testing

@testable import DiaryStore

/// A diary whose file loses its name while it is open.
@Suite(.timeLimit(.minutes(60))) struct MovedFileTests {
  /// What another program does with the file.
  enum Loss: CaseIterable, Sendable {
    case replaced, moved, deleted
  }

  private let fresh: FreshDiary
  private var diary: Diary { fresh.diary }
  private var path: String { fresh.diary.path }
  private var folder: TemporaryFolder { fresh.folder }

  init() throws {
    fresh = try FreshDiary()
    _ = try fresh.addBeer("Orval")
  }

  private func lose(_ path: String, _ loss: Loss) throws {
    switch loss {
    case .replaced:
      let other = folder.file("other.sqlite")
      try Diary.open(at: other).close()
      #expect(rename(other, path) == 0)
    case .moved: #expect(rename(path, folder.file("moved.sqlite")) == 0)
    case .deleted: #expect(unlink(path) == 0)
    }
  }

  @Test(arguments: Loss.allCases) func nothingIsChangedAfterTheFileHasLostItsName(_ loss: Loss) throws {
    #expect(!diary.hasMoved)
    try lose(path, loss)

    #expect(diary.hasMoved)
    #expect(throws: StoreError.moved(path: path)) { try diary.moveToTrash([1]) }
    #expect(throws: EditError.store(.moved(path: path))) {
      try diary.edit(1, to: BeerFields(name: "Lost"))
    }

    try diary.close()
    if loss == .replaced { #expect(try Diary.open(at: path).summary().beerCount == 0) }
    if loss == .moved {
      #expect(try Diary.open(at: folder.file("moved.sqlite")).beer(1)?.beer.fields.name == "Orval")
    }
  }

  @Test func aChangeDuringWhichTheFileWasMovedIsRolledBack() throws {
    #expect(throws: StoreError.moved(path: path)) {
      try diary.write { db in
        try db.execute(sql: "UPDATE beer SET name = 'Lost'")
        try lose(path, .moved)
      }
    }
    #expect(try diary.beer(1)?.beer.fields.name == "Orval")
  }

  @Test func changesGoOnAfterTheFileHasItsNameAgain() throws {
    try lose(path, .moved)
    #expect(rename(folder.file("moved.sqlite"), path) == 0)

    _ = try diary.edit(1, to: BeerFields(name: "Orval", rating: 5))

    #expect(try diary.beer(1)?.beer.fields.rating == 5)
  }

  @Test func aConnectionThatIsOpenedLaterDoesNotReadTheOtherFile() throws {
    let other = try Diary.open(at: path)
    try lose(path, .replaced)
    #expect(throws: StoreError.moved(path: path)) { try other.summary() }
  }

  @Test(arguments: [true, false]) func aDiaryBehindALinkIsCheckedLikeAnyOther(_ losesTarget: Bool) throws {
    let link = folder.file("link.sqlite")
    #expect(symlink(path, link) == 0)
    let linked = try Diary.open(at: link)
    _ = try linked.edit(1, to: BeerFields(name: "Orval", rating: 5))

    try lose(losesTarget ? path : link, .replaced)

    #expect(throws: StoreError.moved(path: link)) { try linked.moveToTrash([1]) }
  }

  @Test(arguments: Loss.allCases) func observersAreNotified(_ loss: Loss) async throws {
    var observer = ObservedChanges(of: diary)
    try lose(path, loss)
    let change = try #require(await observer.next())
    #expect(change.isExternal)
  }
}
