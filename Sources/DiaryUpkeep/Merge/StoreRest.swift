import CoreDataMigration
import DiaryStore
import GRDB
import SQLiteKit

/// What a store has besides the beers and photos of its diary, and what a merge into another therefore leaves.
struct StoreRest {
  private let db: Database

  init(_ db: Database) { self.db = db }

  /// Whether custom fields say that their values are in old tables.
  var hasPointers: Bool { get throws { try hasField(with: "kept in the store") } }

  /// Whether custom fields say that their values are files of their own.
  var hasFilesBeside: Bool { get throws { try hasField(with: "kept beside the store: file ") } }

  /// Whether tables of others have rows.
  var hasTables: Bool {
    get throws {
      try LegacyTables.others(db).filter { try !StoreVersion.isOwnName($0) }.contains { table in
        try Row.fetchOne(db, sql: "SELECT 1 FROM \(table.quotedIdentifier) LIMIT 1") != nil
      }
    }
  }

  private func hasField(with text: String) throws -> Bool {
    let sql = "SELECT 1 FROM beer WHERE instr(extras, ?) > 0 LIMIT 1"
    return try Row.fetchOne(db, sql: sql, arguments: [text]) != nil
  }
}
