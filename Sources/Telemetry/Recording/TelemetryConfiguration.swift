package import Foundation

/// Where and how signals are recorded; tests replace parts of it.
package struct TelemetryConfiguration: Sendable {
  /// The folder of the queue.
  package var folder: TelemetryFolder
  /// The maximum size of the queue.
  package var limits: QueueLimits
  /// Whether to mark signals as recorded while testing.
  package var isTestMode: Bool
  /// Returns the current time.
  package var now: @Sendable () -> Date
  /// Returns random bytes for the session id, the installation id and its salt.
  package var random: RandomBytes

  /// By default: the standard limits, the current time and the system's random bytes.
  package init(
    folder: TelemetryFolder, limits: QueueLimits = .standard, isTestMode: Bool = false,
    now: @escaping @Sendable () -> Date = { Date() }, random: @escaping RandomBytes = systemRandomBytes
  ) {
    self.folder = folder
    self.limits = limits
    self.isTestMode = isTestMode
    self.now = now
    self.random = random
  }
}
