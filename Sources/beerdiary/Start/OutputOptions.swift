import ArgumentParser

/// How what is read is printed.
///
/// One group for all commands, as options of the program and of a command that have the same name must have.
struct OutputOptions: ParsableArguments {
  @Flag(name: .long, help: "Print JSON; without a command, the report of --migrate-only.")
  var json = false
}

/// Whether anything is written; one group, as above.
struct DryRunOptions: ParsableArguments {
  static let flag = "--dry-run"

  @Flag(name: .long, help: "Say what would happen and change nothing: of import, or of --migrate-only.")
  var dryRun = false
}

/// A command that knows `--dry-run`.
///
/// The parser accepts the program's own options with every command: one that would do its work all the same must refuse.
protocol DryRunnable {}
