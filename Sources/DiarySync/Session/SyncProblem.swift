package import DiaryStore
import Foundation
import GRDB
package import SQLiteKit
import Sync
import SyncStores

/// What keeps a diary from being synchronized, or its keys from being secret.
package enum SyncProblem: Hashable, Sendable {
  /// The file of the keys is missing, or cannot be read.
  case missingKeys(path: String)
  /// Other users may read the file of the keys.
  case exposedKeys(path: String)
  /// The store cannot be read, or does not have the diary; the value is a sentence.
  case unreachableStore(String)
  /// The store has lost these objects, without which no new device can join.
  case lostObjects([String])
  /// The last synchronization could not use these objects, which are damaged or incomplete.
  case unusableObjects([String])
  /// The ids of beers that are neither recorded as changed nor known to other devices.
  case unsentBeers([Int64])
}

extension SyncSession {
  /// Returns the problems with the synchronization of a diary; none if it is not synchronized.
  ///
  /// Looks into the store.
  ///
  /// - Throws: Errors of reading the diary; those of the store are problems.
  package func problems(of diary: Diary) throws(StoreError) -> [SyncProblem] {
    guard let device = try diary.read({ try SyncSettings($0).device }) else { return [] }
    var problems: [SyncProblem] = []
    let folder = folder(of: device)
    let path = SyncKeys.file(in: folder)
    if let keys = try? SyncKeys(in: folder) {
      var status = stat()
      if stat(path, &status) == 0, status.st_mode & 0o077 != 0 { problems.append(.exposedKeys(path: path)) }
      do {
        let lost = try lostObjects(keys)
        if !lost.isEmpty { problems.append(.lostObjects(lost)) }
      } catch {
        let location = try diary.read { try SyncSettings($0).location } ?? ""
        problems.append(
          .unreachableStore(SyncFailure(mapping: error, path: diary.path, location: location).sentence))
      }
    } else {
      problems.append(.missingKeys(path: path))
    }
    let unusable = try diary.read { try SyncSettings($0).unusableObjects }
    if !unusable.isEmpty { problems.append(.unusableObjects(unusable)) }
    let unsent = try diary.read { try Self.unsentBeers($0) }
    return unsent.isEmpty ? problems : problems + [.unsentBeers(unsent)]
  }

  /// Repairs what can be repaired: who may read the keys, and beers that would never be sent.
  ///
  /// - Throws: Errors of writing the diary, and of the permissions of the file of the keys.
  package func repair(_ diary: Diary) throws(StoreError) {
    guard let device = try diary.read({ try SyncSettings($0).device }) else { return }
    let path = SyncKeys.file(in: folder(of: device))
    guard chmod(path, 0o600) == 0 || errno == ENOENT else { throw StoreError(systemError: errno, path: path) }
    try diary.write { db in
      for id in try Self.unsentBeers(db) {
        let uuid = try UUID.fetchOne(db, sql: "SELECT uuid FROM beer WHERE id = ?", arguments: [id])
        if let uuid { try ChangeTracker(db).recordInsertion(of: .beer, uuid) }
      }
    }
  }

  /// Returns the names of the objects that the store of a diary has lost and a repair puts again.
  ///
  /// - Throws: ``SyncError/missingDiary``, ``SyncError/otherDiary`` and errors of the store.
  private func lostObjects(_ keys: SyncKeys) throws -> [String] {
    let location = try keys.storeLocation()
    try Self.prepare(location, creates: false)
    return try withExchange(location, in: folder) { exchange in
      try StoreSetup.lostObjects(
        in: exchange, envelope: SealedEnvelope(key: keys.diary, device: keys.device), wrapped: keys.wrapped
      ).map(\.name)
    }
  }

  /// Returns the ids of beers that are neither recorded as changed, nor have a register.
  private static func unsentBeers(_ db: Database) throws -> [Int64] {
    let known = try Set(ReplicaTables(db).records(.beer, with: "created_at"))
    let changed = try Set(ChangeTracker(db).changedRows().lazy.filter { $0.entity == .beer }.map(\.uuid))
    let rows = try Row.fetchCursor(db, sql: "SELECT id, uuid FROM beer ORDER BY id")
    var unsent: [Int64] = []
    while let row = try rows.next() {
      let uuid: UUID = try row.value(atIndex: 1)
      if !known.contains(uuid), !changed.contains(uuid) { unsent.append(try row.value(atIndex: 0)) }
    }
    return unsent
  }
}
