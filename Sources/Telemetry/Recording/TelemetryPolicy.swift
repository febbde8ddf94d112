/// Whether anything may be written down, and if not, who said so.
package enum TelemetryPolicy: Sendable, Equatable {
  case on
  case off(Reason)

  /// What turned telemetry off.
  package enum Reason: Sendable, Equatable {
    /// The environment variable `DO_NOT_TRACK`; see https://consoledonottrack.com
    case doNotTrack
    /// `--no-telemetry`, for one run.
    case flag
    /// The user, for good.
    case turnedOff
  }

  /// Decides by the environment, the flag and what the user chose earlier.
  ///
  /// - Parameter doNotTrack: The value of `DO_NOT_TRACK`.
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
