/// A comparison of a line of a menu with a label's name.
struct MenuComparison {
  private let line: MenuLine
  private let name: ComparableName
  /// Whether the line names the label's brewery.
  private let namesBrewery: Bool

  init(line: MenuLine, name: ComparableName) {
    self.line = line
    self.name = name
    namesBrewery = line.names(brewery: name.brewery)
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
    var differences = yearDifference
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
    let difference: LabelDifference =
      missing.isEmpty ? .writing : .missingWords(missing.joined(separator: " "))
    return (score, yearDifference + [difference])
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
    var differences = yearDifference
    for word in missing {
      guard let i = extra.firstIndex(where: { isMisspelling($0, word) }) else { continue }
      differences.append(.spelling(extra.remove(at: i), word))
      missing.removeAll { $0 == word }
    }
    // Numbers distinguish beers of a series.
    if extra.contains(where: LabelWords.isNumber) && missing.contains(where: LabelWords.isNumber) {
      return nil
    }
    let common = name.words.filter { !missing.contains($0) }
    let score = similarity(common: common, missing: missing, extra: extra)
    if score < Self.minSimilarity { return nil }
    extra.removeAll { LabelWords.isCommon($0) && !LabelWords.variants.contains($0) }
    if !extra.isEmpty { differences.append(.extraWords(extra.joined(separator: " "))) }
    if !missing.isEmpty { differences.append(.missingWords(missing.joined(separator: " "))) }
    return (score, differences.isEmpty ? [.writing] : differences)
  }

  /// Whether a word next to the name says nothing about which beer it is.
  private func isExpected(_ word: MenuLine.Word) -> Bool {
    let text = LabelWords.withoutArticle(word.text)
    return word.isNumbering || LabelWords.menuWords.contains(word.text)
      || LabelWords.breweryForms.contains(word.text)
      || name.breweryWords.contains(word.text) || name.breweryWords.contains(text)
      || name.words.contains(text)
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

  private func isMisspelling(_ x: String, _ y: String) -> Bool {
    min(x.utf8.count, y.utf8.count) >= MenuWordIndex.minMisspelledLetters && !LabelWords.isNumber(x)
      && !LabelWords.isNumber(y)
      && isAtMostOneEdit(x.utf8.span, y.utf8.span)
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
