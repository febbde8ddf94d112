import ArgumentParser

/// The program's commands.
struct Beerdiary: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "beerdiary",
    abstract: "A private, offline beer diary for the terminal.",
    discussion: """
      Without a command it opens the diary on the screen; without a terminal it lists the beers as plain text.

      EXAMPLES:
        beerdiary
        beerdiary import untappd.csv
        beerdiary list --json | jq '.[].name'
        beerdiary --store OldDiary.sqlite
      """,
    version: "0.1.0",
    subcommands: [
      OpenCommand.self, ListCommand.self, ShowCommand.self, ImportCommand.self, DemoCommand.self,
      TelemetryCommand.self,
    ],
    defaultSubcommand: OpenCommand.self)
}
