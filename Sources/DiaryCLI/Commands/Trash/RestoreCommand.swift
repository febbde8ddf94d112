import ArgumentParser
import DiaryModel
import DiaryProcess
import DiaryStore
import DiaryText
import Foundation

struct RestoreCommand: AskingCommand {
  static let configuration = CommandConfiguration(
    commandName: "restore", abstract: "Restore beers from the trash.",
    discussion: """
      Name beers by their ids from `beerdiary trash list`, their uuids, or their names; otherwise the words are one \
      filter. If a filter matches several beers, you are asked to confirm it; without a terminal, use --yes. To \
      restore a whole diary from a backup, use `beerdiary backup restore`.

      EXAMPLES:
        beerdiary trash restore 12 "Old Rasputin"
        beerdiary trash restore last
        beerdiary trash restore style:stout year:2019 --dry-run
        beerdiary trash restore --all
      """)

  @OptionGroup var options: StoreOptions
  @OptionGroup var output: OutputOptions
  @OptionGroup var confirmation: ConfirmationOptions
  @OptionGroup var dry: DryRunOptions

  @Argument(
    help: ArgumentHelp("The beers in the trash, or a filter.", valueName: "beer-or-filter"),
    completion: .beersInTrashOrFilter)
  var beers: [BeerReference] = []

  @Flag(name: .long, help: "Restore all beers in the trash.")
  var all = false

  var input: InputOptions { confirmation.input }

  func validate() throws {
    if all, !beers.isEmpty {
      throw ValidationError("--all cannot be combined with names. Use one of them.")
    }
    guard beers.isEmpty == all else { throw ValidationError("Name the beers to restore, or use --all.") }
  }

  func run(in context: CommandContext) throws {
    let access: CommandAccess = dry.dryRun ? .reading : .changing
    // A dry run opens the diary only for reading.
    try context.withDiary(options.readOnly(if: dry.dryRun), access) { diary in
      let ids = try all ? diary.beersInTrash() : chosenIDs(in: diary, context)
      if dry.dryRun { return try report(ids, in: diary, context) }
      let change = try diary.restore(ids)
      context.report(
        output, "restored", change,
        unchanged: all ? "The trash is empty." : "Not in the trash. Nothing was changed.")
    }
  }

  /// Returns the beers that the words name one by one, or else those that match the words as a filter.
  private func chosenIDs(in diary: Diary, _ context: CommandContext) throws -> [Int64] {
    let text = beers.map(\.text).joined(separator: " ")
    do {
      return try beers.map { try $0.resolve(in: diary, isInTrash: true).beer.id }
    } catch {
      // A single word is a name, not a word in any text, unless it has a field.
      guard var filter = try? FilterArgument(text).filter(of: diary), beers.count > 1 || filter.hasField
      else {
        throw missing(text, error)
      }
      filter.isInTrash = true
      let ids = try diary.ids(BeerQuery(filter: filter)).ascending
      if ids.isEmpty { throw missing(text, error) }
      try confirm(ids.count, text, context)
      return ids
    }
  }

  /// Returns the error for words that no beer has; they may be the name of a backup.
  private func missing(_ text: String, _ error: any Error) -> any Error {
    guard FileManager.default.fileExists(atPath: text) else { return error }
    return CommandFailure(
      sentence: "There is no beer “\(text)” in the trash. To restore a backup, use "
        + "\(options.suggestion("backup", "restore", text)).", status: .noInput)
  }

  /// Asks whether to restore the beers that match a filter.
  ///
  /// - Throws: `ExitStatus.done` if the user does not want to; a failure if there is no terminal to ask on.
  private func confirm(_ count: Int, _ filter: String, _ context: CommandContext) throws {
    if count == 1 || confirmation.yes || dry.dryRun { return }
    let beers = NumberText.count(count, "beer")
    guard context.canAsk else {
      throw CommandFailure(
        sentence: "Nothing was restored: “\(filter)” matches \(beers). Use --yes to restore them all.",
        status: .usage)
    }
    guard context.confirm("Restore \(beers)?") else {
      context.errors.line("Nothing was changed.")
      throw ExitStatus.done
    }
  }

  /// Prints what would be restored.
  private func report(_ ids: [Int64], in diary: Diary, _ context: CommandContext) throws {
    let inTrash = Set(try diary.beersInTrash())
    let restored = ids.filter(inTrash.contains)
    let json: JSONMembers = [
      ("dry_run", .boolean(true)), ("restored", .array(restored.map(JSONValue.integer))),
    ]
    context.report(output, json: JSONText.of(json)) {
      $0.line("\(NumberText.count(restored.count, "beer")) would be restored. Nothing was changed.")
    }
  }
}
