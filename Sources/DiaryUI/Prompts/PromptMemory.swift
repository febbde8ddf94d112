import DiaryStore

/// Earlier entries of prompts, and the values that complete them.
struct PromptMemory: Hashable, Sendable {
  /// The entries of all prompts that have a history.
  var histories: [PromptHistory.ID: PromptHistory] = [:]
  /// The words and names that complete filters; `nil` until they have been read.
  var vocabulary: FilterVocabulary?
  /// Whether the vocabulary is being read.
  var isVocabularyRequested = false
  /// The field whose values are being read.
  var requestedField: String?
  /// The choices of pickers that are looked for in the diary.
  var choices = ChoiceSearch()
}
