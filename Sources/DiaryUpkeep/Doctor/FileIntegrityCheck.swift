import CoreDataMigration
import DiaryStore
import GRDB
import SQLiteKit

/// What SQLite itself finds wrong with the file.
struct FileIntegrityCheck {
  /// Damage beyond this many messages is damage all the same.
  private static let messageCount = 100
  /// What SQLite says of an index that does not agree with its table, which can be made anew from it.
  private static let ofIndices = [
    "missing from index", "wrong # of entries in index", "non-unique entry in index",
  ]
  /// What SQLite says of values that the schema rules out; they are looked for one by one.
  private static let ofValues = ["CHECK constraint failed", "NULL value in"]

  private let db: Database

  init(_ db: Database) { self.db = db }

  func findings(readsImages: Bool) throws -> [Finding] {
    let messages = try messages(readsImages: readsImages)
    let ofIndices = messages.filter { has(Self.ofIndices, $0) }
    let others = messages.filter { !has(Self.ofIndices, $0) }
    // No index of a damaged file is made anew, as that could read damaged pages.
    let file = Finding(.damagedFile, others.isEmpty ? [] : others + ofIndices)
    return [file ?? Finding(.damagedIndex, ofIndices)].compactMap { $0 }
  }

  /// Without the images' table, whose pages are nearly all of the file, unless they are asked for.
  private func messages(readsImages: Bool) throws -> [String] {
    if readsImages { return try checkAll() }
    let tables = try String.fetchAll(
      db,
      sql: """
        SELECT name FROM sqlite_master
        WHERE type = 'table' AND rootpage > 0 AND name NOT IN ('photo_image', ?) ORDER BY name
        """, arguments: [DiscardedRows.table])
    let found = try tables.map { try messages(of: "PRAGMA integrity_check(\($0.quotedIdentifier))") }
    // Messages about values can hide others, as SQLite stops after so many of one table.
    if found.contains(where: { $0.isCut }) { return try checkAll() }
    return found.flatMap(\.messages)
  }

  private func checkAll() throws -> [String] {
    try messages(of: "PRAGMA integrity_check(\(Int32.max))").messages
  }

  /// The first messages that are not about values, and whether SQLite may have left some out.
  private func messages(of pragma: String) throws -> (messages: [String], isCut: Bool) {
    // Values are not checked: they would end the check amid a table where custom fields are no JSON.
    try db.execute(sql: "PRAGMA ignore_check_constraints = ON")
    // It only sets a flag of the connection, which cannot fail.
    defer { try? db.execute(sql: "PRAGMA ignore_check_constraints = OFF") }
    var messages: [String] = []
    var count = 0
    let cursor = try String.fetchCursor(db, sql: pragma)
    while messages.count < Self.messageCount, let message = try cursor.next() {
      count += 1
      if message == "ok" || has(Self.ofValues, message) { continue }
      // What is wrong with pages comes as lines of one text under a heading.
      let hasHeading = message.hasPrefix("*** in database ")
      messages += hasHeading ? message.split(separator: "\n").dropFirst().map(String.init) : [message]
    }
    return (messages, count >= Self.messageCount && messages.count < count)
  }

  private func has(_ parts: [String], _ message: String) -> Bool { parts.contains { message.contains($0) } }
}
