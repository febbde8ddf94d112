/// An inverted index of a menu: the words of all lines, with the lines that have them.
///
/// Similar words are found by blocking keys, of which nearly all such words have one in common.
struct MenuWordIndex {
  enum Word {
    /// A word that many beers have.
    case common
    /// A word that no line has.
    case unknown
    /// The position in `entries` of a word that lines have, or of a similar one, and how many words of the text
    /// it is.
    case known(Int, words: Int)
  }

  struct Entry {
    var letters: [UInt8]
    var lines: [Int]
    /// The lines that do not have this word, but a similar one.
    var linesOfSimilar: [Int] = []
    var isCommon: Bool
  }

  private(set) var entries: [Entry] = []
  private var positions = HashTable()
  /// The positions of the entries with the same blocking key.
  private var blocks: [[Int]] = []
  /// The positions of blocks by blocking key.
  private var blockPositions = HashTable()

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
    for block in blocks where block.count > 1 {
      for one in block {
        for other in block where other != one {
          let letters = entries[one].letters
          let others = entries[other].letters
          guard Self.areSimilar(letters.span, others.span) else { continue }
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
    if isCommon || word.utf8.count < Self.minMisspelledLetters { return position }
    let keys = blockingKeys(word.utf8.span)
    for key in [keys.0, keys.1] {
      if let block = blockPositions[key] {
        blocks[block].append(position)
      } else {
        blockPositions.insert(key, blocks.count)
        blocks.append([position])
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
    if word.count < Self.minMisspelledLetters { return .unknown }
    let keys = blockingKeys(word)
    return similar(to: word, key: keys.0) ?? similar(to: word, key: keys.1) ?? .unknown
  }

  private func similar(to word: Span<UInt8>, key: UInt64) -> Word? {
    guard let block = blockPositions[key] else { return nil }
    for position in blocks[block] {
      let letters = entries[position].letters
      if Self.areSimilar(word, letters.span) { return .known(position, words: 1) }
    }
    return nil
  }

  /// Whether two words, each with the minimum number of letters or more, may be spellings of one word: they differ in one
  /// letter, or one is a town and the other the German adjective, as in `Weihenstephan` and `Weihenstephaner`.
  static func areSimilar(_ x: Span<UInt8>, _ y: Span<UInt8>) -> Bool {
    isAtMostOneEdit(x, y) || isAdjective(x, ofTown: y) || isAdjective(y, ofTown: x)
  }

  private static func isAdjective(_ word: Span<UInt8>, ofTown town: Span<UInt8>) -> Bool {
    word.count == town.count + 2 && word[town.count] == UInt8(ascii: "e")
      && word[town.count + 1] == UInt8(ascii: "r") && town.indices.allSatisfy { town[$0] == word[$0] }
  }

  /// Returns hashes of the first three letters, and of the first with the last two.
  ///
  /// Words that differ in another letter than the first have one of them in common, except words of five letters if the
  /// third and the fourth are swapped.
  private func blockingKeys(_ word: Span<UInt8>) -> (UInt64, UInt64) {
    (hash(word.extracting(first: 3)), hash(word.extracting(last: 2), after: ~hash(word.extracting(first: 1))))
  }

  /// Returns the hash of a text.
  private func hash(_ letters: Span<UInt8>) -> UInt64 { hash(letters, continuing: FNV1a()) }

  /// Returns the hash of a text that follows one with a hash.
  private func hash(_ letters: Span<UInt8>, after start: UInt64) -> UInt64 {
    hash(letters, continuing: FNV1a(continuing: start))
  }

  private func hash(_ letters: Span<UInt8>, continuing start: FNV1a) -> UInt64 {
    var hash = start
    for i in letters.indices { hash.combine(letters[i]) }
    return hash.value
  }

  /// The minimum number of letters of words that may be misspelled; shorter ones that differ are other words.
  static let minMisspelledLetters = 5
}
