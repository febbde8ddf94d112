import DiaryFixtures
import DiaryStore
import FixtureStores
import Foundation
import SQLiteKit
import TestSupport
import Testing

/// Stores in the state in which a killed program left them.
@Suite struct InterruptedStoreTests {
  private let old: OldDiary

  init() throws { old = try OldDiary() }

  @Test func aStoreWithAnInterruptedTransactionIsRolledBackAndOpened() throws {
    let app = old.folder.file("app.sqlite")
    var store = LegacyStore()
    store.beerCount = 300
    let expected = try store.write(to: app)
    try SQLiteFile(app).copyDuringTransaction("UPDATE ZBEER SET ZNAME = 'half'", from: app, to: old.path)

    let diary = try old.open()

    #expect(try expectedBeers(from: diary) == expected)
    #expect(fileSize(StoreSidecar.journal.path(of: old.path)) == nil)
  }

  @Test func anInterruptedTransactionOfAnotherProgramIsNotRolledBack() throws {
    let app = old.folder.file("app.sqlite")
    let file = try SQLiteFile(app)
    let rows = "WITH n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 500)"
    try file.execute(
      "CREATE TABLE contacts (name TEXT); \(rows) INSERT INTO contacts SELECT hex(randomblob(500)) FROM n")
    try file.copyDuringTransaction("UPDATE contacts SET name = name || '!'", from: app, to: old.path)
    file.close()

    try old.expectRefusal(.notADiary(path: old.path, what: "a database of another program"))
  }

  /// The store cannot be copied because its journal is a symbolic link.
  @Test func theErrorSaysWhyAStoreCannotBeCopied() throws {
    let app = old.folder.file("app.sqlite")
    var store = LegacyStore()
    store.beerCount = 300
    _ = try store.write(to: app)
    try SQLiteFile(app).copyDuringTransaction("UPDATE ZBEER SET ZNAME = 'half'", from: app, to: old.path)
    let journal = StoreSidecar.journal.path(of: old.path)
    try FileManager.default.moveItem(atPath: journal, toPath: old.folder.file("journal"))
    try FileManager.default.createSymbolicLink(
      atPath: journal, withDestinationPath: old.folder.file("journal"))

    let error = #expect(throws: StoreError.self) {
      try NonMutatingReader(old.path) { try $0.integer("PRAGMA user_version") }
    }

    guard case .unfinishedTransaction(old.path, .failed(_, let reason)) = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(reason == String(cString: strerror(ELOOP)))
    #expect(error?.sentence.hasSuffix("It cannot be copied to be read (\(reason)).") == true)
  }

  @Test func aStoreInRollbackJournalModeIsMigratedInWALMode() throws {
    let expected = try old.write { $0.hasRollbackJournal = true }
    let journals = Collected<Int?>()
    let path = old.path

    let diary = try Diary.open(
      at: path, progress: { _ in journals.append(fileSize(StoreSidecar.journal.path(of: path))) })

    #expect(journals.values.allSatisfy { $0 == nil })
    #expect(try expectedBeers(from: diary) == expected)
  }

  @Test func aStoreWithAllRowsInTheWALIsOpenedThroughALink() throws {
    let expected = try old.write { $0.leavesEverythingInWAL = true }

    let diary = try Diary.open(at: try link())

    #expect(try expectedBeers(from: diary) == expected)
    #expect(diary.migration?.beerCount == expected.count)
  }

  @Test func externalImagesAreFoundThroughALink() throws {
    let expected = try old.write { $0.externalCount = 3 }

    let diary = try Diary.open(at: try link())

    #expect(try expectedBeers(from: diary) == expected)
    #expect(diary.migration?.warnings == [])
  }

  @Test func aPathWithTwoSlashesAtItsStartOpens() throws {
    let expected = try old.write()
    #expect(try expectedBeers(from: try Diary.open(at: "/" + old.path)) == expected)
  }

  @Test func theWALOfAnotherProgramIsNotChanged() throws {
    let app = old.folder.file("app.sqlite")
    let file = try SQLiteFile(app)
    try file.execute("PRAGMA journal_mode = WAL; CREATE TABLE contacts (name TEXT)")
    for end in ["", StoreSidecar.wal.rawValue] {
      try FileManager.default.copyItem(atPath: app + end, toPath: old.path + end)
    }
    file.close()

    try old.expectRefusal(.notADiary(path: old.path, what: "a database of another program"))
  }

  private func link() throws -> String {
    try FileManager.default.createDirectory(
      atPath: old.folder.file("elsewhere"), withIntermediateDirectories: false)
    let link = old.folder.file("elsewhere/link.sqlite")
    try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: old.path)
    return link
  }
}
