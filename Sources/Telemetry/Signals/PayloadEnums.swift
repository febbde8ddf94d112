/// A finite set of names the program itself defined: the only text a signal can carry.
protocol PayloadEnum: CaseIterable, RawRepresentable, Sendable where RawValue == String {}

/// How the program was started.
package enum LaunchMode: String, PayloadEnum {
  /// The full screen interface.
  case interface
  /// A command, such as `import` or `show`.
  case command
  /// `--migrate-only`.
  case migrateOnly
  /// The plain list that appears where there is no terminal.
  case plainList
}

/// What kind of file was imported.
package enum ImportDialect: String, PayloadEnum {
  /// Untappd's export.
  case untappd
  /// A catalogue of beers, with or without tastings.
  case catalogue
  /// A table with this program's own, plain headers.
  case plain
  /// This program's JSON.
  case json
  /// Any other file that could be read.
  case other
}

/// What kind of file was exported.
package enum ExportFormat: String, PayloadEnum {
  /// A table.
  case csv
  /// This program's JSON.
  case json
  /// A whole copy of the store.
  case backup
}

/// What an error message was about; the classes are those of the program's exit codes.
package enum ErrorKind: String, PayloadEnum {
  /// Arguments that make no sense.
  case usage
  /// An input file, or rows of it, could not be understood.
  case badData
  /// A file that is no diary.
  case foreignStore
  /// A store that is damaged.
  case damagedStore
  /// A store made by a newer version of the program.
  case newerStore
  /// A migration that was rolled back.
  case migrationFailed
  /// A file that is not there.
  case noInput
  /// A file that cannot be made.
  case cannotCreate
  /// Reading or writing failed.
  case inputOutput
  /// No room on the disk.
  case diskFull
  /// The store is in use by another process.
  case storeBusy
  /// Something is not permitted.
  case permission
  /// No terminal, or one that is too small.
  case terminal
  /// Anything else.
  case other
}
