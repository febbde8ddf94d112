import ArgumentParser

/// Migrating without a screen, for scripts.
struct MigrationOptions: ParsableArguments {
  @Flag(name: .long, help: "Migrate the diary if it is an old one, and exit without opening the screen.")
  var migrateOnly = false

  @Flag(
    name: .long,
    help: """
      With --migrate-only: also finish the background work, such as the search index, the SHA-256 of images, and \
      copying images into the diary.
      """)
  var finish = false

  @Flag(name: .long, help: "With --migrate-only: show what will happen, and change nothing.")
  var dryRun = false

  @Option(
    name: .long,
    help: ArgumentHelp(
      "With --migrate-only: first back up the diary and its images to this file.", valueName: "file"),
    completion: .file())
  var backup: String?

  mutating func validate() throws {
    if backup?.isEmpty == true { throw ValidationError("--backup requires the path of the file to create.") }
    if !migrateOnly, finish || dryRun || backup != nil {
      throw ValidationError("--finish, --dry-run and --backup require --migrate-only.")
    }
    if dryRun, finish || backup != nil {
      throw ValidationError("--dry-run cannot be combined with --finish or --backup.")
    }
  }
}
