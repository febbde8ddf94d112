import GRDB

/// The pages of a store that hold nothing, which are taken before the file grows.
///
/// Damage among them goes unnoticed until then.
struct FreePages {
  /// Never there once a transaction has ended.
  static let table = "free_page_trial"

  private let db: Database

  init(_ db: Database) { self.db = db }

  /// Takes free pages, at most `count`, and gives them back.
  ///
  /// - Throws: What SQLite says of damage.
  func tryOut(_ count: Int) throws {
    let free = try Int.fetchOne(db, sql: "PRAGMA freelist_count") ?? 0
    guard free > 0 else { return }
    let pageSize = try Int.fetchOne(db, sql: "PRAGMA page_size") ?? 0
    try db.inSavepoint {
      try db.execute(sql: "CREATE TABLE \(Self.table) (bytes BLOB)")
      try db.execute(
        sql: "INSERT INTO \(Self.table) VALUES (zeroblob(?))", arguments: [min(free, count) * pageSize])
      return .rollback
    }
  }
}
