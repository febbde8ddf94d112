import DiaryModel
import Interchange

/// The field for a column of the imported file.
struct ColumnPicker: Picker {
  typealias Owner = ImportScreen

  /// The index of the column, from 0.
  let column: Int
  let name: String

  var label: String { "Field for \(name)" }

  /// The fields with the columns that they have now, then the ways to use the column as no field.
  func choices(in context: ScreenContext) -> [PickerChoice<ColumnMapping.Role>] {
    guard let preview = owner(in: context).file?.preview, preview.columns.indices.contains(column) else {
      return []
    }
    let present = preview.columns[column].role
    func choice(
      _ title: String, _ explanation: String, _ role: ColumnMapping.Role, keywords: String = ""
    ) -> PickerChoice<ColumnMapping.Role> {
      PickerChoice(title, explanation, role, keywords: keywords, isCurrent: role == present)
    }
    let fields = BeerField.mappable.map { field in
      let columns = preview.columns.filter { $0.role == .field(field) }
      let source = columns.first.map { "now \($0.name): \($0.sample)" } ?? "not in the file"
      return choice(field.title, source, .field(field), keywords: field.rawValue)
    }
    let sample = preview.columns[column].sample
    // One that was named otherwise before.
    let custom =
      if case .custom(let other) = present {
        [choice("Custom field “\(other)”", "now, for example \(sample)", present)]
      } else {
        [PickerChoice<ColumnMapping.Role>]()
      }
    return fields + custom + [
      choice(
        "Custom field “\(name)”", "named by the column, for example \(sample)", .extra,
        keywords: "extra"),
      choice("Leave out", "", .ignored, keywords: "ignore"),
    ]
  }

  /// Any other name is that of a custom field.
  func choice(typed text: String, in context: ScreenContext) -> PickerChoice<ColumnMapping.Role>? {
    let name = text.trimmingWhitespace
    let header = owner(in: context).file?.preview?.columns.map(\.name) ?? []
    guard let role = ColumnMapping.Role(named: "extra:" + name),
      ColumnMapping.Role(named: name) == nil, !header.contains(name)
    else { return nil }
    return PickerChoice("Custom field “\(name)”", "a new custom field, extra:\(name)", role)
  }

  func isReady(in context: ScreenContext) -> Bool { owner(in: context).canReread }

  /// Reads the file again with the new field.
  func choose(
    _ role: ColumnMapping.Role, changing screen: inout ImportScreen, in context: ScreenContext
  ) -> [Intent] {
    screen.file?.assign(role, to: column) == true ? screen.reread() : []
  }
}

extension ImportScreen {
  /// Asks for the field of the column under the cursor, or lists the columns of a group one by one.
  mutating func askForColumn() -> [Intent] {
    guard let file, file.canMap, let preview = file.preview else { return [] }
    guard case .column(let index) = file.rowUnderCursor else {
      self.file?.showAllColumns()
      return []
    }
    return [.prompt(Prompt(ColumnPicker(column: index, name: preview.columns[index].name)))]
  }
}
