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
      continues(value) ? String(value.dropFirst(typed.count)) : " \(glyphs.right) \(value)"
    }
  }

  private func continues(_ value: String) -> Bool {
    value.lowercased().hasPrefix(typed.lowercased())
  }

  /// `2 of 7` while Tab steps through the candidates; empty otherwise.
  var completionPosition: String { completion?.position ?? "" }

  /// The diary's values of the field, the most used first.
  private var known: [String] {
    switch field.kind {
    case .brewery: suggestions?.breweries ?? []
    case .style: suggestions?.styles ?? []
    case .place: suggestions?.places ?? []
    default: []
    }
  }

  /// What is completed: the whole text, or the word before the cursor.
  private var typed: String {
    field.completesWords
      ? String(field.input.characters[startOfTyped..<field.input.cursor]) : field.input.text
  }

  private var startOfTyped: Int {
    guard field.completesWords else { return 0 }
    return field.input.characters[..<field.input.cursor].lastIndex { !$0.isLetter }.map { $0 + 1 } ?? 0
  }

  /// With fewer letters of a word, most suggestions would be wrong.
  private static let minTypedLetters = 3

  /// The diary's values that complete the typed text, the best first.
  private var matches: [String] {
    let typed = self.typed
    guard field.completesWords else { return CompletionCandidates.matches(for: typed, among: known) }
    guard typed.count >= Self.minTypedLetters else { return [] }
    let start = typed.lowercased()
    // The typed letters keep their case.
    return (suggestions?.words ?? []).filter { $0.hasPrefix(start) }.map { typed + $0.dropFirst(start.count) }
  }

  /// Finds the first value that begins with the typed text, or else one with a word that begins with it.
  ///
  /// A value that is typed completely is not replaced by a longer one that ends with it, and a complete word by no other
  /// one. An empty rating is completed with that of the tasting sheet.
  mutating func findSuggestion() {
    suggestedValue = nil
    guard completion == nil, !isSuggestionDismissed, field.input.isAtEnd else { return }
    if field.kind == .rating, field.input.isEmpty {
      suggestedValue = sheetRating.map { NumberText.exact($0) }
      return
    }
    let typed = self.typed
    let matches = self.matches
    if typed.isEmpty { return }
    let isKnown = matches.contains { $0.lowercased() == typed.lowercased() }
    suggestedValue = matches.first {
      $0.count > typed.count && (!isKnown || continues($0) && !field.completesWords)
    }
  }

  /// Inserts the suggestion, or replaces it with the next candidate; returns `false` if there is none.
  mutating func complete(by step: Int) -> Bool {
    if completion == nil {
      guard let suggestedValue else { return false }
      let typed = self.typed
      let others = matches.filter { $0 != suggestedValue && $0 != typed }
      completion = WordCompletion(
        field.input, before: String(field.input.characters[..<startOfTyped]),
        candidates: [suggestedValue] + others)
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
