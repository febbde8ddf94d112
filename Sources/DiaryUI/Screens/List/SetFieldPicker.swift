import DiaryModel
import DiaryStore
import DiaryText
import Foundation
import Terminal

/// The field to set for one or many beers; its value is asked for next.
struct SetFieldPicker: Picker {
  typealias Owner = ListScreen

  let beers: IDSet
  /// How many beers these are: `3 beers (2 of them not shown)`.
  let count: String

  var label: String { "Set a field of \(count)" }
  var enterHint: String { "choose" }

  func choices(in context: ScreenContext) -> [PickerChoice<AssignableField>] {
    builtIn + fields(context).map { PickerChoice(CustomFieldName.shown($0), "custom field", .custom($0)) }
  }

  private var builtIn: [PickerChoice<AssignableField>] {
    AssignableField.builtInNames.compactMap { name in
      guard let field = AssignableField(builtIn: name) else { return nil }
      let column = BeerColumn.named(name)
      let title = column?.label ?? name
      let text = column.map { $0.example.isEmpty ? $0.hint : $0.example } ?? ""
      // After a semicolon come keys of the form.
      let example = text.split(separator: ";").prefix(1).map(String.init)
      let own = title.lowercased() == name ? [] : [name]
      return PickerChoice(title, (own + example).joined(separator: ", "), field)
    }
  }

  private func fields(_ context: ScreenContext) -> [String] {
    CustomFieldName.distinct(context.promptMemory.vocabulary?.customFields ?? [])
  }

  /// Any other name is that of a new custom field.
  func choice(typed text: String, in context: ScreenContext) -> PickerChoice<AssignableField>? {
    let name = text.trimmingCharacters(in: .whitespaces)
    let customFields = fields(context)
    let isCustom = customFields.contains { FilterKeyword.areSame($0, name) }
    let fieldName = FilterKeyword.fieldName(name, customFields: customFields)
    if name.isEmpty || isCustom || AssignableField(builtIn: fieldName) != nil { return nil }
    return PickerChoice(name, "a new custom field", .custom(name))
  }

  var prefersTypedText: Bool { false }

  func isReadingChoices(in context: ScreenContext) -> Bool {
    let memory = context.promptMemory
    guard memory.isVocabularyRequested, memory.vocabulary == nil else { return false }
    // The built-in fields need not wait for the custom ones.
    return PickerMatch.all(context.prompt?.input.text ?? "", among: builtIn).isEmpty
  }

  /// An equals sign ends the name of the field.
  func press(_ key: Key, changing list: inout ListScreen, in context: ScreenContext) -> [Intent]? {
    key == .character("=") ? [.press(Key(.enter))] : nil
  }

  /// Asks for the value; a new name must not resemble a known one.
  func choose(
    _ field: AssignableField, changing list: inout ListScreen, in context: ScreenContext
  ) throws(PromptProblem) -> [Intent] {
    var assigned = field
    let customFields = fields(context)
    if case .custom(let name) = field, !customFields.contains(name) {
      do throws(FieldProblem) {
        assigned = try FieldAssignment.field(named: name, customFields: customFields)
      } catch {
        throw PromptProblem(error.text)
      }
    }
    return SetValuePicker(beers: beers, count: count, field: assigned).opening()
  }
}
