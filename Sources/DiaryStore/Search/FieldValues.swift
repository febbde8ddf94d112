import DiaryModel
import SQLiteKit
import GRDB

/// A field whose values are suggested, as many beers share them.
package enum SuggestedField: String, Sendable, CaseIterable {
  /// Column `brewery`.
  case brewery
  /// Column `style`.
  case style
  /// Column `place`.
  case place
}

/// Reads the values of fields for completion.
struct FieldValues: DiaryComponent {
  let database: DiaryDatabase

  func mostFrequentValues(_ field: SuggestedField, limit: Int = 2000) throws(StoreError) -> [String] {
    try read { db in
      switch field {
      case .brewery: try ValueFrequencies(db, .brewery).counted(limit: limit)
      case .style: try ValueFrequencies(db, .style).counted(limit: limit)
      case .place: try ValueFrequencies(db, .place).countedInMemory(limit: limit)
      }
    }
  }

  func mostFrequentValues(
    inField name: String, limit: Int, isCancelled: @escaping () -> Bool
  ) throws(StoreError) -> [String] {
    try read { db in
      if let field = BeerFilter.TextField(rawValue: name) {
        return try ValueFrequencies(db, field).countedInMemory(
          limit: limit, maxByteCount: Self.maxBytes, isCancelled: isCancelled)
      }
      var counter = FrequencyCounter(maxByteCount: Self.maxBytes)
      let scan = CustomFieldScan(db, where: "+deleted_at IS NULL")
      try scan.forEach(named: { FilterKeyword.areSame(name, $0) }) {
        if isCancelled() { throw CancellationError() }
        counter.add($1.display)
      }
      return counter.words(limit: limit)
    }
  }

  /// The maximum length of a value in bytes; longer ones are not useful for completion.
  private static let maxBytes = 80

  func beerNames(
    beginningWith start: String, inTrash: Bool, limit: Int
  ) throws(StoreError) -> [String] {
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
