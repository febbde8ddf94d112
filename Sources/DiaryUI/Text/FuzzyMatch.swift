import Foundation

/// How well a typed text matches a name: its letters in order, possibly with others between them.
///
/// Letters at the start of a word and consecutive letters score more; gaps score less. The best alignment is found as in
/// Smith and Waterman, "Identification of Common Molecular Subsequences", 1981. Case and accents do not matter.
struct FuzzyMatch: Hashable {
  private static let match = 4
  private static let beginning = 8
  private static let neighbor = 6
  private static let gap = 1
  /// Names are shorter; the time to match one grows with the square of its length.
  private static let maxLength = 200

  let score: Int
  /// The indexes of the typed characters in the name.
  let positions: [Int]

  /// Creates a match; `nil` if a letter is missing.
  init?(_ typed: String, in name: String) { self.init(folded: Self.folded(typed), in: Self.folded(name)) }

  /// Creates a match of texts that are folded already; `nil` if a letter is missing.
  init?(folded typed: [Character], in name: [Character]) {
    let letters = typed.filter { !$0.isWhitespace && $0 != "-" }
    guard letters.count <= name.count else { return nil }
    var rows: [[Step?]] = []
    for letter in letters {
      let row = Self.steps(for: letter, in: name, after: rows.last)
      guard row.contains(where: { $0 != nil }) else { return nil }
      rows.append(row)
    }
    guard let last = rows.last else {
      score = 0
      positions = []
      return
    }
    let best = last.indices.compactMap { index in last[index].map { (index: index, score: $0.score) } }
      .max { ($0.score, -$0.index) < ($1.score, -$1.index) }
    guard let best else { return nil }
    score = best.score - name.count / 4
    positions = Self.positions(endingAt: best.index, rows)
  }

  /// Returns the characters of a text without case and accents, one for each, up to the maximum length.
  static func folded(_ text: String) -> [Character] {
    text.prefix(maxLength).map { character in
      let text = String(character)
      let folded =
        character.isASCII
        ? text.lowercased()
        : text.folding(options: [.caseInsensitive, .diacriticInsensitive], locale: nil)
      return folded.first ?? character
    }
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
