import DiaryText
import Terminal

/// What the word before the cursor can become, one after the other with every Tab.
struct WordCompletion: Hashable, Sendable {
  /// What comes before the part that is completed.
  private let before: String
  private let after: String
  private let candidates: [String]
  private var index = -1

  /// `nil` where there are no candidates.
  init?(_ input: TextInput, before: String, candidates: [String]) {
    if candidates.isEmpty { return nil }
    self.before = before
    self.candidates = candidates
    after = String(input.text.dropFirst(input.cursor))
  }

  /// Of all that stands before the cursor; `nil` where none of the names fits.
  init?(_ input: TextInput, among names: [String]) {
    let typed = String(input.text.prefix(input.cursor))
    self.init(input, before: "", candidates: CompletionCandidates.matches(for: typed, among: names))
  }

  /// The input with the next candidate, or the one before, in place.
  mutating func next(by step: Int = 1) -> TextInput {
    index =
      index < 0 && step < 0 ? candidates.count - 1 : (index + step + candidates.count) % candidates.count
    var input = TextInput(before + candidates[index])
    input.insert(after)
    for _ in after { _ = input.press(.init(.left)) }
    return input
  }

  /// Whether the only candidate is in place, so that only what comes behind it can be completed.
  var isDone: Bool { candidates.count == 1 && index == 0 }

  /// What the next presses put in, the first of many; empty where there is no choice.
  var upcoming: [String] {
    guard candidates.count > 1, index >= 0 else { return [] }
    return (1...min(12, candidates.count - 1)).map { candidates[(index + $0) % candidates.count] }
  }

  /// `2 of 7`, where there is a choice.
  var position: String { candidates.count > 1 && index >= 0 ? "\(index + 1) of \(candidates.count)" : "" }
}
