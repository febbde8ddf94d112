/// How well a typed text matches a name: its letters in order, possibly with others between them.
///
/// Letters at the start of a word and consecutive letters score more; gaps score less. The best alignment is found as in
/// Smith and Waterman, "Identification of Common Molecular Subsequences", 1981.
struct FuzzyMatch: Hashable {
  private static let match = 4
  private static let beginning = 8
  private static let neighbor = 6
  private static let gap = 1

  let score: Int
  /// The indexes of the typed characters in the name.
  let positions: [Int]

  /// Creates a match; `nil` if a letter is missing.
  init?(_ typed: String, in name: String) {
    let letters = Array(typed.lowercased().filter { !$0.isWhitespace && $0 != "-" })
    let name = Array(name.lowercased())
    var rows: [[Step?]] = []
    for letter in letters {
      rows.append(Self.steps(for: letter, in: name, after: rows.last))
    }
    guard let last = rows.last else {
      (score, positions) = (0, [])
      return
    }
    let best = last.indices.compactMap { index in last[index].map { (index: index, score: $0.score) } }
      .max { ($0.score, -$0.index) < ($1.score, -$1.index) }
    guard let best else { return nil }
    score = best.score - name.count / 4
    positions = Self.positions(endingAt: best.index, rows)
  }

  /// The best alignment that ends with a letter at an index.
  private struct Step {
    let score: Int
    let previous: Int?
  }

  private static func steps(for letter: Character, in name: [Character], after before: [Step?]?) -> [Step?] {
    name.indices.map { index in
      guard name[index] == letter else { return nil }
      let own = match + (index == 0 || !name[index - 1].isLetter ? beginning : 0)
      guard let before else { return Step(score: own - index * gap, previous: nil) }
      let ways = before[..<index].indices.compactMap { earlier -> Step? in
        guard let step = before[earlier] else { return nil }
        let skipped = index - earlier - 1
        return Step(score: step.score + own + (skipped == 0 ? neighbor : -skipped * gap), previous: earlier)
      }
      return ways.max { $0.score < $1.score }
    }
  }

  private static func positions(endingAt end: Int, _ rows: [[Step?]]) -> [Int] {
    var positions: [Int] = []
    var index: Int? = end
    for row in rows.reversed() {
      guard let current = index else { break }
      positions.append(current)
      index = row[current]?.previous
    }
    return positions.reversed()
  }
}
