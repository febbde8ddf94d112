import CoreDataMigration
import DiaryStore
import GRDB
import SQLiteKit

/// Checks the file with SQLite's `integrity_check`.
struct FileIntegrityCheck {
  /// How many messages are read; more do not change the result.
  private static let maxMessages = 100
  /// Parts of SQLite's messages about an index that does not agree with its table, from which it can be rebuilt.
  private static let indexMessages = [
    "missing from index", "wrong # of entries in index", "non-unique entry in index",
  ]
  /// Parts of SQLite's messages about values that violate the schema, which other checks find.
  private static let valueMessages = ["CHECK constraint failed", "NULL value in"]

  private let db: Database

  init(_ db: Database) { self.db = db }

  /// Returns a finding if the file or its indexes are damaged.
  ///
  /// - Parameter readsImages: Whether the table of images, which has nearly all pages of the file, is read as well.
  func findings(readsImages: Bool) throws -> [Finding] {
    let messages = try messages(readsImages: readsImages)
    let aboutIndexes = messages.filter { contains(Self.indexMessages, $0) }
    let others = messages.filter { !contains(Self.indexMessages, $0) }
    // The indexes of a damaged file are not rebuilt, as that could read damaged pages.
    let file = Finding(.damagedFile, others.isEmpty ? [] : others + aboutIndexes)
    return [file ?? Finding(.damagedIndex, aboutIndexes)].compactMap { $0 }
  }

  /// Returns SQLite's messages that are not about values.
  private func messages(readsImages: Bool) throws -> [String] {
    if readsImages { return try checkAll() }
    let tables = try String.fetchAll(
      db,
      sql: """
        SELECT name FROM sqlite_master
        WHERE type = 'table' AND rootpage > 0 AND name NOT IN ('photo_image', ?) ORDER BY name
        """, arguments: [DiscardedRows.table])
    let found = try tables.map { try messages(of: "PRAGMA integrity_check(\($0.quotedIdentifier))") }
    // Messages about values can hide others, as SQLite stops after a number of messages about one table.
    if found.contains(where: { $0.isTruncated }) { return try checkAll() }
    return found.flatMap(\.messages)
  }

  private func checkAll() throws -> [String] {
    try messages(of: "PRAGMA integrity_check(\(Int32.max))").messages
  }

  /// Returns the first messages that are not about values, and whether SQLite may have left some out.
  private func messages(of pragma: String) throws -> (messages: [String], isTruncated: Bool) {
    // Values are not checked: custom fields that are not JSON would end the check in the middle of a table.
    try db.execute(sql: "PRAGMA ignore_check_constraints = ON")
    // This only sets a flag of the connection, which cannot fail.
    defer { try? db.execute(sql: "PRAGMA ignore_check_constraints = OFF") }
    var messages: [String] = []
    var count = 0
    let cursor = try String.fetchCursor(db, sql: pragma)
    while messages.count < Self.maxMessages, let message = try cursor.next() {
      count += 1
      if message == "ok" || contains(Self.valueMessages, message) { continue }
      // Messages about pages are lines of one text with a heading.
      let hasHeading = message.hasPrefix("*** in database ")
      messages += hasHeading ? message.split(separator: "\n").dropFirst().map(String.init) : [message]
    }
    return (messages, count >= Self.maxMessages && messages.count < count)
  }

  private func contains(_ parts: [String], _ message: String) -> Bool {
    parts.contains { message.contains($0) }
  }
}
