package import ArgumentParser
import DiaryModel
import DiaryProcess
import Foundation
import Telemetry

/// The program and its commands; without one it opens the diary.
package struct Beerdiary: ParsableCommand {
  package static let version = "0.1.0"

  package static let configuration = CommandConfiguration(
    commandName: "beerdiary",
    abstract: "A private, offline beer diary for the terminal.",
    discussion: """
      Without a command it opens the diary on the screen; without a terminal it lists the beers as plain text. \
      The screen and --migrate-only migrate a diary of Beer Diary for iOS first, with its photos in their order; \
      no other command changes it.

      EXAMPLES:
        beerdiary
        beerdiary import untappd.csv
        beerdiary adopt OldDiary.sqlite
        beerdiary list 'style:stout rating>=4' --sort rating
        beerdiary list --json | jq '.[].name'
        beerdiary photo add Orval glass.jpg
        beerdiary doctor
        beerdiary --store OldDiary.sqlite
        beerdiary --migrate-only --backup Copy.sqlite --store OldDiary.sqlite
      """,
    version: version,
    subcommands: [
      ListCommand.self, ShowCommand.self, AddCommand.self, EditCommand.self, RemoveCommand.self,
      RestoreCommand.self, StatsCommand.self, FieldsCommand.self,
      PhotoCommand.self, ImportCommand.self, ExportCommand.self, AdoptCommand.self, BackupCommand.self,
      DoctorCommand.self, DemoCommand.self, TelemetryCommand.self,
    ])

  @OptionGroup var options: StoreOptions
  @OptionGroup var screen: ScreenOptions

  @OptionGroup var migration: MigrationOptions
  @OptionGroup var output: OutputOptions

  package init() {}

  package func run() throws {
    if migration.dryRun {
      try MigrationDryRun(printsJSON: output.json).run(options)
    } else if migration.migrateOnly {
      _ = try options.changeablePath()
      if let file = migration.backup { try BackupStep(file: file).run(options) }
      try MigrateOnly(finishes: migration.finish, printsJSON: output.json).run(options)
    } else if output.json {
      throw ValidationError("--json goes with --migrate-only, or with a command.")
    } else {
      try Self.showDiary(options.choice, screen.choice)
    }
  }

  /// Opens the diary on the screen; lists it as plain text without a terminal.
  package static func showDiary(_ store: StoreChoice, _ screen: ScreenChoice) throws {
    let isOnScreen = isatty(STDIN_FILENO) == 1 && Console.standardOutput.isTerminal
    guard isOnScreen else {
      let opened = try OpenedDiary(store.options, .reading, mode: .plainList)
      defer { opened.recorder.flush() }
      let console = Console.standardOutput
      try ListCommand.writePlain(opened.diary, to: console)
      return console.flush()
    }
    try ScreenLaunch.open(
      ScreenRequest(store: store, screen: screen, path: store.path, createsMissing: store.createsMissing))
  }
}
