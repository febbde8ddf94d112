import ArgumentParser

/// Migrating without a screen, for scripts.
struct MigrationOptions: ParsableArguments {
  @Flag(name: .long, help: "Bring the diary up to date and end, without a screen.")
  var migrateOnly = false

  @Flag(name: .long, help: "With --migrate-only: do the background work to its end, too.")
  var finish = false

  @Flag(name: .long, help: "With --migrate-only: print a report as JSON.")
  var json = false

  mutating func validate() throws {
    guard !migrateOnly else { return }
    if finish { throw ValidationError("--finish goes with --migrate-only.") }
    if json { throw ValidationError("--json goes with --migrate-only, or with a command such as `list`.") }
  }
}
