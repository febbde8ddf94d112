/// A fixed set of names, which are the only text that a signal can contain.
protocol PayloadEnum: CaseIterable, RawRepresentable, Sendable where RawValue == String {}

/// How the program was started.
package enum LaunchMode: String, PayloadEnum {
  /// The full screen interface.
  case interface
  /// A command, such as `import` or `show`.
  case command
  /// `--migrate-only`.
  case migrateOnly
  /// The plain list that is printed without a terminal.
  case plainList
}

/// What kind of file was imported.
package enum ImportDialect: String, PayloadEnum {
  /// Untappd's export.
  case untappd
  /// A catalog of beers, with or without tastings.
  case catalog = "catalogue"
  /// A CSV file with this program's own headers.
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
  /// This program's JSON or JSON Lines.
  case json
  /// Markdown, for reading.
  case markdown
  /// GeoJSON, for maps.
  case geojson
  /// A whole copy of the store.
  case backup
}

/// The kind of an error; the kinds are those of the program's exit codes.
package enum ErrorKind: String, PayloadEnum {
  /// Invalid arguments.
  case usage
  /// An input file, or rows of it, could not be understood.
  case badData
  /// A file that is not a diary.
  case foreignStore
  /// A store that is damaged.
  case damagedStore
  /// A store made by a newer version of the program.
  case newerStore
  /// A migration that was rolled back.
  case migrationFailed
  /// A file that does not exist.
  case noInput
  /// A file that cannot be created.
  case cannotCreate
  /// Reading or writing failed.
  case inputOutput
  /// A full disk.
  case diskFull
  /// A store that another process has locked.
  case storeBusy
  /// Missing permissions.
  case permission
  /// No terminal, or one that is too small.
  case terminal
  /// Anything else.
  case other
}
