import Foundation

/// Encodes signals for TelemetryDeck's ingest API: one JSON object in each line.
///
/// The format is that of https://telemetrydeck.com/docs/ingest/v2 with `receivedAt`, which TelemetryDeck's own clients
/// add to signals that are sent later. Keys are sorted, so equal signals have equal bytes.
///
/// Nothing has to be escaped, because all parts are numbers or from a fixed set. `JSONEncoder` would take 20
/// microseconds, half of the budget for an append.
struct SignalEncoder {
  /// The app ID, which identifies the program, not the user.
  static let appID = "6F1C7A52-3B0E-4D0B-9C44-8B1D5E2A7F30"

  let sessionID: UUID
  let isTestMode: Bool

  /// Returns a line with its line feed.
  func line(for signal: Signal, at date: Date, from user: ClientUser) -> [UInt8] {
    let seconds = signal.duration.map { #""floatValue":\#(roundedSeconds($0)),"# } ?? ""
    let text =
      #"{"appID":"\#(Self.appID)","clientUser":"\#(user.hash)",\#(seconds)"isTestMode":\#(isTestMode),"#
      + #""payload":{\#(json(signal.payload))},"receivedAt":"\#(hour(of: date))","#
      + #""sessionID":"\#(sessionID.uuidString)","type":"\#(signal.type.rawValue)"}"#
    return Array(text.utf8) + [.lineFeed]
  }

  private func json(_ payload: [PayloadKey: PayloadValue]) -> String {
    payload.sorted { $0.key.rawValue < $1.key.rawValue }
      .map { key, value in #""\#(key.rawValue)":\#(value.json)"# }
      .joined(separator: ",")
  }

  /// Returns the hour in ISO 8601: a more exact time would reveal when the user drinks.
  private func hour(of date: Date) -> String {
    let seconds = (date.timeIntervalSince1970 / 3600).rounded(.down) * 3600
    return Date(timeIntervalSince1970: seconds).formatted(.iso8601)
  }
}

/// Returns a duration in seconds, rounded to two significant digits and to milliseconds, from 0 to 100 days.
///
/// Exact durations could identify a machine, and two digits are enough to compare. Negative durations, from a clock
/// that was set back, give 0.
func roundedSeconds(_ duration: Duration) -> Double {
  let maximum = Duration.seconds(100 * 86_400)
  let (seconds, attoseconds) = min(max(duration, .zero), maximum).components
  let milliseconds = (Double(seconds) * 1e3 + Double(attoseconds) / 1e15).rounded()
  var unit = 1.0
  while milliseconds / unit >= 100 { unit *= 10 }
  return (milliseconds / unit).rounded() * unit / 1e3
}
