import ArgumentParser

/// Migrating without a screen, for scripts.
struct MigrationOptions: ParsableArguments {
  @Flag(name: .long, help: "Bring the diary up to date and end, without a screen.")
  var migrateOnly = false

  @Flag(name: .long, help: "With --migrate-only: do the background work to its end, too.")
  var finish = false

  @Flag(name: .long, help: "With --migrate-only: say what would happen and change nothing.")
  var dryRun = false

  @Option(
    name: .long,
    help: ArgumentHelp(
      "With --migrate-only: first copy the diary as it is to this file, with its images.", valueName: "file"),
    completion: .file())
  var backup: String?

  mutating func validate() throws {
    if backup?.isEmpty == true { throw ValidationError("--backup requires the path of a file to make.") }
    if !migrateOnly, finish || dryRun || backup != nil {
      throw ValidationError("--finish, --dry-run and --backup work only with --migrate-only.")
    }
    if dryRun, finish || backup != nil {
      throw ValidationError("--dry-run changes nothing; leave out --finish and --backup.")
    }
  }
}
