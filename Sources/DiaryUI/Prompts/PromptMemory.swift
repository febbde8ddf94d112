import DiaryStore

/// Earlier entries of prompts, and the values that complete them.
struct PromptMemory: Hashable, Sendable {
  var searches = PromptHistory()
  var filters = PromptHistory()
  /// The folder of the last photo that was added.
  var photoFolder = "~/"
  /// The folder of the last file that was imported.
  var importFolder = "~/"
  /// The folder of the last file that beers were exported to.
  var exportFolder = "~/"
  /// The words and names that complete filters; `nil` until they have been read.
  var vocabulary: FilterVocabulary?
  /// Whether the vocabulary is being read.
  var isVocabularyRequested = false
  /// The field whose values are being read.
  var requestedField: String?
  /// The choices of pickers that are looked for in the diary.
  var choices = ChoiceSearch()
}
