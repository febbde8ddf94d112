/// A label's name, taken apart for comparing it with others.
struct ComparableName {
  /// The folded name and brewery.
  let folded: (name: String, brewery: String)
  /// The words of the name without fillers, the year and the brewery.
  let words: [String]
  /// The UTF-8 of the words, written without spaces.
  let joined: [UInt8]
  /// The year in the name; `nil` if there is none, more than one, or nothing else.
  let year: Int?
  /// Whether the name begins with the brewery, which `words` leaves out.
  let beginsWithBrewery: Bool
  /// The brewery's own words.
  let breweryWords: [String]
  /// The brewery's own words without spaces.
  let brewery: String

  /// Creates a name from a label's folded name and brewery.
  init(foldedName: String, brewery foldedBrewery: String) {
    folded = (foldedName, foldedBrewery)
    breweryWords = LabelWords.ownWords(ofBrewery: LabelWords.canonicalWords(ofFolded: folded.brewery))
    self.brewery = breweryWords.joined()
    let all = LabelWords.canonicalWords(ofFolded: folded.name)
    var words = all.filter { !Self.isFiller($0) }
    beginsWithBrewery =
      !breweryWords.isEmpty && words.count > breweryWords.count && words.starts(with: breweryWords)
    if beginsWithBrewery { words.removeFirst(breweryWords.count) }
    let years = words.compactMap(LabelWords.year)
    year = years.count == 1 && words.count > 1 ? years[0] : nil
    words = Self.removing(year, from: words)
    self.words = words.isEmpty ? all : words
    joined = Array(self.words.joined().utf8)
  }

  /// The words without fillers, the year and the brewery, as they are spelled, while `words` has one spelling of each.
  var spelledWords: [String] {
    var words = folded.name.utf8.split(separator: UInt8(ascii: " ")).map { String(Substring($0)) }
      .filter { !Self.isFiller($0) }
    if beginsWithBrewery, words.starts(with: breweryWords) { words.removeFirst(breweryWords.count) }
    return Self.removing(year, from: words)
  }

  /// Whether a word says nothing about a beer; `No. 5` is `5`.
  private static func isFiller(_ word: String) -> Bool { LabelWords.fillers.contains(word) || word == "no" }

  private static func removing(_ year: Int?, from words: [String]) -> [String] {
    words.filter { year == nil || LabelWords.year($0) != year }
  }

  /// The words with the brewery before them, if the name begins with it.
  var wordsWithBrewery: [String] { beginsWithBrewery ? breweryWords + words : words }

  /// The words without kinds of beer at the end.
  var stem: [String] {
    var stem = words[...]
    while stem.count > 1, let last = stem.last, LabelWords.styles.contains(last) { stem.removeLast() }
    return Array(stem)
  }

  /// Whether only words that many beers have make the name.
  var isCommon: Bool { words.allSatisfy { LabelWords.isCommon($0) || LabelWords.isNumber($0) } }

  /// Whether it is a beer for an anniversary, which mostly has another recipe each time.
  var isAnniversary: Bool { words.contains("anniversary") }
}
