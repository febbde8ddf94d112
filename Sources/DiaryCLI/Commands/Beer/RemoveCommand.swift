import ArgumentParser
import DiaryModel
import DiaryProcess
import DiaryStore
import DiaryText

struct RemoveCommand: Command {
  static let configuration = CommandConfiguration(
    commandName: "remove", abstract: "Move beers to the trash.",
    discussion: """
      Nothing is deleted: the beers can be restored with their photos until you empty the trash. Before several beers \
      that match a filter are moved, their number is shown and you are asked; without a terminal, use --yes.

      EXAMPLES:
        beerdiary remove 12 13
        beerdiary remove 'date<2010 no:rating' --dry-run
        beerdiary remove id:3,7,9..12 --yes
      """)

  static let json: JSONType = .object("removed_beers")

  @OptionGroup var options: StoreOptions
  @OptionGroup var output: OutputOptions

  @Argument(
    help: ArgumentHelp(
      "Beers by their ids, uuids or names, or a filter such as style:stout or id:3,7 (see `beerdiary list --help`).",
      valueName: BeerSelection.valueName), completion: .beersOrFilter)
  var beers: [String]

  @OptionGroup var confirmation: ConfirmationOptions
  @OptionGroup var dry: DryRunOptions

  func run(in context: CommandContext) throws {
    let isReading = dry.dryRun
    try context.withDiary(options.readOnly(if: isReading), isReading ? .reading : .changing) { diary in
      let selection = try BeerSelection(beers, in: diary, dates: context.dates)
      if isReading { return try preview(selection, diary, context) }
      if !DiaryChange.trashed(selection.ids).fitsLog { context.warnThatUndoIsImpossible() }
      guard try context.confirms("Move", selection, ending: " to the trash", confirmation) else { return }
      let progress = context.progress
      let change = try context.allOrNothing { isCancelled in
        try diary.moveToTrash(
          selection.ids,
          progress: {
            progress.show(
              "Moving beers: \(NumberText.count($0)) of \(NumberText.count(selection.ids.count))")
          }, isCancelled: isCancelled)
      }
      try context.report(
        output, change, in: diary, unchanged: "Already in the trash. Nothing was changed."
      ) { json(selection, removed: $0) }
    }
  }

  /// Returns the ids of the removed beers, and for a filter how many matched.
  private func json(_ selection: BeerSelection, removed: [Int64]) -> String {
    let members: JSONMembers = [("removed", .array(removed.map(JSONValue.integer)))]
    guard case .filtered(let ids) = selection else { return JSONText.of(members) }
    return BulkChangeText.json(matched: ids.count, changed: removed.count, members)
  }

  /// Prints what would be moved to the trash.
  private func preview(_ selection: BeerSelection, _ diary: Diary, _ context: CommandContext) throws {
    let changed = try movable(selection, in: diary)
    let rows = try context.rows(ofFirst: changed, in: diary)
    let json = BulkChangeText.json(
      matched: selection.ids.count, changed: changed.count, isDryRun: true, [("removed", .array([]))])
    context.report(output, json: json) {
      $0.preview(rows, of: changed.count)
      $0.line("\(NumberText.count(changed.count, "beer")) would be moved to the trash. Nothing was changed.")
    }
  }

  /// Returns the beers that are not in the trash.
  private func movable(_ selection: BeerSelection, in diary: Diary) throws -> [Int64] {
    switch selection {
    case .named(let beers): return beers.filter { $0.beer.deletedAt == nil }.map(\.beer.id)
    // A filter is about the diary or about the trash.
    case .filtered(let ids):
      let first = try ids.first.flatMap { try diary.beer($0) }
      return first?.beer.deletedAt == nil ? ids : []
    }
  }
}
