import DiaryFixtures
import DiaryStore
import DiaryUpkeep
import FixtureStores
import Foundation
import SQLiteKit
import TestSupport
import Testing

/// The copy that is made before a migration.
@Suite struct BackupTests {
  private let old: OldDiary
  private let target: String

  init() throws {
    old = try OldDiary()
    target = old.folder.file("copies/copy.sqlite")
  }

  @Test(arguments: [0, 1, 2]) func aBackupIsCompleteAndLeavesTheStoreUnchanged(_ kind: Int) throws {
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

  @Test func aBackupNeverOverwritesAFile() throws {
    _ = try old.write()
    try FileManager.default.createDirectory(
      atPath: old.folder.file("copies"), withIntermediateDirectories: false)
    for name in ["copy.sqlite", "copy.sqlite-wal", ".copy_SUPPORT"] {
      let taken = old.folder.file("copies/" + name)
      try Data("mine".utf8).write(to: URL(fileURLWithPath: taken))
      let before = try FileState.all(in: old.folder.path)

      let refusal = #expect(throws: BackupError.self) { try Diary.backUp(old.path, to: target) }

      guard case .store(.cannotCreate) = refusal else {
        Issue.record("\(String(describing: refusal))")
        return
      }
      #expect(try FileState.all(in: old.folder.path) == before)
      try FileManager.default.removeItem(atPath: taken)
    }
  }

  /// Files in the folder of external images that are not images.
  enum Stranger: CaseIterable { case link, folder, pipe }

  @Test(arguments: Stranger.allCases) func anImageThatCannotBeCopiedIsNamed(_ stranger: Stranger) throws {
    _ = try old.write { $0.externalCount = 3 }
    let images = old.folder.file(".old_SUPPORT/_EXTERNAL_DATA")
    let image = images + "/" + UUID().uuidString
    switch stranger {
    case .link: try FileManager.default.createSymbolicLink(atPath: image, withDestinationPath: old.path)
    case .folder: try FileManager.default.createDirectory(atPath: image, withIntermediateDirectories: false)
    case .pipe: #expect(mkfifo(image, 0o600) == 0)
    }

    let refusal = #expect(throws: BackupError.self) { try Diary.backUp(old.path, to: target) }

    #expect(try #require(refusal).sentence.contains(image))
    #expect(!FileManager.default.fileExists(atPath: target))
  }

  @Test func aFolderOfImagesThatCannotBeReachedIsNamed() throws {
    _ = try old.write { $0.externalCount = 3 }
    let support = old.folder.file(".old_SUPPORT")
    try FileManager.default.removeItem(atPath: support)
    for destination in [".old_SUPPORT", "gone"] {
      try FileManager.default.createSymbolicLink(atPath: support, withDestinationPath: destination)
      let error = BackupError.store(.danglingLink(path: support, target: destination))
      #expect(throws: error) { try Diary.backUp(old.path, to: target) }
      try FileManager.default.removeItem(atPath: support)
    }
    try Data("no folder".utf8).write(to: URL(fileURLWithPath: support))
    #expect(throws: BackupError.self) { try Diary.backUp(old.path, to: target) }
    #expect(!FileManager.default.fileExists(atPath: target))
  }

  @Test func aStoppedBackupLeavesNothing() throws {
    _ = try old.write { $0.externalCount = 3 }
    let reached = Collected<Int>()

    for limit in [0, 1, 3, 5] {
      let count = Collected<Int>()
      #expect(throws: BackupError.store(.cancelled)) {
        try Diary.backUp(
          old.path, to: target, progress: { done, _ in count.append(done) },
          isCancelled: { count.values.count >= limit })
      }
      reached.append(count.values.count)
      #expect(try FileState.all(in: old.folder.file("copies")).keys.sorted() == [""])
    }
    #expect(Set(reached.values).count > 1)
  }

  @Test func aBackupWithoutSpaceLeavesNothing() throws {
    _ = try old.write()

    #expect(throws: BackupError.self) {
      try Diary.backUp(old.path, to: target, freeSpace: FreeSpace { _ in 10_000 })
    }

    #expect(try FileState.all(in: old.folder.file("copies")).keys.sorted() == [""])
  }

  @Test func aBackupRemovesTheLeftoversOfAKilledOne() throws {
    let beers = try old.write { $0.externalCount = 3 }
    // Between its last two moves: the images have their place, the file not yet.
    let left = try KilledStaging(of: target)

    try Diary.backUp(old.path, to: target)

    #expect(!FileManager.default.fileExists(atPath: left.folder))
    #expect(!FileManager.default.fileExists(atPath: left.image))
    #expect(try expectedBeers(from: Diary.open(at: target)) == beers)
  }

  /// A copy, say by a backup of the whole disk, has another inode than its mark says.
  @Test func foldersThatOnlyLookLikeLeftoversStay() throws {
    _ = try old.write()
    let left = try KilledStaging(of: target)
    let copy = old.folder.file("copies/.beerdiary-staging-copied")
    try FileManager.default.copyItem(atPath: left.folder, toPath: copy)
    let unmarked = [".beerdiary-staging-AbCdEf", "copy.sqlite-backup", "copy.sqlite-restore"].map {
      old.folder.file("copies/\($0)")
    }
    for folder in unmarked {
      try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
      try Data("mine".utf8).write(to: URL(fileURLWithPath: folder + "/photo.jpg"))
    }
    let before = try (unmarked + [copy]).map { try FileState.all(in: $0) }

    try Diary.backUp(old.path, to: target)

    #expect(try (unmarked + [copy]).map { try FileState.all(in: $0) } == before)
    #expect(!FileManager.default.fileExists(atPath: left.folder))
  }

  @Test func aDiaryOfThisProgramIsBackedUp() throws {
    let fresh = try FreshDiary()
    _ = try fresh.addBeer("Gose", photos: ["one", "two"])
    try fresh.diary.close()

    try Diary.backUp(fresh.diary.path, to: target)

    #expect(try Diary.open(at: target).listItems(in: 0..<9).map(\.name) == ["Gose"])
  }

  @Test func aWriterIsWaitedForUntilTheUserStops() throws {
    _ = try old.write { $0.hasRollbackJournal = true }
    let writer = try SQLiteFile(old.path)
    try writer.execute("BEGIN EXCLUSIVE")
    let asked = Collected<Int>()

    #expect(throws: BackupError.self) {
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

/// What a backup leaves that was killed after its images had got their place.
private struct KilledStaging {
  let folder: String
  let image: String

  init(of target: String) throws {
    let parent = (target as NSString).deletingLastPathComponent
    folder = parent + "/.beerdiary-staging-123456"
    let support = parent + "/.copy_SUPPORT"
    image = support + "/_EXTERNAL_DATA/image"
    for path in [folder, support + "/_EXTERNAL_DATA"] {
      try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    }
    let mark = """
      This temporary folder belongs to beerdiary, which removes it.
      purpose staging
      name .beerdiary-staging-123456
      inode \(try Self.inode(folder))

      """
    let record = #"{"path": "\#(support)", "store": "\#(target)", "inode": \#(try Self.inode(support))}"#
    let files = [
      "beerdiary-scratch": mark, "published-support": record, "copy.sqlite": "half",
    ]
    for (name, text) in files {
      try Data(text.utf8).write(to: URL(fileURLWithPath: "\(folder)/\(name)"))
    }
    try Data("image".utf8).write(to: URL(fileURLWithPath: image))
  }

  private static func inode(_ path: String) throws -> Int {
    try #require(FileManager.default.attributesOfItem(atPath: path)[.systemFileNumber] as? Int)
  }
}
