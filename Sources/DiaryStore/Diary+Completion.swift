import GRDB

/// A field whose words come again from beer to beer.
package enum CompletedField: String, Sendable, CaseIterable {
  case brewery, style, place
}

extension Diary {
  /// What the diary has in a field, the most used first.
  ///
  /// - Parameter limit: At most so many; the usual is more than anybody looks through.
  package func mostUsed(_ field: CompletedField, limit: Int = 2000) throws(DiaryError) -> [String] {
    let name = field.rawValue
    return try read { db in
      try String.fetchAll(
        db,
        sql: """
          SELECT \(name) FROM beer WHERE deleted_at IS NULL AND \(name) IS NOT NULL
          GROUP BY \(name) COLLATE NOCASE ORDER BY count(*) DESC, \(name) LIMIT ?
          """,
        arguments: [limit])
    }
  }
}
