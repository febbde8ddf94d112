import ArgumentParser
import DiaryModel
import DiaryProcess
import DiaryStore
import DiaryText
import Foundation
import Interchange
import Terminal

struct ListImportsCommand: Command {
  static let configuration = CommandConfiguration(
    commandName: "list", abstract: "List the imports that can be undone.",
    discussion: """
      EXAMPLE:
        beerdiary import list
      """)

  static let json: JSONType = .array(.object("import_record"))

  @OptionGroup var options: StoreOptions
  @OptionGroup var output: ListOutputOptions
  @OptionGroup var limitation: LimitOptions

  func run(in context: CommandContext) throws {
    try ImportHistory(context: context, options: options).list(output, limitation)
  }
}

struct UndoImportCommand: Command {
  static let configuration = CommandConfiguration(
    commandName: "undo", abstract: "Undo an import: move its beers to the trash.",
    discussion: """
      Without an id, undoes the last import, and fails if that is already undone. Beers that the import changed \
      get the values that they had before, unless you edited them since. On a terminal you are asked to confirm it.

      EXAMPLES:
        beerdiary import undo
        beerdiary import undo 3 --dry-run
      """)

  static let json: JSONType = .object("import_undo")

  @OptionGroup var options: StoreOptions
  @OptionGroup var output: OutputOptions
  @OptionGroup var confirmation: ConfirmationOptions
  @OptionGroup var dry: DryRunOptions

  @Argument(
    help: ArgumentHelp("The import's id from `beerdiary import list`.", valueName: "id"),
    completion: .imports)
  var id: Int64?

  func run(in context: CommandContext) throws {
    // A dry run opens the diary only for reading.
    let history = ImportHistory(context: context, options: options.readOnly(if: dry.dryRun))
    try dry.dryRun ? history.planUndo(id, output) : history.undo(id, confirmation, output)
  }
}

/// Lists the imports of a diary, and undoes them.
struct ImportHistory {
  let context: CommandContext
  let options: StoreOptions

  func list(_ output: ListOutputOptions, _ limitation: LimitOptions) throws {
    let all = try context.withDiary(options, .reading) { try $0.imports() }
    let imports = limitation.limited(all)
    context.report(output, imports, json: { members($0) }) {
      if all.isEmpty { context.reportEmpty("There are no imports to undo.") }
      let cells = imports.map { ["\($0.id)", date($0), file($0), beers($0)] }
      for line in TextTable.lines(cells) { $0.line(line) }
    }
  }

  /// Prints what `undo` will do.
  ///
  /// - Parameter importID: The import; `nil` for the newest.
  func planUndo(_ importID: Int64?, _ output: OutputOptions) throws {
    let (record, undo) = try context.withDiary(options, .reading) { try $0.planUndo(ofImport: importID) }
    var json = members(undo)
    json += members(record).filter { $0.key != "import_id" }
    json.append((key: "dry_run", value: .boolean(true)))
    context.report(output, json: JSONText.of(json)) {
      $0.line(
        "Undoing import \(title(record)) would have this result: \(Self.outcome(undo)). Nothing was changed.")
    }
  }

  /// Undoes an import; on a terminal, the user is asked to confirm it.
  ///
  /// - Parameter importID: The import; `nil` for the newest.
  func undo(_ importID: Int64?, _ confirmation: ConfirmationOptions, _ output: OutputOptions) throws {
    try context.withDiary(options, .changing) { diary in
      // An import that was killed before it added anything cannot be undone.
      let plan = try diary.planUndo(ofImport: importID)
      let isConfirmed = try context.confirms(confirmation, orRefuse: nil) { question(plan) }
      if !isConfirmed { return }
      context.progress.show("Undoing the import")
      let undo = try context.allOrNothing { isCancelled in
        try diary.undoImport(plan.record.id, isCancelled: isCancelled)
      }
      context.reportDone(output, json: JSONText.of(members(undo))) {
        $0.line("Undid import \(undo.importID): \(Self.outcome(undo)).")
      }
    }
  }

  /// Returns the question before an import is undone.
  func question(_ plan: (record: ImportRecord, undo: ImportUndoCounts)) -> String {
    "Undo import \(title(plan.record)): \(Self.outcome(plan.undo))?"
  }

  private func beers(_ record: ImportRecord) -> String {
    let isOther = record.changedCount + record.photoCount > 0
    var parts: [String] = []
    if record.addedCount > 0 || !isOther { parts.append(NumberText.count(record.addedCount, "beer")) }
    if record.changedCount > 0 {
      let count =
        parts.isEmpty
        ? NumberText.count(record.changedCount, "beer") : NumberText.count(record.changedCount)
      parts.append(count + " changed")
    }
    if record.photoCount > 0 {
      parts.append("\(NumberText.count(record.photoCount, "photo")) added to existing beers")
    }
    return parts.joined(separator: ", ")
  }

  private func file(_ record: ImportRecord) -> String { (record.file ?? "standard input").safeForTerminal }

  private func date(_ record: ImportRecord) -> String {
    DiaryDate(record.startedAt).map(context.dates.shortWithTime) ?? record.startedAt
  }

  private func title(_ record: ImportRecord) -> String { "\(record.id) (\(file(record)), \(date(record)))" }

  private func members(_ undo: ImportUndoCounts) -> JSONMembers {
    [
      ("import_id", .integer(undo.importID)), ("removed", .init(undo.removed)),
      ("restored", .init(undo.restored)), ("kept", .init(undo.kept)), ("removed_photos", .init(undo.photos)),
    ]
  }

  private func members(_ record: ImportRecord) -> JSONMembers {
    [
      ("import_id", .integer(record.id)), ("source", .text(record.source)), ("file", .init(record.file)),
      ("started_at", .text(record.startedAt)), ("added", .init(record.addedCount)),
      ("changed", .init(record.changedCount)), ("photos", .init(record.photoCount)),
    ]
  }

  /// Returns what happens to the beers and photos of an import.
  static func outcome(_ undo: ImportUndoCounts) -> String {
    var moved: [String] = []
    if undo.removed > 0 || undo.photos + undo.restored + undo.kept == 0 {
      moved.append(NumberText.count(undo.removed, "beer"))
    }
    if undo.photos > 0 { moved.append(NumberText.count(undo.photos, "photo")) }
    var parts = moved.isEmpty ? [] : [moved.joined(separator: " and ") + " moved to the trash"]
    if undo.restored > 0 {
      let count = parts.isEmpty ? NumberText.count(undo.restored, "beer") : NumberText.count(undo.restored)
      parts.append(count + " restored to the state before the import")
    }
    if undo.kept > 0 {
      let reason = undo.kept == 1 ? "it was" : "they were"
      let count = parts.isEmpty ? NumberText.count(undo.kept, "beer") : NumberText.count(undo.kept)
      parts.append("\(count) kept because \(reason) edited after the import")
    }
    return parts.joined(separator: ", ")
  }
}
