import GRDB

/// Takes the beers of an import out of the diary, within one transaction.
///
/// Where they are very many, and more than stay, the indices are made anew for those that stay, and the search index is
/// filled again in the background: to take a million beers out of each of them one by one takes minutes.
struct BatchRemoval {
  let db: Database

  /// Returns how many are gone.
  func remove(_ batch: Int64) throws -> Int {
    let leaving = try Int.fetchOne(
      db, sql: "SELECT count(*) FROM beer WHERE import_batch = ?", arguments: [batch])
    let all = try Int.fetchOne(db, sql: "SELECT count(*) FROM beer")
    guard let leaving, let all, SetAsideIndices.areWorthIt(for: leaving, beside: all - leaving) else {
      return try delete(batch)
    }
    return try withoutErasing {
      // What only leaves cannot become the same as something else.
      let indices = try SetAsideIndices(db, includingUnique: true)
      try SearchIndex(db).startAnew()
      let count = try delete(batch)
      try indices.restore(db)
      return count
    }
  }

  /// Spares the disk from writing zeros over all pages that become free, four times of what is to be written otherwise.
  ///
  /// Only where the background work gives them back to the disk, however it was set before.
  private func withoutErasing<Value>(_ body: () throws -> Value) throws -> Value {
    guard try Int.fetchOne(db, sql: "PRAGMA auto_vacuum") == 2 else { return try body() }
    let mode = try Int.fetchOne(db, sql: "PRAGMA secure_delete") ?? 0
    try db.execute(sql: "PRAGMA secure_delete = FAST")
    defer {
      // Of a connection that can do no such thing the diary could not have been read either.
      try? db.execute(sql: "PRAGMA secure_delete = \(mode == 2 ? "FAST" : String(mode))")
    }
    return try body()
  }

  private func delete(_ batch: Int64) throws -> Int {
    try db.execute(sql: "DELETE FROM beer WHERE import_batch = ?", arguments: [batch])
    return db.changesCount
  }
}
