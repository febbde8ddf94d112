import ArgumentParser

struct LabelsCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "labels", abstract: "List labels, and merge, split, and correct them.",
    discussion: """
      A label is what is on the bottle; every beer has one, and beers that you had several times share it. Beers with \
      the same name and brewery, or the same product id of Untappd, have the same label. Beers themselves are never \
      changed by these commands.

      EXAMPLES:
        beerdiary labels --limit 20
        beerdiary labels show Orval
        beerdiary labels suggest
        beerdiary labels merge "Orval Trappist" --into Orval
        beerdiary labels apart 12 40
      """,
    subcommands: [
      ListLabelsCommand.self, ShowLabelCommand.self, SuggestLabelsCommand.self, MergeLabelsCommand.self,
      KeepLabelsApartCommand.self, SplitLabelCommand.self, SetLabelCommand.self,
    ],
    defaultSubcommand: ListLabelsCommand.self)
}
