/// A comparison of a line of a menu with a label's name.
///
/// A line with a misspelled word of the name or of the brewery is compared as if it were spelled as the label is, and the
/// spelling is one of the differences.
struct MenuComparison {
  /// The line, with the label's spelling of misspelled words.
  private var line: MenuLine
  private let name: ComparableName
  /// The words that are spelled otherwise than in the label.
  private var misspellings: [LabelDifference] = []
  /// Whether the line names the label's brewery.
  private var namesBrewery = false

  init(line: MenuLine, name: ComparableName) {
    self.line = line
    self.name = name
    // A name may misspell the brewery, so that a word that is the brewery's may be a misspelled one of the name.
    if line.range(of: name.joined) == nil {
      correct(line.words.filter { !name.words.contains($0.text) && !isNextToNames($0) }, to: name.words)
    }
    if !line.names(brewery: name.brewery) {
      correct(
        self.line.words.filter { !isExpected($0) && !LabelWords.isCommon($0.text) }, to: name.breweryWords)
    }
    namesBrewery = self.line.names(brewery: name.brewery)
  }

  /// Spells words of the line as the label does, of whose words it may misspell some.
  private mutating func correct(_ candidates: [MenuLine.Word], to words: [String]) {
    var candidates = candidates.map(\.text)
    for word in words where !line.words.contains(where: { $0.text == word }) {
      guard let i = candidates.firstIndex(where: { isMisspelling($0, of: word) }) else { continue }
      let text = candidates.remove(at: i)
      misspellings.append(.spelling(text, word))
      line.replace(text, with: word)
    }
  }

  /// How close they are and what differs, which is nothing if the line names the label; `nil` if they are not close.
  var result: (score: Double, differences: [LabelDifference])? {
    // Such a name is another brewery's as well.
    if name.isCommon && !namesBrewery { return nil }
    if let range = line.range(of: name.joined) { return resultWithWholeName(in: range) }
    return name.isCommon ? resultWithBrewery : resultWithSimilarName
  }

  private func resultWithWholeName(in range: Range<Int>) -> (score: Double, differences: [LabelDifference])? {
    let parts = Set(line.words[range].map(\.part))
    let others = line.words[..<range.lowerBound] + line.words[range.upperBound...]
    let extra = others.filter { !isExpected($0) && !isKindOfBeer($0, nextToNameIn: parts) }.map(\.text)
    var differences = yearDifference + misspellings
    if extra.isEmpty && differences.isEmpty { return (Double(name.joined.count), []) }
    // What has a name of its own is no `Pale Ale`.
    if name.isCommon && !name.beginsWithBrewery && !extra.allSatisfy(LabelWords.isCommon) { return nil }
    let isAfterWord = isBrandAfterWord(in: range, extra)
    if !extra.isEmpty {
      // One word after the name is rather a part of another name than a brewery: `Purple Haze Zero`.
      let isLastWord =
        extra.count == 1
        && line.words[range.upperBound...].contains { $0.text == extra[0] && parts.contains($0.part) }
      let namesOther =
        !namesBrewery && !name.brewery.isEmpty && !isLastWord && !isAfterWord
        && !extra.allSatisfy(LabelWords.isCommon)
      let words = extra.joined(separator: " ")
      differences.append(namesOther ? .brewery(words, name.folded.brewery) : .extraWords(words))
    }
    // Next to a name that is a part of its own there may be a brewery that the label does not have: `Maudite (Unibroue)`.
    let isApart = others.allSatisfy { !parts.contains($0.part) }
    let isDistinctive =
      namesBrewery || isApart || isAfterWord || name.words.filter { !LabelWords.isCommon($0) }.count > 1
    let score = similarity(common: name.words, missing: [], extra: extra)
    if !isDistinctive && score < Self.minSimilarity { return nil }
    return (max(score, Self.minSimilarity), differences)
  }

  /// Whether the line has a single word in front of a name of one word that is the brewery's, too, or whose brewery is not
  /// known: `Petite Orval` and `Villers Orval` may be `Orval`.
  ///
  /// In front of another name, the word is rather another brewery.
  private func isBrandAfterWord(in range: Range<Int>, _ extra: [String]) -> Bool {
    extra.count == 1 && name.words.count == 1
      && (name.brewery.isEmpty || name.breweryWords.contains(LabelWords.withoutArticle(name.words[0])))
      && line.words[..<range.lowerBound].contains { $0.text == extra[0] }
  }

  /// The result for a name that is the brewery's with words that many beers have, of which the line may lack some:
  /// `Orval` and `Orval Trappist` may be `Orval Trappist Ale`.
  private var resultWithBrewery: (score: Double, differences: [LabelDifference])? {
    guard name.beginsWithBrewery, line.words.allSatisfy(isExpected) else { return nil }
    let texts = line.words.map(\.text)
    let missing = name.words.filter { !texts.contains($0) }
    let common = name.breweryWords + name.words.filter { texts.contains($0) }
    let score = similarity(common: common, missing: missing, extra: [])
    if score < Self.minSimilarity { return nil }
    var differences = yearDifference + misspellings
    if !missing.isEmpty { differences.append(.missingWords(missing.joined(separator: " "))) }
    return (score, differences.isEmpty ? [.writing] : differences)
  }

  private var resultWithSimilarName: (score: Double, differences: [LabelDifference])? {
    let hasNumber = name.words.contains(where: LabelWords.isNumber)
    var extra = line.words.filter {
      !isExpected($0) || name.words.contains($0.text) || $0.isNumbering && hasNumber
    }.map(\.text)
    var missing: [String] = []
    for word in name.words {
      if let i = extra.firstIndex(of: word) { extra.remove(at: i) } else { missing.append(word) }
    }
    // Numbers distinguish beers of a series.
    if extra.contains(where: LabelWords.isNumber) && missing.contains(where: LabelWords.isNumber) {
      return nil
    }
    let common = name.words.filter { !missing.contains($0) }
    let score = similarity(common: common, missing: missing, extra: extra)
    if score < Self.minSimilarity { return nil }
    // A kind of beer in the place of a missing word is another beer: `Westmalle Dubbel` and `Westmalle Tripel`.
    if missing.isEmpty { extra.removeAll { LabelWords.isCommon($0) && !LabelWords.variants.contains($0) } }
    var differences = yearDifference + misspellings
    if !extra.isEmpty { differences.append(.extraWords(extra.joined(separator: " "))) }
    if !missing.isEmpty { differences.append(.missingWords(missing.joined(separator: " "))) }
    return (score, differences.isEmpty ? [.writing] : differences)
  }

  /// Whether a word next to the name says nothing about which beer it is.
  private func isExpected(_ word: MenuLine.Word) -> Bool {
    let text = LabelWords.withoutArticle(word.text)
    return isNextToNames(word)
      || name.breweryWords.contains(word.text) || name.breweryWords.contains(text)
      || name.words.contains(text)
  }

  /// Whether menus and breweries have the word next to any name.
  private func isNextToNames(_ word: MenuLine.Word) -> Bool {
    word.isNumbering || LabelWords.menuWords.contains(word.text)
      || LabelWords.breweryForms.contains(word.text)
  }

  /// Whether a word names the kind of beer or describes it, and does not make it another beer.
  private func isKindOfBeer(_ word: MenuLine.Word, nextToNameIn parts: Set<Int>) -> Bool {
    if LabelWords.variants.contains(word.text) { return false }
    // A name of one word may be a brand that has several beers; `Amber` and `Amber IPA` are different.
    let isBrand = name.words.allSatisfy { name.breweryWords.contains($0) || LabelWords.isCommon($0) }
    if !parts.contains(word.part) {
      // `Oktoberfest - Märzen` is no `Märzen`.
      let isBeforeName = parts.allSatisfy { word.part < $0 }
      return LabelWords.isCommon(word.text) && !(isBrand && isBeforeName)
    }
    if LabelWords.beers.contains(word.text) { return true }
    return LabelWords.styles.contains(word.text) && !isBrand && (namesBrewery || name.words.count > 1)
  }

  /// Whether a word may be a misspelling of another one, which may have lost an article, as those of breweries have.
  private func isMisspelling(_ word: String, of other: String) -> Bool {
    areSpellings(word, other) || areSpellings(LabelWords.withoutArticle(word), other)
  }

  private func areSpellings(_ x: String, _ y: String) -> Bool {
    min(x.utf8.count, y.utf8.count) >= MenuWordIndex.minMisspelledLetters && !LabelWords.isNumber(x)
      && !LabelWords.isNumber(y) && MenuWordIndex.areSimilar(x.utf8.span, y.utf8.span)
  }

  /// The difference of the years; empty if there is none.
  private var yearDifference: [LabelDifference] {
    line.year == name.year ? [] : [.year(line.year, name.year)]
  }

  /// Returns the Dice coefficient of the words, in which common words count less; the brewery counts a little as well.
  private func similarity(common: [String], missing: [String], extra: [String]) -> Double {
    func weight(_ words: [String]) -> Double { words.reduce(0) { $0 + (LabelWords.isCommon($1) ? 0.3 : 1) } }
    let shared = 2 * weight(common)
    return shared / (shared + weight(missing) + weight(extra)) + (namesBrewery ? 0.05 : 0)
  }

  private static let minSimilarity = 0.7
}
