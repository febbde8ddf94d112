/// Describes a type of signal for the user.
package struct SignalDescription: Sendable, Equatable {
  /// The `type` in the queue.
  package let type: String
  /// A sentence about when it is recorded.
  package let summary: String
  /// What its `floatValue` measures; `nil` if it has none.
  package let floatValue: String?
  /// The keys of the payload, in the order to show them.
  package let payload: [PayloadDescription]

  /// The descriptions of all signals.
  package static var all: [SignalDescription] {
    SignalType.allCases.map { type in
      SignalDescription(
        type: type.rawValue, summary: type.summary, floatValue: type.floatValue,
        payload: type.payloadKeys.map(PayloadDescription.init))
    }
  }
}

/// Describes a key of a payload.
package struct PayloadDescription: Sendable, Equatable {
  /// The possible values of a key.
  package enum Values: Sendable, Equatable {
    /// Any number.
    case number
    /// `true` or `false`.
    case flag
    /// One of these strings.
    case oneOf([String])
  }

  /// The key in the queue, such as `Store.beers`.
  package let key: String
  /// What the value means, in a few words.
  package let summary: String
  /// The possible values.
  package let values: Values

  init(_ key: PayloadKey) {
    self.key = key.rawValue
    self.summary = key.summary
    self.values = key.values
  }
}

extension SignalType {
  var summary: String {
    switch self {
    case .appLaunched: "The program was started."
    case .storeOpened: "A diary was opened."
    case .storeMigrated: "A diary of an earlier version was migrated, or its migration failed."
    case .imported: "A file was imported."
    case .exported: "Beers were exported."
    case .searchUsed: "A search was made."
    case .photoMoved: "A photo was moved."
    case .statisticsOpened: "The statistics were opened."
    case .errorShown: "An error message was shown."
    case .sessionEnded: "The program ended."
    }
  }

  var floatValue: String? {
    switch self {
    case .storeOpened, .storeMigrated, .imported, .exported:
      "duration in seconds, rounded to two significant digits"
    case .appLaunched, .searchUsed, .photoMoved, .statisticsOpened, .errorShown, .sessionEnded:
      nil
    }
  }

  var payloadKeys: [PayloadKey] {
    switch self {
    case .appLaunched: [.launchMode, .terminalSize]
    case .storeOpened: [.storeBeers]
    case .storeMigrated: [.migrationFrom, .migrationTo, .migrationSucceeded, .storeBeers, .storePhotos]
    case .imported: [.importDialect, .importAdded, .importSkipped, .importRejected]
    case .exported: [.exportFormat, .exportBeers]
    case .errorShown: [.errorKind]
    case .sessionEnded: [.sessionLength]
    case .searchUsed, .photoMoved, .statisticsOpened: []
    }
  }
}

extension PayloadKey {
  var summary: String {
    switch self {
    case .launchMode: "how the program was started"
    case .terminalSize: "size of the terminal, if there is one"
    case .storeBeers: "beers in the diary"
    case .storePhotos: "photos in the diary"
    case .migrationFrom: "schema version before the migration"
    case .migrationTo: "schema version after the migration"
    case .migrationSucceeded: "whether the migration succeeded"
    case .importDialect: "format of the file"
    case .importAdded: "rows added"
    case .importSkipped: "rows already in the diary"
    case .importRejected: "rows that could not be read"
    case .exportFormat: "format of the file"
    case .exportBeers: "beers exported"
    case .errorKind: "kind of error"
    case .sessionLength: "how long the program ran"
    }
  }

  var values: PayloadDescription.Values {
    switch self {
    case .migrationFrom, .migrationTo: .number
    case .migrationSucceeded: .flag
    case .launchMode: .oneOf(of: LaunchMode.self)
    case .terminalSize: .oneOf(of: TerminalSize.self)
    case .importDialect: .oneOf(of: ImportDialect.self)
    case .exportFormat: .oneOf(of: ExportFormat.self)
    case .errorKind: .oneOf(of: ErrorKind.self)
    case .sessionLength: .oneOf(of: SessionLength.self)
    case .storeBeers, .storePhotos, .importAdded, .importSkipped, .importRejected, .exportBeers:
      .oneOf(of: CountBucket.self)
    }
  }
}

extension PayloadDescription.Values {
  fileprivate static func oneOf<Choice: PayloadEnum>(of choices: Choice.Type) -> Self {
    .oneOf(choices.allCases.map(\.rawValue))
  }
}
