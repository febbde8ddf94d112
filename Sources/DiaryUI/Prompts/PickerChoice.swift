/// A line of a picker.
struct PickerChoice<Value: Hashable & Sendable>: Hashable, Sendable {
  /// The text that typing is matched with.
  let title: String
  /// What the title does not say, such as an example or a number of beers; empty if it says everything.
  let explanation: String
  /// Other words that it is found by, such as the name of a field in files.
  let keywords: String
  let value: Value
  /// Whether it is the current value, on which the highlight begins.
  let isCurrent: Bool

  init(
    _ title: String, _ explanation: String, _ value: Value, keywords: String = "", isCurrent: Bool = false
  ) {
    self.title = title
    self.explanation = explanation
    self.keywords = keywords
    self.value = value
    self.isCurrent = isCurrent
  }
}

/// A choice that matches the typed text.
struct PickerMatch<Value: Hashable & Sendable>: Hashable, Sendable {
  let choice: PickerChoice<Value>
  /// The indexes of the typed letters in the title.
  let positions: [Int]

  /// Returns the choices that match a text, the best first.
  ///
  /// Those whose title is the text come first, then those that begin with it, then those with its letters; a choice whose
  /// title, explanation and keywords have words that begin with those of the text comes last. Equals keep their order.
  static func all(_ typed: String, among choices: [PickerChoice<Value>]) -> [PickerMatch<Value>] {
    let typed = FuzzyMatch.folded(String(typed.drop(while: \.isWhitespace)))
    if typed.allSatisfy(\.isWhitespace) { return choices.map { Self(choice: $0, positions: []) } }
    let words = words(typed)
    let ranked = choices.enumerated().compactMap { offset, choice -> (rank: (Int, Int, Int), match: Self)? in
      guard let rank = rank(typed, words, choice) else { return nil }
      return ((rank.group, -rank.score, offset), Self(choice: choice, positions: rank.positions))
    }
    return ranked.sorted { $0.rank < $1.rank }.map(\.match)
  }

  /// Returns the choices that were found for a text.
  ///
  /// Those whose title is the text come first, then those that begin with it. Equals keep their order.
  static func found(_ typed: String, among choices: [PickerChoice<Value>]) -> [PickerMatch<Value>] {
    let typed = FuzzyMatch.folded(typed.trimmingWhitespace)
    let ranked = choices.enumerated().map { offset, choice -> (rank: (Int, Int), match: Self) in
      let title = FuzzyMatch.folded(choice.title)
      let group = !title.starts(with: typed) ? 2 : title.count == typed.count ? 0 : 1
      return ((group, offset), Self(choice: choice, positions: []))
    }
    return ranked.sorted { $0.rank < $1.rank }.map(\.match)
  }

  private static func rank(
    _ typed: [Character], _ starts: [ArraySlice<Character>], _ choice: PickerChoice<Value>
  ) -> (group: Int, score: Int, positions: [Int])? {
    let title = FuzzyMatch.folded(choice.title)
    guard let match = FuzzyMatch(folded: typed, in: title) else {
      let all = words(title) + words(FuzzyMatch.folded(choice.explanation + " " + choice.keywords))
      let isDescribed = starts.allSatisfy { start in all.contains { $0.starts(with: start) } }
      return isDescribed && !starts.isEmpty ? (3, 0, []) : nil
    }
    guard title.starts(with: typed) else { return (2, match.score, match.positions) }
    return (title.count == typed.count ? 0 : 1, 0, Array(typed.indices))
  }

  private static func words(_ text: [Character]) -> [ArraySlice<Character>] {
    text.split { !$0.isLetter && !$0.isNumber }
  }
}
