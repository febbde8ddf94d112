import DiaryModel
import DiaryStore
import Foundation

/// The name of a custom field to sort by, if the sort menu has no key left for it.
struct SortFieldPrompt: CompletedPrompt {
  var label: String { "Sort by field" }
  var usesVocabulary: Bool { true }

  func completion(of input: TextInput, in state: AppState) -> WordCompletion? {
    WordCompletion(input, among: CustomFieldName.distinct(state.promptMemory.vocabulary?.customFields ?? []))
  }

  func submit(_ name: String, in state: inout AppState) throws(PromptProblem) -> [Effect] {
    let known = state.promptMemory.vocabulary?.customFields ?? []
    let typed = name.trimmingCharacters(in: .whitespaces)
    let spelled = CustomFieldName.spelled(typed, like: known)
    guard known.contains(spelled) else {
      let nearest = Spelling.nearest(to: typed, among: known).map { "; did you mean “\($0)”?" } ?? "."
      throw PromptProblem("No beer has a field “\(typed)”\(nearest)")
    }
    return state.sort(by: .custom(spelled))
  }
}
