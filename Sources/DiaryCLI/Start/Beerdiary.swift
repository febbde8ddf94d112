package import ArgumentParser
import DiaryModel
import DiaryProcess
import DiaryStore
import Settings
import Telemetry

/// The program and its commands; without a command it opens the diary.
package struct Beerdiary: ScreenCommand {
  /// The version of the program, which `--version` prints and crash reports contain.
  package static let version = "1.0.0"

  package static let configuration = CommandConfiguration(
    commandName: "beerdiary",
    abstract: "A private, offline beer diary for the terminal.",
    discussion: """
      Without a command, opens the diary on the screen, or lists the beers as plain text if there is no terminal. A \
      diary of Beer Diary for iOS is migrated, with its photos in order, when you open it on the screen or use \
      `beerdiary migrate`. No other command migrates it.

      With a screen reader, begin with `beerdiary config set screen-reader true`: words and numbers are then in place of \
      drawings, the line with the cursor says what is selected, and digits do not rate.

      Completion for bash, zsh and fish is installed together with the program. For any other place, \
      `beerdiary --generate-completion-script bash` prints it; the other shells are zsh and fish.

      EXAMPLES:
        beerdiary
        beerdiary import untappd.csv
        beerdiary adopt OldDiary.sqlite
        beerdiary list 'style:stout rating>=4' --sort rating
        beerdiary list --json | jq '.[].name'
        beerdiary had "Purple Haze"
        beerdiary again Orval --rating 4.5
        beerdiary photo add Orval glass.jpg
        beerdiary undo
        beerdiary sync now
        beerdiary doctor
        beerdiary --store OldDiary.sqlite
        beerdiary migrate --backup Copy.sqlite --store OldDiary.sqlite
      """,
    version: version,
    subcommands: [
      ListCommand.self, ShowCommand.self, HadCommand.self, AddCommand.self, AgainCommand.self,
      EditCommand.self, RemoveCommand.self, StatsCommand.self, YearCommand.self, LabelsCommand.self,
      FieldsCommand.self,
      PhotoCommand.self, TrashCommand.self, LogCommand.self, UndoCommand.self, RedoCommand.self,
      ImportCommand.self, ExportCommand.self, AdoptCommand.self,
      BackupCommand.self, SyncCommand.self, MigrateCommand.self, DoctorCommand.self, DemoCommand.self,
      ConfigCommand.self,
      TelemetryCommand.self,
    ])

  package static let json: JSONType = .either([.object("migration"), .object("migration_plan")])

  @OptionGroup var options: StoreOptions
  @OptionGroup var characters: CharacterOptions
  @OptionGroup var colors: ColorOptions
  @OptionGroup var mouse: MouseOptions
  @OptionGroup var migration: MigrationOptions
  @OptionGroup package var output: OutputOptions

  package init() {}

  package func run(in context: CommandContext) throws {
    if migration.migrateOnly {
      try context.migrate(options, migration.migration, output)
    } else if output.json {
      throw ValidationError("--json requires --migrate-only or a command.")
    } else {
      try Self.showDiary(options, screen, in: context)
    }
  }

  /// Whether running the command opens the diary on the screen.
  func opensScreen(in context: CommandContext) -> Bool {
    !migration.migrateOnly && context.canOpenScreen
  }

  /// Opens the diary on the screen; lists it as plain text without a terminal, or with `--no-input`.
  ///
  /// `openScreen` does steps 5 to 7 of a run, which `Main` lists.
  static func showDiary(
    _ store: StoreOptions, _ screen: ScreenOptions, in context: CommandContext
  ) throws {
    guard context.canOpenScreen else {
      return try context.withDiary(store, .reading, mode: .plainList) { diary in
        let query = try context.listQuery(in: diary)
        try ListCommand.writePlain(diary, query, dates: context.dates, to: context.output)
      }
    }
    var request = ScreenRequest(
      at: context.path(store), cacheFolder: context.folders.cache, store, screen)
    request.createsMissing = store.createsMissing(context.environment)
    try context.openScreen(request)
  }
}

extension Beerdiary {
  /// The program and the commands that do something themselves, in the order of the help.
  ///
  /// The path has the names of a command and its parents, such as `photo add`; it is empty for the program.
  package static let commands = commands(below: Beerdiary.self, [])

  private static func commands(
    below parent: any ParsableCommand.Type, _ path: [String]
  ) -> [(path: String, command: any Command.Type)] {
    let own = (parent as? any Command.Type).map { [(path.joined(separator: " "), $0)] } ?? []
    return own
      + parent.configuration.subcommands.flatMap {
        commands(below: $0, path + [$0.configuration.commandName ?? ""])
      }
  }
}

extension Beerdiary {
  /// The options that work without a command and may stand before one, and whether the next word is their value.
  ///
  /// They are listed here because asking the parser for them takes more processor time than everything else that a short
  /// command does: `beerdiary -q`, which asks it, takes 42 ms instead of the 18 ms of `beerdiary --quiet`. A mirror of the
  /// declared options does not show their names. `ProgramTests` compares the list with them.
  static let optionsBeforeCommand = [
    "--store": true, "--color": true, "--backup": true, "--read-only": false, "--no-telemetry": false,
    "--ascii": false, "--no-mouse": false, "--migrate-only": false, "--finish": false, "--dry-run": false,
    "--json": false, "--quiet": false, "-q": false, "--no-input": false,
  ]
}
