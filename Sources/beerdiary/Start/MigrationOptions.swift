import ArgumentParser

/// Migrating without a screen, for scripts.
struct MigrationOptions: ParsableArguments {
  @Flag(name: .long, help: "Bring the diary up to date and end, without a screen.")
  var migrateOnly = false

  @Flag(name: .long, help: "With --migrate-only: do the background work to its end, too.")
  var finish = false
}
