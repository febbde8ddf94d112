import DiaryModel
import DiaryStore
import DiaryText
import Foundation

extension FormField {
  /// The date that was typed, where it is one.
  func date(today: DiaryDate) -> DiaryDate? {
    guard kind == .date, isChanged else { return nil }
    return try? FieldText.date(input.text.trimmingCharacters(in: .whitespaces), today: today)
  }

  /// Puts the value into `fields`; a text that was not touched leaves it as it is.
  func store(in fields: inout BeerFields, today: DiaryDate?) throws(FieldProblem) {
    guard isChanged else { return }
    let typed = input.text.trimmingCharacters(in: .whitespaces)
    let text = typed.isEmpty ? nil : typed
    switch kind {
    case .notes: fields.notes = text == nil ? nil : input.text
    case .column: if let column { try FieldText.set(column, to: text, in: &fields, today: today) }
    case .position: (fields.latitude, fields.longitude) = try FieldText.position(text)
    case .custom(let name): fields.extras[name] = text.map { FieldText.value($0, like: fields.extras[name]) }
    case .newCustom:
      guard let text else { return }
      let (typed, value) = try FieldText.assignment(text)
      let name = CustomFieldName.spelled(typed, like: fields.extras.keys)
      fields.extras[name] = FieldText.value(value, like: fields.extras[name])
    }
  }
}
