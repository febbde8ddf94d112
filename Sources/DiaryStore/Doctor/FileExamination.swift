import GRDB

/// What SQLite itself finds wrong with the file.
struct FileExamination {
  /// Damage beyond this many messages is damage all the same.
  private static let messageCount = 100
  /// What SQLite says of an index that does not agree with its table, which can be made anew from it.
  private static let ofIndices = [
    "missing from index", "wrong # of entries in index", "non-unique entry in index",
  ]
  /// What SQLite says of values that the schema rules out; they are looked for one by one.
  private static let ofValues = ["CHECK constraint failed", "NULL value in"]
  /// What ends the check of a table amid it: custom fields that are no JSON, which are looked for one by one, too.
  private static let ofCustomFields = "malformed JSON"

  private let db: Database

  init(_ db: Database) { self.db = db }

  func findings(readsImages: Bool) throws -> [Finding] {
    let messages = try messages(readsImages: readsImages).filter { !has(Self.ofValues, $0) }
    let ofIndices = messages.filter { has(Self.ofIndices, $0) }
    let others = messages.filter { !has(Self.ofIndices, $0) }
    return [Finding(.damagedFile, others), Finding(.damagedIndex, ofIndices)].compactMap { $0 }
  }

  /// Without the images' table, whose pages are nearly all of the file, unless they are asked for.
  private func messages(readsImages: Bool) throws -> [String] {
    if readsImages { return try check("PRAGMA integrity_check(\(Self.messageCount))") }
    let tables = try String.fetchAll(
      db,
      sql: """
        SELECT name FROM sqlite_master
        WHERE type = 'table' AND rootpage > 0 AND name NOT IN ('photo_image', ?) ORDER BY name
        """, arguments: [DiscardedRows.table])
    return try tables.flatMap { try check("PRAGMA integrity_check(\($0.quotedIdentifier))") }
  }

  private func check(_ pragma: String) throws -> [String] {
    do {
      return try messages(of: pragma)
    } catch let error as DatabaseError where error.message == Self.ofCustomFields {
      try db.execute(sql: "PRAGMA ignore_check_constraints = ON")
      defer { try? db.execute(sql: "PRAGMA ignore_check_constraints = OFF") }
      return try messages(of: pragma)
    }
  }

  private func messages(of pragma: String) throws -> [String] {
    try String.fetchAll(db, sql: pragma).filter { $0 != "ok" }
  }

  private func has(_ parts: [String], _ message: String) -> Bool { parts.contains { message.contains($0) } }
}
