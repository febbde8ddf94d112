import DiaryModel
import DiaryStore
import Terminal

// Actions of the labels that may be the same.
extension Action {
  static let showSuggestions = Action(
    "same-beers", .finding, "Show beers that may be the same under two names",
    hint: Hint { $0.hintWithBeers("same beers") }, keys: [.character("L")], on: [.list]
  ) { _ in [.open(.suggestions)] }

  static let mergeLabels = Action(
    "merge", .beers, "Count both as the same beer", hint: "same beer", keys: [.character("m")],
    on: [.suggestions], .changesDiary, when: \.withSuggestion
  ) { context in
    context.suggestion.map {
      [.effect(.change(.mergeLabels([$0.first.uuid, $0.second.uuid], into: $0.target.uuid)))]
    } ?? []
  }

  static let keepApart = Action(
    "keep-apart", .beers, "Keep them apart for good", hint: "different beers", keys: [.character("a")],
    on: [.suggestions], .changesDiary, when: \.withSuggestion
  ) { context in
    context.suggestion.map { [.effect(.change(.keepApart($0.first.uuid, $0.second.uuid)))] } ?? []
  }

  static let skipSuggestion = Action(
    "skip", .moving, "Go to the next pair and decide later", hint: "skip", keys: [.character("s")],
    on: [.suggestions], when: { Availability($0.suggestion != nil) }
  ) { _ in [.move(.down)] }

  static let onSuggestions: [Action] = [showSuggestions, mergeLabels, keepApart, skipSuggestion]
}

extension SuggestedLabels {
  /// The label that stays, with its UUID, if both are merged: the one with more beers.
  var target: Label { second.history.times > first.history.times ? second : first }
}

extension ScreenContext {
  /// The pair under the cursor; `nil` if there is none.
  fileprivate var suggestion: SuggestedLabels? { state(of: SuggestionsScreen.self).pairUnderCursor }

  /// Available if a pair is under the cursor, and not before the last one is saved, because the next one takes its place.
  fileprivate var withSuggestion: Availability {
    changes.isSaving ? .saving : Availability(suggestion != nil)
  }
}
