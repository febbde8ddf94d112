import DiaryModel
import DiaryStore
import DiaryUpkeep
import FixtureStores
import Foundation
import SQLiteKit
import TestSupport
import Testing

/// A -wal or journal without its diary may hold the only copy of beers, and SQLite applies it to any other diary.
@Suite struct OrphanedSidecarTests {
  private let folder: TemporaryFolder
  private let path: String
  private let backup: String

  init() throws {
    folder = try TemporaryFolder()
    path = folder.file("diary.sqlite")
    backup = folder.file("backup.sqlite")
    let diary = try Diary.open(at: backup)
    _ = try diary.add(NewBeer(fields: BeerFields(name: "Saved")))
    try diary.close()
  }

  /// Creates a -wal or journal of a deleted diary next to `path`, and returns its bytes.
  private func leave(_ sidecar: StoreSidecar) throws -> Data {
    let source = folder.file("source.sqlite")
    let diary = try Diary.open(at: source)
    for number in 0..<20 { _ = try diary.add(NewBeer(fields: BeerFields(name: "Beer \(number)"))) }
    if sidecar == .wal {
      try FileManager.default.copyItem(atPath: sidecar.path(of: source), toPath: sidecar.path(of: path))
      try diary.close()
    } else {
      try diary.close()
      let copy = folder.file("copy.sqlite")
      let file = try SQLiteFile(source)
      try file.copyDuringTransaction("UPDATE beer SET name = hex(randomblob(3000))", from: source, to: copy)
      file.close()
      try FileManager.default.moveItem(atPath: sidecar.path(of: copy), toPath: sidecar.path(of: path))
    }
    return try Data(contentsOf: URL(fileURLWithPath: sidecar.path(of: path)))
  }

  @Test(arguments: StoreSidecar.withData) func noDiaryIsCreatedNextToAnOrphanedSidecar(
    _ sidecar: StoreSidecar
  ) throws {
    let bytes = try leave(sidecar)
    let works: [() throws -> Void] = [
      { try Diary.open(at: path).close() }, { _ = try Diary.merge(backup, into: path) },
      { try Diary.backUp(backup, to: path) },
    ]

    for work in works {
      let refusal = #expect(throws: (any Error).self) { try work() }
      guard case .cannotCreate = (refusal as? any DiaryError)?.storeError else {
        Issue.record("\(String(describing: refusal))")
        return
      }
    }

    #expect(try Data(contentsOf: URL(fileURLWithPath: sidecar.path(of: path))) == bytes)
    #expect(!FileManager.default.fileExists(atPath: path))
  }

  @Test(arguments: StoreSidecar.withData)
  func anEmptyFileNextToAnOrphanedSidecarIsNotFilled(_ sidecar: StoreSidecar) throws {
    let bytes = try leave(sidecar)
    try Data().write(to: URL(fileURLWithPath: path))

    let refusal = #expect(throws: OpeningError.self) { try Diary.open(at: path) }

    guard case .store(.damaged) = refusal else {
      Issue.record("\(String(describing: refusal))")
      return
    }
    #expect(try Data(contentsOf: URL(fileURLWithPath: sidecar.path(of: path))) == bytes)
    #expect(fileSize(path) == 0)
  }

  @Test(arguments: StoreSidecar.withData) func restoringABackupKeepsAnOrphanedSidecar(_ sidecar: StoreSidecar)
    throws
  {
    let bytes = try leave(sidecar)

    let report = try Diary.restore(backup, over: path)

    #expect(try Diary.open(at: path).listItems(in: 0..<9).map(\.name) == ["Saved"])
    #expect(report.previousDiaryPath == nil)
    let names = try FileManager.default.contentsOfDirectory(atPath: folder.path)
    let kept = try #require(names.first { $0.contains("before-restore") && $0.hasSuffix(sidecar.rawValue) })
    #expect(try Data(contentsOf: URL(fileURLWithPath: folder.file(kept))) == bytes)
    #expect(report.warnings.contains { $0.contains(kept) })
  }

  @Test(arguments: StoreSidecar.withData)
  func anEmptyFileIsReplacedTogetherWithItsOrphanedSidecar(_ sidecar: StoreSidecar) throws {
    let bytes = try leave(sidecar)
    try Data().write(to: URL(fileURLWithPath: path))

    let kept = try #require(try Diary.restore(backup, over: path).previousDiaryPath)

    #expect(try Diary.open(at: path).listItems(in: 0..<9).map(\.name) == ["Saved"])
    #expect(try Data(contentsOf: URL(fileURLWithPath: sidecar.path(of: kept))) == bytes)
  }
}
