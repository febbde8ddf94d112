import DiaryModel
import GRDB

/// Returns the values of a text field, the most frequent first.
///
/// Upper and lower case are the same; with `counted(limit:)` only those of ASCII letters.
struct ValueFrequencies {
  private let db: Database
  private let name: String

  /// Creates a query for the values of a field.
  ///
  /// - Parameter field: A field that is text.
  init(_ db: Database, _ field: BeerFilter.TextField) {
    self.db = db
    name = field.rawValue
  }

  /// Returns the values of a field that has an index, with which SQLite counts them.
  func counted(limit: Int) throws -> [String] {
    try String.fetchAll(
      db,
      sql: """
        SELECT \(name) FROM beer WHERE deleted_at IS NULL AND \(name) IS NOT NULL
        GROUP BY \(name) COLLATE NOCASE ORDER BY count(*) DESC, \(name) LIMIT ?
        """,
      arguments: [limit])
  }

  /// Returns the values of a field without an index, counted in memory.
  ///
  /// SQLite would sort the values of all beers, which takes seconds for a million.
  ///
  /// - Parameter maxByteCount: The maximum length of a value in bytes; longer ones are left out.
  func countedInMemory(limit: Int, maxByteCount: Int = .max, isCancelled: () -> Bool = { false }) throws
    -> [String]
  {
    var counter = FrequencyCounter(maxByteCount: maxByteCount)
    let words = try String.fetchCursor(
      db, sql: "SELECT \(name) FROM beer NOT INDEXED WHERE deleted_at IS NULL AND \(name) IS NOT NULL")
    while let word = try words.next() {
      if isCancelled() { throw CancellationError() }
      counter.add(word)
    }
    return counter.words(limit: limit)
  }
}

/// Counts equal values; upper and lower case are the same.
struct FrequencyCounter {
  /// How many different values are counted, which is many times the number that is offered.
  private static let maxWords = 50_000
  /// The maximum length of a value in bytes; longer ones are left out.
  private let maxByteCount: Int
  private var counts: [String: (word: String, count: Int)] = [:]

  init(maxByteCount: Int) { self.maxByteCount = maxByteCount }

  mutating func add(_ word: String) {
    guard word.utf8.count <= maxByteCount, !word.isEmpty else { return }
    let key = word.lowercased()
    if counts[key] != nil {
      counts[key]?.count += 1
    } else if counts.count < Self.maxWords {
      counts[key] = (word, 1)
    }
  }

  /// Returns the values in the spelling that came first, the most frequent first.
  func words(limit: Int) -> [String] {
    counts.values.sorted { ($1.count, $0.word) < ($0.count, $1.word) }.prefix(limit).map(\.word)
  }
}
