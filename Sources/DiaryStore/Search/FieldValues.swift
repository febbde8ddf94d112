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
      return try counted(inCustomField: name, db, isCancelled).words(limit: limit)
    }
  }

  func values(
    of field: AssignableField, matching text: String, limit: Int, isCancelled: @escaping () -> Bool
  ) throws(StoreError) -> [ValueCount] {
    try read { db in
      let typed = try TypedValue(text, WordTokenizer(db))
      let counter: FrequencyCounter
      switch field {
      case .text(.brewery):
        return try ValueFrequencies(db, .brewery).counted(
          matching: typed, limit: limit, isCancelled: isCancelled)
      case .text(.style):
        return try ValueFrequencies(db, .style).counted(
          matching: typed, limit: limit, isCancelled: isCancelled)
      case .text(let field):
        counter = try ValueFrequencies(db, field).counter(
          maxByteCount: Self.maxBytes, isCancelled: isCancelled)
      case .custom(let name): counter = try counted(inCustomField: name, db, isCancelled)
      case .number: return []
      }
      var found: [ValueCount] = []
      for value in counter.values where found.count < limit {
        if try typed.matches(value.value) { found.append(value) }
      }
      return found
    }
  }

  func commonValue(
    of field: AssignableField, in beers: [Int64], isCancelled: @escaping () -> Bool
  ) throws(StoreError) -> CommonValue {
    try read {
      try FieldRecord(db: $0, field: field).commonValue(of: beers, isCancelled: isCancelled) ?? .same(nil)
    }
  }

  private func counted(
    inCustomField name: String, _ db: Database, _ isCancelled: () -> Bool
  ) throws -> FrequencyCounter {
    var counter = FrequencyCounter(maxByteCount: Self.maxBytes)
    let scan = CustomFieldScan(db, where: "+deleted_at IS NULL")
    try scan.forEach(named: { FilterKeyword.areSame(name, $0) }) {
      try checkCancellation(isCancelled)
      counter.add($1.display)
    }
    return counter
  }

  func frequentWords(
    inNotesAnd fields: [String], limit: Int, isCancelled: @escaping () -> Bool
  ) throws(StoreError) -> [String] {
    try read { db in
      var counter = FrequencyCounter(maxByteCount: Self.maxBytes)
      func add(_ text: String) throws {
        try checkCancellation(isCancelled)
        for word in text.prefix(Self.maxTextLength).split(whereSeparator: { !$0.isLetter })
        where word.count >= Self.minWordLength { counter.add(word.lowercased()) }
      }
      let recent = "+deleted_at IS NULL AND id > (SELECT max(id) FROM beer) - \(Self.recentBeerCount)"
      let notes = try String.fetchCursor(
        db, sql: "SELECT notes FROM beer WHERE notes IS NOT NULL AND \(recent)")
      while let text = try notes.next() { try add(text) }
      try CustomFieldScan(db, where: recent).forEach(
        named: { name in fields.contains { FilterKeyword.areSame(name, $0) } }
      ) { try add($1.display) }
      return counter.words(limit: limit)
    }
  }

  /// Shorter words are typed as quickly as they are chosen.
  private static let minWordLength = 4
  /// How much of a text is read for its words.
  private static let maxTextLength = 10_000
  /// How many ids back words are looked for, so that a large diary is not read completely.
  private static let recentBeerCount = 10_000

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
