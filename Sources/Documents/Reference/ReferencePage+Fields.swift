import DiaryModel
import DiaryText
import Settings

extension ReferencePage {
  /// The fields of a beer with their types and ranges.
  static var jsonFields: String {
    "## Fields of a beer\n\n"
      + Markdown.table(
        ["key", "field", "type"],
        BeerColumn.all.map { [Markdown.code($0.name), $0.label, type(of: $0)] })
  }

  private static func type(of column: BeerColumn) -> String {
    switch column.content {
    case .text: "text"
    case .number(_, let range): "number, \(limits(range.stored)) \(range.unit)"
    case .date: "date: a year, a month, a day, or a time with a time zone"
    case .customFields: "object of custom fields"
    }
  }

  private static func limits(_ range: ClosedRange<Double>) -> String {
    let lowest = NumberText.exact(range.lowerBound)
    return range.upperBound.isFinite
      ? "\(lowest) to \(NumberText.exact(range.upperBound))" : "\(lowest) or more"
  }

  /// The settings of `config.toml`.
  static var settings: String {
    Markdown.table(
      ["setting", "values", "default", "meaning"],
      SettingDescription.all.map { setting in
        let choices = setting.choices.map(Markdown.code).joined(separator: ", ")
        return [
          Markdown.code(setting.name), setting.isClosed ? choices : "such as \(choices)",
          Markdown.code(setting.defaultValue ?? ""), setting.summary,
        ]
      })
  }
}
