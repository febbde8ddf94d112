import DiaryModel
import DiaryText
import Settings

extension ReferencePage {
  /// The fields of a beer with their types and ranges, and the other keys that commands print.
  static var jsonFields: String {
    let fields = Markdown.table(
      ["key", "field", "type"],
      BeerColumn.all.map { [Markdown.code($0.name), $0.label, type(of: $0)] })
    let others = [
      ("Other keys of a beer", JSONKey.beer), ("Keys of a photo", JSONKey.photo),
      ("Keys that `list --distinct` adds to a beer", JSONKey.history), ("Keys of a label", JSONKey.label),
      ("Keys of `had`", JSONKey.answer), ("Keys of `labels suggest`", JSONKey.suggestion),
      ("Keys of `stats`", JSONKey.statistics), ("Keys of `stats --by`", JSONKey.group),
      ("Keys of `log`", JSONKey.change), ("Keys of `import`", JSONKey.importReport),
      ("Keys of `doctor`", JSONKey.doctor),
    ].map { title, keys in
      "## \(title)\n\n"
        + Markdown.table(
          ["key", "type", "meaning"], keys.map { [Markdown.code($0.name), $0.type, $0.meaning] })
    }
    return (["## Fields of a beer\n\n\(fields)"] + others).joined(separator: "\n\n")
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
