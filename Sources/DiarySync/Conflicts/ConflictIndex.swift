import DiaryModel
import DiaryStore
import Foundation
import GRDB
import SQLiteKit
import Sync

/// The registers with conflicts, each as a row of `sync_setting`, within a transaction.
///
/// They are updated whenever registers change, because finding them would require reading all versions.
struct ConflictIndex {
  private let db: Database

  init(_ db: Database) { self.db = db }

  private func setting(_ register: Register) -> SyncSetting {
    let record = register.record
    let conflict = ConflictedRegister(entity: record.entity, uuid: record.uuid, field: register.field)
    return SyncSetting(db, conflict.settingName)
  }

  /// Returns all registers with conflicts.
  private func all() throws -> [Register] {
    try ConflictedRegister.all(db).map { Register(RecordID(entity: $0.entity, uuid: $0.uuid), $0.field) }
  }

  /// Returns the registers with conflicts, without those whose fields were written on this device since, or whose rows
  /// have not arrived here yet, and without facts of merged labels that the diary does not show.
  func unresolved() throws -> [Register] {
    try all().filter { try hasRow($0.record) && !isWritten($0) && isShown($0) }
  }

  /// Returns the number of unresolved conflicts of beers and photos that emptying the trash deletes.
  func unresolvedCount(in trash: EmptiedTrash) throws -> Int {
    try unresolved().count { try isDeleted($0.record, with: trash) }
  }

  /// Returns whether emptying the trash deletes a beer or a photo, on its own or with its beer; `false` for labels.
  private func isDeleted(_ record: RecordID, with trash: EmptiedTrash) throws -> Bool {
    let sql = """
      SELECT id, NULL FROM beer WHERE uuid = ?1
      UNION ALL SELECT beer_id, NULL FROM photo WHERE uuid = ?1
      UNION ALL SELECT beer_id, id FROM removed_photo WHERE uuid = ?1
      """
    let rows = try Row.fetchAll(db.cachedStatement(sql: sql), arguments: [record.uuid])
    return try rows.contains { row in
      let removedPhoto: Int64? = try row.value(atIndex: 1)
      return try trash.beers.contains(row.value(atIndex: 0))
        || removedPhoto.map { trash.photos.contains($0) } ?? false
    }
  }

  private func hasRow(_ record: RecordID) throws -> Bool {
    let tables =
      switch ChangeTracker.Entity(rawValue: record.entity) {
      case .beer: ["beer"]
      case .photo: PhotoTable.allCases.map(\.rawValue)
      // Facts can be set for a label without a row.
      case .label, nil: [String]()
      }
    return try tables.isEmpty
      || tables.contains {
        let statement = try db.cachedStatement(sql: "SELECT 1 FROM \($0) WHERE uuid = ?")
        return try Row.fetchOne(statement, arguments: [record.uuid]) != nil
      }
  }

  /// Returns the registers with conflicts that end with the next synchronization, because their fields were written on
  /// this device since, with the values that they have now.
  func written() throws -> [Register: Value] {
    try all().reduce(into: [:]) { $0[$1] = try writtenValue($1) }
  }

  private func isWritten(_ register: Register) throws -> Bool { try writtenValue(register) != nil }

  /// Returns the value of a register whose field was written on this device; `nil` if it was not, or was changed back.
  private func writtenValue(_ register: Register) throws -> Value? {
    let record = register.record
    guard let row = try ChangeTracker(db).recordedChanges(of: record.entity, record.uuid) else {
      return nil
    }
    return try LocalChangeReader(db, ReplicaTables(db), NewColumns(db)).replacement(of: register, by: row)
  }

  /// Returns the facts of labels with unresolved conflicts, each with the value that the diary shows.
  func shownFacts() throws -> [Register: Value] {
    let values = RegisterValues(db)
    return try all().reduce(into: [:]) { shown, register in
      guard let fact = try values.shownFact(of: register) else { return }
      if try isShown(register) && !isWritten(register) { shown[register] = fact }
    }
  }

  /// Returns whether the diary shows one of the values of a register: the label into which another one was merged may have
  /// a fact of its own.
  private func isShown(_ register: Register) throws -> Bool {
    guard let shown = try RegisterValues(db).factAfterMerge(of: register) else { return true }
    return try ReplicaTables(db).versions(of: register).contains { $0.value == shown }
  }

  /// Adds conflicts in registers that have changed, and removes those that no longer exist.
  ///
  /// - Parameters:
  ///   - replica: The state after the changes were applied and the rows were written.
  ///   - now: The device's clock, in milliseconds since 1970.
  func update(_ replica: Replica<ReplicaTables>, at now: Int64) throws {
    let changed = replica.storage.changes
    if changed.isEmpty { return }
    let known = try Set(all())
    var registers = replica.storage.concurrentRegisters.union(known.filter { changed.contains($0.record) })
    // Without other devices, nothing was edited while it was removed.
    if try replica.storage.tips.count > 1 {
      for removed in try removedRecords() where changed.contains(removed.record) { registers.insert(removed) }
    }
    for register in registers {
      if try ConflictReader.values(of: register, in: replica) != nil {
        try setting(register).set(Double(now) / 1000)
      } else if known.contains(register) {
        try setting(register).remove()
      }
    }
  }

  /// Finds the beers in the trash by an index, which SQLite does not use for `IS NOT NULL`.
  static let removedBeers = "SELECT uuid FROM beer WHERE deleted_at >= ''"

  /// Returns the registers for the removal of all beers in the trash and of all removed photos.
  private func removedRecords() throws -> [Register] {
    let beers = try UUID.fetchAll(db, sql: Self.removedBeers)
    let photos = try UUID.fetchAll(db, sql: "SELECT uuid FROM removed_photo")
    return beers.map { Register(RecordID(entity: "beer", uuid: $0), "deleted_at") }
      + photos.map { Register(RecordID(entity: "photo", uuid: $0), "removed_at") }
  }
}
