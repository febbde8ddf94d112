import DiaryModel
import DiaryStore
import DiaryText
import Foundation
import Terminal

/// The field to set for one or many beers; its value is asked for next.
struct SetFieldPicker: Picker {
  typealias Owner = ListScreen

  enum Choice: Hashable, Sendable {
    case field(AssignableField)
    /// A field that the diary does not have yet.
    case new(String)
    /// A built-in field that differs from beer to beer.
    case fixed(String)
  }

  let beers: IDSet
  /// How many beers these are: `3 beers (2 of them not shown)`.
  let count: String

  var label: String { "Field to set in \(count)" }
  var enterHint: String { "choose" }

  func choices(in context: ScreenContext) -> [PickerChoice<Choice>] {
    builtIn
      + context.offeredFields.map { name in
        PickerChoice(CustomFieldName.shown(name), "custom field", .field(.custom(name)))
      } + fixed
  }

  private var builtIn: [PickerChoice<Choice>] {
    AssignableField.builtInNames.compactMap { name in
      guard let field = AssignableField(builtIn: name) else { return nil }
      let column = BeerColumn.named(name)
      let title = column?.label ?? name
      let text = column.map { $0.example.isEmpty ? $0.hint : $0.example } ?? ""
      // After a semicolon come keys of the form.
      let example = text.split(separator: ";").prefix(1).map(String.init)
      let own = title.lowercased() == name ? [] : [name]
      return PickerChoice(title, (own + example).joined(separator: ", "), .field(field))
    }
  }

  /// The fields that cannot be set here are listed as well, so that their names find no other field.
  private var fixed: [PickerChoice<Choice>] {
    let columns = BeerColumn.onScreen.filter { !$0.traits.contains(.assignable) }
    let names = columns.map { ($0.label, $0.name) } + [("Position", "latitude longitude")]
    return names.map { label, names in
      PickerChoice(label, "cannot be set for several beers", .fixed(label), keywords: names)
    }
  }

  /// Any other name is that of a new custom field.
  func choice(typed text: String, in context: ScreenContext) -> PickerChoice<Choice>? {
    let name = text.trimmingCharacters(in: .whitespaces)
    let customFields = context.offeredFields
    let isCustom = customFields.contains { FilterKeyword.areSame($0, name) }
    let fieldName = FilterKeyword.fieldName(name, customFields: customFields)
    if name.isEmpty || isCustom || CustomFieldName.builtInField(named: fieldName) != nil { return nil }
    return PickerChoice(name, "a new custom field", .new(name))
  }

  func isReadingChoices(in context: ScreenContext) -> Bool {
    let memory = context.promptMemory
    guard memory.isVocabularyRequested, memory.vocabulary == nil else { return false }
    // The built-in fields need not wait for the custom ones.
    return PickerMatch.all(context.prompt?.input.text ?? "", among: builtIn).allSatisfy(\.hasOnlyLetters)
  }

  /// An equals sign ends the name of the field.
  func press(_ key: Key, changing list: inout ListScreen, in context: ScreenContext) -> [Intent]? {
    key == .character("=") ? [.press(Key(.enter))] : nil
  }

  /// Asks for the value; a new name must not resemble a known one.
  func choose(
    _ choice: Choice, changing list: inout ListScreen, in context: ScreenContext
  ) throws(PromptProblem) -> [Intent] {
    let assigned: AssignableField
    do throws(FieldProblem) {
      assigned =
        switch choice {
        case .field(let field): field
        case .new(let name):
          try FieldAssignment.field(
            named: name, customFields: context.promptMemory.vocabulary?.customFields ?? [])
        case .fixed(let label): throw FieldAssignment.refusal(ofSeveral: label)
        }
    } catch {
      throw PromptProblem(error.text)
    }
    return SetValuePicker(beers: beers, count: count, field: assigned).opening()
  }
}
