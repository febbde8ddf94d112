import DiaryCLI
import Settings

extension ReferencePage {
  /// What commands print as JSON, and the objects in it.
  static var json: String {
    let outputs = Markdown.table(
      ["command", "prints"], JSONOutput.all.map { [Markdown.code(command(of: $0)), text($0.type)] })
    let objects = JSONObject.all.map { object in
      let rows = object.keys.map { [Markdown.code($0.name), type(of: $0), $0.meaning] }
      return "### \(object.name)\n\n\(object.summary).\n\n"
        + Markdown.table(["key", "type", "meaning"], rows)
    }
    return "## What commands print\n\n\(outputs)\n\n## Objects\n\n" + objects.joined(separator: "\n\n")
  }

  private static func command(of output: JSONOutput) -> String {
    output.command.isEmpty ? "--migrate-only" : output.command
  }

  private static func type(of key: JSONKey) -> String {
    text(key.type) + (key.isNullable ? " or `null`" : "") + (key.isOptional ? ", not always there" : "")
  }

  private static func text(_ type: JSONType) -> String {
    switch type {
    case .text: "text"
    case .choice(let choices): choices.map(Markdown.code).joined(separator: ", ")
    case .date: "date"
    case .boolean: "boolean"
    case .integer: "whole number"
    case .number(let unit): unit.map { "number, \($0)" } ?? "number"
    case .array(let element): "array of \(text(element))"
    case .map(let value): "object of \(text(value))"
    case .object(let name): "[\(Markdown.code(name))](#\(name))"
    case .either(let types): types.map { text($0) }.joined(separator: " or ")
    case .any: "any value"
    }
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
