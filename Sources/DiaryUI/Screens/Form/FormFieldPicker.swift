import DiaryModel
import DiaryStore
import DiaryText
import Terminal

/// A custom field to fill in, among those of the diary, or a new one.
struct FormFieldPicker: Picker {
  typealias Owner = FormScreen

  var label: String { "Custom field" }

  func choices(in context: ScreenContext) -> [PickerChoice<String>] {
    let form = owner(in: context).form
    return context.offeredFields.map { name in
      let value = form?.fields.first { $0.kind == .custom(name) }?.input.text ?? ""
      return PickerChoice(CustomFieldName.shown(name), value, name)
    }
  }

  /// Any other name is that of a new field.
  func choice(typed text: String, in context: ScreenContext) -> PickerChoice<String>? {
    let name = text.trimmingWhitespace
    let isKnown = context.offeredFields.contains { FilterKeyword.areSame(name, $0) }
    return name.isEmpty || isKnown ? nil : PickerChoice("New field “\(name)”", "", name)
  }

  func emptyMessage(in context: ScreenContext) -> String {
    isReadingChoices(in: context) ? "Reading…" : "Type the name of a new field."
  }

  func isReadingChoices(in context: ScreenContext) -> Bool {
    context.promptMemory.isVocabularyRequested && context.promptMemory.vocabulary == nil
  }

  /// An equals sign ends the name, so that `hop=Citra` can be typed without looking at the choices.
  ///
  /// Only the field with exactly this name, or a new one, is opened: what is typed next must not go into another field.
  func press(_ key: Key, changing screen: inout FormScreen, in context: ScreenContext) -> [Intent]? {
    guard key == .character("=") else { return nil }
    let name = (context.prompt?.input.text ?? "").trimmingWhitespace
    if let problem = problem(with: name, context) {
      guard var prompt = context.prompt else { return [] }
      prompt.problem = Self.sentence(problem)
      return [.prompt(prompt)]
    }
    screen.form?.showCustomField(name)
    return [.closePrompt(Self.self)]
  }

  func choose(
    _ name: String, changing screen: inout FormScreen, in context: ScreenContext
  ) throws(PromptProblem) -> [Intent] {
    if let problem = problem(with: name, context) { throw Self.sentence(problem) }
    screen.form?.showCustomField(name)
    return []
  }

  private static func sentence(_ problem: String) -> PromptProblem {
    PromptProblem("The field must have \(problem).")
  }

  /// Returns what a new field needs instead of a name; `nil` if it can have the name, or if the diary has the field.
  private func problem(with name: String, _ context: ScreenContext) -> String? {
    context.offeredFields.contains { FilterKeyword.areSame(name, $0) }
      ? nil : FieldText.problem(withCustomName: name)
  }
}

extension FormField {
  /// Whether it opens the list of custom fields, instead of being typed into.
  var opensFields: Bool { kind == .newCustom && input.isEmpty }
}
