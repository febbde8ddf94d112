import DiaryModel
import DiaryStore
import DiaryText
import Terminal

// Values of the diary are suggested after the typed text, and inserted only by a key that accepts them.
extension FormState {
  /// Keys that accept the suggestion; at the end of the text they do nothing else.
  private static let acceptingKeys: Set<Key> = [
    Key(.right), Key(.end), .control("f"), .control("e"),
  ]

  /// The rest of the suggested value; `nil` if there is no suggestion.
  var suggestion: String? { suggestedValue.map { String($0.dropFirst(field.input.text.count)) } }

  /// `2 of 7` while Tab steps through the candidates; empty otherwise.
  var completionPosition: String { completion?.position ?? "" }

  /// The diary's values of the field, the most used first.
  private var known: [String] {
    switch field.kind {
    case .brewery: suggestions?.breweries ?? []
    case .style: suggestions?.styles ?? []
    case .place: suggestions?.places ?? []
    case .newCustom: CustomFieldName.distinct(knownFields).map { $0 + "=" }
    default: []
    }
  }

  /// The first value that begins with the typed text, ignoring case.
  private var suggestedValue: String? {
    let typed = field.input.text
    guard completion == nil, !isSuggestionDismissed, !typed.isEmpty, field.input.isAtEnd else { return nil }
    return known.first { $0.count > typed.count && $0.lowercased().hasPrefix(typed.lowercased()) }
  }

  /// Inserts the suggestion, or replaces it with the next candidate; returns `false` if there is none.
  mutating func complete(by step: Int) -> Bool {
    if completion == nil {
      guard let suggestedValue else { return false }
      let others = CompletionCandidates.matches(for: field.input.text, among: known)
      completion = WordCompletion(
        field.input, before: "",
        candidates: [suggestedValue] + others.filter { $0 != suggestedValue && $0 != field.input.text })
    } else if completionPosition.isEmpty {
      return false
    }
    guard var completion else { return false }
    fields[cursor].input = completion.next(by: step)
    fields[cursor].problem = nil
    self.completion = completion
    return true
  }

  /// Accepts the suggestion if the key does so; returns whether it did.
  mutating func acceptSuggestion(_ key: Key) -> Bool {
    Self.acceptingKeys.contains(key) && suggestedValue != nil && complete(by: 1)
  }

  /// Hides the suggestion until the text changes; returns `false` if there is none.
  mutating func dismissSuggestion() -> Bool {
    guard suggestedValue != nil else { return false }
    isSuggestionDismissed = true
    return true
  }
}
