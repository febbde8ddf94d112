package import Foundation
package import GRDB

/// A register of which several devices wrote values without seeing each other's, as a row of `sync_setting` names it:
/// `conflict:beer:6F1D3C0A-0000-4000-8000-000000000001:notes`.
package struct ConflictedField: Hashable, Sendable {
  /// The kind of record, such as `beer`.
  package let entity: String
  /// The UUID of the record.
  package let uuid: UUID
  /// The name of the register.
  package let register: String

  /// Creates the name of a register.
  package init(entity: String, uuid: UUID, register: String) {
    self.entity = entity
    self.uuid = uuid
    self.register = register
  }

  private static let word = "conflict"

  /// The name of the row.
  package var settingName: String { "\(Self.word):\(entity):\(uuid.uuidString):\(register)" }

  /// Returns all of them, within a transaction.
  ///
  /// - Throws: `DatabaseError`.
  package static func all(_ db: Database) throws -> [ConflictedField] {
    try SyncSetting.names(db, beginningWith: word).compactMap { name in
      let parts = name.split(separator: ":", maxSplits: 3).map(String.init)
      guard parts.count == 4, let uuid = UUID(uuidString: parts[2]) else { return nil }
      return ConflictedField(entity: parts[1], uuid: uuid, register: parts[3])
    }
  }
}
