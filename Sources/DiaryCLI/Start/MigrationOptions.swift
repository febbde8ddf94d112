import ArgumentParser

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
