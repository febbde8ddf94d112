import DiaryModel
import DiaryStore
import DiaryText
import Terminal

// Values of the diary are suggested after the typed text, and inserted only by a key that accepts them.
extension FormState {
  /// Keys that accept a suggestion that continues the text; at the end of the text they have no other effect.
  private static let acceptingKeys: Set<Key> = [
    Key(.right), Key(.end), .control("f"), .control("e"),
  ]

  /// Returns what is shown after the typed text: the rest of the suggested value, or all of it if it does not begin with
  /// the text; `nil` if there is no suggestion.
  func suggestion(glyphs: Glyphs) -> String? {
    currentSuggestion.map { suggestion in
      continues(suggestion)
        ? String(suggestion.title.dropFirst(typed.count)) : " \(glyphs.right) \(suggestion.title)"
    }
  }

  private func continues(_ suggestion: FieldSuggestion) -> Bool {
    suggestion.text.lowercased().hasPrefix(typed.lowercased())
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

  /// Words are suggested after this many letters; earlier, most suggestions would be wrong.
  private static let minTypedLetters = 3

  /// The suggestions that complete the typed text, the best first.
  private var matches: [FieldSuggestion] {
    let typed = self.typed
    if typed.isEmpty { return [] }
    if field.kind == .name { return labelSuggestions }
    guard field.completesWords else {
      return CompletionCandidates.matches(for: typed, among: known).map { FieldSuggestion($0) }
    }
    guard typed.count >= Self.minTypedLetters else { return [] }
    let start = typed.lowercased()
    // The typed letters keep their case.
    return (suggestions?.words ?? []).filter { $0.hasPrefix(start) }
      .map { FieldSuggestion(typed + $0.dropFirst(start.count)) }
  }

  /// Finds the first value that begins with the typed text, or else one with a word that begins with it.
  ///
  /// If the typed text is itself a value, only values that begin with it are suggested, and for a complete word, none.
  /// After a complete name, the suggestion adds the brewery of the label.
  mutating func findSuggestion() {
    currentSuggestion = nil
    guard completion == nil, !isSuggestionDismissed, field.input.isAtEnd else { return }
    if field.input.isEmpty {
      currentSuggestion = field.kind == .rating ? ratingSuggestion : factSuggestion
      return
    }
    let typed = self.typed
    if typed.isEmpty { return }
    let matches = self.matches
    let isKnown = matches.contains { $0.text.lowercased() == typed.lowercased() }
    currentSuggestion = matches.first {
      $0.title.count > typed.count && (!isKnown || continues($0) && !field.completesWords)
    }
  }

  /// The mean of the scores on the tasting sheet.
  private var ratingSuggestion: FieldSuggestion? {
    sheetRating.map { FieldSuggestion(NumberText.exact($0), reason: "by the tasting sheet") }
  }

  /// Inserts the suggestion, or replaces it with the next candidate; returns `false` if there is none.
  mutating func complete(by step: Int) -> Bool {
    if completion == nil {
      guard let currentSuggestion else { return false }
      let typed = self.typed
      let others = matches.filter { $0 != currentSuggestion && $0.title != typed }
      completion = FieldCompletion(
        field.input, before: String(field.input.characters[..<startOfTyped]),
        candidates: [currentSuggestion] + others)
    } else if completionPosition.isEmpty {
      return false
    }
    guard var completion else { return false }
    let next = completion.next(by: step)
    // One undo takes back the completion, however many candidates were tried.
    if field.input.text != completion.original { fields[cursor].input.undo() }
    fields[cursor].input.replace(with: next.input)
    fields[cursor].problem = nil
    self.completion = completion
    if let beer = next.suggestion.repeatedBeer { fill(with: beer) }
    findSuggestion()
    return true
  }

  /// Accepts the suggestion if the key does so; returns whether it did.
  mutating func acceptSuggestion(_ key: Key) -> Bool {
    guard let currentSuggestion, continues(currentSuggestion) else { return false }
    return Self.acceptingKeys.contains(key) && complete(by: 1)
  }

  /// Hides the suggestion until the text changes; returns `false` if there is none.
  mutating func dismissSuggestion() -> Bool {
    guard currentSuggestion != nil else { return false }
    isSuggestionDismissed = true
    findSuggestion()
    return true
  }
}

/// A suggestion for a field: a value of the diary, a label for the name, or a fact of the label with the typed name.
struct FieldSuggestion: Hashable, Sendable {
  /// The text that the field gets.
  let text: String
  /// What is shown after the typed text: the text, and in parentheses the brewery of a label.
  let title: String
  /// The words after a suggestion for an empty field, such as `by the tasting sheet`; `nil` if there are none.
  let reason: String?
  /// The beer whose facts fill empty fields if the suggestion is accepted; `nil` for a value.
  let repeatedBeer: RepeatedBeer?

  init(_ text: String, reason: String? = nil, of repeatedBeer: RepeatedBeer? = nil) {
    self.text = text
    title = text
    self.reason = reason
    self.repeatedBeer = repeatedBeer
  }

  init(_ label: Label) {
    text = label.facts.name ?? ""
    title = LabelText.title(label.facts)
    reason = nil
    repeatedBeer = RepeatedBeer(label)
  }
}

/// The suggestions that Tab steps through.
struct FieldCompletion: Hashable, Sendable {
  /// The text of the field before the completion.
  let original: String
  private var words: WordCompletion
  private let candidates: [FieldSuggestion]

  /// Creates a completion; `nil` if there are no candidates.
  ///
  /// - Parameter before: The text before the part that is completed.
  init?(_ input: TextInput, before: String, candidates: [FieldSuggestion]) {
    guard let words = WordCompletion(input, before: before, candidates: candidates.map(\.text)) else {
      return nil
    }
    original = input.text
    self.words = words
    self.candidates = candidates
  }

  /// `2 of 7`; empty if there is no choice.
  var position: String { words.position }

  /// Returns the next suggestion, or the previous one for a negative step, and the input with it.
  mutating func next(by step: Int) -> (input: TextInput, suggestion: FieldSuggestion) {
    let input = words.next(by: step)
    return (input, candidates[words.index])
  }
}
