/// Whether a field keeps the typed value, or gets the one that was saved elsewhere while the form was open.
struct ChangedElsewherePicker: Picker {
  typealias Owner = FormScreen

  let kind: FormField.Kind
  let field: String
  let typed: String
  let other: String

  /// Creates a prompt for the first field that has to be decided; `nil` if there is none.
  init?(next form: FormState) {
    guard let field = form.fields.first(where: \.isUndecided), let other = field.otherText else { return nil }
    kind = field.kind
    self.field = field.label
    typed = field.input.text
    self.other = other
  }

  var label: String { "\(field) was changed elsewhere. Save" }
  var enterHint: String { "save" }

  func choices(in context: ScreenContext) -> [PickerChoice<Bool>] {
    [
      PickerChoice(Self.title(typed), "yours", true),
      PickerChoice(Self.title(other), "changed elsewhere", false),
    ]
  }

  private static func title(_ text: String) -> String { text.isEmpty ? "(empty)" : text.onOneLine }

  func choose(
    _ keepsTyped: Bool, changing screen: inout FormScreen, in context: ScreenContext
  ) -> [Intent] {
    screen.form?.decide(kind, keepsTyped: keepsTyped)
    return screen.save(asksAbout: screen.conflicts(in: context))
  }
}
