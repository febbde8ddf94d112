import DiaryModel
import DiaryStore
import DiaryText
import Foundation

/// A field and its value, such as `style=Stout`, to set for many beers.
struct SetFieldPrompt: CompletedPrompt {
  let beers: IDSet
  /// How many beers these are: `3 beers, 1 not shown`.
  let count: String

  var label: String { "Set a field of \(count)" }
  var hint: String? { "Examples: style=Stout, rating=4, hop=Citra; place= clears the field" }
  var usesVocabulary: Bool { true }

  func submit(
    _ text: String, changing list: inout ListScreen, in context: ScreenContext
  ) throws(PromptProblem) -> [Intent] {
    let assignment: FieldAssignment
    do throws(FieldProblem) {
      assignment = try FieldAssignment(text, customFields: context.promptMemory.vocabulary?.customFields)
    } catch {
      throw PromptProblem(error.text)
    }
    let request = ChangeRequest.set(assignment.field, of: beers, to: assignment.value)
    let typed = text.trimmingCharacters(in: .whitespaces)
    return [
      .change(request, of: beers, asking: "Set \(typed) for \(context.countOfChosen(beers))?")
    ]
  }

  /// Completes names of fields before `=`, and values after it.
  func completion(of input: TextInput, in context: ScreenContext) -> WordCompletion? {
    let vocabulary = context.promptMemory.vocabulary ?? FilterVocabulary()
    let typed = String(input.text.prefix(input.cursor))
    guard let equals = typed.firstIndex(of: "=") else {
      let names = AssignableField.builtInNames + vocabulary.customFields
      let fitting = names.filter { CompletionCandidates.begins($0, with: typed) }
      return WordCompletion(input, before: "", candidates: fitting.map { $0 + "=" })
    }
    let name = fieldToRead(input, vocabulary) ?? fieldName(typed[..<equals])
    let start = typed[typed.index(after: equals)...].trimmingCharacters(in: .whitespaces)
    let values = CompletionCandidates.matches(for: start, among: vocabulary.values[name] ?? [])
    return WordCompletion(input, before: String(typed[...equals]), candidates: values)
  }

  /// The field before `=`, if it is one whose values the vocabulary does not have.
  func fieldToRead(_ input: TextInput, _ vocabulary: FilterVocabulary) -> String? {
    let typed = String(input.text.prefix(input.cursor))
    guard let equals = typed.firstIndex(of: "=") else { return nil }
    let name = fieldName(typed[..<equals])
    let spelled = CustomFieldName.spelled(name, like: vocabulary.customFields)
    if FilterCompletion.read.contains(name), AssignableField(builtIn: name) != nil { return name }
    return CustomFieldName.builtInField(named: name) == nil && vocabulary.customFields.contains(spelled)
      ? spelled : nil
  }

  private func fieldName(_ typed: Substring) -> String {
    typed.trimmingCharacters(in: .whitespaces).lowercased()
  }
}
