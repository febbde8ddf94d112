import ArgumentParser
import DiaryModel
import DiaryProcess
import DiaryStore
import DiarySync
import DiaryText
import Foundation

struct SyncConflictsCommand: Command {
  static let configuration = CommandConfiguration(
    commandName: "conflicts", abstract: "List what devices have changed differently, and choose a value.",
    discussion: """
      The diary shows the first value of each conflict, which was written last; the others are kept until you choose. \
      --choose writes a value on all devices, with the number from the list; `beerdiary undo` takes it back. \
      Changing the field in any other way ends a conflict, too. --choose-all writes a value of every conflict, after you \
      have confirmed it; one `beerdiary undo` takes all of them back. After a backup was restored and has joined again, \
      this-device keeps the values of the backup, but a field that was empty in it and has been filled since is no \
      conflict, and stays filled. With --json, prints an array with one conflict per line.

      EXAMPLES:
        beerdiary sync conflicts
        beerdiary sync conflicts 3f9a12c4 --choose 2
        beerdiary sync conflicts --choose-all newest
        beerdiary sync conflicts --json | jq '.[].title'
      """)

  static let json: JSONType = .either([
    .array(.object("sync_conflict")), .object("sync_choice"), .object("sync_choices"),
  ])

  @OptionGroup var options: StoreOptions
  @OptionGroup var output: ListOutputOptions
  @OptionGroup var confirmation: ConfirmationOptions
  @OptionGroup var dry: DryRunOptions

  @Option(
    name: .long,
    help: ArgumentHelp(
      "Write the value with this number, from 1, which ends the conflict.", valueName: "number"))
  var choose: Int?

  @Option(
    name: .long,
    help: ArgumentHelp(
      "Write a value of every conflict: this-device (the one that this device wrote) or newest (the one that was written last).",
      valueName: "choice"))
  var chooseAll: SyncConflict.Preference?

  @Argument(
    help: ArgumentHelp(
      "The id of a conflict from the list. Default: all; with --choose, the only one.", valueName: "conflict"),
    completion: .conflicts)
  var conflict: String?

  func validate() throws {
    if let choose, choose < 1 { throw ValidationError("--choose requires 1 or a larger number.") }
    if choose != nil, output.jsonl { throw ValidationError("--jsonl cannot be combined with --choose.") }
    guard chooseAll != nil else {
      for (isGiven, option) in [(confirmation.yes, "--yes"), (dry.dryRun, "--dry-run")] where isGiven {
        throw ValidationError("\(option) requires --choose-all.")
      }
      return
    }
    if choose != nil { throw ValidationError("--choose cannot be combined with --choose-all.") }
    if conflict != nil { throw ValidationError("--choose-all cannot be combined with the id of a conflict.") }
    if output.jsonl { throw ValidationError("--jsonl cannot be combined with --choose-all.") }
  }

  func run(in context: CommandContext) throws {
    let isReading = dry.dryRun || choose == nil && chooseAll == nil
    try context.withDiary(options.readOnly(if: dry.dryRun), isReading ? .reading : .changing) { diary in
      guard try SyncSession.status(of: diary) != nil else {
        throw CommandFailure(SyncFailure.notSynchronized)
      }
      let all = try SyncSession.conflicts(of: diary)
      let listed = conflict.map { id in all.filter { $0.id.shortText == id.lowercased() } } ?? all
      if choose != nil || chooseAll != nil, all.isEmpty {
        throw CommandFailure(sentence: "There are no conflicts.", status: .noInput)
      }
      if let conflict, listed.isEmpty {
        throw CommandFailure(
          sentence: "There is no conflict “\(conflict)”. See the conflicts with `beerdiary sync conflicts`.",
          status: .noInput)
      }
      if let choose { return try self.choose(choose, of: only(listed), diary, context) }
      if let chooseAll { return try self.chooseAll(chooseAll, all, diary, context) }
      context.report(output, listed, json: \.members) { console in
        if listed.isEmpty { return context.reportEmpty("There are no conflicts.") }
        for conflict in listed { write(conflict, context.dates, to: console) }
        console.line(
          "To choose a value, use \(options.suggestion("sync", "conflicts", "ID", "--choose", "NUMBER")).")
      }
    }
  }

  /// Returns the conflict for which a value is chosen.
  private func only(_ conflicts: [SyncConflict]) throws(CommandFailure) -> SyncConflict {
    guard let conflict = conflicts.first else { throw CommandFailure(ConflictError.noSuchConflict) }
    if conflicts.count == 1 { return conflict }
    throw CommandFailure(
      sentence: """
        There are \(NumberText.count(conflicts.count, "conflict")). Choose one by its id from `beerdiary sync conflicts`.
        """, status: .usage)
  }

  private func write(_ conflict: SyncConflict, _ dates: DateText, to console: Console) {
    let title = conflict.title.isEmpty ? BeerText.missingName : conflict.title
    console.line("\(conflict.id.shortText)  \(title): \(conflict.fieldInSentence)")
    let rows = conflict.choices.enumerated().map { index, choice in
      [
        "  \(index + 1)", value(of: choice), choice.deviceText,
        DiaryDate(instant: choice.time).map(dates.shortWithTime) ?? "", index == 0 ? "shown" : "",
      ]
    }
    var table = StreamedTable(Array(repeating: "", count: 5), showsHeading: false, on: console)
    for row in rows { table.write(row.map { StreamedTable.Cell($0) }) }
    table.end()
    console.line()
  }

  /// Returns a value on one line.
  private func value(of choice: SyncConflict.Choice) -> String {
    choice.text?.split(whereSeparator: \.isNewline).joined(separator: " ") ?? SyncConflict.Choice.noValue
  }

  private func choose(
    _ number: Int, of conflict: SyncConflict, _ diary: Diary, _ context: CommandContext
  ) throws {
    guard conflict.choices.indices.contains(number - 1) else {
      throw CommandFailure(
        sentence: """
          The conflict has \(NumberText.count(conflict.choices.count, "value")), so there is no value \(number). See the \
          values with `beerdiary sync conflicts`.
          """, status: .noInput)
    }
    let change = try context.reportingDiscardedValues(
      in: diary, options, canUndo: { (change: DiaryChange) in change.fitsLog }, choices: { [$0] }
    ) {
      try SyncSession.resolve(conflict.id, choosing: number - 1, of: diary, expecting: conflict)
    }
    let left = try SyncSession.status(of: diary)?.conflictCount ?? 0
    let json: JSONMembers = [
      ("id", .text(conflict.id.shortText)), ("number", .integer(Int64(number))),
      ("value", .init(conflict.choices[number - 1].text)), ("conflicts", .integer(Int64(left))),
    ]
    context.reportDone(output, json: JSONText.of(json)) {
      $0.line("\(ChangeText.done(change, name: conflict.title)) \(Self.left(left))")
    }
    context.warnIfUndoIsImpossible(change)
  }

  private func chooseAll(
    _ preference: SyncConflict.Preference, _ conflicts: [SyncConflict], _ diary: Diary,
    _ context: CommandContext
  ) throws {
    let count = conflicts.count { $0.index(of: preference) != nil }
    if count == 0 {
      throw CommandFailure(sentence: "This device wrote none of the values.", status: .noInput)
    }
    let text = NumberText.count(count, "conflict")
    if dry.dryRun {
      let json = Self.members(preference, resolved: count, left: conflicts.count - count)
      return context.report(output, json: JSONText.of(json + [("dry_run", .boolean(true))])) {
        $0.line("\(text) would be resolved. Nothing was changed.")
      }
    }
    let isConfirmed = try context.confirms(
      confirmation, orRefuse: "Nothing was changed",
      advice: "Use --yes to resolve \(text) without being asked, or --dry-run to see what would change."
    ) { ChangeText.question(resolving: count, with: preference) }
    if !isConfirmed { return }
    let changes = try context.reportingDiscardedValues(
      in: diary, options, canUndo: { (changes: [DiaryChange]) in changes.fitLogTogether }, choices: { $0 }
    ) {
      try SyncSession.resolveAll(conflicts, choosing: preference, of: diary)
    }
    // The advice to undo would be wrong: it would undo an earlier change.
    if changes.isEmpty {
      throw CommandFailure(
        sentence: "No conflict was resolved: each has changed since, or its value cannot be written.",
        status: .noInput)
    }
    let left = try SyncSession.status(of: diary)?.conflictCount ?? 0
    context.reportDone(
      output, json: JSONText.of(Self.members(preference, resolved: changes.count, left: left))
    ) { console in
      console.line("Resolved \(NumberText.count(changes.count, "conflict")). \(Self.left(left))")
      if changes.fitLogTogether { console.line("Take it back with \(options.suggestion("undo")).") }
    }
    if !changes.fitLogTogether { context.warnThatUndoIsImpossible() }
  }

  private static func members(
    _ preference: SyncConflict.Preference, resolved: Int, left: Int
  ) -> JSONMembers {
    [
      ("choice", .text(preference.rawValue)), ("resolved", .integer(Int64(resolved))),
      ("conflicts", .integer(Int64(left))),
    ]
  }

  private static func left(_ count: Int) -> String {
    count == 0 ? "No conflict is left." : "\(NumberText.count(count, "conflict")) left."
  }
}

extension SyncConflict.Preference: ExpressibleByArgument {}

extension SyncConflict {
  /// The members of the conflict's JSON object.
  fileprivate var members: JSONMembers {
    let values = choices.enumerated().map { index, choice in
      JSONValue.object([
        "number": .integer(Int64(index + 1)), "value": choice.text.map { .text($0) } ?? .null,
        "device": .text(choice.device), "this_device": .boolean(choice.isFromThisDevice),
        "time": .text(DiaryDate(instant: choice.time)?.text ?? ""),
      ])
    }
    return [
      ("id", .text(id.shortText)), ("kind", .text(id.entity)), ("uuid", .text(id.uuid.text)),
      ("beer", .init(beer?.text)), ("title", .text(title)), ("field", .text(field)),
      ("values", .array(values)),
    ]
  }
}
