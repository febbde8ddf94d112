package import GRDB
import Synchronization

/// The full-text index of beers: which texts it has, and up to which beer.
///
/// It is filled in the order of ids, so it has all beers up to a position. A search reads the texts of later beers, and
/// divides them into the same words (``WordTokenizer``).
package struct SearchIndex {
  /// The position of a complete index, which triggers keep up to date.
  static let end = Int64.max
  /// The columns that are indexed, as the schema declares them; other columns are searched without the index.
  package static let columns = ["name", "brewery", "style", "notes", "place", "extras"]

  /// SQL for the indexed text of a beer's custom fields: their values without their names, and without those that are
  /// only a web address (``PhotoLink/isLink(_:)``), whose words say nothing about the beer.
  ///
  /// Most beers have none, and `json_each` takes a few microseconds even then. Invalid JSON is left to the doctor.
  ///
  /// A text that begins like an address is more than that if it has white space. The pattern for this has the range
  /// from tab (9) to carriage return (13), with its hyphen (45), and a blank (32).
  private static let valuesOfExtras = """
    CASE WHEN extras <> '{}' AND json_valid(extras) THEN
      (SELECT group_concat(value, char(10)) FROM json_each(extras)
       WHERE value NOT LIKE 'http://_%' AND value NOT LIKE 'https://_%'
         OR value GLOB '*[' || char(9, 45, 13, 32) || ']*')
    END
    """

  /// SQL for the texts of all columns, in the order of ``columns``.
  package static let texts = columns.map(text).joined(separator: ", ")

  /// Returns SQL for the text of a column as it is indexed and searched.
  static func text(of column: String) -> String { column == "extras" ? valuesOfExtras : column }

  let db: Database

  /// Gives access to the index of a database.
  package init(_ db: Database) { self.db = db }

  /// The id up to which beers are indexed.
  var position: Int64 {
    get throws { try storedPosition ?? Self.end }
  }

  /// Whether the position is stored; without it, triggers do not keep the index up to date.
  ///
  /// - Throws: `DatabaseError`.
  package var hasPosition: Bool {
    get throws { try storedPosition != nil }
  }

  private var storedPosition: Int64? {
    get throws { try Int64.fetchOne(db, sql: "SELECT position FROM background_work WHERE name = 'search'") }
  }

  /// Whether the index has every beer.
  ///
  /// - Throws: `DatabaseError`.
  package var isComplete: Bool {
    get throws { try position == Self.end }
  }
}

// MARK: - Words

/// Splits text into words as the search index does, without case and accents.
struct WordTokenizer {
  private let tokenizer: any FTS5Tokenizer

  init(_ db: Database) throws {
    tokenizer = try db.makeTokenizer(.unicode61(diacritics: .remove))
  }

  func words(_ text: String) throws -> [String] {
    if let words = asciiWords(text) { return words }
    return try tokenizer.tokenize(document: text).map(\.token)
  }

  /// Returns the words of an ASCII text; `nil` if the text has other characters.
  ///
  /// Most text is ASCII, and needs no Unicode tables, so this makes a scan several times as fast.
  private func asciiWords(_ text: String) -> [String]? {
    var words: [String] = []
    var word: [UInt8] = []
    for byte in text.utf8 {
      switch byte {
      case 0x80...: return nil
      case UInt8(ascii: "A")...UInt8(ascii: "Z"): word.append(byte | 0x20)
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"): word.append(byte)
      default:
        if !word.isEmpty { words.append(String(decoding: word, as: UTF8.self)) }
        word.removeAll(keepingCapacity: true)
      }
    }
    if !word.isEmpty { words.append(String(decoding: word, as: UTF8.self)) }
    return words
  }
}

extension WordTokenizer {
  /// A word of a text, and where the text has it.
  struct Word {
    /// The word without case and accents, in UTF-8.
    let folded: [UInt8]
    /// The bytes of the text.
    let range: Range<Int>
  }

  /// Returns the words of a text in UTF-8 with their ranges; they need no database.
  static func words(inUTF8 text: some Collection<UInt8>) -> [Word] {
    shared.withLock { shared in
      // No memory was left for the tokenizer, so a text has no words.
      guard case .success(let shared) = shared else { return [] }
      return shared.tokenizer.words(inUTF8: ContiguousArray(text))
    }
  }

  /// The tokenizer of an empty database in memory, which stays open for it.
  private static let shared = Mutex(
    Result {
      let queue = try DatabaseQueue()
      return (queue: queue, tokenizer: try queue.read { try WordTokenizer($0) })
    })

  private func words(inUTF8 text: ContiguousArray<UInt8>) -> [Word] {
    var words: [Word] = []
    withUnsafeMutablePointer(to: &words) { words in
      text.withUnsafeBytes { text in
        _ = tokenizer.tokenize(
          context: words, tokenization: .document,
          pText: text.baseAddress?.assumingMemoryBound(to: CChar.self),
          nText: CInt(text.count)
        ) { words, _, token, count, start, end in
          let folded = UnsafeRawBufferPointer(start: token, count: Int(count))
          words?.assumingMemoryBound(to: [Word].self).pointee.append(
            Word(folded: Array(folded), range: Int(start)..<Int(end)))
          return 0
        }
      }
    }
    return words
  }
}

/// A phrase: consecutive words, of which the last one may be only the beginning of a word.
struct WordPattern {
  let words: [String]
  private let tokenizer: WordTokenizer

  init(_ text: String, _ tokenizer: WordTokenizer) throws {
    words = try tokenizer.words(text)
    self.tokenizer = tokenizer
  }

  /// Whether the pattern has no words; then nothing matches it.
  var isEmpty: Bool { words.isEmpty }

  /// Returns the FTS5 pattern for some of the columns of the search index.
  func match(in columns: [String]) -> String {
    let phrase = "\"\(words.joined(separator: " "))\" *"
    if SearchIndex.columns.allSatisfy(columns.contains) { return phrase }
    return "{\(columns.joined(separator: " "))} : \(phrase)"
  }

  func matches(_ text: String?) throws -> Bool {
    guard let text else { return false }
    let found = try tokenizer.words(text)
    return found.indices.contains { isAtStart(of: found[$0...]) }
  }

  /// Returns whether words begin with the phrase.
  ///
  /// Their bytes are compared, as FTS5 does: the beginning of a word may end inside of a character, and characters that
  /// are equivalent may have different bytes.
  func isAtStart(of found: ArraySlice<String>) -> Bool {
    guard let last = words.last, found.count >= words.count else { return false }
    let complete = words.count - 1
    return found.prefix(complete).elementsEqual(words.dropLast(), by: { $0.utf8.elementsEqual($1.utf8) })
      && found[found.startIndex + complete].utf8.starts(with: last.utf8)
  }
}

/// Beginnings of words, each of which a text must have, in any order.
struct WordStarts {
  private let starts: [String]
  private let tokenizer: WordTokenizer

  /// Creates the beginnings from a typed text; without words, every text has them.
  init(_ text: String, _ tokenizer: WordTokenizer) throws {
    starts = try tokenizer.words(text)
    self.tokenizer = tokenizer
  }

  func match(_ text: String) throws -> Bool {
    if starts.isEmpty { return true }
    let words = try tokenizer.words(text)
    return starts.allSatisfy { start in words.contains { $0.utf8.starts(with: start.utf8) } }
  }
}

/// Finds which of several patterns match a text, in one pass over its words.
struct WordMatcher {
  private let patterns: [WordPattern]
  /// The indexes of the patterns by the first byte of their first word.
  private var indexes: [UInt8: [Int]] = [:]

  init(_ patterns: [WordPattern]) {
    self.patterns = patterns
    for (index, pattern) in patterns.enumerated() {
      if let byte = pattern.words.first?.utf8.first { indexes[byte, default: []].append(index) }
    }
  }

  /// Calls `body` with the index of each pattern that matches, possibly several times.
  func forEachMatch(in words: [String], _ body: (Int) -> Void) {
    for start in words.indices {
      guard let byte = words[start].utf8.first, let candidates = indexes[byte] else { continue }
      for index in candidates where patterns[index].isAtStart(of: words[start...]) { body(index) }
    }
  }
}
