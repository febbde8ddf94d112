import ArgumentParser
import DiaryProcess
import DiaryStore
import DiaryText
import Pictures
import SQLiteKit
import Telemetry
import Terminal

struct MigrateCommand: Command {
  static let configuration = CommandConfiguration(
    commandName: "migrate", abstract: "Migrate an old diary without opening the screen.",
    discussion: """
      A diary of Beer Diary for iOS, or of an older version of this program, becomes one of this version, with its \
      photos in order. All of it is done and checked in one transaction, or nothing is changed. Only this command and \
      the screen migrate a diary of Beer Diary for iOS. `beerdiary --migrate-only` does the same.

      EXAMPLES:
        beerdiary migrate --dry-run --store OldDiary.sqlite
        beerdiary migrate --backup Copy.sqlite --store OldDiary.sqlite
        beerdiary migrate --finish --json
      """)

  static let json: JSONType = .either([.object("migration"), .object("migration_plan")])

  @OptionGroup var options: StoreOptions
  @OptionGroup var output: OutputOptions

  @Flag(
    name: .long,
    help: """
      Also finish the background work, such as the search index, the SHA-256 of images, and copying images into the \
      diary.
      """)
  var finish = false

  @OptionGroup var dry: DryRunOptions

  @Option(
    name: .long,
    help: ArgumentHelp("First back up the diary and its images to this file.", valueName: "file"),
    completion: .file())
  var backup: String?

  private var migration: Migration { Migration(finishes: finish, isDry: dry.dryRun, backup: backup) }

  func validate() throws { try migration.validate() }

  func run(in context: CommandContext) throws { try context.migrate(options, migration, output) }
}

/// What a migration without a screen does besides migrating.
struct Migration {
  /// Whether the background work is finished, too.
  var finishes = false
  /// Whether only what would happen is printed.
  var isDry = false
  /// The file to which the diary is copied first.
  var backup: String?

  /// Checks that the options go together.
  func validate() throws {
    if backup?.isEmpty == true { throw ValidationError("--backup requires the path of the file to create.") }
    if isDry, finishes || backup != nil {
      throw ValidationError("--dry-run cannot be combined with --finish or --backup.")
    }
  }
}

/// The options of `migrate` for the program without a command.
struct MigrationOptions: ParsableArguments {
  @Flag(name: .long, help: "Migrate the diary as `beerdiary migrate` does, without opening the screen.")
  var migrateOnly = false

  @Flag(
    name: .long,
    help: """
      With --migrate-only: also finish the background work, such as the search index, the SHA-256 of images, and \
      copying images into the diary.
      """)
  var finish = false

  @Flag(name: .long, help: "With --migrate-only: show what would happen, and change nothing.")
  var dryRun = false

  @Option(
    name: .long,
    help: ArgumentHelp(
      "With --migrate-only: first back up the diary and its images to this file.", valueName: "file"),
    completion: .file())
  var backup: String?

  var migration: Migration { Migration(finishes: finish, isDry: dryRun, backup: backup) }

  mutating func validate() throws {
    if !migrateOnly, finish || dryRun || backup != nil {
      throw ValidationError("--finish, --dry-run and --backup require --migrate-only.")
    }
    try migration.validate()
  }
}

// MARK: - Migrating

extension CommandContext {
  /// Migrates a diary without a screen, or prints what that would do.
  func migrate(_ options: StoreOptions, _ migration: Migration, _ output: OutputOptions) throws {
    if migration.isDry { return try MigrationPreviewReport(options: options, output: output).run(in: self) }
    let path = try changeablePath(options)
    if let file = migration.backup { try backUp(path, options, to: file) }
    try MigrateOnly(options: options, finishes: migration.finishes, output: output).run(in: self)
  }

  /// Backs up the diary before a migration changes it.
  private func backUp(_ path: String, _ options: StoreOptions, to file: String) throws {
    let copying = BackupCopying(context: self, options: options, option: "--backup")
    let target = try copying.target(file)
    let hasRebuiltIndexes = try copying.copyFile(to: target)
    errors.line("Copied \(path) to \(target), and checked the copy.")
    if hasRebuiltIndexes { copying.reportDamagedIndex(isOpened: false) }
  }
}

/// Migrates a diary without a screen.
struct MigrateOnly {
  let options: StoreOptions
  /// Whether the background work is finished, too.
  let finishes: Bool
  let output: OutputOptions

  func run(in context: CommandContext) throws {
    // Signals are only held back during the migration: printing may wait for a reader, and can be stopped as usual.
    let report = try InterruptNotice.throughout { try migrate(in: context) }
    if output.json || !output.quiet { context.output.write(report.text + "\n") }
    for warning in report.warnings { context.errors.sentence(warning) }
  }

  /// Migrates and closes the diary, and returns the text to print.
  ///
  /// - Throws: `EndedBySignal` if a signal came too late to stop the migration.
  private func migrate(in context: CommandContext) throws -> (text: String, warnings: [String]) {
    // A current diary does not have to wait for another program's write lock.
    let isDone = try !finishes && Diary.isCurrent(at: context.changeablePath(options))
    return try context.withDiary(options, isDone ? .reading : .migrating, mode: .migrateOnly) { diary in
      let backgroundSeconds = finishes ? try finish(diary, in: context) : nil
      let text: String
      if output.json {
        text = try MigrationJSON(diary, backgroundSeconds: backgroundSeconds).text
      } else {
        let summary = diary.migration?.sentence(at: diary.path)
        text = (summary ?? "\(diary.path) is up to date.").safeForTerminal
      }
      try diary.close()
      if InterruptNotice.isInterrupted {
        throw context.cancelled(
          diary.migration == nil
            ? "beerdiary: \(diary.path) is up to date."
            : "beerdiary: Migrated \(diary.path). The signal came after the migration was complete."
        )
      }
      return (text, output.json ? [] : diary.migration?.warnings ?? [])
    }
  }

  /// Finishes the background work and returns its duration in seconds.
  ///
  /// If it is stopped, finished work is kept.
  private func finish(_ diary: Diary, in context: CommandContext) throws -> Double {
    let start = ContinuousClock.now
    let isFinished = try context.cancellable { isCancelled in
      while !isCancelled() {
        guard let slice = try diary.doBackgroundWork() else { return true }
        context.progress.show(slice)
      }
      return false
    }
    if !isFinished {
      try diary.close()
      throw context.cancelled(
        "beerdiary: Stopped. \(diary.path) is up to date. The background work continues at the next start.")
    }
    return (ContinuousClock.now - start) / .seconds(1)
  }
}

// MARK: - Dry run

/// Prints what a migration will do.
struct MigrationPreviewReport {
  let options: StoreOptions
  let output: OutputOptions

  func run(in context: CommandContext) throws {
    let path = context.path(options)
    context.progress.showIfSlow("Reading the diary")
    let preview = try context.allOrNothing { isCancelled in
      try Diary.previewMigration(of: path, isCancelled: isCancelled)
    }
    context.report(output, json: MigrationJSON(preview).text + "\n") {
      if preview.steps.isEmpty { return $0.line("\(path) is up to date.") }
      $0.line(sentence(preview, path))
      $0.line(space(preview))
      for warning in preview.warnings { context.errors.sentence(warning) }
    }
    try endAsRefused(preview, path)
  }

  /// Throws the exit status of the real migration if there is too little space for it.
  private func endAsRefused(_ preview: MigrationPreview, _ path: String) throws {
    guard !preview.steps.isEmpty, preview.lacksSpace else { return }
    throw ExitStatus(
      StoreError.noSpace(path: path, needed: preview.neededBytes, free: preview.freeBytes ?? 0))
  }

  private func sentence(_ preview: MigrationPreview, _ path: String) -> String {
    let beers = NumberText.count(preview.beerCount, "beer")
    let photos = NumberText.count(preview.photoCount, "photo")
    let steps = preview.steps.map { "\($0.from) to \($0.to)" }.joined(separator: ", ")
    return """
      \(path) will be migrated from version \(preview.fromVersion) to \(preview.toVersion) (\(steps)): \
      \(beers) and \(photos). Nothing was changed.
      """
  }

  private func space(_ preview: MigrationPreview) -> String {
    let needed = ByteCountText.text(preview.neededBytes)
    guard let free = preview.freeBytes.map(ByteCountText.text) else {
      return "The migration needs \(needed) of disk space."
    }
    return preview.lacksSpace
      ? "The migration needs \(needed) of disk space, but only \(free) are free. Free some space first."
      : "The migration needs \(needed) of disk space; \(free) are free."
  }
}
