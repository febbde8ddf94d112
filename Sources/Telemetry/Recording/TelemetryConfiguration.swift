package import Foundation

/// Where and how signals are written down; everything a test may want to replace.
package struct TelemetryConfiguration: Sendable {
  /// Where the queue is.
  package var folder: TelemetryFolder
  /// How much of it is kept.
  package var limits: QueueLimits
  /// Marks signals as made while trying things out.
  package var isTestMode: Bool
  /// Tells the time.
  package var now: @Sendable () -> Date
  /// Makes the session, the installation id and its salt.
  package var random: RandomBytes

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
