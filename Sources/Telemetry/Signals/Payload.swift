/// Every key a signal's payload can have.
///
/// Named as TelemetryDeck recommends: scopes begin with a capital letter, the key itself does not.
/// See https://telemetrydeck.com/docs/ingest/v2
enum PayloadKey: String, CaseIterable, Sendable {
  case launchMode = "App.mode"
  case terminalSize = "App.terminalSize"
  case storeBeers = "Store.beers"
  case storePhotos = "Store.photos"
  case migrationFrom = "Migration.fromVersion"
  case migrationTo = "Migration.toVersion"
  case migrationSucceeded = "Migration.succeeded"
  case importDialect = "Import.dialect"
  case importAdded = "Import.added"
  case importSkipped = "Import.skipped"
  case importRejected = "Import.rejected"
  case exportFormat = "Export.format"
  case exportBeers = "Export.beers"
  case errorKind = "Error.kind"
  case sessionLength = "Session.length"
}

/// A number, a Boolean or a case of a ``PayloadEnum``; it cannot be created from text.
struct PayloadValue: Equatable, Sendable {
  /// The value in JSON.
  let json: String

  static func number(_ number: Int) -> PayloadValue {
    PayloadValue(json: String(number))
  }

  static func flag(_ flag: Bool) -> PayloadValue {
    PayloadValue(json: String(flag))
  }

  static func choice(_ choice: some PayloadEnum) -> PayloadValue {
    PayloadValue(json: #""\#(choice.rawValue)""#)
  }

  private init(json: String) {
    self.json = json
  }
}
