/// Everything that the program may record about its use.
///
/// A case has numbers, Booleans, durations and enums, never text, so a signal cannot contain typed text, paths or names.
/// Numbers of beers are recorded in buckets only. ``SignalDescription/all`` describes all signals.
package enum Signal: Sendable, Equatable {
  /// The program started; `terminal` is `nil` if there is none.
  case appLaunched(mode: LaunchMode, terminal: TerminalSize?)
  /// A store was opened; `duration` includes a migration, if there was one.
  case storeOpened(duration: Duration, beers: CountBucket)
  /// A store was migrated.
  case storeMigrated(from: Int, to: Int, duration: Duration, beers: CountBucket, photos: CountBucket)
  /// A store stayed at `from` because its migration failed or was canceled.
  case migrationFailed(from: Int, to: Int, duration: Duration)
  /// A file was imported; the buckets count its rows.
  case imported(
    dialect: ImportDialect, added: CountBucket, skipped: CountBucket, rejected: CountBucket,
    duration: Duration)
  /// Beers were exported.
  case exported(format: ExportFormat, beers: CountBucket, duration: Duration)
  /// The search was used; the text is not recorded.
  case searchUsed
  /// A photo was moved among the photos of its beer.
  case photoMoved
  /// The statistics screen was opened.
  case statisticsOpened
  /// An error message was shown.
  case errorShown(ErrorKind)
  /// The program ended normally.
  case sessionEnded(SessionLength)
}

extension Signal {
  var type: SignalType {
    switch self {
    case .appLaunched: .appLaunched
    case .storeOpened: .storeOpened
    case .storeMigrated, .migrationFailed: .storeMigrated
    case .imported: .imported
    case .exported: .exported
    case .searchUsed: .searchUsed
    case .photoMoved: .photoMoved
    case .statisticsOpened: .statisticsOpened
    case .errorShown: .errorShown
    case .sessionEnded: .sessionEnded
    }
  }

  /// The duration that becomes the signal's `floatValue`; `nil` if the signal has none.
  var duration: Duration? {
    switch self {
    case .storeOpened(let duration, _), .storeMigrated(_, _, let duration, _, _),
      .migrationFailed(_, _, let duration), .imported(_, _, _, _, let duration),
      .exported(_, _, let duration):
      duration
    case .appLaunched, .searchUsed, .photoMoved, .statisticsOpened, .errorShown, .sessionEnded:
      nil
    }
  }

  var payload: [PayloadKey: PayloadValue] {
    switch self {
    case .appLaunched(let mode, let terminal):
      launchPayload(mode: mode, terminal: terminal)
    case .storeOpened(_, let beers):
      [.storeBeers: .choice(beers)]
    case .storeMigrated(let from, let to, _, let beers, let photos):
      [
        .migrationFrom: .number(from), .migrationTo: .number(to), .migrationSucceeded: .flag(true),
        .storeBeers: .choice(beers), .storePhotos: .choice(photos),
      ]
    case .migrationFailed(let from, let to, _):
      [.migrationFrom: .number(from), .migrationTo: .number(to), .migrationSucceeded: .flag(false)]
    case .imported(let dialect, let added, let skipped, let rejected, _):
      [
        .importDialect: .choice(dialect), .importAdded: .choice(added),
        .importSkipped: .choice(skipped), .importRejected: .choice(rejected),
      ]
    case .exported(let format, let beers, _):
      [.exportFormat: .choice(format), .exportBeers: .choice(beers)]
    case .errorShown(let kind):
      [.errorKind: .choice(kind)]
    case .sessionEnded(let length):
      [.sessionLength: .choice(length)]
    case .searchUsed, .photoMoved, .statisticsOpened:
      [:]
    }
  }

  private func launchPayload(mode: LaunchMode, terminal: TerminalSize?) -> [PayloadKey: PayloadValue] {
    var payload: [PayloadKey: PayloadValue] = [.launchMode: .choice(mode)]
    payload[.terminalSize] = terminal.map(PayloadValue.choice)
    return payload
  }
}
