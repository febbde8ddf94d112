/// Whether a line of a menu is a beer that you had.
package enum MenuMatch: Hashable, Sendable {
  /// The line names no beer: it is empty, a heading, a price or a kind of beer.
  case noBeer
  /// No label is close to it.
  case new
  /// The labels that it names.
  case had([Int64])
  /// The nearest labels, the nearest first; each may be it, or another beer.
  case unsure([MenuCandidate])
}

/// A label that a line of a menu may name.
package struct MenuCandidate: Hashable, Sendable {
  package var label: Int64
  /// What differs: the line's words come first.
  package var differences: [LabelDifference]
}

/// Finds the labels that the lines of a menu name.
///
/// The lines' words are in a hash table, so that a label that shares none costs a look-up for each of its words. Labels
/// that share more than half of their uncommon words with a line are compared with it, by the Dice coefficient of their
/// words (L. R. Dice, "Measures of the Amount of Ecologic Association Between Species", Ecology 26, 1945).
///
/// A line names a label if it has the whole name, and otherwise only the brewery, kinds of beer and measures.
package struct MenuMatcher {
  private struct Candidate {
    var label: Int64
    var score: Double
    var differences: [LabelDifference]

    /// What is greater for what names the line better.
    var rank: (Int, Double) { (differences.isEmpty ? 1 : 0, score) }
  }

  private let lines: [MenuLine]
  private var table = MenuWords()
  private var candidates: [[Candidate]]
  /// How many of a key's words each line has, and the lines that have any.
  private var hits: [Int]
  private var touched: [Int] = []

  package init(lines texts: [String]) {
    lines = texts.map(MenuLine.init)
    candidates = Array(repeating: [], count: lines.count)
    hits = Array(repeating: 0, count: lines.count)
    for (i, line) in lines.enumerated() {
      table.insert(line.words.map(\.text), line: i)
      table.insert(line.spelledWords, line: i)
    }
    table.noteSimilarWords()
  }

  /// Compares a label's key with all lines; a key that is no name is ignored.
  package mutating func consider(label: Int64, key text: String) {
    let key = text.utf8.span
    guard key.count > 2, key[0] == UInt8(ascii: "n"), key[1] == UInt8(ascii: ":") else { return }
    var bar = key.count - 1
    while bar > 2 && key[bar] != UInt8(ascii: "|") { bar -= 1 }
    let uncommon = count(key.extracting(2..<bar))
    let needed = uncommon == 0 ? 1 : uncommon / 2 + 1
    // A name that many beers have needs its brewery.
    if uncommon == 0 { _ = count(key.extracting((bar + 1)...)) }
    if touched.isEmpty { return }
    let close = touched.filter { hits[$0] >= needed }
    for line in touched { hits[line] = 0 }
    touched.removeAll(keepingCapacity: true)
    if close.isEmpty { return }
    let parts = (text.utf8.dropFirst(2).prefix(bar - 2), text.utf8.dropFirst(bar + 1))
    let name = ComparableName(foldedName: String(Substring(parts.0)), brewery: String(Substring(parts.1)))
    for line in close { compare(line, label: label, with: name) }
  }

  /// Returns what each line is, given the labels that were considered.
  package func matches() -> [MenuMatch] {
    zip(lines, candidates).map { line, candidates in
      let had = candidates.filter { $0.differences.isEmpty }
      if let best = had.map(\.score).max() {
        return .had(had.filter { $0.score == best }.map(\.label).sorted())
      }
      if candidates.isEmpty { return line.namesNoBeer ? .noBeer : .new }
      return .unsure(
        candidates.prefix(Self.maxCandidates).map {
          MenuCandidate(label: $0.label, differences: $0.differences)
        })
    }
  }

  /// Counts for each line the words of a text that it has; returns how many of all words are uncommon.
  private mutating func count(_ text: Span<UInt8>) -> Int {
    var uncommon = 0
    table.forEachWord(of: text) { word in
      switch word {
      case .common: break
      case .unknown: uncommon += 1
      case .known(let position, let words):
        uncommon += 1
        for line in table.entries[position].lines + table.entries[position].linesOfSimilar {
          if hits[line] == 0 { touched.append(line) }
          hits[line] += words
        }
      }
    }
    return uncommon
  }

  private mutating func compare(_ line: Int, label: Int64, with name: ComparableName) {
    guard let (score, differences) = MenuComparison(line: lines[line], name: name).result else { return }
    let candidate = Candidate(label: label, score: score, differences: differences)
    if let i = candidates[line].firstIndex(where: { $0.label == label }) {
      if candidates[line][i].rank >= candidate.rank { return }
      candidates[line].remove(at: i)
    }
    let i = candidates[line].firstIndex { $0.score < score } ?? candidates[line].count
    candidates[line].insert(candidate, at: i)
    if candidates[line].count > Self.maxKept,
      let last = candidates[line].lastIndex(where: { !$0.differences.isEmpty })
    {
      candidates[line].remove(at: last)
    }
  }

  private static let maxCandidates = 3
  private static let maxKept = 8
}

/// The words of all lines of a menu, with the lines that have them.
private struct MenuWords {
  enum Word {
    /// A word that many beers have.
    case common
    /// A word that no line has.
    case unknown
    /// The position in `entries` of a word that lines have, or of one that differs in a letter, and how many words of
    /// the text it is.
    case known(Int, words: Int)
  }

  struct Entry {
    var letters: [UInt8]
    var lines: [Int]
    /// The lines that have not this word but one that differs in a letter.
    var linesOfSimilar: [Int] = []
    var isCommon: Bool
  }

  private(set) var entries: [Entry] = []
  private var positions = HashTable()
  /// The entries that may differ from a word in one letter, by letters that then remain.
  private var similar: [[Int]] = []
  private var similarPositions = HashTable()

  init() {
    for words in [LabelWords.styles, LabelWords.qualifiers, LabelWords.fillers, LabelWords.breweryForms] {
      for word in words { _ = insert(word, isCommon: true) }
    }
    for (word, one) in LabelWords.spellings where LabelWords.isCommon(one) {
      _ = insert(word, isCommon: true)
    }
  }

  /// Adds the words of a line, and each two that follow each other as one.
  mutating func insert(_ words: [String], line: Int) {
    for (i, word) in words.enumerated() {
      for text in i + 1 < words.count ? [word, word + words[i + 1]] : [word] {
        let entry = insert(text, isCommon: false)
        if !entries[entry].lines.contains(line) { entries[entry].lines.append(line) }
      }
    }
  }

  /// Notes the lines with similar words, after all lines were added.
  mutating func noteSimilarWords() {
    for group in similar where group.count > 1 {
      for one in group {
        for other in group where other != one {
          let (letters, others) = (entries[one].letters, entries[other].letters)
          guard isAtMostOneEdit(letters.span, others.span) else { continue }
          let known = entries[one].lines + entries[one].linesOfSimilar
          entries[one].linesOfSimilar += entries[other].lines.filter { !known.contains($0) }
        }
      }
    }
  }

  private mutating func insert(_ word: String, isCommon: Bool) -> Int {
    let hash = hash(word.utf8.span)
    if let known = positions[hash] { return known }
    let position = entries.count
    entries.append(Entry(letters: Array(word.utf8), lines: [], isCommon: isCommon))
    positions.insert(hash, position)
    if isCommon || word.utf8.count < Self.minLettersOfMisspelled { return position }
    let keys = remaining(word.utf8.span)
    for key in [keys.0, keys.1] {
      if let known = similarPositions[key] {
        similar[known].append(position)
      } else {
        similarPositions.insert(key, similar.count)
        similar.append([position])
      }
    }
    return position
  }

  /// Calls a closure with each word of a folded text, and with two words as one if no line has the two.
  func forEachWord(of text: Span<UInt8>, _ body: (Word) -> Void) {
    var start = 0
    var unknown: UInt64?
    while start < text.count {
      var end = start
      while end < text.count && text[end] != UInt8(ascii: " ") { end += 1 }
      let letters = text.extracting(start..<end)
      start = end + 1
      let hash = hash(letters)
      let both = unknown.flatMap { positions[self.hash(letters, after: $0)] }
      var word = isLetterOrYear(letters) ? .common : find(letters, hash: hash)
      unknown = nil
      if case .unknown = word {
        if let both { word = .known(both, words: 2) } else { unknown = hash }
      }
      body(word)
    }
  }

  /// Whether a word is a year, which lines have apart from their words, or a letter of an abbreviation.
  private func isLetterOrYear(_ word: Span<UInt8>) -> Bool {
    if word.count == 1 { return word[0] > UInt8(ascii: "9") }
    guard word.count == 4, word[0] == UInt8(ascii: "1") || word[0] == UInt8(ascii: "2") else { return false }
    return LabelWords.year(String(decoding: word.indices.map { word[$0] }, as: UTF8.self)) != nil
  }

  private func find(_ word: Span<UInt8>, hash: UInt64) -> Word {
    if let position = positions[hash] {
      return entries[position].isCommon ? .common : .known(position, words: 1)
    }
    if word.count < Self.minLettersOfMisspelled { return .unknown }
    let keys = remaining(word)
    return similar(to: word, key: keys.0) ?? similar(to: word, key: keys.1) ?? .unknown
  }

  private func similar(to word: Span<UInt8>, key: UInt64) -> Word? {
    guard let known = similarPositions[key] else { return nil }
    for position in similar[known] {
      let letters = entries[position].letters
      if isAtMostOneEdit(word, letters.span) { return .known(position, words: 1) }
    }
    return nil
  }

  /// Returns hashes of the first three letters, and of the first with the last two.
  ///
  /// One of them is the same if another letter than the first differs.
  private func remaining(_ word: Span<UInt8>) -> (UInt64, UInt64) {
    (hash(word.extracting(first: 3)), hash(word.extracting(last: 2), after: ~hash(word.extracting(first: 1))))
  }

  /// Returns the FNV-1a hash of a text, or of what follows a text with a hash.
  ///
  /// Source: G. Fowler, L. C. Noll, K.-P. Vo, draft-eastlake-fnv.
  private func hash(_ letters: Span<UInt8>, after start: UInt64 = 0xCBF2_9CE4_8422_2325) -> UInt64 {
    var hash = start
    for i in letters.indices { hash = (hash ^ UInt64(letters[i])) &* 0x100_0000_01B3 }
    return hash
  }

  private static let minLettersOfMisspelled = 5
}

/// Numbers by 64-bit hashes, which are taken to be unique; at most a quarter of the slots are used.
///
/// A dictionary would hash the hashes again, which takes most of the time.
private struct HashTable {
  private var slots = [(hash: UInt64, value: Int)](repeating: (0, -1), count: 256)
  private var count = 0

  subscript(hash: UInt64) -> Int? {
    let slot = slots[slot(of: hash)]
    return slot.value < 0 ? nil : slot.value
  }

  /// Adds a hash that is not there.
  mutating func insert(_ hash: UInt64, _ value: Int) {
    count += 1
    if count * 4 > slots.count {
      let old = slots
      slots = Array(repeating: (0, -1), count: old.count * 2)
      for entry in old where entry.value >= 0 { slots[slot(of: entry.hash)] = entry }
    }
    slots[slot(of: hash)] = (hash, value)
  }

  /// Returns where a hash is, or where it belongs.
  private func slot(of hash: UInt64) -> Int {
    let mask = UInt64(slots.count - 1)
    var i = (hash ^ hash >> 32) & mask
    while slots[Int(i)].value >= 0 && slots[Int(i)].hash != hash { i = (i + 1) & mask }
    return Int(i)
  }
}
