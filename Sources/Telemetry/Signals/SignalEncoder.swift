import Foundation

/// Writes signals as TelemetryDeck's ingest API takes them: one JSON object a line.
///
/// The shape is that of https://telemetrydeck.com/docs/ingest/v2 with the `receivedAt` that
/// TelemetryDeck's own clients add for signals that are handed over later. Payload values keep their
/// JSON type, as that page allows. Keys are sorted, so equal signals are equal bytes.
///
/// The text is put together here because every part of it comes from a closed set or is a number: there
/// is nothing to escape. `JSONEncoder` takes 20 microseconds for the same, half of what an append may.
struct SignalEncoder {
  /// This program's app ID; it names the program, never the user.
  static let appID = "6F1C7A52-3B0E-4D0B-9C44-8B1D5E2A7F30"

  let sessionID: UUID
  let isTestMode: Bool

  /// One line, with its line feed.
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

  /// The hour a signal belongs to: a finer time would tell when somebody drinks.
  private func hour(of date: Date) -> String {
    let seconds = (date.timeIntervalSince1970 / 3600).rounded(.down) * 3600
    return Date(timeIntervalSince1970: seconds).formatted(.iso8601)
  }
}

/// A duration in seconds, rounded to two significant digits but not finer than a millisecond.
///
/// Precise timings could single out one machine, and two digits are all that comparing needs. Negative
/// durations, as a clock that was set back gives, are none; very long ones end at 100 days.
func roundedSeconds(_ duration: Duration) -> Double {
  let maximum = Duration.seconds(100 * 86_400)
  let (seconds, attoseconds) = min(max(duration, .zero), maximum).components
  let milliseconds = (Double(seconds) * 1e3 + Double(attoseconds) / 1e15).rounded()
  var unit = 1.0
  while milliseconds / unit >= 100 { unit *= 10 }
  return (milliseconds / unit).rounded() * unit / 1e3
}
