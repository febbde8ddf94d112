import DiaryModel
import DiaryStore

/// Earlier entries of prompts, the values that complete them, and the prompt that can be continued.
struct PromptMemory: Hashable, Sendable {
  /// Whether the user was told that digits before a letter that moves are only a count.
  var hasExplainedCounts = false
  /// The entries of all prompts that have a history.
  var histories: [PromptHistory.ID: PromptHistory] = [:]
  /// The texts of the filters that the user has typed.
  var typedFilters: [BeerFilter: String] = [:]
  /// The words and names that complete filters; `nil` until they have been read.
  var vocabulary: FilterVocabulary?
  /// Whether the vocabulary is being read.
  var isVocabularyRequested = false
  /// The field whose values are being read.
  var requestedField: String?
  /// The choices of pickers that are looked for in the diary.
  var choices = ChoiceSearch()
  /// The prompt that was just submitted after its pause; the next key may continue it.
  ///
  /// `nil` after a pause.
  var continuablePrompt: Prompt?
}

extension ScreenContext {
  /// The words and names that complete filters; in the trash, also the custom fields that only beers there have.
  var offeredVocabulary: FilterVocabulary {
    var vocabulary = promptMemory.vocabulary ?? FilterVocabulary()
    if list.isInTrash { vocabulary.trashedFields = [] }
    return vocabulary
  }

  /// The custom fields that menus offer, each in one spelling.
  var offeredFields: [String] { CustomFieldName.distinct(offeredVocabulary.offeredFields) }

  /// Returns a filter as the user typed it; in the usual form if it was not typed, or if its text can mean something else
  /// later, such as `date:today`, or already does.
  func text(of filter: BeerFilter) -> String {
    guard let typed = promptMemory.typedFilters[filter], self.filter(typed) == filter else {
      return filter.text(customFields: promptMemory.vocabulary?.customFields ?? [])
    }
    return typed
  }

  /// Parses a text as a filter without names of days; returns `nil` if it is not a filter.
  func filter(_ text: String) -> BeerFilter? {
    try? BeerFilter(text, customFields: promptMemory.vocabulary.map { Set($0.customFields) })
  }
}
