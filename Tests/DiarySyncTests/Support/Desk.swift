import DiaryModel
import DiaryStore
import DiarySync
import Foundation
import SyncStores
import TestSupport
import Testing

@testable import Sync

/// A user's computer with a diary, and a folder for its keys.
final class Desk {
  static let passphrase = "correct horse"

  let folder: TemporaryFolder
  let diary: Diary
  let name: String
  var fetchesOnlyRecentImages = false
  var session: SyncSession {
    SyncSession(folder: keyFolder, cost: .minimal, fetchesOnlyRecentImages: fetchesOnlyRecentImages)
  }

  private(set) lazy var keyFolder = folder.file("state/sync")

  /// Belongs to the same user of the same computer as another diary.
  func sharesKeys(with desk: Desk) { keyFolder = desk.keyFolder }

  /// - Parameter clock: The clock of the computer.
  init(_ name: String, clock: @escaping @Sendable () -> Date = Date.init) throws {
    folder = try TemporaryFolder()
    diary = try Diary.open(at: folder.file("diary.sqlite"), clock: clock)
    self.name = name
  }

  /// A copy of a diary at another computer, or at the same one.
  init(copying desk: Desk, name: String, withKeys: Bool) throws {
    folder = try TemporaryFolder()
    self.name = name
    try FileManager.default.copyItem(atPath: desk.diary.path, toPath: folder.file("diary.sqlite"))
    for end in ["-wal"] where FileManager.default.fileExists(atPath: desk.diary.path + end) {
      try FileManager.default.copyItem(
        atPath: desk.diary.path + end, toPath: folder.file("diary.sqlite" + end))
    }
    if withKeys {
      try FileManager.default.createDirectory(
        atPath: folder.file("state"), withIntermediateDirectories: true)
      try FileManager.default.copyItem(atPath: desk.keyFolder, toPath: folder.file("state/sync"))
    }
    diary = try Diary.open(at: folder.file("diary.sqlite"))
  }

  func create(in store: TemporaryFolder) throws {
    try session.create(
      diary, at: .folder(store.path), passphrase: Self.passphrase, deviceName: name)
  }

  func join(_ store: TemporaryFolder, passphrase: String = Desk.passphrase) throws {
    try session.join(diary, at: .folder(store.path), passphrase: passphrase, deviceName: name)
  }

  /// Begins to synchronize the diary through a store, which another computer joins.
  func share(in store: TemporaryFolder, with other: Desk) throws {
    try create(in: store)
    try sync()
    try other.join(store)
    try other.sync()
  }

  @discardableResult
  func sync(isRepair: Bool = false) throws -> SyncReport {
    try session.synchronize(diary, isRepair: isRepair)
  }

  /// Synchronizes both, twice, so that each has the changes of the other.
  func exchange(with other: Desk) throws {
    for _ in 0..<2 { for desk in [self, other] { try desk.sync() } }
  }

  func status() throws -> SyncStatus { try #require(try SyncSession.status(of: diary)) }
  func conflicts() throws -> [SyncConflict] { try SyncSession.conflicts(of: diary) }

  @discardableResult
  func add(_ name: String) throws -> UUID {
    try diary.add(NewBeer(fields: BeerFields(name: name))).uuid
  }

  func edit(_ beer: UUID, _ change: (inout BeerFields) -> Void) throws {
    try diary.edit(uuid: beer, change)
  }

  func fields(_ beer: UUID) throws -> BeerFields {
    try #require(try diary.beer(uuid: beer)).beer.fields
  }

  func id(_ beer: UUID) throws -> Int64 { try #require(try diary.beer(uuid: beer)).beer.id }

  func names() throws -> [String] {
    try diary.listItems(in: 0..<100).compactMap(\.name).sorted()
  }
}

extension WrappedKey.Cost {
  /// Makes passphrases fast to check.
  static let minimal = Self(exponent: 4, blockSize: 8, parallelism: 1)
}
