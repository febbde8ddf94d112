import Foundation

/// Writes signals as TelemetryDeck's ingest API takes them: one JSON object a line.
///
/// The shape is that of https://telemetrydeck.com/docs/ingest/v2 with the `receivedAt` that
/// TelemetryDeck's own clients add for signals that are handed over later. Payload values keep their
/// JSON type, as that page allows. Keys are sorted, so equal signals are equal bytes.
struct SignalEncoder {
  /// This program's app ID; it names the program, never the user.
  static let appID = "6F1C7A52-3B0E-4D0B-9C44-8B1D5E2A7F30"

  private let sessionID: UUID
  private let isTestMode: Bool
  private let encoder = JSONEncoder()

  init(sessionID: UUID, isTestMode: Bool) {
    self.sessionID = sessionID
    self.isTestMode = isTestMode
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
  }

  /// One line, with its line feed.
  func line(for signal: Signal, at date: Date, from user: ClientUser) throws -> Data {
    let envelope = SignalEnvelope(
      appID: Self.appID, clientUser: user, sessionID: sessionID, type: signal.type,
      isTestMode: isTestMode, floatValue: signal.duration.map(roundedSeconds),
      payload: signal.payload, receivedAt: hour(of: date))
    return try encoder.encode(envelope) + [.lineFeed]
  }

  /// The hour a signal belongs to: a finer time would tell when somebody drinks.
  private func hour(of date: Date) -> String {
    let seconds = (date.timeIntervalSince1970 / 3600).rounded(.down) * 3600
    return Date(timeIntervalSince1970: seconds).formatted(.iso8601)
  }
}

private struct SignalEnvelope: Encodable {
  let appID: String
  let clientUser: ClientUser
  let sessionID: UUID
  let type: SignalType
  let isTestMode: Bool
  let floatValue: Double?
  let payload: [PayloadKey: PayloadValue]
  let receivedAt: String
}

/// A duration in seconds, rounded to two significant digits but not finer than a millisecond.
///
/// Precise timings could single out one machine, and two digits are all that comparing needs. Negative
/// durations, as a clock that was set back gives, are none; very long ones end at 100 days.
func roundedSeconds(_ duration: Duration) -> Double {
  let longest = Duration.seconds(100 * 86_400)
  let (seconds, attoseconds) = min(max(duration, .zero), longest).components
  let milliseconds = (Double(seconds) * 1e3 + Double(attoseconds) / 1e15).rounded()
  var unit = 1.0
  while milliseconds / unit >= 100 { unit *= 10 }
  return (milliseconds / unit).rounded() * unit / 1e3
}
