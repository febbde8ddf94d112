import DiaryModel
import DiaryStore
import DiaryText
import Foundation
import Terminal

// One field of many beers, as it is typed: `style=Stout`.
extension AppState {
  mutating func askForField() -> [Effect] {
    let beers = chosenBeers
    guard !beers.isEmpty else { return [] }
    prompt = Prompt(.setField(beers), label: "Set on \(countOfChosen(beers))")
    prompt?.hint = "style=Stout, rating=4, hop=Citra, place= for none"
    return askForVocabulary()
  }

  /// Asks the store for it; the prompt stays open where something is wrong.
  mutating func setField(_ text: String, of beers: IDSet) -> [Effect] {
    do {
      let assignment = try FieldAssignment(text, customFields: vocabulary?.customFields)
      prompt = nil
      let request = ChangeRequest.set(assignment.field, of: beers, to: assignment.value)
      let typed = text.trimmingCharacters(in: .whitespaces)
      return change(request, of: beers, asking: "Set \(typed) on \(countOfChosen(beers))?")
    } catch {
      prompt?.problem = error.text
      return []
    }
  }

  /// Names of fields before `=`, values behind it.
  func fieldCompletion(_ input: TextInput) -> WordCompletion? {
    let typed = String(input.text.prefix(input.cursor))
    guard let equals = typed.firstIndex(of: "=") else {
      let names = AssignableField.knownNames + (vocabulary?.customFields ?? [])
      let fitting = names.filter { CompletionCandidates.begins($0, with: typed) }
      return WordCompletion(input, before: "", candidates: fitting.map { $0 + "=" })
    }
    let name = fieldBeingSet(input, vocabulary ?? FilterVocabulary()) ?? nameBeingSet(typed[..<equals])
    let start = typed[typed.index(after: equals)...].trimmingCharacters(in: .whitespaces)
    let values = CompletionCandidates.matches(for: start, among: vocabulary?.values[name] ?? [])
    return WordCompletion(input, before: String(typed[...equals]), candidates: values)
  }

  private func nameBeingSet(_ typed: Substring) -> String {
    typed.trimmingCharacters(in: .whitespaces).lowercased()
  }

  /// The field before `=` whose values have to be read: serving, price, or one of the diary's own as it is spelled.
  func fieldBeingSet(_ input: TextInput, _ vocabulary: FilterVocabulary) -> String? {
    let typed = String(input.text.prefix(input.cursor))
    guard let equals = typed.firstIndex(of: "=") else { return nil }
    let name = nameBeingSet(typed[..<equals])
    let spelled = CustomFieldName.spelled(name, like: vocabulary.customFields)
    if FilterCompletion.read.contains(name), AssignableField(known: name) != nil { return name }
    return CustomFieldName.builtInField(named: name) == nil && vocabulary.customFields.contains(spelled)
      ? spelled : nil
  }
}
