/// Whether a line of a menu is a beer that you had.
package enum MenuMatch: Hashable, Sendable {
  /// The line names no beer: it is empty, a heading, a price or a kind of beer.
  case noBeer
  /// No label is close to it.
  case new
  /// The ids of the labels that it names, in ascending order; at least one.
  case had([Int64])
  /// The nearest labels, the nearest first; each may be it, or another beer.
  case unsure([MenuCandidate])
}

/// A label that a line of a menu may name.
package struct MenuCandidate: Hashable, Sendable {
  /// The id of the label that was given to ``MenuMatcher/consider(label:key:)``.
  package var label: Int64
  /// What differs; the line's words come first.
  package var differences: [LabelDifference]
}

/// Finds the labels that the lines of a menu name.
///
/// The lines' words are in an inverted index, so that a label that shares none costs a look-up for each of its words.
/// Labels that share more than half of their uncommon words with a line are compared with it, by the Dice coefficient of
/// their words (L. R. Dice, "Measures of the Amount of Ecologic Association Between Species", Ecology 26, 1945).
///
/// A line names a label if it has the whole name, and otherwise only the brewery, kinds of beer and measures.
package struct MenuMatcher {
  private struct Candidate {
    var label: Int64
    var score: Double
    var differences: [LabelDifference]

    /// The greater, the better the label fits the line.
    var rank: (Int, Double) { (differences.isEmpty ? 1 : 0, score) }
  }

  private let lines: [MenuLine]
  private var index = MenuWordIndex()
  private var candidates: [[Candidate]]
  /// How many words of the key that is compared each line has.
  private var hits: [Int]
  /// The lines that have any of them.
  private var touched: [Int] = []

  /// Creates a matcher for the lines of a menu.
  package init(lines texts: [String]) {
    lines = texts.map(MenuLine.init)
    candidates = Array(repeating: [], count: lines.count)
    hits = Array(repeating: 0, count: lines.count)
    for (i, line) in lines.enumerated() {
      index.insert(line.words.map(\.text), line: i)
      index.insert(line.spelledWords, line: i)
    }
    index.noteSimilarWords()
  }

  /// Compares a label's key with all lines; a key that is no name is ignored.
  package mutating func consider(label: Int64, key text: String) {
    let key = text.utf8.span
    guard key.count > 2, key[0] == UInt8(ascii: "n"), key[1] == UInt8(ascii: ":") else { return }
    var bar = key.count - 1
    while bar > 2 && key[bar] != UInt8(ascii: "|") { bar -= 1 }
    let uncommon = countHits(key.extracting(2..<bar))
    let needed = uncommon == 0 ? 1 : uncommon / 2 + 1
    // A name that many beers have needs its brewery.
    if uncommon == 0 { _ = countHits(key.extracting((bar + 1)...)) }
    if touched.isEmpty { return }
    let close = touched.filter { hits[$0] >= needed }
    for line in touched { hits[line] = 0 }
    touched.removeAll(keepingCapacity: true)
    if close.isEmpty { return }
    let parts = (text.utf8.dropFirst(2).prefix(bar - 2), text.utf8.dropFirst(bar + 1))
    let name = ComparableName(foldedName: String(Substring(parts.0)), brewery: String(Substring(parts.1)))
    for line in close { compare(line, label: label, with: name) }
  }

  /// Returns what each line is, in the order of the lines, given the labels that were considered.
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

  /// Returns a line as a folded name, without prices, sizes and the number in a list.
  package func name(ofLine index: Int) -> String { lines[index].spelledWords.joined(separator: " ") }

  /// Counts for each line how many words of a text it has, and returns how many words of the text are uncommon.
  private mutating func countHits(_ text: Span<UInt8>) -> Int {
    var uncommon = 0
    index.forEachWord(of: text) { word in
      switch word {
      case .common: break
      case .unknown: uncommon += 1
      case .known(let position, let words):
        uncommon += 1
        for line in index.entries[position].lines + index.entries[position].linesOfSimilar {
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

  /// The maximum number of candidates of a line that are returned.
  private static let maxCandidates = 3
  /// The maximum number of candidates of a line that are remembered, unless the line names more labels.
  private static let maxKept = 8
}
