import ArgumentParser
import DiaryStore
import DiaryUI
import Telemetry
import Terminal

struct FieldsCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "fields", abstract: "List the fields of your own, and choose which have an index.",
    discussion: """
      A field is made by giving it a value: with `edit --set hop=Citra`, in the form, or by an import. It is searched,
      filtered and sorted like those that every beer has.

      EXAMPLES:
        beerdiary fields
        beerdiary list hop:citra 'vintage>=2015' --sort vintage
        beerdiary fields index hop
      """,
    subcommands: [ListFieldsCommand.self, IndexFieldCommand.self, UnindexFieldCommand.self],
    defaultSubcommand: ListFieldsCommand.self)
}

struct ListFieldsCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "list", abstract: "List the fields with what they hold and how many beers have them.",
    discussion: """
      A field is text, number, boolean or date by most of its values; with --json all kinds are counted.

      EXAMPLE:
        beerdiary fields list --json | jq '.[] | select(.indexed) | .name'
      """)

  @OptionGroup var options: StoreOptions
  @OptionGroup var output: OutputOptions

  func run() throws {
    let opened = try OpenedDiary(options)
    defer { opened.recorder.flush() }
    let fields = try opened.diary.customFields()
    let console = Console.standardOutput
    if output.json {
      console.write(JSONText.of(.array(fields.map { .object($0.json) })))
    } else if fields.isEmpty {
      console.line("There are no fields of your own yet; `beerdiary edit 1 --set hop=Citra` makes one.")
    } else {
      let column = fields.map { $0.name.safeForTerminal.columns }.max() ?? 0
      for field in fields { console.line(field.line(nameColumns: column)) }
    }
    console.flush()
  }
}

struct IndexFieldCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "index", abstract: "Make filters and orders of a field as fast as those of built-in ones.",
    discussion: """
      Worth it in a large diary for a field that is used often; it takes room, and a little time with each change.
      Beers that spell the field otherwise get this spelling.

      EXAMPLE:
        beerdiary fields index hop
      """)

  @OptionGroup var options: StoreOptions
  @OptionGroup var output: OutputOptions

  @Argument(help: "The field's name.", completion: .customFields)
  var name: String

  func run() throws {
    let opened = try OpenedDiary(options)
    defer { opened.recorder.flush() }
    let field = try CustomFieldReference(name).resolve(in: opened.diary)
    let made = try opened.diary.indexCustomField(field)
    let respelled = made.map { $0.respelled } ?? 0
    let spelling = respelled > 0 ? " \(NumberText.count(respelled, "beer")) spelled it otherwise." : ""
    FieldConfirmation(json: output.json).tell(
      field: made?.name ?? field, isIndexed: true,
      made == nil ? "“\(field)” has an index already." : "“\(field)” has an index now.\(spelling)")
  }
}

struct UnindexFieldCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "unindex", abstract: "Remove the index of a field; its values stay.",
    discussion: """
      EXAMPLE:
        beerdiary fields unindex hop
      """)

  @OptionGroup var options: StoreOptions
  @OptionGroup var output: OutputOptions

  @Argument(help: "The field's name.", completion: .customFields)
  var name: String

  func run() throws {
    let opened = try OpenedDiary(options)
    defer { opened.recorder.flush() }
    let removed = try opened.diary.unindexCustomField(name)
    FieldConfirmation(json: output.json).tell(
      field: removed ?? name, isIndexed: false,
      removed.map { "“\($0)” has no index any more." } ?? "“\(name)” has no index.")
  }
}
