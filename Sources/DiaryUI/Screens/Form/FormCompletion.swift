import DiaryModel
import DiaryStore
import DiaryText
import Terminal

// What the diary knows is offered behind what is typed, and taken only by a key that says so.
extension FormState {
  /// At the end of the text they lead nowhere else.
  private static let takingKeys: Set<Key> = [
    Key(.right), Key(.end), .control("f"), .control("e"),
  ]

  /// The rest of the word that is offered.
  var suggestion: String? { offer.map { String($0.dropFirst(field.input.text.count)) } }

  /// `2 of 7`, while one word after the other is taken.
  var completionPosition: String { completion?.position ?? "" }

  /// What the diary knows for the field, the most used first.
  private var known: [String] {
    switch field.kind {
    case .brewery: help?.breweries ?? []
    case .style: help?.styles ?? []
    case .place: help?.places ?? []
    case .newCustom: CustomFieldName.distinct(knownFields).map { $0 + "=" }
    default: []
    }
  }

  /// The first word that begins with what is typed, in the spelling that the diary knows.
  private var offer: String? {
    let typed = field.input.text
    guard completion == nil, !isOfferDismissed, !typed.isEmpty, field.input.isAtEnd else { return nil }
    return known.first { $0.count > typed.count && $0.lowercased().hasPrefix(typed.lowercased()) }
  }

  /// Puts in the word that is offered, or another in its place; `false` where there is none.
  mutating func complete(by step: Int) -> Bool {
    if completion == nil {
      guard let offer else { return false }
      let others = CompletionCandidates.matches(for: field.input.text, among: known)
      completion = WordCompletion(
        field.input, before: "",
        candidates: [offer] + others.filter { $0 != offer && $0 != field.input.text })
    } else if completionPosition.isEmpty {
      return false
    }
    guard var completion else { return false }
    fields[cursor].input = completion.next(by: step)
    fields[cursor].problem = nil
    self.completion = completion
    return true
  }

  /// Takes a key that goes on into the word that is offered; returns whether it was one.
  mutating func takeOffer(_ key: Key) -> Bool {
    Self.takingKeys.contains(key) && offer != nil && complete(by: 1)
  }

  /// Takes the offer away until something else is typed; `false` where there is none.
  mutating func dismissOffer() -> Bool {
    guard offer != nil else { return false }
    isOfferDismissed = true
    return true
  }
}
