import DiaryFixtures
import DiaryModel
import DiaryUpkeep
import FixtureStores
import Foundation
import GRDB
import TestSupport
import Testing

@testable import DiaryStore
@testable import Interchange

/// Every property of a beer survives everything that is done with beers.
///
/// The properties are found by reflection: one that is new, and that any operation drops, fails here.
@Suite struct BeerPropertyTests {
  private let folder: TemporaryFolder
  private let diary: Diary

  init() throws {
    folder = try TemporaryFolder()
    diary = try Diary.open(at: folder.file("diary.sqlite"))
  }

  /// The names of all stored properties with the columns that hold them.
  private static let columns = Mirror(reflecting: BeerFields()).children.compactMap { child in
    child.label.map {
      (type: type(of: child.value), column: $0.replacing(/[A-Z]/) { "_" + $0.output.lowercased() })
    }
  }

  /// A value for every property, another one for each seed.
  ///
  /// - Parameter seed: 1...5.
  private static func fields(_ seed: Int) throws -> BeerFields {
    var fields = BeerFields()
    for (type, name) in columns {
      let column = try #require(
        BeerColumn.all.first { $0.name == name }, "\(name) has no column in BeerColumn.all")
      try column.set(
        #require(value(of: type, name, seed), "say here how a value of \(type) looks"), in: &fields)
    }
    return fields
  }

  private static func value(of type: Any.Type, _ name: String, _ seed: Int) -> DatabaseValue? {
    switch type {
    case is String?.Type: "\(name) \(seed), \"quoted\"\nand 麒麟".databaseValue
    // Within the ranges of all numbers that there are.
    case is Double?.Type: (Double(seed) - 0.25).databaseValue
    case is Int?.Type: seed.databaseValue
    case is Bool?.Type: (seed.isMultiple(of: 2)).databaseValue
    case is DiaryDate?.Type: "2019-06-0\(seed)T18:04:05".databaseValue
    case is Extras.Type: "{\"hop\":\"Citra \(seed)\",\"vintage\":\(2000 + seed)}".databaseValue
    default: nil
    }
  }

  /// The fields `a` with one property of `b`.
  private static func fields(_ a: BeerFields, with name: String, of b: BeerFields) throws -> BeerFields {
    let column = try #require(BeerColumn.all.first { $0.name == name })
    var fields = a
    try column.set(column.databaseValue(of: b), in: &fields)
    return fields
  }

  private func imported(_ fields: BeerFields, id: String = "1") -> [ImportedBeer] {
    [ImportedBeer(NewBeer(fields: fields, origin: Origin(source: "csv", id: id)))]
  }

  private func add(_ fields: BeerFields) throws -> Int64 {
    let beer = try diary.add(NewBeer(fields: fields))
    #expect(beer.fields == fields)
    return beer.id
  }

  /// Imports one row as another program's file has it, and returns the import's id.
  private func importRow(_ fields: BeerFields, _ onDuplicate: ImportPolicy.Duplicate = .skip) throws -> Int64
  {
    let startedImport = try diary.startImport(source: "csv")
    _ = try diary.importTransaction(
      startedImport, ImportPolicy(onDuplicate: onDuplicate), adding: imported(fields))
    return startedImport.id
  }

  private func expect(
    _ fields: BeerFields, _ diary: Diary? = nil, of id: Int64 = 1,
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    let diary = diary ?? self.diary
    #expect(try diary.beer(id)?.beer.fields == fields, sourceLocation: sourceLocation)
    #expect(try diary.examine(isDeep: true).isEmpty, sourceLocation: sourceLocation)
  }

  @Test func everyPropertyHasAValueInTheseTests() throws {
    let (none, one, two) = try (BeerFields(), Self.fields(1), Self.fields(2))
    for ((_, name), values) in zip(Self.columns, [none, one, two].map { $0.databaseValues }.transposed) {
      #expect(Set(values).count == 3, "\(name) is not different in \(values)")
    }
  }

  @Test func addingEditingUndoAndRedoKeepEveryProperty() throws {
    let (a, b) = try (Self.fields(1), Self.fields(2))
    let id = try add(a)
    try expect(a)
    let edit = try #require(try diary.edit(id, to: b))
    try expect(b)
    let undo = try diary.revert(edit)
    try expect(a)
    _ = try diary.revert(undo)
    try expect(b)
    for (_, name) in Self.columns {
      let one = try Self.fields(b, with: name, of: a)
      let change = try #require(try diary.edit(id, to: one), "\(name) is not seen to change")
      try expect(one)
      _ = try diary.revert(change)
      try expect(b)
    }
  }

  @Test func undoingAnAdditionAndRedoingItKeepsTheBeer() throws {
    let a = try Self.fields(1)
    let id = try add(a)
    let beer = try #require(try diary.beer(id)?.beer)
    let undone = try diary.revert(.added(beer))
    #expect(try diary.beer(id) == nil)
    _ = try diary.revert(undone)
    try expect(a)
  }

  @Test func settingOneFieldOfManyKeepsTheOthers() throws {
    let (a, b) = try (Self.fields(1), Self.fields(2))
    let id = try add(a)
    for (_, name) in Self.columns {
      guard let field = AssignableField(builtIn: name) else { continue }
      let expected = try Self.fields(a, with: name, of: b)
      let stored = try #require(BeerColumn.all.first { $0.name == name }).databaseValue(of: b)
      let value = Double.fromDatabaseValue(stored).map(JSONValue.number)
      let text = String.fromDatabaseValue(stored).map(JSONValue.text)
      let changes = try diary.set(field, of: [id], to: value ?? text)
      try expect(expected)
      _ = try diary.revert(changes)
      try expect(a)
    }
  }

  @Test func theTrashKeepsEveryProperty() throws {
    let a = try Self.fields(1)
    let id = try add(a)
    _ = try #require(try diary.moveToTrash([id]))
    try expect(a)
    _ = try #require(try diary.restore([id]))
    try expect(a)
  }

  @Test(arguments: [(DiaryFileFormat.csv, false), (.csv, true), (.json, false), (.jsonl, false)])
  func exportsKeepEveryProperty(_ format: DiaryFileFormat, _ isSpreadsheetSafe: Bool) throws {
    let (a, b) = try (Self.fields(1), Self.fields(2))
    let id = try add(a)
    func exported() throws -> FileImport {
      var export = DiaryExport(format)
      export.isSpreadsheetSafe = isSpreadsheetSafe
      var bytes: [UInt8] = []
      _ = try export.run(from: diary) { bytes += $0 }
      var options = ImportOptions()
      options.onDuplicate = .update
      return try FileImport(ImportSource(bytes), options)
    }
    let copy = try Diary.open(at: folder.file("copy.sqlite"))
    _ = try exported().run(into: copy)
    try expect(a, copy)
    // One property after the other is seen to differ, taken over, and taken back.
    for (_, name) in Self.columns {
      let one = try Self.fields(a, with: name, of: b)
      _ = try #require(try diary.edit(id, to: one))
      let summary = try exported().run(into: copy)
      #expect(summary.tally.updated == 1, "\(name) is not seen to differ")
      try expect(one, copy)
      let importID: Int64 = try #require(summary.importID)
      _ = try copy.undoImport(importID)
      #expect(try copy.beer(1)?.beer.fields == a, "\(name)")
    }
    try expect(a, copy)
  }

  @Test func rowsOfOtherFilesKeepEveryProperty() throws {
    let (none, a, b) = try (BeerFields(name: "Orval"), Self.fields(1), Self.fields(2))
    #expect(imported(a).map(\.allFields) == [a])
    let first = try importRow(a)
    try expect(a)
    for (_, name) in Self.columns {
      let one = try Self.fields(a, with: name, of: b)
      let policy = ImportPolicy(onDuplicate: .update)
      let tally = try diary.previewImport(imported(one), source: "csv", policy)
      #expect(tally.same == 0, "\(name) is not compared")
      let update = try importRow(one, .update)
      try expect(one)
      _ = try diary.undoImport(update)
      #expect(try diary.beer(1)?.beer.fields == a, "\(name)")
    }
    try expect(a)
    // What a row leaves open stays.
    _ = try importRow(none, .update)
    #expect(try diary.beer(1)?.beer.fields == Self.fields(a, with: "name", of: none))

    _ = try diary.undoImport()
    _ = try diary.undoImport(first)
    _ = try importRow(b)
    try expect(b)
  }

  @Test func mergingAnotherDiaryKeepsEveryProperty() throws {
    let (a, b) = try (Self.fields(1), Self.fields(2))
    _ = try add(a)
    try diary.close()
    let target = folder.file("target.sqlite")
    _ = try Diary.merge(folder.file("diary.sqlite"), into: target)
    try expect(a, Diary.open(at: target))

    let merged = try Diary.open(at: folder.file("merged.sqlite"))
    _ = try merged.add(NewBeer(fields: b))
    try merged.close()
    _ = try Diary.merge(folder.file("diary.sqlite"), into: merged.path)
    let both = try Diary.open(at: merged.path)
    try expect(b, both)
    try expect(a, both, of: 2)
  }

  @Test func backupsKeepEveryProperty() throws {
    let (a, b) = try (Self.fields(1), Self.fields(2))
    let id = try add(a)
    let backup = folder.file("backup.sqlite")
    try diary.backUp(to: backup)
    _ = try diary.edit(id, to: b)
    try diary.close()
    _ = try Diary.restore(backup, over: folder.file("diary.sqlite"))
    try expect(a, Diary.open(at: folder.file("diary.sqlite")))
  }

  @Test func theDoctorKeepsEveryProperty() throws {
    let a = try Self.fields(1)
    let id = try add(a)
    try diary.write {
      try $0.execute(sql: "UPDATE beer SET created_at = 'soon' WHERE id = ?", arguments: [id])
    }
    #expect(try !diary.repair().isEmpty)
    let repaired = try #require(try diary.beer(id)).beer.fields
    for (_, name) in Self.columns where name != "extras" {
      #expect(try Self.fields(repaired, with: name, of: a) == repaired, "\(name)")
    }
    #expect(a.extras.allSatisfy { repaired.extras[$0.key] == $0.value })
  }
}

extension [[DatabaseValue]] {
  /// Rows become columns.
  fileprivate var transposed: [[DatabaseValue]] {
    (self.first ?? []).indices.map { index in map { $0[index] } }
  }
}
