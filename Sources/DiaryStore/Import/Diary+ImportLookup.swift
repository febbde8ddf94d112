import GRDB

extension Diary {
  /// Returns what importing rows would do, as far as the diary's beers tell: `repeated` is not known beforehand.
  package func comparison(_ rows: ImportRows, source: String, _ policy: ImportPolicy) throws(DiaryError)
    -> ImportTally
  {
    try read { db in
      let lookup = try KnownBeerLookup(db, source: source, policy)
      let resolver = try DuplicateResolver(db, source: source, policy, CustomFieldSpelling(db))
      var tally = ImportTally()
      try rows.withTexts { texts in
        for row in 0..<rows.count {
          switch try lookup.beer(ofRow: row, in: rows, texts) {
          case nil: tally.added += 1
          case let beer? where beer.isOfUndoneImport: tally.added += 1
          case let beer? where beer.isSame: tally.same += 1
          case let beer? where policy.onDuplicate == .add:
            if beer.isSeparate { tally.same += 1 } else { tally.added += 1 }
          case let beer?: tally.count(try resolver.resolve(beer.id, row, rows))
          }
        }
      }
      return tally
    }
  }

  /// The first id within a range of a beer from a source, the trash included; `nil` if there is none.
  package func firstID(ofSource source: String, in ids: Range<String>) throws(DiaryError) -> String? {
    try read { db in
      let sql = """
        SELECT source_id FROM beer WHERE source = ? AND source_id >= ? AND source_id < ? ORDER BY source_id LIMIT 1
        """
      return try String.fetchOne(db, sql: sql, arguments: [source, ids.lowerBound, ids.upperBound])
    }
  }

  /// How many rows would be added although there is a beer with the same name, brewery and day.
  ///
  /// - Parameter source: Where the rows are from; the diary's beers may be from anywhere.
  package func possibleDuplicateCount(_ rows: ImportRows, source: String) throws(DiaryError) -> Int {
    try read { db in
      let lookup = try KnownBeerLookup(db, source: source)
      let beers = try db.cachedStatement(
        sql: """
          SELECT EXISTS (SELECT 1 FROM beer WHERE deleted_at IS NULL AND name = ? COLLATE NOCASE
            AND brewery IS ? AND substr(drunk_at, 1, 10) IS substr(?, 1, 10))
          """)
      return try rows.withTexts { texts in
        try (0..<rows.count).count { row in
          guard let name = rows.text(.name, ofRow: row), try lookup.beer(ofRow: row, in: rows, texts) == nil
          else { return false }
          let arguments: StatementArguments = [
            name, rows.text(.brewery, ofRow: row), rows.text(.drunkAt, ofRow: row),
          ]
          return try Bool.fetchOne(beers, arguments: arguments) ?? false
        }
      }
    }
  }
}
