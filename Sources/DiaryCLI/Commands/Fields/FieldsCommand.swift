import ArgumentParser

struct FieldsCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "fields", abstract: "List the fields of your own, and choose which have an index.",
    discussion: """
      A field is made by giving it a value: with `edit --set hop=Citra`, in the form, or by an import. It is searched, \
      filtered and sorted like those that every beer has.

      EXAMPLES:
        beerdiary fields
        beerdiary list hop:citra 'vintage>=2015' --sort vintage
        beerdiary fields index hop
      """,
    subcommands: [ListFieldsCommand.self, IndexFieldCommand.self, UnindexFieldCommand.self],
    defaultSubcommand: ListFieldsCommand.self)
}
