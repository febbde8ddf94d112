import DiaryModel
package import Foundation

/// The meaning of times that are written without a time zone.
package enum TimeReading: Hashable, Sendable {
  /// The local time at the venue, which is kept as it is written.
  case local
  /// The time in a time zone, which makes it an instant.
  case zone(TimeZone)

  /// Times are in UTC.
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

  /// Returns the minutes east of Greenwich at a local time; `nil` if times stay local.
  func offset(at time: CalendarTime) -> Int? {
    guard case .zone(let zone) = self, let seconds = time.secondsOnClock else { return nil }
    // The offset depends on the instant and the instant on the offset; the second round is exact.
    let estimate = zone.secondsFromGMT(for: Date(timeIntervalSince1970: Double(seconds)))
    return zone.secondsFromGMT(for: Date(timeIntervalSince1970: Double(seconds - estimate))) / 60
  }
}
