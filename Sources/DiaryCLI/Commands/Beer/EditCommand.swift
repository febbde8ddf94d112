import ArgumentParser
import DiaryModel
import DiaryProcess
import DiaryStore
import DiarySync
import DiaryText
import Interchange
import Terminal

struct EditCommand: Command {
  static let configuration = CommandConfiguration(
    commandName: "edit", abstract: "Change the fields of a beer, or of all beers that match a filter.",
    discussion: """
      Only the fields that you name change. An empty value, as in --place "" or --set hop=, clears a field. Without \
      fields, a beer opens in your editor, with one line for each field.

      Before several beers are changed, their number is shown and you are asked; without a terminal, use --yes. All of \
      them are changed, or none. `beerdiary undo` undoes this; a change of very many beers can be too large for that, \
      which is said before you are asked. --json prints the beer, or for a filter how many beers matched and how many changed.

      EXAMPLES:
        beerdiary edit 12
        beerdiary edit 12 --rating 4 --notes "Better than last year."
        beerdiary edit Orval --set hop=Citra --set "IBU guess=60" --place ""
        beerdiary edit 'brewery="De Mollen"' --brewery "De Molen" --dry-run
        beerdiary edit id:3,7,9..12 --style Gose --yes
        fold -s notes.txt | beerdiary edit Orval --notes -
      """)

  static let json: JSONType = .either([.object("beer"), .object("changed_beers")])

  @OptionGroup var options: StoreOptions

  @Argument(
    help: ArgumentHelp(BeerSelection.help, valueName: BeerSelection.valueName), completion: .beersOrFilter)
  var beers: [String]

  @Option(name: .long, help: "The name on the label.")
  var name: String?

  @OptionGroup var fields: FieldOptions
  @OptionGroup var confirmation: ConfirmationOptions
  @OptionGroup var dry: DryRunOptions
  @OptionGroup var output: OutputOptions

  func validate() throws {
    if let name, BeerText.readable(name) == nil { throw ValidationError("A beer needs a name.") }
  }

  func run(in context: CommandContext) throws {
    let usesEditor = name == nil && fields.isEmpty
    if usesEditor {
      guard context.canAsk, context.output.isTerminal, !dry.dryRun else {
        throw ValidationError(
          "Nothing was changed. Name the fields to change, for example --rating 4 or --set hop=Citra.")
      }
    }
    let isReading = dry.dryRun
    try context.withDiary(options.readOnly(if: isReading), isReading ? .reading : .changing) { diary in
      let selection = try BeerSelection(beers, in: diary, dates: context.dates)
      if usesEditor { return try editInEditor(selection, diary, context) }
      let read = try fields.readingNotes(in: context)
      // A command that failed writes nothing into a pipe.
      if read.notes?.isEmpty == true, fields.notes?.isEmpty == false {
        throw ValidationError(
          "Standard input is empty, so nothing was changed. Use --notes \"\" to remove the notes.")
      }
      let editing = BeerEditing(
        name: name, fields: read, customFields: try fields.customFields(of: diary),
        dateFormat: context.dates.format)
      if case .named(let beers) = selection, beers.count == 1, let beer = beers.first, !isReading {
        return try change(beer, to: editing.applied(to: beer.beer.fields), diary, context)
      }
      let canUndo = try context.allOrNothing { isCancelled in
        try diary.canUndoEdit(of: selection.ids, isCancelled: isCancelled) { try editing.apply(to: &$0) }
      }
      if !canUndo { context.warnThatUndoIsImpossible() }
      if isReading {
        return try context.preview(
          selection, editing, diary, output,
          conflictCount: endedConflictCount(selection, editing, diary),
          listedBy: options.suggestion("sync", "conflicts"))
      }
      if try context.confirms("Change", selection, confirmation) {
        try change(selection.ids, editing, canUndo: canUndo, diary, context)
      }
    }
  }

  /// Returns the number of conflicts that editing beers would end.
  private func endedConflictCount(_ selection: BeerSelection, _ editing: BeerEditing, _ diary: Diary) throws
    -> Int
  {
    let ids = Set(selection.ids)
    var count = 0
    for (uuid, conflicts) in Dictionary(grouping: try SyncSession.conflicts(of: diary), by: \.beer) {
      guard let uuid, let beer = try diary.beer(uuid: uuid)?.beer, ids.contains(beer.id) else { continue }
      let after = try editing.applied(to: beer.fields)
      count += conflicts.count { SyncSession.isEnded($0, byChanging: beer.fields, to: after) }
    }
    return count
  }

  // MARK: - One beer

  private func change(
    _ detail: BeerDetail, to values: BeerFields, _ diary: Diary, _ context: CommandContext
  ) throws {
    let change = try context.reportingDiscardedValues(in: diary, options) {
      try diary.edit(detail.beer.id, to: values, expecting: detail.beer.fields)
    }
    let changed = try diary.beer(detail.beer.id) ?? detail
    context.report(output, change == nil ? "Unchanged:" : "Changed", changed)
    context.warnIfUndoIsImpossible(change)
    if values.drunkAt != detail.beer.fields.drunkAt { context.warnOfFutureDate(values.drunkAt) }
  }

  private func editInEditor(_ selection: BeerSelection, _ diary: Diary, _ context: CommandContext) throws {
    guard selection.ids.count == 1, let id = selection.ids.first, let detail = try diary.beer(id) else {
      throw ValidationError(
        "The editor is for one beer. Name the fields to change, for example --rating 4 or --set hop=Citra.")
    }
    let form = BeerForm(
      detail, customFields: try diary.customFields(), today: .today, dateFormat: context.dates.format)
    let isChanged = try BeerFormEditor(form: form, context: context).edit { values in
      try change(detail, to: values, diary, context)
    }
    if !isChanged { context.report(output, "Unchanged:", detail) }
  }

  // MARK: - Several beers

  private func change(
    _ ids: [Int64], _ editing: BeerEditing, canUndo: Bool, _ diary: Diary, _ context: CommandContext
  ) throws {
    let progress = context.progress
    let changed = try context.reportingDiscardedValues(
      in: diary, options, namesTitle: true, canUndo: { _ in canUndo }
    ) {
      try context.allOrNothing { isCancelled in
        try diary.edit(
          ids,
          progress: {
            progress.show("Changing beers: \(NumberText.count($0)) of \(NumberText.count(ids.count))")
          }, isCancelled: isCancelled
        ) { try editing.apply(to: &$0) }
      }
    }
    context.reportDone(output, json: BulkChangeText.json(matched: ids.count, changed: changed)) {
      $0.line(BulkChangeText.changed(changed, of: ids.count))
    }
    if changed > 0 { context.warnOfFutureDate(try editing.applied(to: BeerFields()).drunkAt) }
  }
}

/// The values that `edit` gives to beers.
struct BeerEditing {
  /// `nil` to leave the name as it is.
  let name: String?
  let fields: FieldOptions
  /// The custom fields of the diary, whose spelling and type are kept.
  let customFields: [CustomField]
  /// How the user writes dates in digits.
  let dateFormat: DateText.Format

  /// Sets the values in the fields of a beer.
  func apply(to values: inout BeerFields) throws {
    if let name { values.name = BeerText.readable(name) }
    try fields.apply(to: &values, customFields: customFields, format: dateFormat)
  }

  /// Returns the fields of a beer with the values.
  func applied(to beer: BeerFields) throws -> BeerFields {
    var values = beer
    try apply(to: &values)
    return values
  }
}

/// What a change of several beers did, in words and as JSON.
enum BulkChangeText {
  /// Returns a sentence about beers that were edited.
  static func changed(_ changed: Int, of matched: Int) -> String {
    if changed == matched { return "Changed \(NumberText.count(changed, "beer"))." }
    if changed == 0 { return "Unchanged: \(NumberText.count(matched, "beer"))." }
    return "Changed \(NumberText.count(changed)) of \(NumberText.count(matched, "beer"))."
  }

  /// Returns the numbers of beers as a JSON object.
  static func json(matched: Int, changed: Int, isDryRun: Bool = false, _ more: JSONMembers = []) -> String {
    let numbers: JSONMembers = [
      ("matched", .integer(Int64(matched))), ("changed", .integer(Int64(changed))),
      ("dry_run", .boolean(isDryRun)),
    ]
    return JSONText.of(numbers + more)
  }
}

extension CommandContext {
  /// The number of beers that a dry run shows.
  static let previewedBeers = 10

  /// Prints what editing beers would change.
  ///
  /// - Parameters:
  ///   - conflictCount: The number of conflicts that this would end.
  ///   - command: The command that lists them.
  fileprivate func preview(
    _ selection: BeerSelection, _ editing: BeerEditing, _ diary: Diary, _ options: OutputOptions,
    conflictCount: Int, listedBy command: String
  ) throws {
    var rows: [[String]] = []
    var changed = 0
    try diary.forEachFields(of: selection.ids.sorted()) { id, before in
      let after = try editing.applied(to: before)
      if after == before { return }
      changed += 1
      guard changed <= Self.previewedBeers else { return }
      let name = BeerText.readable(before.name) ?? BeerText.missingName
      rows.append(["id \(id)", name, FieldDifference.text(before, after)])
    }
    let matched = selection.ids.count
    let more: JSONMembers = [("conflicts", .integer(Int64(conflictCount)))]
    report(options, json: BulkChangeText.json(matched: matched, changed: changed, isDryRun: true, more)) {
      $0.preview(rows, of: changed)
      let beers = NumberText.count(matched, "beer")
      let conflicts =
        ChangeText.wouldEnd(conflictCount: conflictCount, listedBy: command).map { $0 + " " } ?? ""
      $0.line("\(NumberText.count(changed)) of \(beers) would change. \(conflicts)Nothing was changed.")
    }
  }

  /// Returns the ids and names of the first beers, for the preview of a dry run.
  func rows(ofFirst ids: [Int64], in diary: Diary) throws -> [[String]] {
    try ids.prefix(Self.previewedBeers).compactMap { try diary.beer($0) }.map {
      ["id \($0.beer.id)", BeerText.readable($0.beer.fields.name) ?? BeerText.missingName]
    }
  }

  /// Prints a sentence about a beer, or the beer as JSON.
  func report(_ options: OutputOptions, _ verb: String, _ detail: BeerDetail) {
    reportDone(options, json: BeerJSON.text(detail)) {
      let place = detail.beer.deletedAt == nil ? "" : ", in the trash"
      $0.line("\(verb) \(detail.title) (id \(detail.beer.id)\(place)).")
    }
  }
}

extension Console {
  /// Prints the first beers of a dry run, and how many more there are.
  func preview(_ rows: [[String]], of count: Int) {
    for row in TextTable.lines(rows) { line(row) }
    if count > rows.count { line("… and \(NumberText.count(count - rows.count, "more beer"))") }
  }
}

/// What differs between the fields of a beer before and after a change.
private enum FieldDifference {
  private static let maxColumns = 30

  /// Returns the fields that differ, with both values: `Rating: 3 → 4; hop: none → Citra`.
  static func text(_ before: BeerFields, _ after: BeerFields) -> String {
    let columns = BeerColumn.values.map {
      (name: $0.label, old: $0.json(of: before), new: $0.json(of: after))
    }
    let names = Set(before.extras.keys).union(after.extras.keys).sorted()
    let extras = names.map {
      (name: CustomFieldName.shown($0), old: before.extras[$0], new: after.extras[$0])
    }
    return (columns + extras).filter { $0.old != $0.new }
      .map { "\($0.name): \(shown($0.old)) → \(shown($0.new))" }.joined(separator: "; ")
  }

  private static func shown(_ value: JSONValue?) -> String {
    guard let value else { return "none" }
    return value.display.replacing("\n", with: " ").truncated(to: maxColumns)
  }
}
