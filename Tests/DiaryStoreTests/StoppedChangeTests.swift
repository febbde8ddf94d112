import DiaryFixtures
import DiaryModel
import DiaryUpkeep
import FixtureStores
import GRDB
import SQLiteKit
import Testing

@testable import DiaryStore

/// Changes of many beers that are stopped while they are made.
@Suite struct StoppedChangeTests {
  private static let beers = Array(Int64(1)...200)
  /// The beers in several batches, between ids that no beer has.
  private static let batches = beers.flatMap { id in [id] + (1..<150).map { 1000 * id + $0 } }

  private let fresh: FreshDiary
  private var diary: Diary { fresh.diary }

  init() throws { fresh = try FreshDiary() }

  enum Change: CaseIterable {
    case moveToTrash, restore, setField, setCustomField, undo, redo, undoEdit
    case revertMove, revertRestoration, revertFieldEdit
    case undoImport, revertImport, redoImport
    case renameField, mergeFields, deleteField, retypeField
  }

  /// Asks as a caller would until the change is made, and stops it at one question after the other.
  @Test(arguments: Change.allCases) func aStoppedChangeChangesNothing(_ change: Change) throws {
    let make = try prepare(change, ofImport: try importBeers())
    let before = try dump()
    var limit = 0
    var asked = 0
    var stops = 0
    var isDone = false

    while !isDone {
      limit = limit < 4 ? limit + 1 : 2 * limit
      asked = 0
      do {
        try make {
          asked += 1
          return asked >= limit
        }
        isDone = true
      } catch let error as any DiaryError where error.storeError == .cancelled {
        stops += 1
        #expect(asked == limit)
        let isUnchanged = try dump() == before
        #expect(isUnchanged, "stopped at question \(limit)")
      }
    }

    #expect(stops > 0 && asked < limit)
    let isChanged = try dump() != before
    #expect(isChanged)
  }

  /// A change with a statement that takes seconds.
  private struct LongChange: DiaryComponent {
    typealias WriteError = EditError

    let database: DiaryDatabase

    func make(isCancelled: () -> Bool) throws(EditError) {
      try write(isCancelled: isCancelled) { db in
        try db.execute(sql: "UPDATE beer SET style = 'Stout'")
        let numbers =
          "WITH RECURSIVE number(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM number LIMIT 10000000)"
        try db.execute(
          sql: "\(numbers) INSERT INTO background_work (name, position) SELECT n, n FROM number WHERE n < 0")
      }
    }
  }

  @Test func aLongStatementIsStopped() throws {
    _ = try importBeers()
    let before = try dump()
    var asked = 0
    let error = #expect(throws: EditError.self) {
      try LongChange(database: diary.database).make {
        asked += 1
        return asked == 3
      }
    }
    #expect(error == .store(.cancelled) && asked == 3)
    let isUnchanged = try dump() == before
    #expect(isUnchanged)
    // The connection is used again.
    #expect(try diary.moveToTrash([1]) != nil)
  }

  @Test func aPreviewOfAChangeOfACustomFieldIsStopped() throws {
    _ = try importBeers()
    var asked = 0

    #expect(throws: CustomFieldError.store(.cancelled)) {
      try diary.previewChange(.delete, ofCustomField: "hop") {
        asked += 1
        return asked == 3
      }
    }
    #expect(asked == 3)
  }

  @Test func emptyingTheTrashKeepsWhatWasDeletedBeforeItWasStopped() throws {
    for name in ["Orval", "Gueuze", "Chimay", "Rochefort", "Westmalle"] {
      _ = try fresh.addBeer(name, photos: ["\(name) 1", "\(name) 2"])
    }
    let removed = try #require(try diary.beer(5)?.photos.first?.id)
    _ = try diary.removePhoto(removed)
    _ = try diary.moveToTrash([1, 2, 3, 4])
    let before = try dump()

    #expect(throws: StoreError.cancelled) { try diary.emptyTrash(isCancelled: { true }) }
    let isUnchanged = try dump() == before
    #expect(isUnchanged)

    var asked = 0
    let emptied = try diary.emptyTrash(isCancelled: {
      asked += 1
      // Once before the deletion, then after the photo and after each beer.
      return asked == 4
    })
    #expect(emptied.wasCancelled && asked == 4)
    #expect(emptied.beers == [1, 2] && emptied.photos == [removed])
    #expect(try diary.beersInTrash() == [3, 4])
    #expect(try diary.beer(3)?.photos.count == 2)
    #expect(try diary.examine(isDeep: true, progress: { _, _ in }, isCancelled: { false }) == [])

    let rest = try diary.emptyTrash()
    #expect(!rest.wasCancelled && rest.beers == [3, 4] && rest.photos == [])
    #expect(try diary.beersInTrash() == [])
  }

  /// Imports the beers with custom fields, one of them in two spellings, and returns the id of the import.
  private func importBeers() throws -> Int64 {
    let startedImport = try diary.startImport(source: "csv")
    let newBeers = Self.beers.map { id in
      var extras: Extras = ["hop": .text("\(id)")]
      if id % 3 == 0 { extras[id % 2 == 0 ? "malt" : "Malt"] = .text("Pale") }
      return NewBeer(
        fields: BeerFields(name: "Beer \(id)", extras: extras), origin: Origin(source: "csv", id: "\(id)"))
    }
    #expect(try diary.importBeers(newBeers, in: startedImport) == Self.beers.count)
    return try #require(try diary.finishImport(startedImport))
  }

  /// Makes the diary ready for a change, and returns the function that makes it.
  private func prepare(_ change: Change, ofImport importID: Int64) throws -> (() -> Bool) throws -> Void {
    let diary = diary
    func reverting(_ change: DiaryChange?) throws -> (() -> Bool) throws -> Void {
      let change = try #require(change)
      return { _ = try diary.revert(change, isCancelled: $0) }
    }
    func changing(_ change: CustomFieldChange) -> (() -> Bool) throws -> Void {
      { isCancelled in
        let report = try diary.change(customField: "hop", change, isCancelled: isCancelled)
        #expect(report.beerCount == Self.beers.count && report.refusalCount == 0)
      }
    }
    switch change {
    case .moveToTrash: return { _ = try diary.moveToTrash(Self.batches, isCancelled: $0) }
    case .restore:
      _ = try diary.moveToTrash(Self.beers)
      return { _ = try diary.restore(Self.batches, isCancelled: $0) }
    case .setField:
      let style = try #require(AssignableField(builtIn: "style"))
      return { _ = try diary.set(style, of: Self.batches, to: .text("Stout"), isCancelled: $0) }
    case .setCustomField:
      return { _ = try diary.set(.custom("hop"), of: Self.batches, to: .text("Saaz"), isCancelled: $0) }
    case .undo:
      _ = try diary.moveToTrash(Self.beers)
      return { _ = try diary.undoChange(isCancelled: $0) }
    case .redo:
      _ = try diary.moveToTrash(Self.beers)
      _ = try diary.undoChange()
      return { _ = try diary.redoChange(isCancelled: $0) }
    case .undoEdit:
      _ = try diary.edit(Self.beers) { $0.style = "Stout" }
      return { _ = try diary.undoChange(isCancelled: $0) }
    case .revertMove: return try reverting(diary.moveToTrash(Self.beers))
    case .revertRestoration:
      _ = try diary.moveToTrash(Self.beers)
      return try reverting(diary.restore(Self.beers))
    case .revertFieldEdit:
      let style = try #require(AssignableField(builtIn: "style"))
      return try reverting(diary.set(style, of: Self.beers, to: .text("Stout")).first)
    case .undoImport: return { _ = try diary.undoImport(importID, isCancelled: $0) }
    case .revertImport: return try reverting(diary.change(ofImport: importID))
    case .redoImport:
      let imported = try #require(try diary.change(ofImport: importID))
      return try reverting(diary.revert(imported))
    case .renameField: return changing(.rename(to: "hops"))
    case .mergeFields:
      _ = try diary.indexCustomField("hop")
      return changing(.merge(into: "malt", preferring: .from))
    case .deleteField: return changing(.delete)
    case .retypeField: return changing(.retype(.number))
    }
  }

  /// All rows of all tables, and the schema.
  private func dump() throws -> [String: [[String]]] {
    let file = try SQLiteFile(diary.path)
    defer { file.close() }
    let tables = try file.rows(
      "SELECT name FROM sqlite_master WHERE type = 'table' AND sql NOT LIKE 'CREATE VIRTUAL%'"
    ).joined()
    var rows = ["sqlite_master": try file.rows("SELECT * FROM sqlite_master")]
    for table in tables {
      // Text would end at the first zero byte of a blob.
      let columns = try file.rows("SELECT printf('quote(\"%w\")', name) FROM pragma_table_info('\(table)')")
      rows[table] = try file.rows("SELECT \(columns.joined().joined(separator: ", ")) FROM \"\(table)\"")
    }
    return rows
  }
}
