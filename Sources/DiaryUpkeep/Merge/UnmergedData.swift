import CoreDataMigration
import DiaryStore
import GRDB
import SQLiteKit

/// Finds data of a store other than its beers and photos, which a merge does not include.
struct UnmergedData {
  private let db: Database

  init(_ db: Database) { self.db = db }

  /// Whether custom fields say that their values are still in old tables.
  var hasPointers: Bool { get throws { try hasField(with: CoreDataMigration.valueIsInStore) } }

  /// Whether custom fields say that their values are files next to the store.
  ///
  /// Earlier versions used the second text.
  var hasExternalFiles: Bool {
    get throws {
      try hasField(with: CoreDataMigration.valueIsInFile) || hasField(with: "kept beside the store: file ")
    }
  }

  /// Whether tables that are not this program's have rows.
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
