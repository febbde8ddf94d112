import DiaryModel
import DiaryStore

/// A value of the field under the cursor of the form, among those of the diary.
struct FormValuePicker: ValuePicker {
  typealias Owner = FormScreen

  let kind: FormField.Kind
  let field: AssignableField

  var label: String { FormField(kind, text: "").label }

  func choose(
    _ value: String?, changing screen: inout FormScreen, in context: ScreenContext
  ) -> [Intent] {
    screen.form?.replace(with: value ?? "", in: kind)
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
