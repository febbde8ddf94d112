import DiaryModel
import DiaryStore

/// A value of the field under the cursor of the form, among those of the diary.
struct FormValuePicker: ValuePicker {
  typealias Owner = FormScreen

  let kind: FormField.Kind
  let field: AssignableField
  /// The text of the field.
  let text: String

  var subject: ChoiceRequest.Subject { .values(field) }
  var label: String { FormField(kind, text: "").label }

  func presentValue(in context: ScreenContext) -> CommonValue? { .same(.text(text)) }

  func choose(
    _ value: PickedValue, changing screen: inout FormScreen, in context: ScreenContext
  ) -> [Intent] {
    switch value {
    case .present: break
    case .cleared: screen.form?.replace(with: "", in: kind)
    case .text(let text): screen.form?.replace(with: text, in: kind)
    }
    return []
  }
}

extension FormField {
  /// The field whose values are chosen from; `nil` for numbers, dates, and texts that differ from beer to beer.
  var chosenField: AssignableField? {
    switch kind {
    case .column(let name):
      if case .text(let field)? = AssignableField(builtIn: name) { .text(field) } else { nil }
    case .custom(let name): weight == nil ? .custom(name) : nil
    case .position, .newCustom: nil
    }
  }
}
