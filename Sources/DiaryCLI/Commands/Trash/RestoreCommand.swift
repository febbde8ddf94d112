import ArgumentParser
import DiaryModel
import DiaryProcess
import DiaryStore
import DiaryText
import Foundation

struct RestoreCommand: Command {
  static let configuration = CommandConfiguration(
    commandName: "restore", abstract: "Restore beers from the trash.",
    discussion: """
      Name beers in the trash as for `beerdiary remove`; `beerdiary trash list` has their ids. Before several \
      beers that match a filter are restored, their number is shown and you are asked; without a terminal, use --yes. To \
      restore a whole diary from a backup, use `beerdiary backup restore`.

      EXAMPLES:
        beerdiary trash restore 12 "Old Rasputin"
        beerdiary trash restore last
        beerdiary trash restore style:stout year:2019 --dry-run
        beerdiary trash restore --all
      """)

  static let json: JSONType = .object("restored_beers")

  @OptionGroup var options: StoreOptions
  @OptionGroup var output: OutputOptions
  @OptionGroup var confirmation: ConfirmationOptions
  @OptionGroup var dry: DryRunOptions

  @Argument(
    help: ArgumentHelp(
      "Beers in the trash by their ids, uuids or names, or a filter such as style:stout or id:3,7 (see `beerdiary list --help`).",
      valueName: BeerSelection.valueName), completion: .beersInTrashOrFilter)
  var beers: [String] = []

  @Flag(name: .long, help: "Restore all beers in the trash.")
  var all = false

  func validate() throws {
    if all, !beers.isEmpty {
      throw ValidationError("--all cannot be combined with beers. Use one of them.")
    }
    guard beers.isEmpty == all else { throw ValidationError("Name the beers to restore, or use --all.") }
  }

  func run(in context: CommandContext) throws {
    let isReading = dry.dryRun
    try context.withDiary(options.readOnly(if: isReading), isReading ? .reading : .changing) { diary in
      let selection: BeerSelection = try all ? .filtered(diary.beersInTrash()) : named(in: diary, context)
      if isReading { return try preview(selection.ids, in: diary, context) }
      guard try all || context.confirms("Restore", selection, confirmation) else { return }
      let change = try context.allOrNothing { isCancelled in
        try diary.restore(selection.ids, isCancelled: isCancelled)
      }
      try context.report(
        output, change, in: diary,
        unchanged: all ? "The trash is empty." : "Not in the trash. Nothing was changed."
      ) { JSONText.of([("restored", .array($0.map(JSONValue.integer)))]) }
    }
  }

  /// Returns the beers that the words name; if there are none, the words may be the name of a backup.
  private func named(in diary: Diary, _ context: CommandContext) throws -> BeerSelection {
    do {
      return try BeerSelection(beers, in: diary, dates: context.dates, isInTrash: true)
    } catch {
      let text = beers.map(CommandLineWords.withoutProtection).joined(separator: " ")
      guard FileManager.default.fileExists(atPath: text) else { throw error }
      throw CommandFailure(
        sentence: "There is no beer “\(text)” in the trash. To restore a backup, use "
          + "\(options.suggestion("backup", "restore", text)).", status: .noInput)
    }
  }

  /// Prints what would be restored.
  private func preview(_ ids: [Int64], in diary: Diary, _ context: CommandContext) throws {
    let inTrash = Set(try diary.beersInTrash())
    let restored = ids.filter(inTrash.contains)
    let rows = try context.rows(ofFirst: restored, in: diary)
    let json: JSONMembers = [
      ("dry_run", .boolean(true)), ("restored", .array(restored.map(JSONValue.integer))),
    ]
    context.report(output, json: JSONText.of(json)) {
      $0.preview(rows, of: restored.count)
      $0.line("\(NumberText.count(restored.count, "beer")) would be restored. Nothing was changed.")
    }
  }
}
