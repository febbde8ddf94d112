package import Foundation
package import GRDB

/// A register of which several devices wrote values without seeing each other's, as a row of `sync_setting` names it:
/// `conflict:beer:6F1D3C0A-0000-4000-8000-000000000001:notes`.
///
/// The value of the row is when a synchronization brought or changed the conflict last, in seconds since 1970; 1 if an
/// earlier version has written it.
package struct ConflictedRegister: Hashable, Sendable {
  private static let prefix = "conflict"

  /// The kind of record, such as `beer`.
  package let entity: String
  /// The UUID of the record.
  package let uuid: UUID
  /// The name of the register within the record, such as `notes`.
  package let field: String

  /// Creates the identity of a register.
  package init(entity: String, uuid: UUID, field: String) {
    self.entity = entity
    self.uuid = uuid
    self.field = field
  }

  /// The name of the row.
  package var settingName: String { "\(Self.prefix):\(entity):\(uuid.uuidString):\(field)" }

  /// Returns all registers in conflict, within a transaction.
  ///
  /// - Throws: `DatabaseError`.
  package static func all(_ db: Database) throws -> [ConflictedRegister] {
    try SyncSetting.names(db, beginningWith: prefix).compactMap { name in
      let parts = name.split(separator: ":", maxSplits: 3).map(String.init)
      guard parts.count == 4, let uuid = UUID(uuidString: parts[2]) else { return nil }
      return ConflictedRegister(entity: parts[1], uuid: uuid, field: parts[3])
    }
  }
}
