import DiaryStore
import DiaryText

extension FilterCompletion {
  /// Completes the word before the cursor.
  init(_ input: TextInput) { self.init(String(input.text.prefix(input.cursor))) }

  /// Returns the completions of the word before the cursor of `input`; `nil` if there are none.
  func words(in input: TextInput, _ vocabulary: FilterVocabulary) -> WordCompletion? {
    WordCompletion(input, before: before, candidates: candidates(vocabulary))
  }
}
