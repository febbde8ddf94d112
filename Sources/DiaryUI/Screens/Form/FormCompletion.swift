import DiaryModel
import DiaryStore
import DiaryText
import Terminal

// Values of the diary are suggested after the typed text, and inserted only by a key that accepts them.
extension FormState {
  /// Keys that accept a suggestion that continues the text; at the end of the text they do nothing else.
  private static let acceptingKeys: Set<Key> = [
    Key(.right), Key(.end), .control("f"), .control("e"),
  ]

  /// Returns what is shown after the typed text: the rest of the suggested value, or all of it if it does not begin with
  /// the text; `nil` if there is no suggestion.
  func suggestion(glyphs: Glyphs) -> String? {
    suggestedValue.map { value in
      continues(value) ? String(value.dropFirst(field.input.text.count)) : " \(glyphs.right) \(value)"
    }
  }

  private func continues(_ value: String) -> Bool {
    value.lowercased().hasPrefix(field.input.text.lowercased())
  }

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

  /// Finds the first value that begins with the typed text, or else one with a word that begins with it.
  ///
  /// A value that is typed completely is not replaced by a longer one that ends with it.
  mutating func findSuggestion() {
    suggestedValue = nil
    let typed = field.input.text
    guard completion == nil, !isSuggestionDismissed, !typed.isEmpty, field.input.isAtEnd else { return }
    let matches = CompletionCandidates.matches(for: typed, among: known)
    let isKnown = matches.contains { $0.lowercased() == typed.lowercased() }
    suggestedValue = matches.first { $0.count > typed.count && (continues($0) || !isKnown) }
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
    fields[cursor].input.replace(with: completion.next(by: step))
    fields[cursor].problem = nil
    self.completion = completion
    findSuggestion()
    return true
  }

  /// Accepts the suggestion if the key does so; returns whether it did.
  mutating func acceptSuggestion(_ key: Key) -> Bool {
    guard let suggestedValue, continues(suggestedValue) else { return false }
    return Self.acceptingKeys.contains(key) && complete(by: 1)
  }

  /// Hides the suggestion until the text changes; returns `false` if there is none.
  mutating func dismissSuggestion() -> Bool {
    guard suggestedValue != nil else { return false }
    isSuggestionDismissed = true
    findSuggestion()
    return true
  }
}
