import DiaryStore
import GRDB

/// Compares the search index with the beers.
///
/// Nothing is written to the store, although SQLite treats the check as a write.
struct SearchIndexCheck {
  private let db: Database

  init(_ db: Database) { self.db = db }

  /// Returns whether the index is intact and has exactly the beers of the diary; also `true` while it is being filled.
  ///
  /// - Parameter comparesTexts: Whether the words of the index are compared with all texts as well.
  func isCorrect(comparesTexts: Bool) throws -> Bool {
    let index = SearchIndex(db)
    guard try index.hasPosition else { return false }
    guard try index.isComplete else { return true }
    do {
      try db.execute(sql: "INSERT INTO beer_search (beer_search) VALUES ('integrity-check')")
    } catch let error as DatabaseError where error.resultCode == .SQLITE_CORRUPT {
      return false
    }
    guard try isSame("SELECT id FROM beer", "SELECT id FROM beer_search_docsize") else { return false }
    return try !comparesTexts || hasSameWords()
  }

  /// Builds the index again in a temporary table, and compares how often each word occurs and in how many beers.
  private func hasSameWords() throws -> Bool {
    let columns = SearchIndex.columns.joined(separator: ", ")
    try db.execute(
      sql: """
        CREATE VIRTUAL TABLE temp.beer_search_again USING fts5 (
          \(columns),
          content = '', columnsize = 0, tokenize = 'unicode61 remove_diacritics 2'
        );
        INSERT INTO temp.beer_search_again (rowid, \(columns))
        SELECT id, \(SearchIndex.texts) FROM beer;
        CREATE VIRTUAL TABLE temp.beer_word USING fts5vocab (main, beer_search, col);
        CREATE VIRTUAL TABLE temp.beer_word_again USING fts5vocab (temp, beer_search_again, col);
        """)
    let isCorrect = try isSame("SELECT * FROM temp.beer_word", "SELECT * FROM temp.beer_word_again")
    for table in ["beer_word", "beer_word_again", "beer_search_again"] {
      try db.execute(sql: "DROP TABLE temp.\(table)")
    }
    return isCorrect
  }

  private func isSame(_ rows: String, _ others: String) throws -> Bool {
    let differs = "SELECT EXISTS (\(rows) EXCEPT \(others)) OR EXISTS (\(others) EXCEPT \(rows))"
    return try Bool.fetchOne(db, sql: differs) == false
  }
}
