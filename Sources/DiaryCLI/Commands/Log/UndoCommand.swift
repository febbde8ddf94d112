import ArgumentParser
import DiaryStore
import DiaryText

struct UndoCommand: Command {
  static let configuration = CommandConfiguration(
    commandName: "undo", abstract: "Undo the last change, or one from the log.",
    discussion: """
      Undoes what a command or the screen has changed, also days ago: the newest change that is not undone, or the one \
      with an id from `beerdiary log`. Afterwards the diary is as it was before. If a beer has changed since, nothing \
      is undone, and the message names the later change to undo first. Undoing an import keeps beers that were edited after it, as `beerdiary \
      import undo` does; on a terminal you are asked to confirm it. --dry-run says which change it would be.

      EXAMPLES:
        beerdiary undo
        beerdiary undo 12 --dry-run
      """)

  static let json: JSONType = .object("change")

  @OptionGroup var options: StoreOptions
  @OptionGroup var output: OutputOptions
  @OptionGroup var confirmation: ConfirmationOptions
  @OptionGroup var dry: DryRunOptions

  @Argument(
    help: ArgumentHelp("The id of the change from `beerdiary log`.", valueName: "id"),
    completion: .changes)
  var id: Int64?

  func run(in context: CommandContext) throws {
    let report = ChangeReport(context: context, output: output)
    // A dry run opens the diary only for reading.
    try context.withDiary(options.readOnly(if: dry.dryRun), dry.dryRun ? .reading : .changing) { diary in
      var change = try diary.changeToUndo(id)
      if dry.dryRun { return report.plan("undo", change) }
      guard case .imported(let record)? = change.changes.first else {
        // The next undo would undo another change.
        let undone = try context.reportingDiscardedValues(
          in: diary, options, canUndo: { (_: LoggedChange) in false }
        ) {
          try context.allOrNothing { isCancelled in
            try diary.undoChange(change.id, progress: report.progress(of: change), isCancelled: isCancelled)
          }
        }
        let count = undone.changedNothing ? undone.changes.count : 0
        return report.done("Undone", undone, ChangeText.changedNothing(count, of: count) ?? "")
      }
      let isConfirmed = try context.confirms(confirmation, orRefuse: nil) {
        try ImportHistory(context: context, options: options).question(
          diary.planUndo(ofImport: record.importID))
      }
      if !isConfirmed { return }
      context.progress.show("Undoing the import")
      let counts = try context.allOrNothing { isCancelled in
        try diary.undoImport(record.importID, isCancelled: isCancelled)
      }
      change.isUndone = true
      change.isReversible = counts.restored == 0
      let advice = change.isReversible ? "" : " To redo it, import the file again."
      report.done("Undone", change, "\(ImportHistory.outcome(counts)).\(advice)")
    }
  }
}

struct RedoCommand: Command {
  static let configuration = CommandConfiguration(
    commandName: "redo", abstract: "Redo the change that was undone last.",
    discussion: """
      Use it once for each change that was undone. After a new change, there is nothing to redo. --dry-run says which \
      change it would be.

      EXAMPLE:
        beerdiary redo
      """)

  static let json: JSONType = .object("change")

  @OptionGroup var options: StoreOptions
  @OptionGroup var output: OutputOptions
  @OptionGroup var dry: DryRunOptions

  func run(in context: CommandContext) throws {
    let report = ChangeReport(context: context, output: output)
    try context.withDiary(options.readOnly(if: dry.dryRun), dry.dryRun ? .reading : .changing) { diary in
      let change = try diary.changeToRedo()
      if dry.dryRun { return report.plan("redo", change) }
      let redone = try context.reportingDiscardedValues(
        in: diary, options, canUndo: { (redone: LoggedChange) in redone.isReversible }
      ) {
        try context.allOrNothing { isCancelled in
          try diary.redoChange(progress: report.progress(of: change), isCancelled: isCancelled)
        }
      }
      report.done("Redone", redone)
    }
  }
}
