import ArgumentParser
import DiaryModel
import DiaryProcess
import DiaryStore
import DiaryText

struct ListFieldsCommand: Command {
  static let configuration = CommandConfiguration(
    commandName: "list", abstract: "List custom fields with their type and number of beers.",
    discussion: """
      The type is text, number, boolean, or date. If the values are of several kinds, it is the most common one.
      --json counts the values of each type.

      EXAMPLE:
        beerdiary fields list --json | jq '.[] | select(.indexed) | .name'
      """)

  static let json: JSONType = .array(.object("custom_field"))

  @OptionGroup var options: StoreOptions
  @OptionGroup var output: ListOutputOptions
  @OptionGroup var limitation: LimitOptions

  func run(in context: CommandContext) throws {
    let all = try context.withDiary(options, .reading) { try $0.customFields() }
    let fields = limitation.limited(all)
    context.report(output, fields, json: \.members) {
      if all.isEmpty {
        context.reportEmpty(
          "There are no custom fields yet. Add one with `beerdiary edit 1 --set hop=Citra`.")
      }
      for line in TextTable.lines(fields.map(\.cells)) { $0.line(line) }
    }
  }
}

extension CustomField {
  fileprivate var cells: [String] {
    [name, kind.rawValue, NumberText.count(beerCount, "beer") + (isIndexed ? ", indexed" : "")]
  }

  fileprivate var members: JSONMembers {
    let counts = Dictionary(
      uniqueKeysWithValues: kinds.map { ($0.key.rawValue, JSONValue.integer(Int64($0.value))) })
    return [
      ("name", .text(name)), ("type", .text(kind.rawValue)), ("beers", .init(beerCount)),
      ("types", .object(counts)), ("indexed", .boolean(isIndexed)),
    ]
  }
}
