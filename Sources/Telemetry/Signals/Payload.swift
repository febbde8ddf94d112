/// Every key a signal's payload can have.
///
/// Named as TelemetryDeck asks: scopes begin with a capital, the key itself does not.
/// See https://telemetrydeck.com/docs/ingest/v2
enum PayloadKey: String, CaseIterable, Encodable, CodingKeyRepresentable, Sendable {
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

/// A number, a boolean or a case of a closed enum: there is no way to make one from text.
struct PayloadValue: Encodable, Equatable, Sendable {
  private enum Content: Equatable, Sendable {
    case number(Int)
    case flag(Bool)
    case name(String)
  }

  private let content: Content

  static func number(_ number: Int) -> PayloadValue {
    PayloadValue(content: .number(number))
  }

  static func flag(_ flag: Bool) -> PayloadValue {
    PayloadValue(content: .flag(flag))
  }

  static func choice(_ choice: some ClosedChoice) -> PayloadValue {
    PayloadValue(content: .name(choice.rawValue))
  }

  private init(content: Content) {
    self.content = content
  }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    switch content {
    case .number(let number): try container.encode(number)
    case .flag(let flag): try container.encode(flag)
    case .name(let name): try container.encode(name)
    }
  }
}
