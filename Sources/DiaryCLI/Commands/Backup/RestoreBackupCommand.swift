import ArgumentParser
import DiaryModel
import DiaryProcess
import DiaryStore
import DiarySync
import DiaryText
import DiaryUpkeep
import Foundation
import SQLiteKit

struct RestoreBackupCommand: Command {
  static let configuration = CommandConfiguration(
    commandName: "restore", abstract: "Replace the diary with a backup, and keep the old diary.",
    discussion: """
      Without a file, lists the dated backups, and asks on a terminal which one to restore. Asks for confirmation; --yes \
      answers yes. The old diary stays next to the new one under a new name, which is printed; restore that \
      file to go back. If the diary is synchronized, a message says how to keep the next synchronization from repeating \
      what was changed since. To restore single beers from the trash, use `beerdiary trash restore`.

      EXAMPLES:
        beerdiary backup restore
        beerdiary backup restore diary-2026-11-21.sqlite
        beerdiary backup restore diary-2026-11-21.sqlite --dry-run
        beerdiary backup restore --yes --store mine.sqlite diary-2026-11-21.sqlite
      """)

  static let json: JSONType = .either([.object("restored_backup"), .object("restoration_plan")])
  static let exitStatuses: [ExitStatus] = [.cannotCreate]

  @OptionGroup var options: StoreOptions
  @OptionGroup var output: OutputOptions

  @OptionGroup var confirmation: ConfirmationOptions
  @OptionGroup var dry: DryRunOptions

  @Argument(help: ArgumentHelp("The backup to restore.", valueName: "file"), completion: .file())
  var file: String?

  func validate() throws {
    if file?.isEmpty == true { throw ValidationError("backup restore requires the path of a backup.") }
  }

  func run(in context: CommandContext) throws {
    let path = try dry.dryRun ? context.path(options) : context.changeablePath(options)
    context.recorder(options)
    guard let file = try file ?? chosenBackup(path, context) else {
      return context.errors.line("Nothing was changed.")
    }
    let backup = SourceFile(file, .backup)
    context.showWork("Reading the backup", on: path)
    // A file that is not a diary is refused before the confirmation.
    try backup.requireOther(than: path)
    try context.requireFolder(options)
    try backup.describingErrors {
      guard try Diary.version(ofStoreAt: backup.path) != nil else {
        throw StoreError.notFound(path: backup.path)
      }
    }
    if dry.dryRun { return preview(path, backup.path, context) }
    guard try confirmsReplacing(path, with: backup.path, in: context) else { return }
    let report = try backup.describingErrors {
      try context.allOrNothing { isCancelled in
        try Diary.restore(
          backup.path, over: path, progress: { [progress = context.progress] in progress.show($0) },
          isCancelled: isCancelled)
      }
    }
    let warnings = report.warnings + syncWarnings(context)
    context.reportDone(output, json: JSONText.of(json(report, path, warnings))) {
      let photos = NumberText.count(report.photos, "photo")
      $0.line("Restored \(file) to \(path): \(NumberText.count(report.beers, "beer")) and \(photos).")
      if let kept = report.previousDiaryPath {
        $0.line("The previous diary is kept as \(kept).")
        $0.line("To go back to it, use \(options.suggestion("backup", "restore", kept)).")
      }
      for warning in warnings { context.errors.sentence(warning) }
    }
  }

  /// What the next synchronization will do to the restored diary, as sentences; none if it is not synchronized.
  private func syncWarnings(_ context: CommandContext) -> [String] {
    // If the diary cannot be read, it is restored all the same.
    let status = try? context.withDiary(options, .reading) { try SyncSession.status(of: $0) }
    guard let location = status?.location else { return [] }
    return [
      """
      This diary is synchronized with \(location). The next synchronization repeats what was changed and deleted since \
      the backup, and the screen starts one by itself. To keep what was restored, use \
      \(options.suggestion("sync", "leave")) and \(options.suggestion("sync", "join", location)) before: deleted beers \
      are back on all devices then, and you choose between values that differ.
      """
    ]
  }

  /// Prints what would be restored.
  private func preview(_ path: String, _ backup: String, _ context: CommandContext) {
    let replaces = FileManager.default.fileExists(atPath: path)
    let json: JSONMembers = [
      ("dry_run", .boolean(true)), ("path", .text(path)), ("backup_path", .text(backup)),
      ("replaces", .boolean(replaces)),
    ]
    context.report(output, json: JSONText.of(json)) {
      let outcome =
        replaces
        ? "Would replace \(path) with \(backup), and keep the old diary" : "Would copy \(backup) to \(path)"
      $0.line("\(outcome). Nothing was changed.")
    }
  }

  /// Lists the dated backups and returns the one that the user chooses; `nil` if the user chooses none.
  private func chosenBackup(_ path: String, _ context: CommandContext) throws -> String? {
    let folder = BackupFolder(ofStore: path)
    let backups = folder.backups()
    if backups.isEmpty {
      throw CommandFailure(
        sentence: "There are no backups in \(folder.path). Name the file of a backup.", status: .noInput)
    }
    let numbers = (1...backups.count).map { "\($0)" }
    let rows = zip(numbers, backups).map { [$0] + $1.cells(context.dates) }
    for line in TextTable.lines(rows) { context.errors.line(line) }
    try context.requireQuestions(orRefuse: "Nothing was restored", advice: "Name the file of a backup.")
    let choice = backups.count == 1 ? "1" : "1-\(backups.count)"
    let answer = context.ask("Which backup should be restored? [\(choice), none]") ?? ""
    if let index = numbers.firstIndex(of: answer) { return backups[index].path }
    guard Int(answer) == nil else {
      throw CommandFailure(
        sentence: "There is no backup \(answer) in the list. Nothing was restored.", status: .usage)
    }
    return nil
  }

  /// Returns whether there is no diary to replace, or the user confirms the replacement.
  private func confirmsReplacing(_ path: String, with backup: String, in context: CommandContext) throws
    -> Bool
  {
    guard FileManager.default.fileExists(atPath: path) else { return true }
    return try context.confirms(
      confirmation, orRefuse: "The backup was not restored",
      advice: "Use --yes to replace \(path). The old diary is kept."
    ) { "The current diary will be kept next to the restored one. Replace \(path) with \(backup)?" }
  }

  private func json(_ report: RestoreReport, _ path: String, _ warnings: [String]) -> JSONMembers {
    [
      ("path", .text(path)), ("beers", .integer(Int64(report.beers))),
      ("photos", .integer(Int64(report.photos))), ("kept_path", .init(report.previousDiaryPath)),
      ("warnings", .array(warnings.map { .text($0) })),
    ]
  }
}
