import DiaryStore
import DiaryUpkeep
import FixtureStores
import Foundation
import SQLiteKit
import TestSupport
import Testing

/// What is no file, or has nothing in it, is refused with a sentence of its own, and nothing waits for it.
@Suite struct SpecialFileTests {
  enum Kind: CaseIterable {
    case folder, pipe, socket, device, danglingLink, linkToItself, empty, emptyDatabase, text
  }

  private let folder: TemporaryFolder
  private let path: String
  private let diary: String

  init() throws {
    folder = try TemporaryFolder()
    path = folder.file("odd")
    diary = folder.file("diary.sqlite")
  }

  private func make(_ kind: Kind) throws -> OpeningError {
    switch kind {
    case .folder:
      try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: false)
      return .store(.isFolder(path: path))
    case .pipe:
      #expect(mkfifo(path, 0o600) == 0)
      return .store(.notAFile(path: path, what: "a named pipe"))
    case .socket:
      #expect(mknod(path, S_IFSOCK | 0o600, 0) == 0)
      return .store(.notAFile(path: path, what: "a socket"))
    case .device:
      #expect(symlink("/dev/null", path) == 0)
      return .store(.notAFile(path: path, what: "a device"))
    case .danglingLink:
      #expect(symlink("not-there", path) == 0)
      return .store(.danglingLink(path: path, target: "not-there"))
    case .linkToItself:
      #expect(symlink(path, path) == 0)
      return .store(.danglingLink(path: path, target: path))
    case .empty:
      try Data().write(to: URL(fileURLWithPath: path))
      return .emptyFile(path: path)
    case .emptyDatabase:
      try SQLiteFile(path).execute("PRAGMA journal_mode = DELETE; VACUUM")
      return .emptyFile(path: path)
    case .text:
      try Data("Dear diary".utf8).write(to: URL(fileURLWithPath: path))
      return .store(.notADatabase(path: path))
    }
  }

  @Test func aFileThatCannotBeExaminedIsRefused() throws {
    let reason = String(cString: strerror(ENAMETOOLONG))
    #expect(throws: StoreError.failed(path: path, reason: reason)) {
      try StoreFile.refuseHardLinks(String(repeating: "x", count: 5000), as: path)
    }
    #expect(throws: Never.self) { try StoreFile.refuseHardLinks(path, as: path) }
  }

  @Test(arguments: Kind.allCases) func aSpecialFileIsNotOpened(_ kind: Kind) throws {
    let error = try make(kind)

    #expect(throws: error) { try Diary.open(at: path, createsMissing: false) }
    #expect(throws: error) { try Diary.open(at: path) }
    #expect(throws: error) { try Diary.openReadOnly(at: path) }

    #expect(try folder.names() == ["odd"])
    #expect(error.sentence.contains(path) && error.sentence.hasSuffix("."))
  }

  @Test(arguments: Kind.allCases) func aSpecialFileIsNotMergedOrRestored(_ kind: Kind) throws {
    let error = TransferError(mapping: try make(kind), path: path)
    try Diary.open(at: diary).close()
    let before = try Data(contentsOf: URL(fileURLWithPath: diary))

    #expect(throws: error) { try Diary.merge(path, into: diary) }
    if fileSize(path) != nil {
      #expect(throws: error) { try Diary.restore(path, over: diary) }
    } else {
      #expect(throws: TransferError.self) { try Diary.restore(path, over: diary) }
    }
    #expect(throws: error) { try Diary.merge(path, into: folder.file("new.sqlite")) }
    if kind == .empty || kind == .emptyDatabase {
      // It may be what a crash left of a diary, which nothing takes the place of unasked.
      #expect(throws: error) { try Diary.merge(diary, into: path) }
    }

    #expect(try Data(contentsOf: URL(fileURLWithPath: diary)) == before)
    #expect(try folder.names() == ["diary.sqlite", "odd"])
  }

  @Test func aLinkToADiaryIsOpened() throws {
    try Diary.open(at: diary).close()
    #expect(symlink("diary.sqlite", path) == 0)

    #expect(try Diary.open(at: path, createsMissing: false).summary().beerCount == 0)
  }

  /// What is said of a damaged file names that file.
  @Test func adoptingADamagedDiaryBlamesThatFile() throws {
    try Diary.open(at: path).close()
    let file = try FileHandle(forUpdating: URL(fileURLWithPath: path))
    try file.seek(toOffset: 4096)
    try file.write(contentsOf: [UInt8](repeating: 0xA5, count: 40_000))
    try file.close()
    try Diary.open(at: diary).close()

    for bring in [{ _ = try Diary.merge(path, into: diary) }, { _ = try Diary.restore(path, over: diary) }] {
      let error = #expect(throws: TransferError.self) { try bring() }
      guard case .store(.damaged(path, _)) = error else {
        Issue.record("\(String(describing: error))")
        continue
      }
    }
  }
}
