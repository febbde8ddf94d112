package import Foundation

/// What a time of day means in a file that names no time zone with it.
package enum TimeReading: Hashable, Sendable {
  /// The local time where the beer was drunk, which is kept as it is written.
  case local
  /// The time in a zone, which makes it an instant.
  case zone(TimeZone)

  package static let utc = Self.zone(.gmt)

  /// Reads `local`, `utc` or a zone's name, such as `Europe/Oslo`; `nil` if there is no such zone.
  package init?(_ text: String) {
    switch text.lowercased() {
    case "local": self = .local
    case "utc", "gmt", "z": self = .utc
    default:
      let name = TimeZone.knownTimeZoneIdentifiers.first { $0.lowercased() == text.lowercased() }
      guard let zone = TimeZone(identifier: name ?? text) else { return nil }
      self = .zone(zone)
    }
  }

  /// `local`, `utc` or the zone's name.
  package var name: String {
    switch self {
    case .local: "local"
    case .utc: "utc"
    case .zone(let zone): zone.identifier
    }
  }

  /// Minutes east of Greenwich at a local time; `nil` if times stay local.
  func offset(at time: CalendarTime) -> Int? {
    guard case .zone(let zone) = self, let seconds = time.secondsOnClock else { return nil }
    // The offset depends on the instant and the instant on the offset; the second round settles it.
    let estimate = zone.secondsFromGMT(for: Date(timeIntervalSince1970: Double(seconds)))
    return zone.secondsFromGMT(for: Date(timeIntervalSince1970: Double(seconds - estimate))) / 60
  }
}
