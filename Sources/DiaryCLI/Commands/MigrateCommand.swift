import ArgumentParser
import DiaryProcess

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
