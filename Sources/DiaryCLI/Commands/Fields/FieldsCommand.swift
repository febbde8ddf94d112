import ArgumentParser

struct FieldsCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "fields", abstract: "List, index, rename, merge, delete and convert custom fields.",
    discussion: """
      To create a custom field, give it a value: with `beerdiary edit 12 --set hop=Citra`, in the form, or with an \
      import. Custom fields are filtered and sorted like built-in ones, and searched unless they are only a web address.

      EXAMPLES:
        beerdiary fields
        beerdiary list hop:citra 'vintage>=2015' --sort vintage
        beerdiary fields index hop
        beerdiary fields rename hop hops
      """,
    subcommands: [
      ListFieldsCommand.self, IndexFieldCommand.self, UnindexFieldCommand.self, RenameFieldCommand.self,
      MergeFieldsCommand.self, DeleteFieldCommand.self, RetypeFieldCommand.self,
    ],
    defaultSubcommand: ListFieldsCommand.self)
}
