import DiaryModel
import GRDB

/// The words of a field, the most used first; upper and lower case are the same, where SQLite counts those of ASCII.
struct ValueFrequencies {
  private let db: Database
  private let name: String

  /// - Parameter field: A field that is text.
  init(_ db: Database, _ field: BeerFilter.TextField) {
    self.db = db
    name = field.rawValue
  }

  /// Of a field with an index, which has its words in order.
  func counted(limit: Int) throws -> [String] {
    try String.fetchAll(
      db,
      sql: """
        SELECT \(name) FROM beer WHERE deleted_at IS NULL AND \(name) IS NOT NULL
        GROUP BY \(name) COLLATE NOCASE ORDER BY count(*) DESC, \(name) LIMIT ?
        """,
      arguments: [limit])
  }

  /// Of a field without one: SQLite would sort the words of all beers, for which a million takes seconds.
  ///
  /// - Parameter longest: In bytes; what is longer is left out.
  func tallied(limit: Int, longest: Int = .max, isCancelled: () -> Bool = { false }) throws -> [String] {
    var tally = WordTally(longest: longest)
    let words = try String.fetchCursor(
      db, sql: "SELECT \(name) FROM beer NOT INDEXED WHERE deleted_at IS NULL AND \(name) IS NOT NULL")
    while let word = try words.next() {
      if isCancelled() { throw CancellationError() }
      tally.add(word)
    }
    return tally.words(limit: limit)
  }
}

/// Counts words that come again; upper and lower case are the same.
struct WordTally {
  /// Different words that are kept account of: many times what is offered.
  private static let maxWords = 50_000
  /// In bytes; what is longer is left out.
  private let longest: Int
  private var tally: [String: (word: String, count: Int)] = [:]

  init(longest: Int) { self.longest = longest }

  mutating func add(_ word: String) {
    guard word.utf8.count <= longest, !word.isEmpty else { return }
    let key = word.lowercased()
    if tally[key] != nil {
      tally[key]?.count += 1
    } else if tally.count < Self.maxWords {
      tally[key] = (word, 1)
    }
  }

  /// The most used first.
  func words(limit: Int) -> [String] {
    tally.values.sorted { ($1.count, $0.word) < ($0.count, $1.word) }.prefix(limit).map(\.word)
  }
}
