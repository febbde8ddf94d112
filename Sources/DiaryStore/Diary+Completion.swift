import DiaryModel
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
    try read { db in
      switch field {
      case .brewery: try ValueFrequencies(db, .brewery).counted(limit: limit)
      case .style: try ValueFrequencies(db, .style).counted(limit: limit)
      case .place: try ValueFrequencies(db, .place).tallied(limit: limit)
      }
    }
  }

  /// What the diary has in a text field or a custom one, the most used first; long texts are left out.
  ///
  /// - Parameter isWanted: Asked often; on `false` the work ends with `.cancelled`.
  package func mostUsed(
    inField name: String, limit: Int = 500, isWanted: @escaping () -> Bool = { true }
  ) throws(DiaryError) -> [String] {
    try read { db in
      if let field = BeerFilter.TextField(rawValue: name) {
        return try ValueFrequencies(db, field).tallied(
          limit: limit, longest: Self.longestOffer, isWanted: isWanted)
      }
      var tally = WordTally(longest: Self.longestOffer)
      let scan = CustomFieldScan(db, where: "+deleted_at IS NULL")
      try scan.forEach(named: { FilterKeyword.areSame(name, $0) }) {
        guard isWanted() else { throw CancellationError() }
        tally.add($1.display)
      }
      return tally.words(limit: limit)
    }
  }

  /// In bytes; nobody completes what is longer.
  private static let longestOffer = 80

  /// The names of beers that begin with a text, in their order; upper and lower case of ASCII letters are the same.
  ///
  /// - Parameter inTrash: Whether the beers are those in the trash.
  package func beerNames(
    beginningWith start: String, inTrash: Bool = false, limit: Int
  ) throws(DiaryError) -> [String] {
    try read { db in
      try String.fetchAll(
        db,
        sql: """
          SELECT name FROM beer WHERE deleted_at IS \(inTrash ? "NOT NULL" : "NULL") AND name >= ?1 COLLATE NOCASE
            AND name < ?1 || char(0x10FFFF) COLLATE NOCASE
          GROUP BY name COLLATE NOCASE ORDER BY name COLLATE NOCASE LIMIT ?2
          """,
        arguments: [start, limit])
    }
  }
}
