/// Whether signals may be recorded, and if not, why.
package enum TelemetryPolicy: Sendable, Equatable {
  /// Signals are recorded.
  case on
  /// Nothing is recorded.
  case off(Reason)

  /// Why telemetry is off.
  package enum Reason: Sendable, Equatable {
    /// The environment variable `DO_NOT_TRACK`; see https://consoledonottrack.com
    case doNotTrack
    /// `--no-telemetry`, for one run.
    case flag
    /// The user turned it off permanently.
    case turnedOff
  }

  /// Creates the policy for this run.
  ///
  /// - Parameters:
  ///   - doNotTrack: The value of `DO_NOT_TRACK`; empty, `0` and `false` mean no objection.
  ///   - noTelemetry: Whether the flag `--no-telemetry` was given.
  package init(doNotTrack: String?, noTelemetry: Bool, folder: TelemetryFolder) {
    if noTelemetry {
      self = .off(.flag)
    } else if Self.asksNotToTrack(doNotTrack) {
      self = .off(.doNotTrack)
    } else if folder.isTurnedOff {
      self = .off(.turnedOff)
    } else {
      self = .on
    }
  }

  private static func asksNotToTrack(_ value: String?) -> Bool {
    guard let value else { return false }
    return !["", "0", "false"].contains(value.lowercased())
  }
}
