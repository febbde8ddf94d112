/// Two labels that are probably the same.
package struct DuplicatePair: Hashable, Sendable {
  /// The id of the candidate that was given first.
  package var first: Int64
  /// The id of the other candidate.
  package var second: Int64
  /// What differs between them, in words as they are written.
  package var differences: [LabelDifference]
  /// How sure it is, up to 1; suggestions can be sorted by it.
  package var confidence: Double
}

/// Finds labels that are probably the same although their keys differ.
///
/// Labels of a brewery are compared if their names, written without spaces, have a common deletion neighborhood: they
/// become equal if each loses at most one letter. Source: T. Bocek, E. Hunt, B. Stiller, "Fast Similarity Search in
/// Large Dictionaries", 2007, and W. Garbe's SymSpell, 2012.
package struct DuplicateLabelFinder {
  /// A label that may have others that are the same.
  package struct Candidate: Sendable {
    /// The id of the label.
    package var id: Int64
    /// The name, as it was entered or folded.
    package var name: String
    /// The brewery, as it was entered or folded; empty if it is not known.
    package var brewery: String
    /// The style, as it was entered; `nil` if it is not known.
    package var style: String?
    /// Alcohol by volume in percent, 0...100; `nil` if it is not known.
    package var abv: Double?
    /// The ids of its products in each source.
    package var products: [String: Set<String>]

    /// Creates a candidate.
    package init(
      id: Int64, name: String, brewery: String, style: String? = nil, abv: Double? = nil,
      products: [String: Set<String>] = [:]
    ) {
      self.id = id
      self.name = name
      self.brewery = brewery
      self.style = style
      self.abv = abv
      self.products = products
    }

    /// What can be quoted.
    fileprivate var facts: LabelFacts { LabelFacts(name: name, brewery: brewery) }
  }

  /// Returns pairs of labels that are probably the same, the surest first; less than all if it is cancelled.
  ///
  /// - Parameter minConfidence: How sure they must be. With less than the default, labels of which neither the style nor
  ///   the alcohol is known are suggested for a year or a word that only one has; many of these are different beers.
  package static func find(
    in labels: [Candidate], minConfidence: Double = 0.75, isCancelled: () -> Bool = { false }
  ) -> [DuplicatePair] {
    var search = DuplicateLabelFinder(labels: labels, minConfidence: minConfidence)
    search.run(isCancelled: isCancelled)
    return search.found.map { pair, suggestion in
      var suggestion = suggestion
      let first = labels[pair.first].facts
      let second = labels[pair.second].facts
      suggestion.differences = suggestion.differences.map { $0.quoting(first, second) }
      return suggestion
    }.sorted { ($1.confidence, $0.first, $0.second) < ($0.confidence, $1.first, $1.second) }
  }

  private struct IndexPair: Hashable {
    var first: Int
    var second: Int
  }

  private struct Series: Hashable {
    var name: [UInt8]
    var brewery: String
  }

  private let labels: [Candidate]
  private let minConfidence: Double
  private var names: [ComparableName] = []
  /// The folded styles.
  private let styles: [String?]
  /// How many labels have a word in their names.
  private var frequencies: [String: Int] = [:]
  /// Names whose beers have another recipe each year.
  private var changing: Set<Series> = []
  private var found: [IndexPair: DuplicatePair] = [:]

  private init(labels: [Candidate], minConfidence: Double) {
    self.labels = labels
    styles = labels.map { $0.style.map(LabelKey.folded) }
    self.minConfidence = minConfidence
  }

  private mutating func run(isCancelled: () -> Bool) {
    names.reserveCapacity(labels.count)
    for (i, label) in labels.enumerated() {
      if i % 1024 == 0 && isCancelled() { return }
      names.append(
        ComparableName(
          foldedName: LabelKey.folded(HTMLEntities.decoded(label.name)),
          brewery: LabelKey.folded(HTMLEntities.decoded(label.brewery))))
      for word in Set(names[i].words + names[i].breweryWords) { frequencies[word, default: 0] += 1 }
    }
    findSeries()
    let breweries = Dictionary(grouping: names.indices) { names[$0].brewery }
    for (_, members) in breweries {
      if isCancelled() { return }
      compareNames(of: members, isCancelled: isCancelled)
    }
    compareMisspelledBreweries(breweries, isCancelled: isCancelled)
    compareWithoutBrewery(isCancelled: isCancelled)
  }

  /// Finds names that have been given to beers of several styles.
  private mutating func findSeries() {
    var stylesOfSeries: [Series: String] = [:]
    for (style, name) in zip(styles, names) {
      guard let style else { continue }
      let series = Series(name: name.joined, brewery: name.brewery)
      if stylesOfSeries[series].map({ $0 != style }) == true { changing.insert(series) }
      stylesOfSeries[series] = style
    }
  }

  /// Compares the labels of a brewery.
  private mutating func compareNames(of members: [Int], isCancelled: () -> Bool) {
    if members.count < 2 { return }
    var neighborhoods = DeletionNeighborhoods()
    for i in members {
      neighborhoods.insert(names[i].joined, of: i)
      // A misspelled word has no other spellings: `Pilsenr` is close to `Pilsener`, and not to `Pils`.
      let spelled = names[i].spelledWords
      if spelled != names[i].words { neighborhoods.insert(Array(spelled.joined().utf8), of: i) }
      // The brewery may be misspelled in the other name: `Guiness Draught`.
      if names[i].beginsWithBrewery {
        neighborhoods.insert(Array(names[i].wordsWithBrewery.joined().utf8), of: i)
      }
      let stem = names[i].stem
      if stem.count != names[i].words.count { neighborhoods.insertWhole(Array(stem.joined().utf8), of: i) }
    }
    neighborhoods.forEachPair(isCancelled: isCancelled) { i, j in
      guard let differences = differences(i, j) else { return }
      suggest(i, j, differences + breweryForm(i, j))
    }
  }

  /// Compares labels with equal names of breweries that differ in one letter.
  private mutating func compareMisspelledBreweries(_ breweries: [String: [Int]], isCancelled: () -> Bool) {
    let spellings = breweries.keys.filter { $0.utf8.count >= Self.minLettersOfMisspelled }
    var neighborhoods = DeletionNeighborhoods()
    for (i, spelling) in spellings.enumerated() { neighborhoods.insert(Array(spelling.utf8), of: i) }
    neighborhoods.forEachPair(isCancelled: isCancelled) { a, b in
      guard let i = breweries[spellings[a]]?.first, let j = breweries[spellings[b]]?.first,
        let spelling = misspelling(names[i].breweryWords, names[j].breweryWords)
      else { return }
      let others = Dictionary(grouping: breweries[spellings[b]] ?? []) { names[$0].joined }
      for i in breweries[spellings[a]] ?? [] {
        for j in others[names[i].joined] ?? [] where names[i].year == names[j].year && !names[i].isCommon {
          suggest(i, j, [spelling])
        }
      }
    }
  }

  /// Compares labels without a brewery with those whose names, with or without the brewery, are equal.
  ///
  /// A name that several breweries use, or that has common words only, says nothing.
  private mutating func compareWithoutBrewery(isCancelled: () -> Bool) {
    let alone = names.indices.filter { names[$0].brewery.isEmpty && !names[$0].isCommon }
    let wanted = Set(alone.map { names[$0].joined })
    if wanted.isEmpty { return }
    var matches: [[UInt8]: [Int]] = [:]
    for (i, name) in names.enumerated() where !name.brewery.isEmpty {
      for joined in [name.joined, Array(name.brewery.utf8) + name.joined] where wanted.contains(joined) {
        matches[joined, default: []].append(i)
      }
    }
    for i in alone {
      if isCancelled() { return }
      let others = matches[names[i].joined] ?? []
      guard Set(others.map { names[$0].brewery }).count == 1 else { continue }
      for j in others where names[i].year == names[j].year {
        suggest(i, j, [.breweryMissing])
      }
    }
  }

  /// Adds a pair if it is sure enough that both labels are the same.
  private mutating func suggest(_ i: Int, _ j: Int, _ differences: [LabelDifference]) {
    let differences = differences.isEmpty ? [.writing] : differences
    guard let confidence = pairConfidence(i, j, differences), confidence >= minConfidence else { return }
    found[IndexPair(first: i, second: j)] = DuplicatePair(
      first: labels[i].id, second: labels[j].id, differences: differences, confidence: confidence)
  }

  /// Returns how sure it is that two labels that differ in this are the same; `nil` if what else is known of them speaks
  /// against it.
  private func pairConfidence(_ i: Int, _ j: Int, _ differences: [LabelDifference]) -> Double? {
    let a = labels[i]
    let b = labels[j]
    var confidence = differences.map(Self.confidence).min() ?? 0
    // Whether more differs than what people write in several ways, so that a mistake is needed to explain it.
    let isSlip = confidence < Self.confidence(.breweryForm("", ""))
    let hasStyles = styles[i] != nil && styles[j] != nil
    let abvDifference = a.abv.flatMap { abv in b.abv.map { abs(abv - $0) } }
    if let abvDifference, abvDifference > (isSlip ? 0.95 : 1.5) { return nil }
    if hasStyles && styles[i] != styles[j] {
      if isSlip || names[i].isCommon { return nil }
      confidence -= 0.1
    }
    // A source may have a product twice, but then in the same words.
    let haveOtherProducts = a.products.contains { source, ids in
      b.products[source].map { !$0.isEmpty && !ids.isEmpty && $0.isDisjoint(with: ids) } ?? false
    }
    if haveOtherProducts {
      if isSlip { return nil }
      confidence -= 0.2
    }
    // Some beers have another recipe each year, and names such as `Dark` and `Dark Ale` may be two beers.
    let hasEvidence = hasStyles || abvDifference.map { $0 <= 0.3 } == true
    if !hasEvidence && differences.contains(where: \.needsEvidence) { confidence -= 0.3 }
    return confidence
  }

  /// Returns what differs between two names of a brewery; `nil` if they are different beers.
  private func differences(_ i: Int, _ j: Int) -> [LabelDifference]? {
    let a = names[i]
    let b = names[j]
    if a.year != b.year {
      let isVintage =
        a.joined == b.joined && (a.year == nil || b.year == nil) && !a.isAnniversary
        && !changing.contains(Series(name: a.joined, brewery: a.brewery))
      return isVintage ? [.year(a.year, b.year)] : nil
    }
    if a.joined == b.joined { return a.folded.name == b.folded.name ? [] : [.writing] }
    if let spelling = misspelling(a.words, b.words) { return [spelling] }
    if let spelling = misspelling(a.spelledWords, b.spelledWords) { return [spelling] }
    if a.beginsWithBrewery != b.beginsWithBrewery,
      let spelling = misspelling(a.wordsWithBrewery, b.wordsWithBrewery)
    {
      return [spelling]
    }
    if a.words.count == b.words.count { return nil }
    let isLonger = a.words.count > b.words.count
    let (shorter, longer) = isLonger ? (b.words, a.words) : (a.words, b.words)
    guard longer.starts(with: shorter) else { return nil }
    let extra = longer[shorter.count...]
    let style = Set(LabelWords.canonicalWords(ofFolded: styles[i] ?? ""))
    guard
      extra.allSatisfy({
        LabelWords.beers.contains($0) || style.contains($0) && LabelWords.styles.contains($0)
      })
    else { return nil }
    let words = extra.joined(separator: " ")
    return [isLonger ? .extraWords(words) : .missingWords(words)]
  }

  /// Returns the only words that differ if one is probably the other one misspelled, not another word.
  ///
  /// Mistakes are seldom in the first letter, another ending makes another word (`Smoked`, `Smokey`), and what is not
  /// much rarer than the other word is one as well. A short word is misspelled only if two letters are swapped (`Ovral`).
  private func misspelling(_ a: [String], _ b: [String]) -> LabelDifference? {
    let differing = zip(a, b).filter { $0 != $1 }
    guard a.count == b.count, differing.count == 1, let (x, y) = differing.first else { return nil }
    let minLetters = haveSameLetters(x, y) ? Self.minLettersOfSwapped : Self.minLettersOfMisspelled
    guard max(x.utf8.count, y.utf8.count) >= minLetters,
      x.first == y.first, x.dropLast() != y.dropLast(), !x.hasPrefix(y), !y.hasPrefix(x),
      !LabelWords.isNumber(x), !LabelWords.isNumber(y), isAtMostOneEdit(x.utf8.span, y.utf8.span)
    else { return nil }
    let counts = (frequencies[x] ?? 0, frequencies[y] ?? 0)
    let rarer = min(counts.0, counts.1)
    let commoner = max(counts.0, counts.1)
    if rarer > 1 && rarer * 20 > commoner { return nil }
    return .spelling(x, y)
  }

  /// Returns whether two words have the same letters, so that those that are one edit apart differ in two swapped ones.
  private func haveSameLetters(_ x: String, _ y: String) -> Bool {
    x.utf8.count == y.utf8.count && x.utf8.sorted() == y.utf8.sorted()
  }

  private func breweryForm(_ i: Int, _ j: Int) -> [LabelDifference] {
    let first = names[i].folded.brewery
    let second = names[j].folded.brewery
    return first == second ? [] : [.breweryForm(first, second)]
  }

  /// Returns the probability, from 0 to 1, that two labels are the same if this is all that differs.
  private static func confidence(_ difference: LabelDifference) -> Double {
    switch difference {
    case .writing: 0.99
    case .breweryForm: 0.98
    case .year: 0.9
    case .spelling: 0.9
    case .breweryMissing: 0.85
    case .extraWords, .missingWords: 0.8
    case .brewery: 0
    }
  }

  /// The minimum length of a misspelled word, in letters.
  private static let minLettersOfMisspelled = 6
  /// The minimum length of a word with two swapped letters.
  private static let minLettersOfSwapped = 5
}

extension LabelDifference {
  /// Whether two labels that differ in this are often different beers.
  fileprivate var needsEvidence: Bool {
    switch self {
    case .year, .extraWords, .missingWords: true
    default: false
    }
  }
}
