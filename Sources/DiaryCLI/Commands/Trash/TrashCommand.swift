import ArgumentParser

struct TrashCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "trash", abstract: "List the beers in the trash, restore them, or delete them for good.",
    discussion: """
      `beerdiary remove` moves beers to the trash, with their photos.

      EXAMPLES:
        beerdiary trash
        beerdiary trash restore 12 "Old Rasputin"
        beerdiary trash empty
      """,
    subcommands: [ListTrashCommand.self, RestoreCommand.self, EmptyTrashCommand.self],
    defaultSubcommand: ListTrashCommand.self)
}
