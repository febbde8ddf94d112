/// The maximum size of the queue; beyond it, the oldest signals are deleted.
package struct QueueLimits: Sendable, Equatable {
  /// The maximum number of signals.
  package let signals: Int
  /// The maximum size in bytes.
  package let bytes: Int

  /// 10,000 signals and 4 MB.
  package static let standard = QueueLimits(signals: 10_000, bytes: 4_000_000)

  /// - Precondition: At least 1 signal and 1,024 bytes.
  package init(signals: Int, bytes: Int) {
    precondition(signals >= 1 && bytes >= 1_024, "the queue must have room for one signal")
    self.signals = signals
    self.bytes = bytes
  }

  /// The size after trimming: 90%, so that a full queue is not rewritten for each signal.
  var afterTrimming: (signals: Int, bytes: Int) {
    (signals - signals / 10, bytes - bytes / 10)
  }
}
