import DiaryText
import Terminal

/// The candidates for the word before the cursor; each Tab inserts the next one.
struct WordCompletion: Hashable, Sendable {
  /// The text before the part that is completed.
  private let before: String
  private let after: String
  /// The text between ``before`` and ``after``, which is completed.
  private let typed: String
  private let candidates: [String]
  /// The index of the candidate that was inserted; -1 before the first one.
  private(set) var index = -1

  /// Creates a completion; `nil` if there are no candidates.
  init?(_ input: TextInput, before: String, candidates: [String]) {
    if candidates.isEmpty { return nil }
    self.before = before
    self.candidates = candidates
    after = String(input.text.dropFirst(input.cursor))
    typed = String(input.text.prefix(input.cursor).dropFirst(before.count))
  }

  /// Completes the whole text before the cursor; `nil` if no name matches.
  init?(_ input: TextInput, among names: [String]) {
    let typed = String(input.text.prefix(input.cursor))
    self.init(input, before: "", candidates: CompletionCandidates.matches(for: typed, among: names))
  }

  /// Returns the input with the next candidate, or the previous one for a negative step.
  mutating func next(by step: Int = 1) -> TextInput {
    index =
      index < 0 && step < 0 ? candidates.count - 1 : (index + step + candidates.count) % candidates.count
    var input = TextInput(before + candidates[index])
    input.insert(after)
    for _ in after { _ = input.press(.init(.left)) }
    return input
  }

  /// The candidate that Tab inserts first; `nil` if the text has it already.
  var first: String? { candidates.first.flatMap { typed == $0 ? nil : $0 } }

  /// Whether the only candidate has been inserted, so that Tab completes what follows it.
  var isDone: Bool { candidates.count == 1 && index == 0 }

  /// The candidates that Tab inserts next, up to 12; empty if there is no choice.
  var upcoming: [String] {
    guard candidates.count > 1, index >= 0 else { return [] }
    return (1...min(12, candidates.count - 1)).map { candidates[(index + $0) % candidates.count] }
  }

  /// `2 of 7`; empty if there is no choice.
  var position: String { candidates.count > 1 && index >= 0 ? "\(index + 1) of \(candidates.count)" : "" }
}
