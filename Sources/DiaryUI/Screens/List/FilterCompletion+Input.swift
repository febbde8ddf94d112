import DiaryStore
import DiaryText

extension FilterCompletion {
  /// Completes the word before the cursor.
  init(_ input: TextInput) { self.init(String(input.text.prefix(input.cursor))) }

  /// The candidates for the word before the cursor of `input`; `nil` if nothing begins like that.
  func words(in input: TextInput, _ vocabulary: FilterVocabulary) -> WordCompletion? {
    WordCompletion(input, before: before, candidates: candidates(vocabulary))
  }
}
