import DiaryModel
import DiaryStore
import Foundation

/// The name of a custom field to sort by, for fields without a key in the sort menu.
struct SortFieldPrompt: CompletedPrompt {
  var label: String { "Sort by field" }
  var usesVocabulary: Bool { true }

  func completion(of input: TextInput, in context: ScreenContext) -> WordCompletion? {
    WordCompletion(
      input, among: CustomFieldName.distinct(context.promptMemory.vocabulary?.customFields ?? []))
  }

  func submit(
    _ name: String, changing list: inout ListScreen, in context: ScreenContext
  ) throws(PromptProblem) -> [Intent] {
    let known = context.promptMemory.vocabulary?.customFields ?? []
    let typed = name.trimmingCharacters(in: .whitespaces)
    let spelled = CustomFieldName.spelled(typed, like: known)
    guard known.contains(spelled) else {
      let nearest = Spelling.nearest(to: typed, among: known).map { " Did you mean “\($0)”?" } ?? ""
      throw PromptProblem("No beer has a field “\(typed)”.\(nearest)")
    }
    return list.beers.sort(by: .custom(spelled))
  }
}
