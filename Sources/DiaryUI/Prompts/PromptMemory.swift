import DiaryStore

/// Earlier entries of prompts, and values that complete them.
struct PromptMemory: Hashable, Sendable {
  var searches = PromptHistory()
  var filters = PromptHistory()
  /// Where the last photo was added from.
  var photoFolder = "~/"
  /// Where the last file was imported from.
  var importFolder = "~/"
  /// What filters can be completed with; `nil` until it has been read.
  var vocabulary: FilterVocabulary?
  var isVocabularyAsked = false
  /// The field whose values are being read.
  var valuesAsked: String?
}
