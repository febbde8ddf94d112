import DiaryStore
import FixtureStores
import Foundation
import Testing

/// The copy that is made before a migration.
@Suite struct BackupTests {
  private let old: OldDiary
  private let target: String

  init() throws {
    old = try OldDiary()
    target = old.folder.file("copies/copy.sqlite")
  }

  @Test(arguments: [0, 1, 2]) func isWholeAndLeavesTheStoreAsItIs(_ kind: Int) throws {
    let beers = try old.write { store in
      store.externalCount = 3
      store.leavesRowsInWAL = kind == 1
      store.hasRollbackJournal = kind == 2
    }
    let before = try FileState.all(in: old.folder.path)

    try Diary.backUp(old.path, to: target)

    let after = try FileState.all(in: old.folder.path)
    for (name, state) in before where !name.isEmpty { #expect(after[name] == state) }
    let names = Set(after.keys).subtracting(before.keys).filter { !$0.contains("_EXTERNAL_DATA/") }
    #expect(
      names == [
        "copies", "copies/copy.sqlite", "copies/.copy_SUPPORT", "copies/.copy_SUPPORT/_EXTERNAL_DATA",
      ])
    if kind != 1 { #expect(after["copies/copy.sqlite"]?.content == before["old.sqlite"]?.content) }
    #expect(try expectedBeers(from: Diary.open(at: target)) == beers)
  }

  @Test func neverOverwrites() throws {
    _ = try old.write()
    try FileManager.default.createDirectory(
      atPath: old.folder.file("copies"), withIntermediateDirectories: false)
    for name in ["copy.sqlite", "copy.sqlite-wal", ".copy_SUPPORT"] {
      let taken = old.folder.file("copies/" + name)
      try Data("mine".utf8).write(to: URL(fileURLWithPath: taken))
      let before = try FileState.all(in: old.folder.path)

      let refusal = #expect(throws: DiaryError.self) { try Diary.backUp(old.path, to: target) }

      guard case .cannotCreate = refusal else {
        Issue.record("\(String(describing: refusal))")
        return
      }
      #expect(try FileState.all(in: old.folder.path) == before)
      try FileManager.default.removeItem(atPath: taken)
    }
  }

  @Test func nothingIsLeftWhereItIsStopped() throws {
    _ = try old.write { $0.externalCount = 3 }
    let reached = Collected<Int>()

    for limit in [0, 1, 3, 5] {
      let count = Collected<Int>()
      #expect(throws: DiaryError.cancelled) {
        try Diary.backUp(
          old.path, to: target, progress: { done, _ in count.append(done) },
          isCancelled: { count.values.count >= limit })
      }
      reached.append(count.values.count)
      #expect(try FileState.all(in: old.folder.file("copies")).keys.sorted() == [""])
    }
    #expect(Set(reached.values).count > 1)
  }

  @Test func nothingIsLeftWhereThereIsNoRoom() throws {
    _ = try old.write()

    #expect(throws: DiaryError.self) {
      try Diary.backUp(old.path, to: target, freeSpace: FreeSpace { _ in 10_000 })
    }

    #expect(try FileState.all(in: old.folder.file("copies")).keys.sorted() == [""])
  }

  @Test func removesWhatAKilledOneLeft() throws {
    let beers = try old.write { $0.externalCount = 3 }
    // Between its last two moves: the images have their place, the file not yet.
    let folders = ["copies/copy.sqlite-backup", "copies/.copy_SUPPORT/_EXTERNAL_DATA"].map(old.folder.file)
    for folder in folders {
      try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    }
    for name in ["copy.sqlite", "publishing"] {
      try Data("half".utf8).write(to: URL(fileURLWithPath: folders[0] + "/" + name))
    }
    try Data("image".utf8).write(to: URL(fileURLWithPath: folders[1] + "/image"))

    try Diary.backUp(old.path, to: target)

    #expect(!FileManager.default.fileExists(atPath: folders[0]))
    #expect(!FileManager.default.fileExists(atPath: folders[1] + "/image"))
    #expect(try expectedBeers(from: Diary.open(at: target)) == beers)
  }

  @Test func copiesADiaryOfThisProgram() throws {
    let fresh = try FreshDiary()
    _ = try fresh.addBeer("Gose", photos: ["one", "two"])
    try fresh.diary.close()

    try Diary.backUp(fresh.diary.path, to: target)

    #expect(try Diary.open(at: target).rows(in: 0..<9).map(\.name) == ["Gose"])
  }

  @Test func aWriterIsWaitedForUntilTheUserStops() throws {
    _ = try old.write { $0.hasRollbackJournal = true }
    let writer = try SQLiteFile(old.path)
    try writer.execute("BEGIN EXCLUSIVE")
    let asked = Collected<Int>()

    #expect(throws: DiaryError.self) {
      try Diary.backUp(
        old.path, to: target,
        isCancelled: {
          asked.append(1)
          return asked.values.count > 3
        })
    }

    try writer.execute("ROLLBACK")
    writer.close()
    #expect(!FileManager.default.fileExists(atPath: target))
  }
}
