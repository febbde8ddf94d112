import DiaryModel
import GRDB
import SQLiteKit

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

  /// Returns the values of a field that has an index, and that match a typed text.
  func counted(matching typed: TypedValue, limit: Int, isCancelled: () -> Bool) throws -> [ValueCount] {
    let rows = try Row.fetchCursor(
      db,
      sql: """
        SELECT \(name), count(*) FROM beer WHERE deleted_at IS NULL AND \(name) IS NOT NULL
        GROUP BY \(name) COLLATE NOCASE ORDER BY count(*) DESC, \(name)
        """)
    var found: [ValueCount] = []
    while found.count < limit, let row = try rows.next() {
      try checkCancellation(isCancelled)
      let value = try row.value(String.self, atIndex: 0)
      if try typed.matches(value) { found.append(ValueCount(value, try row.value(atIndex: 1))) }
    }
    return found
  }

  /// Returns the values of a field without an index, counted in memory.
  ///
  /// SQLite would sort the values of all beers, which takes seconds for a million.
  ///
  /// - Parameter maxByteCount: The maximum length of a value in bytes; longer ones are left out.
  func countedInMemory(limit: Int, maxByteCount: Int = .max, isCancelled: () -> Bool = { false }) throws
    -> [String]
  {
    try counter(maxByteCount: maxByteCount, isCancelled: isCancelled).words(limit: limit)
  }

  /// Counts the values in memory.
  ///
  /// - Parameter maxByteCount: The maximum length of a value in bytes; longer ones are left out.
  func counter(maxByteCount: Int, isCancelled: () -> Bool) throws -> FrequencyCounter {
    var counter = FrequencyCounter(maxByteCount: maxByteCount)
    let words = try String.fetchCursor(
      db, sql: "SELECT \(name) FROM beer NOT INDEXED WHERE deleted_at IS NULL AND \(name) IS NOT NULL")
    while let word = try words.next() {
      try checkCancellation(isCancelled)
      counter.add(word)
    }
    return counter
  }
}

/// A typed text, which values match whose words begin with those of the text.
///
/// If both begin with a number, apart from a currency, the value has to begin with the text, because digits after a
/// decimal point are not a word: `3` matches `€3.50`, but not `€4.30`.
struct TypedValue {
  private let starts: WordStarts
  /// The text, if it begins with a number; otherwise `nil`.
  private let number: String?

  init(_ text: String, _ tokenizer: WordTokenizer) throws {
    starts = try WordStarts(text, tokenizer)
    let text = String(text.drop(while: \.isWhitespace)).lowercased()
    number = Self.number(in: text).map { _ in text }
  }

  func matches(_ value: String) throws -> Bool {
    guard let number, let start = Self.number(in: value) else { return try starts.match(value) }
    return [value[...], start].contains { $0.lowercased().hasPrefix(number) }
  }

  /// Returns a text from the number on with which it begins, apart from a currency; `nil` if it begins with none.
  private static func number(in text: String) -> Substring? {
    let start = text.drop { !$0.isLetter && !$0.isNumber }
    return start.first?.isNumber == true ? start : nil
  }
}

/// A value of a field, and how many beers have it.
package struct ValueCount: Hashable, Sendable {
  /// The value in the spelling that came first.
  package let value: String
  /// The number of beers.
  package let count: Int

  /// Creates a value with the number of its beers.
  package init(_ value: String, _ count: Int) {
    self.value = value
    self.count = count
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
  func words(limit: Int) -> [String] { values.prefix(limit).map(\.value) }

  /// The values in the spelling that came first with how often they came, the most frequent first.
  var values: [ValueCount] {
    counts.values.sorted { ($1.count, $0.word) < ($0.count, $1.word) }.map { ValueCount($0.word, $0.count) }
  }
}
